import Peripherals
import Quantities
import SensorService
import SimulatedPeripherals
import Testing
import WatchCore

@Suite struct BusTimeTests {
    /// Three digits of 16×32 pixels, all different from those of the second before.
    private static func draw(_ second: Int, on frame: inout Bitmap) {
        for digit in 0..<3 {
            for y in 0..<32 {
                for x in 0..<16 { frame[8 + digit * 18 + x, 16 + y] = (x &* 7 &+ y &* 13 &+ second &* 5 &+ digit) % 3 == 0 }
            }
        }
    }

    @Test("I8: a second of a run keeps a 400 kHz bus busy for 14 ms at most, pulse, motion and three changed digits of an OLED together")
    func secondOfRun() throws {
        let start = MonotonicInstant(seconds: 1000)
        let wrist = SimulatedWrist([.max30101, .lsm6dsox, .ssd1306], at: start, clock: ClockError(rate: 0.05, jitter: 0.02), seed: 3)
        let hub = SensorHub(
            SensorParts(pulse: MAX3010x(.max30101, on: wrist.bus), motion: LSM6DSOX(on: wrist.bus)), at: start)
        let display = SSD1306(on: wrist.bus)
        var script = RunnerScript(name: "run", legs: [.init(.run(.metersPerSecond(3)), for: .seconds(300))])
        script.monotonic = start
        var runner = SimulatedRunner(script: script, seed: 4), events: [Event] = []
        var frame = Bitmap(width: 128, height: 64)
        hub.setDemand(.run, at: start, into: &events)
        var busiest = Duration.zero, before = wrist.bus.traffic.clocks
        for second in 0..<120 {
            let next = runner.next()
            wrist.feed(next)
            while hub.nextService < next.at + .seconds(1) {
                wrist.bus.now = max(wrist.bus.now, hub.nextService)
                hub.service(at: hub.nextService, into: &events)
            }
            Self.draw(second, on: &frame)
            try display.show(frame)
            let clocks = wrist.bus.traffic.clocks - before
            before = wrist.bus.traffic.clocks
            // The set-up of chips and panel is not a usual second.
            if second >= 10 { busiest = max(busiest, .seconds(Double(clocks) / 400_000)) }
        }
        #expect(hub.trouble(of: .heartRate) == nil && hub.trouble(of: .motion) == nil)
        #expect(busiest > .milliseconds(8), "something was read")
        #expect(busiest <= .milliseconds(14), "\(busiest)")
    }
}
