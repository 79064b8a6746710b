import Quantities

/// An SSD1306: commands, windows, memory, and the picture that its 128×64 lights show.
public final class SimulatedSSD1306: SimulatedChip {
    /// 0x3C, or 0x3D.
    public let address: UInt8
    /// Has no effect: the controller has no identity.
    public var isImpostor = false
    /// True while the lights are on.
    public private(set) var isOn = false
    /// How bright, 0...255.
    public private(set) var contrast: UInt8 = 0x7F

    private var memory = [UInt8](repeating: 0, count: 1024)
    private var columns = (0, 127)
    private var pages = (0, 7)
    private var column = 0
    private var page = 0
    private var hasChargePump = false
    private var isHorizontal = false
    private var isMirrored = true
    private var isUpsideDown = true
    private var command: UInt8 = 0
    private var parameters: [UInt8] = []
    private var awaited = 0

    /// A display.
    public init(address: UInt8 = 0x3C) { self.address = address }

    /// Nothing moves by itself.
    public func advance(to now: MonotonicInstant) {}

    /// See ``SimulatedChip/powerCycle(at:)``; the memory then holds anything.
    public func powerCycle(at now: MonotonicInstant) {
        for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index &* 37 &+ 11) }
        columns = (0, 127)
        pages = (0, 7)
        column = 0
        page = 0
        isOn = false
        hasChargePump = false
        isHorizontal = false
        isMirrored = true
        isUpsideDown = true
        awaited = 0
    }

    /// What the lights show; clear while they are off.
    public var picture: Bitmap {
        var picture = Bitmap(width: 128, height: 64)
        guard isOn, hasChargePump else { return picture }
        for y in 0..<64 {
            for x in 0..<128 where memory[y / 8 * 128 + x] >> UInt8(y % 8) & 1 != 0 {
                picture[isMirrored ? 127 - x : x, isUpsideDown ? 63 - y : y] = true
            }
        }
        return picture
    }

    /// Control bytes: bit 7 says that one byte follows and then another control byte, bit 6 that it is for the memory.
    public func write(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index < bytes.count {
            let control = bytes[index]
            index += 1
            let end = control & 0x80 != 0 ? min(index + 1, bytes.count) : bytes.count
            while index < end {
                if control & 0x40 != 0 { keep(bytes[index]) } else { obey(bytes[index]) }
                index += 1
            }
        }
    }

    /// The status: bit 6 while the lights are off.
    public func read(into bytes: UnsafeMutableRawBufferPointer) {
        for index in bytes.indices { bytes[index] = isOn ? 0x03 : 0x43 }
    }

    private func keep(_ byte: UInt8) {
        memory[page * 128 + column] = byte
        guard isHorizontal else {
            column = (column + 1) & 127
            return
        }
        column += 1
        if column > columns.1 {
            column = columns.0
            page = page >= pages.1 ? pages.0 : page + 1
        }
    }

    private func obey(_ byte: UInt8) {
        if awaited > 0 {
            parameters.append(byte)
            awaited -= 1
            if awaited == 0 { finish() }
            return
        }
        command = byte
        parameters.removeAll(keepingCapacity: true)
        switch byte {
        case 0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB: awaited = 1
        case 0x21, 0x22: awaited = 2
        case 0xA0, 0xA1: isMirrored = byte == 0xA0
        case 0xC0...0xCF: isUpsideDown = byte & 0x08 == 0
        case 0xAE: isOn = false
        case 0xAF: isOn = true
        default: break
        }
    }

    private func finish() {
        let first = Int(parameters.first ?? 0), last = Int(parameters.last ?? 0)
        switch command {
        case 0x20: isHorizontal = first & 3 == 0
        case 0x21:
            columns = (first & 127, max(first & 127, last & 127))
            column = columns.0
        case 0x22:
            pages = (first & 7, max(first & 7, last & 7))
            page = pages.0
        case 0x81: contrast = UInt8(first)
        case 0x8D: hasChargePump = first & 0x04 != 0
        default: break
        }
    }
}
