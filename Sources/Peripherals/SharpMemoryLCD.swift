import Quantities

/// A memory LCD by Sharp: its pixels hold what they were last told at 12 µW, and can be read in the sun. It has no light, and none of the
/// three ``DisplayLight``s changes it.
///
/// The liquid crystal wants its voltage turned round once a second or it degrades. With the panel's EXTMODE pin low that is a bit of every
/// message: show a frame or call ``maintain()`` every second, also while the watch sleeps. With EXTMODE high the board does it by a pin.
///
/// Messages checked against Linux (drivers/gpu/drm/tiny/sharp-memory.c) and Sharp's application note on memory LCD programming: a mode byte;
/// for each line its number from 1, lowest bit first, its pixels from the left, white as 1, and eight clocks; eight clocks more at the end.
/// A mode byte that clears everything is followed by eight clocks alone.
public final class SharpMemoryLCD: Display {
    /// The panels that the watch's screens are laid out for.
    public enum Panel: String, Hashable, Sendable {
        /// 128×128.
        case ls013b7dh03 = "LS013B7DH03"
        /// 144×168.
        case ls013b7dh05 = "LS013B7DH05"
    }

    /// What turns the crystal's voltage round.
    public enum Inversion: Hashable, Sendable {
        /// A bit in each message.
        case byMessage
        /// A signal at the panel's EXTCOMIN pin.
        case byPin
    }

    /// 1.1 MHz at most by the data sheet [unverified]; chip select active high, mode 0.
    public static let settings = SPISettings(maximumClockHertz: 1_100_000, chipSelectIsActiveHigh: true)

    private static let writeLines: UInt8 = 0x80
    private static let inverted: UInt8 = 0x40
    private static let clearAll: UInt8 = 0x20

    /// The part.
    public let part: PartName
    /// Pixels per row.
    public let width: Int
    /// Rows.
    public let height: Int
    private let bus: any SPIBus
    private let inversion: Inversion
    private let outgoing: UnsafeMutableRawBufferPointer
    private var shown: Bitmap
    private var isKnown = false
    private var polarity: UInt8 = 0

    /// A panel on a bus.
    public init(_ panel: Panel, on bus: any SPIBus, inversion: Inversion = .byMessage) {
        part = PartName(chip: panel.rawValue, bus: bus.name)
        self.bus = bus
        self.inversion = inversion
        (width, height) = panel == .ls013b7dh03 ? (128, 128) : (144, 168)
        shown = Bitmap(width: width, height: height)
        let whole = 2 + height * (shown.stride + 2)
        outgoing = .allocate(byteCount: max(2 + shown.stride + 2, min(whole, bus.maximumTransfer)), alignment: 1)
    }

    deinit { outgoing.deallocate() }

    /// Shows a frame of the panel's size, sending the lines that changed. If none did, it does as ``maintain()``.
    public func show(_ frame: Bitmap) throws(PeripheralError) {
        guard frame.width == width, frame.height == height else {
            throw PeripheralError(
                part: part.description, problem: "cannot show \(frame.width)×\(frame.height)", advice: "name its size in the board file")
        }
        do throws(ChipError) {
            turnRound()
            guard try sendChanges(from: shown, to: frame, all: !isKnown) else { return try sendMode() }
        } catch {
            isKnown = false
            throw PeripheralError(error)
        }
        shown.copy(frame)
        isKnown = true
    }

    /// Keeps the picture and turns the voltage round. Does nothing if a pin does it.
    public func maintain() throws(PeripheralError) {
        turnRound()
        do throws(ChipError) { try sendMode() } catch {
            isKnown = false
            throw PeripheralError(error)
        }
    }

    /// Clears the panel: nobody turns its voltage round any more, and a crystal without a picture needs none.
    public func shutDown() throws(PeripheralError) {
        turnRound()
        isKnown = false
        outgoing[0] = Self.clearAll | polarity
        outgoing[1] = 0
        do throws(ChipError) { try write(2) } catch { throw PeripheralError(error) }
    }

    /// Nothing: the panel has no light.
    public func setLight(_ light: DisplayLight) throws(PeripheralError) {}

    private func sendMode() throws(ChipError) {
        guard inversion == .byMessage else { return }
        outgoing[0] = polarity
        outgoing[1] = 0
        try write(2)
    }

    private func turnRound() { if inversion == .byMessage { polarity ^= Self.inverted } }

    /// Sends lines that differ, in as few messages as the bus allows. False if there were none.
    private func sendChanges(from old: Bitmap, to new: Bitmap, all: Bool) throws(ChipError) -> Bool {
        let stride = new.stride
        var filled = 0
        for line in 0..<height where all || differs(old, new, line: line) {
            if filled + stride + 3 > outgoing.count {
                try finish(filled)
                filled = 0
            }
            if filled == 0 {
                outgoing[0] = Self.writeLines | polarity
                filled = 1
            }
            outgoing[filled] = Self.reversed(UInt8(truncatingIfNeeded: line + 1))
            new.withUnsafeBytes { bytes in
                for index in 0..<stride { outgoing[filled &+ 1 &+ index] = ~bytes[line &* stride &+ index] }
            }
            outgoing[filled + 1 + stride] = 0
            filled += stride + 2
        }
        guard filled > 0 else { return false }
        try finish(filled)
        return true
    }

    private func finish(_ filled: Int) throws(ChipError) {
        outgoing[filled] = 0
        try write(filled + 1)
    }

    private func differs(_ old: Bitmap, _ new: Bitmap, line: Int) -> Bool {
        let stride = new.stride
        return old.withUnsafeBytes { old in
            new.withUnsafeBytes { new in
                for index in line &* stride..<(line &+ 1) &* stride where old[index] != new[index] { return true }
                return false
            }
        }
    }

    /// The bits in the other order.
    static func reversed(_ byte: UInt8) -> UInt8 {
        var x = byte
        x = x >> 4 | x << 4
        x = (x & 0xCC) >> 2 | (x & 0x33) << 2
        return (x & 0xAA) >> 1 | (x & 0x55) << 1
    }

    private func write(_ count: Int) throws(ChipError) {
        do throws(BusError) { try bus.write(UnsafeRawBufferPointer(rebasing: outgoing[..<count])) } catch {
            throw ChipError(part: part, fault: .bus(error))
        }
    }
}
