import Glibc
import Peripherals
import Quantities
import Testing

@Suite struct SSD1306Tests {
    private static let setUp: [Exchange] = [
        .write(0x00, 0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0x20, 0x00),
        .write(0x00, 0xA1, 0xC8, 0xDA, 0x12, 0x81, 0x60, 0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6, 0x2E),
        .write(0x00, 0x21, 0, 127, 0x22, 0, 7),
    ]

    private func display() throws -> (SSD1306, ScriptedBus) {
        let bus = ScriptedBus(0x3C, Self.setUp)
        bus.expect(Exchange(write: [0x40] + [UInt8](repeating: 0, count: 1024), answer: []), .write(0x00, 0xAF))
        let display = SSD1306(on: bus)
        try display.show(Bitmap(width: 128, height: 64))
        #expect(bus.isDone)
        return (display, bus)
    }

    @Test("The first frame sets the display up, fills its memory and only then lights it")
    func firstFrame() throws { _ = try display() }

    @Test("The same frame again sends nothing")
    func unchanged() throws {
        let (display, _) = try display()
        try display.show(Bitmap(width: 128, height: 64))
    }

    @Test("One pixel is one byte in a window of its own, its row a bit", arguments: [(0, 0), (127, 63), (17, 13)])
    func onePixel(x: Int, y: Int) throws {
        let (display, bus) = try display()
        var frame = Bitmap(width: 128, height: 64)
        frame[x, y] = true
        bus.expect(
            .write(0x00, 0x21, UInt8(x), UInt8(x), 0x22, UInt8(y / 8), UInt8(y / 8)), .write(0x40, 1 << UInt8(y % 8)))
        try display.show(frame)
        #expect(bus.isDone)
    }

    @Test("A digit over four pages is one window, two far apart are two, and close ones are one")
    func windows() throws {
        let (display, bus) = try display()
        var frame = Bitmap(width: 128, height: 64)
        frame.fill(x: 0, y: 8, width: 16, height: 32)
        frame.fill(x: 100, y: 8, width: 16, height: 32)
        let full = Exchange(write: [0x40] + [UInt8](repeating: 0xFF, count: 64), answer: [])
        bus.expect(.write(0x00, 0x21, 0, 15, 0x22, 1, 4), full, .write(0x00, 0x21, 100, 115, 0x22, 1, 4), full)
        try display.show(frame)
        frame.fill(x: 0, y: 56, width: 2, height: 8)
        frame.fill(x: 6, y: 56, width: 2, height: 8)
        bus.expect(.write(0x00, 0x21, 0, 7, 0x22, 7, 7), .write(0x40, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF))
        try display.show(frame)
        #expect(bus.isDone)
    }

    @Test("C15: a display that failed is set up and sent everything at the next frame")
    func failure() throws {
        let (display, bus) = try display()
        var frame = Bitmap(width: 128, height: 64)
        frame[0, 0] = true
        bus.expect(.write(0x00, 0x21, 0, 0, 0x22, 0, 0), .write(0x40, 0x01).failing(EREMOTEIO))
        #expect(
            throws: PeripheralError(
                part: "SSD1306 at 0x3C on /dev/i2c-1", problem: "did not answer (EREMOTEIO)",
                advice: "check its wires, its power and its address")
        ) { try display.show(frame) }
        bus.expect(Self.setUp)
        bus.expect(Exchange(write: [0x40, 0x01] + [UInt8](repeating: 0, count: 1023), answer: []), .write(0x00, 0xAF))
        try display.show(frame)
        #expect(bus.isDone)
    }

    @Test("Dim is less contrast, off is dark and sends nothing more, on shows the next frame whole")
    func light() throws {
        let (display, bus) = try display()
        bus.expect(.write(0x00, 0x81, 0x08))
        try display.setLight(.dim)
        bus.expect(.write(0x00, 0xAE))
        try display.setLight(.off)
        try display.show(Bitmap(width: 128, height: 64))
        try display.setLight(.on)
        bus.expect(Self.setUp)
        bus.expect(Exchange(write: [0x40] + [UInt8](repeating: 0, count: 1024), answer: []), .write(0x00, 0xAF))
        try display.show(Bitmap(width: 128, height: 64))
        #expect(bus.isDone)
    }

    @Test("R-B6: shut down it is dark, also if it was told so before, and a later frame sets it up")
    func shutDown() throws {
        let (display, bus) = try display()
        for _ in 0..<2 {
            bus.expect(.write(0x00, 0xAE))
            try display.shutDown()
        }
        try display.show(Bitmap(width: 128, height: 64))
        try display.setLight(.on)
        bus.expect(Self.setUp)
        bus.expect(Exchange(write: [0x40] + [UInt8](repeating: 0, count: 1024), answer: []), .write(0x00, 0xAF))
        try display.show(Bitmap(width: 128, height: 64))
        #expect(bus.isDone)
    }

    @Test(
        "R-B6: a darkening that failed is thrown, and tried again by the next call, be it for light or for a frame",
        arguments: [true, false])
    func failedDarkening(byFrame: Bool) throws {
        let (display, bus) = try display()
        for _ in 0..<2 {
            bus.expect(Exchange.write(0x00, 0xAE).failing(EREMOTEIO))
            #expect(throws: PeripheralError.self) { try display.setLight(.off) }
        }
        bus.expect(.write(0x00, 0xAE))
        if byFrame { try display.show(Bitmap(width: 128, height: 64)) } else { try display.setLight(.off) }
        try display.show(Bitmap(width: 128, height: 64))
        try display.setLight(.off)
        #expect(bus.isDone)
    }

    @Test("A frame of another size is refused")
    func wrongSize() throws {
        let (display, _) = try display()
        #expect(throws: PeripheralError.self) { try display.show(Bitmap(width: 128, height: 128)) }
    }

    @Test("A bus with short transfers gets the memory in parts")
    func shortTransfers() throws {
        let bus = ScriptedBus(0x3C, maximumTransfer: 129, Self.setUp)
        for _ in 0..<8 { bus.expect(Exchange(write: [0x40] + [UInt8](repeating: 0, count: 128), answer: [])) }
        bus.expect(.write(0x00, 0xAF))
        try SSD1306(on: bus).show(Bitmap(width: 128, height: 64))
        #expect(bus.isDone)
    }
}

@Suite struct SharpMemoryLCDTests {
    private func panel(_ bus: RecordingSPIBus, _ inversion: SharpMemoryLCD.Inversion = .byMessage) throws -> SharpMemoryLCD {
        let panel = SharpMemoryLCD(.ls013b7dh03, on: bus, inversion: inversion)
        try panel.show(Bitmap(width: 128, height: 128))
        #expect(bus.messages.count == 1 && bus.messages[0].count == 2306)
        bus.messages = []
        return panel
    }

    @Test("Only changed lines are sent, numbered from 1 with the lowest bit first, ink as 0")
    func changedLines() throws {
        let bus = RecordingSPIBus()
        let panel = try panel(bus)
        var frame = Bitmap(width: 128, height: 128)
        frame[0, 0] = true
        frame[127, 2] = true
        try panel.show(frame)
        let blank = [UInt8](repeating: 0xFF, count: 15)
        var message: [UInt8] = [0x80, 0x80, 0x7F]
        message += blank
        message += [0, 0xC0]
        message += blank
        message += [0xFE, 0, 0]
        #expect(bus.messages == [message])
    }

    @Test("The voltage turns round with every message, frame or no frame")
    func inversion() throws {
        let bus = RecordingSPIBus()
        let panel = try panel(bus)
        let frame = Bitmap(width: 128, height: 128)
        try panel.show(frame)
        try panel.maintain()
        try panel.maintain()
        try panel.show(frame)
        #expect(bus.messages == [[0x00, 0], [0x40, 0], [0x00, 0], [0x40, 0]], "the first frame had it at 0x40")
    }

    @Test("With the voltage turned round by a pin, an unchanged frame sends nothing")
    func inversionByPin() throws {
        let bus = RecordingSPIBus()
        let panel = try panel(bus, .byPin)
        try panel.show(Bitmap(width: 128, height: 128))
        try panel.maintain()
        #expect(bus.messages.isEmpty)
    }

    @Test("C15: after a failure the whole frame is sent", arguments: [EIO, ETIMEDOUT, ENODEV, EMSGSIZE])
    func failure(code: Int32) throws {
        let bus = RecordingSPIBus()
        let panel = try panel(bus)
        bus.failure = code
        #expect(throws: PeripheralError.self) { try panel.maintain() }
        #expect(throws: PeripheralError.self) { try panel.show(Bitmap(width: 128, height: 128)) }
        bus.failure = nil
        try panel.show(Bitmap(width: 128, height: 128))
        #expect(bus.messages.map(\.count) == [2306])
    }

    @Test("R-B6: shut down it is cleared, and a later frame is sent whole")
    func shutDown() throws {
        let bus = RecordingSPIBus()
        let panel = try panel(bus)
        try panel.shutDown()
        #expect(bus.messages == [[0x20, 0]])
        try panel.show(Bitmap(width: 128, height: 128))
        #expect(bus.messages.map(\.count) == [2, 2306])
    }

    @Test("A bus with short transfers gets the lines in several messages, each with its own mode and end")
    func shortTransfers() throws {
        let bus = RecordingSPIBus(maximumTransfer: 20)
        let panel = SharpMemoryLCD(.ls013b7dh03, on: bus)
        try panel.show(Bitmap(width: 128, height: 128))
        #expect(bus.messages.count == 128)
        #expect(bus.messages.allSatisfy { $0.count == 20 && $0.first == 0xC0 && $0.last == 0 })
    }

    @Test("The larger panel has lines of 18 bytes", arguments: [SharpMemoryLCD.Panel.ls013b7dh05])
    func largerPanel(model: SharpMemoryLCD.Panel) throws {
        let bus = RecordingSPIBus()
        try SharpMemoryLCD(model, on: bus).show(Bitmap(width: 144, height: 168))
        #expect(bus.messages.map(\.count) == [2 + 168 * 20])
        #expect(throws: PeripheralError.self) { try SharpMemoryLCD(model, on: bus).show(Bitmap(width: 128, height: 128)) }
    }
}
