import Quantities
import Testing

@Suite struct BitmapTests {
    @Test(
        "A filled rectangle covers exactly its pixels, clipped to the picture",
        arguments: [(0, 0, 20, 3), (3, 1, 1, 1), (7, 0, 2, 2), (-5, -5, 9, 9), (15, 2, 100, 100), (Int.max, 0, Int.max, 5), (8, 0, 8, 1)])
    func fill(x: Int, y: Int, width: Int, height: Int) {
        var picture = Bitmap(width: 20, height: 5)
        picture.fill(x: x, y: y, width: width, height: height)
        for row in 0..<5 {
            for column in 0..<20 {
                let inside = column >= x && column - x < width && row >= y && row - y < height
                #expect(picture[column, row] == inside)
            }
        }
        picture.fill(x: x, y: y, width: width, height: height, .invert)
        #expect(picture == Bitmap(width: 20, height: 5))
    }

    @Test("Pixels outside are ignored")
    func outside() {
        var picture = Bitmap(width: 3, height: 3)
        for place in [(-1, 0), (0, -1), (3, 0), (0, 3), (Int.max, Int.min)] { picture[place.0, place.1] = true }
        #expect(picture == Bitmap(width: 3, height: 3))
        picture[2, 2] = true
        #expect(picture[2, 2])
    }
}
