import Glibc
import Peripherals
import Quantities

/// One of Sharp's memory LCDs at the end of its SPI bus: its picture, and whether its voltage is turned round in time.
public final class SimulatedSharpLCD: SPIBus {
    /// `simulated`.
    public let name = "simulated"
    /// What the panel shows: set pixels are black.
    public private(set) var picture: Bitmap
    /// The instant of the next message. Never set it back.
    public var now: MonotonicInstant
    /// If set, every message fails with it.
    public var failure: BusError?
    /// The longest time so far without a turn of the voltage.
    public private(set) var longestHold = Duration.zero
    /// Messages, and their bytes.
    public private(set) var traffic = BusTraffic()

    private var polarity: UInt8 = 0
    private var turnedAt: MonotonicInstant

    /// A panel of a size, black all over as after power-on.
    public init(width: Int, height: Int, at now: MonotonicInstant) {
        picture = Bitmap(width: width, height: height)
        picture.fill(x: 0, y: 0, width: width, height: height, .set)
        self.now = now
        turnedAt = now
    }

    /// One message.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(BusError) {
        if let failure { throw failure }
        guard bytes.count <= maximumTransfer else { throw BusError(code: EMSGSIZE) }
        traffic.transfers += 1
        traffic.bytesWritten += bytes.count
        traffic.clocks += 8 * bytes.count
        guard let mode = bytes.first else { return }
        if mode & 0x40 != polarity {
            polarity = mode & 0x40
            longestHold = max(longestHold, now - turnedAt)
            turnedAt = now
        }
        if mode & 0x20 != 0 { picture.clear() }
        guard mode & 0x80 != 0 else { return }
        let length = picture.stride + 2
        var index = 1
        // Without the eight clocks at the end the last line would not be taken over.
        while index + length < bytes.count {
            keep(line: bytes[index], UnsafeRawBufferPointer(rebasing: bytes[index + 1..<index + 1 + picture.stride]))
            index += length
        }
    }

    /// The line's number comes lowest bit first.
    private func keep(line byte: UInt8, _ pixels: UnsafeRawBufferPointer) {
        var number = 0
        for bit in 0..<8 where byte >> UInt8(bit) & 1 != 0 { number |= 0x80 >> bit }
        guard 1...picture.height ~= number else { return }
        for x in 0..<picture.width { picture[x, number - 1] = pixels[x / 8] & (0x80 >> UInt8(x % 8)) == 0 }
    }
}
