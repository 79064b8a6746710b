import Quantities

/// A display's own copy of the frame it shows. The frame handed to a display is not kept: then the next drawing would have to copy it.
struct ShownFrame {
    private(set) var bitmap: Bitmap
    private var isKnown = false

    init(width: Int, height: Int) { bitmap = Bitmap(width: width, height: height) }

    /// Takes over a frame of the same size, without allocating; false if it is the same picture, or of another size.
    mutating func replace(with frame: Bitmap) -> Bool {
        guard frame.width == bitmap.width, frame.height == bitmap.height, !isKnown || frame != bitmap else { return false }
        isKnown = true
        bitmap.withUnsafeMutableBytes { target in
            frame.withUnsafeBytes { target.copyMemory(from: $0) }
        }
        return true
    }

    /// Makes the next frame count as different.
    mutating func forget() { isKnown = false }
}
