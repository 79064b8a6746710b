import Peripherals
import Quantities

/// A display that only keeps the last frame, for a board that shows nothing.
final class MemoryDisplay: Display {
    let width: Int, height: Int
    private(set) var frame: Bitmap

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        frame = Bitmap(width: width, height: height)
    }
    func show(_ frame: Bitmap) throws(PeripheralError) { self.frame.copy(frame) }
    func setLight(_ light: DisplayLight) throws(PeripheralError) {}
}
