import Glibc
import Peripherals
import Quantities
import SimulatedPeripherals
import Testing

@Suite struct DisplayModelTests {
    private static let start = RunnerScript.everyday.monotonic

    private func scribble(_ frame: inout Bitmap, _ random: inout SeededRandom) {
        for _ in 0..<Int(random.next() % 4) {
            let draw = random.next()
            frame.fill(
                x: Int(draw & 0xFF) - 20, y: Int(draw >> 8 & 0xFF) - 20, width: Int(draw >> 16 & 0x3F), height: Int(draw >> 24 & 0x3F),
                draw >> 32 & 1 == 0 ? .invert : .set)
        }
    }

    @Test("C15: the lights show every frame, also after failures in the middle of one")
    func lights() throws {
        let wrist = SimulatedWrist([.ssd1306], at: Self.start)
        let panel = try #require(wrist.display)
        let display = SSD1306(on: wrist.bus)
        var random = SeededRandom(seed: 3)
        var frame = Bitmap(width: 128, height: 64)
        var failures = 0
        for second in 0..<300 {
            scribble(&frame, &random)
            let now = Self.start + .seconds(second)
            wrist.bus.advance(to: now)
            let fault = BusFaultScript.Entry(.unreliable(0.2), from: now, to: now + .seconds(1))
            wrist.bus.faults = second % 5 == 4 ? BusFaultScript([fault]) : .none
            do throws(PeripheralError) {
                try display.show(frame)
                #expect(panel.picture == frame, "second \(second)")
            } catch { failures += 1 }
        }
        #expect(failures > 5)
    }

    @Test("A display that lost its power is whole again when its light is switched on")
    func powerLost() throws {
        let wrist = SimulatedWrist([.ssd1306], at: Self.start)
        let panel = try #require(wrist.display)
        let display = SSD1306(on: wrist.bus)
        var frame = Bitmap(width: 128, height: 64)
        frame.fill(x: 3, y: 3, width: 60, height: 40)
        try display.show(frame)
        try display.setLight(.off)
        #expect(!panel.isOn)
        panel.powerCycle(at: Self.start)
        try display.setLight(.dim)
        try display.show(frame)
        #expect(panel.picture == frame)
        #expect(panel.contrast < 0x20)
        try display.setLight(.on)
        #expect(panel.contrast == 0x60)
    }

    @Test("The memory LCD shows every frame, and its voltage turns round at least once a second", arguments: [(128, 128), (144, 168)])
    func memoryLCD(width: Int, height: Int) throws {
        let panel = SimulatedSharpLCD(width: width, height: height, at: Self.start)
        let display = SharpMemoryLCD(width == 128 ? .ls013b7dh03 : .ls013b7dh05, on: panel)
        var random = SeededRandom(seed: 4)
        var frame = Bitmap(width: width, height: height)
        for second in 0..<200 {
            panel.now = Self.start + .seconds(second)
            if second % 3 == 0 { scribble(&frame, &random) }
            if second % 7 == 6 { try display.maintain() } else { try display.show(frame) }
            if second % 7 != 6 { #expect(panel.picture == frame, "second \(second)") }
        }
        #expect(panel.longestHold <= .seconds(1))
        panel.failure = BusError(code: EIO)
        #expect(throws: PeripheralError.self) { try display.show(Bitmap(width: width, height: height)) }
        panel.failure = nil
        try display.show(Bitmap(width: width, height: height))
        #expect(panel.picture == Bitmap(width: width, height: height))
    }
}
