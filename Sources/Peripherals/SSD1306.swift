import Quantities

// Commands, checked against Linux (drivers/gpu/drm/solomon/ssd130x.c) and Adafruit's SSD1306 library; the values of the analog part are
// the library's for a 128×64 panel with its charge pump.
private enum Command {
    static let addressingMode: UInt8 = 0x20
    static let columnRange: UInt8 = 0x21
    static let pageRange: UInt8 = 0x22
    static let stopScrolling: UInt8 = 0x2E
    static let startLine0: UInt8 = 0x40
    static let contrast: UInt8 = 0x81
    static let chargePump: UInt8 = 0x8D
    static let segmentsReversed: UInt8 = 0xA1
    static let showMemory: UInt8 = 0xA4
    static let notInverted: UInt8 = 0xA6
    static let multiplexRatio: UInt8 = 0xA8
    static let displayOff: UInt8 = 0xAE
    static let displayOn: UInt8 = 0xAF
    static let outputsReversed: UInt8 = 0xC8
    static let offset: UInt8 = 0xD3
    static let clock: UInt8 = 0xD5
    static let precharge: UInt8 = 0xD9
    static let pins: UInt8 = 0xDA
    static let deselectLevel: UInt8 = 0xDB
}

/// A display of 128×64 lights with an SSD1306 on I²C. Only what has changed is sent; set pixels light up.
///
/// The controller cannot be asked what it shows. After any failure, and each time the display is switched on, it is set up again and sent
/// the whole frame (1026 bytes, 23 ms at 400 kHz).
public final class SSD1306: Display {
    /// With the address pin low, as on most boards; 0x3D with it high.
    public static let address = I2CAddress(fixed: 0x3C)
    /// Pixels per row.
    public let width = 128
    /// Rows.
    public let height = 64

    /// The control byte that says: commands only.
    private static let commands: UInt8 = 0x00
    /// The control byte that says: contents of the memory only.
    private static let contents: UInt8 = 0x40
    /// Bright enough at night and in a room, at a fraction of the current and the wear of full contrast.
    private static let normalContrast: UInt8 = 0x60
    private static let dimContrast: UInt8 = 0x08

    /// The part.
    public let part: PartName
    private let bus: any I2CBus
    private let address: I2CAddress
    private let outgoing: UnsafeMutableRawBufferPointer
    private var shown: [UInt8]
    private var next: [UInt8]
    private var windows = SSD1306Windows()
    /// Whether the controller is set up, lit, and holds ``shown``.
    private var isKnown = false
    /// Whether it has taken the command that switches the lights off, and none since that switches them on.
    private var isDark = false
    /// The light that was asked for last. What the panel has may differ after a failure, and is then put right at the next occasion.
    private var light = DisplayLight.on

    /// A display on a bus.
    public init(on bus: any I2CBus, at address: I2CAddress = SSD1306.address) {
        part = PartName(chip: "SSD1306", address: address, bus: bus.name)
        self.bus = bus
        self.address = address
        shown = [UInt8](repeating: 0, count: 128 * 64 / 8)
        next = shown
        outgoing = .allocate(byteCount: max(33, min(1 + shown.count, bus.maximumTransfer)), alignment: 1)
    }

    deinit { outgoing.deallocate() }

    /// Shows a frame of 128×64. While the light is off nothing is sent, but what switches it off if that has failed.
    public func show(_ frame: Bitmap) throws(PeripheralError) {
        guard frame.width == width, frame.height == height else {
            throw PeripheralError(
                part: part.description, problem: "cannot show \(frame.width)×\(frame.height)", advice: "name its size in the board file")
        }
        guard light != .off else { return try darken() }
        arrange(frame)
        do throws(ChipError) {
            if !isKnown { try setUp() }
            windows.find(from: shown, to: next, columns: width, pages: height / 8)
            isKnown = false
            for window in windows.windows { try send(window) }
            isKnown = true
        } catch { throw PeripheralError(error) }
        swap(&shown, &next)
    }

    /// Full light, dim, or off. A display that was off is sent the whole next frame.
    public func setLight(_ light: DisplayLight) throws(PeripheralError) {
        self.light = light
        guard light != .off else { return try darken() }
        // The next frame brings the contrast with it.
        guard !isDark else { return }
        // Also where little is known: then it may have failed just now, and no frame need follow.
        let wasKnown = isKnown
        isKnown = false
        do throws(ChipError) { try send(commands: Command.contrast, contrast) } catch { throw PeripheralError(error) }
        isKnown = wasKnown
    }

    /// Switches the lights off, whatever it was told before. The controller's pump rests with them.
    public func shutDown() throws(PeripheralError) {
        light = .off
        isDark = false
        try darken()
    }

    private func darken() throws(PeripheralError) {
        guard !isDark else { return }
        isKnown = false
        do throws(ChipError) { try send(commands: Command.displayOff) } catch { throw PeripheralError(error) }
        isDark = true
    }

    private var contrast: UInt8 { light == .dim ? Self.dimContrast : Self.normalContrast }

    // MARK: The memory's own order

    /// Turns rows of eight pixels a byte into columns of eight pixels a byte, the topmost in bit 0.
    private func arrange(_ frame: Bitmap) {
        frame.withUnsafeBytes { rows in
            for page in 0..<height / 8 {
                for block in 0..<frame.stride {
                    var bits: UInt64 = 0
                    for row in 0..<8 { bits |= UInt64(rows[(page &* 8 &+ row) &* frame.stride &+ block]) &<< UInt64(row &* 8) }
                    let columns = Self.transposed(bits)
                    for column in 0..<8 {
                        next[page &* width &+ block &* 8 &+ column] = UInt8(truncatingIfNeeded: columns &>> UInt64(56 &- column &* 8))
                    }
                }
            }
        }
    }

    /// A matrix of 8×8 bits, a row a byte, transposed by swapping ever larger blocks (Warren, Hacker's Delight, 7-3).
    static func transposed(_ matrix: UInt64) -> UInt64 {
        var x = matrix
        var swapped = (x ^ x &>> 7) & 0x00AA_00AA_00AA_00AA
        x ^= swapped ^ swapped &<< 7
        swapped = (x ^ x &>> 14) & 0x0000_CCCC_0000_CCCC
        x ^= swapped ^ swapped &<< 14
        swapped = (x ^ x &>> 28) & 0x0000_0000_F0F0_F0F0
        return x ^ swapped ^ swapped &<< 28
    }

    // MARK: Transfers

    private func setUp() throws(ChipError) {
        isDark = false
        try send(
            commands: Command.displayOff, Command.clock, 0x80, Command.multiplexRatio, UInt8(height - 1), Command.offset, 0,
            Command.startLine0, Command.chargePump, 0x14, Command.addressingMode, 0x00)
        try send(
            commands: Command.segmentsReversed, Command.outputsReversed, Command.pins, 0x12, Command.contrast, contrast, Command.precharge,
            0xF1, Command.deselectLevel, 0x40, Command.showMemory, Command.notInverted, Command.stopScrolling)
        // What the memory holds is not known: everything differs.
        for index in shown.indices { shown[index] = ~next[index] }
        windows.find(from: shown, to: next, columns: width, pages: height / 8)
        for window in windows.windows { try send(window) }
        shown.withUnsafeMutableBufferPointer { shown in for index in shown.indices { shown[index] = next[index] } }
        try send(commands: Command.displayOn)
    }

    private func send(_ window: SSD1306Window) throws(ChipError) {
        outgoing[0] = Self.commands
        outgoing[1] = Command.columnRange
        outgoing[2] = UInt8(truncatingIfNeeded: window.firstColumn)
        outgoing[3] = UInt8(truncatingIfNeeded: window.lastColumn)
        outgoing[4] = Command.pageRange
        outgoing[5] = UInt8(truncatingIfNeeded: window.firstPage)
        outgoing[6] = UInt8(truncatingIfNeeded: window.lastPage)
        try transfer(7)
        outgoing[0] = Self.contents
        var filled = 1
        for page in window.firstPage...window.lastPage {
            for column in window.firstColumn...window.lastColumn {
                outgoing[filled] = next[page &* width &+ column]
                filled += 1
                if filled == outgoing.count {
                    try transfer(filled)
                    filled = 1
                }
            }
        }
        if filled > 1 { try transfer(filled) }
    }

    private func send(commands: UInt8...) throws(ChipError) {
        outgoing[0] = Self.commands
        for (index, command) in commands.enumerated() where index + 1 < outgoing.count { outgoing[index + 1] = command }
        try transfer(min(commands.count + 1, outgoing.count))
    }

    private func transfer(_ count: Int) throws(ChipError) {
        do throws(BusError) {
            try bus.transfer(
                address, write: UnsafeRawBufferPointer(rebasing: outgoing[..<count]),
                read: UnsafeMutableRawBufferPointer(start: nil, count: 0))
        } catch {
            throw ChipError(part: part, fault: .bus(error))
        }
    }
}
