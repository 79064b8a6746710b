import Quantities
import Testing

@testable import TerminalWindow

/// A picture drawn with `#` for ink.
private func bitmap(_ rows: [String]) -> Bitmap {
    var bitmap = Bitmap(width: rows.first?.count ?? 0, height: rows.count)
    for (y, row) in rows.enumerated() {
        for (x, character) in row.enumerated() { bitmap[x, y] = character == "#" }
    }
    return bitmap
}

@Suite("A frame as characters") struct PanelPictureTests {
    private let drawing = bitmap(["#.#.#", "##..#", "..###", ".#..#", "#...."])

    @Test("Half blocks are one pixel wide and two high; rows beyond the frame are clear")
    func halfBlocks() {
        var picture = PanelPicture(width: 5, height: 5, style: .halfBlocks)
        picture.draw(drawing)
        #expect(picture.lines == ["█▄▀ █", " ▄▀▀█", "▀    "])
    }

    @Test("Braille is two pixels wide and four high")
    func braille() {
        var picture = PanelPicture(width: 5, height: 5, style: .braille)
        picture.draw(drawing)
        #expect(picture.lines == ["⢓⠥⡇", "⠁  "])
    }

    @Test(
        "Each of the eight dots stands where Unicode says",
        arguments: [
            (0, 0, "⠁"), (0, 1, "⠂"), (0, 2, "⠄"), (1, 0, "⠈"), (1, 1, "⠐"), (1, 2, "⠠"), (0, 3, "⡀"), (1, 3, "⢀"),
        ])
    func dots(x: Int, y: Int, expected: String) {
        var frame = Bitmap(width: 2, height: 4)
        frame[x, y] = true
        var picture = PanelPicture(width: 2, height: 4, style: .braille)
        picture.draw(frame)
        #expect(picture.lines == [expected])
    }

    @Test("An empty panel is an empty picture")
    func empty() {
        #expect(PanelPicture(width: 0, height: 0, style: .halfBlocks).lines.isEmpty)
    }
}
