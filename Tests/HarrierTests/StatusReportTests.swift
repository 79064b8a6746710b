import Calendar
import JSONText
import Quantities
import RunCore
import Testing
import WatchDaemon

@testable import harrier

@Suite("What is said of a running watch") struct StatusReportTests {
    private static var running: WatchStatus {
        var status = WatchStatus()
        (status.board, status.phase) = ("My watch", .running)
        (status.timer, status.distance, status.pace) = (.seconds(429), .meters(1286), .secondsPerKilometer(334))
        (status.heartRate, status.batteryPercent, status.isCharging) = (.beatsPerMinute(152), 87, true)
        status.utc = UTCInstant(milliseconds: 1_790_000_000_000)
        status.evidence = ["positions": "good", "speed": "contradicted", "barometer": "silent"]
        status.parts = [.gps: .working, .heartRate: .working, .motion: .working, .barometer: .failed, .battery: .working]
        return status
    }

    @Test("U-A11: the run, the heart, the battery and the parts that fail are said")
    func words() {
        let text = StatusReport(status: Self.running, unit: .km, zone: .utc).text
        #expect(
            text == """
                My watch: running: 1.28 km in 7:09, 5:34 /km

                  heart rate  152 bpm
                  battery     87 %, charging
                  time        2026-09-21 14:13:20
                  position    no fix
                  not well    height: `harrier doctor` says why
                  evidence    positions good, speed contradicted, barometer silent
                """)
    }

    @Test("U-A11, U-B7: in one line, in the unit that is asked for")
    func shortText() {
        let text = StatusReport(status: Self.running, unit: .mi, zone: .utc).shortText
        #expect(text == "running: 0.79 mi in 7:09, 8:57 /mi  152 bpm  battery 87 %  not well: height")
    }

    @Test("U-A11: what is not known is null in JSON and -- in words")
    func unknown() {
        var status = WatchStatus()
        status.board = "My watch"
        let report = StatusReport(status: status, unit: .km, zone: .utc)
        #expect(report.text.hasPrefix("My watch: no run\n\n  heart rate  --\n  battery     --\n  time        not known yet"))
        let json = JSONValue.object(report.json).text(.compact)
        for name in ["run", "timer_s", "distance_m", "heart_rate_bpm", "battery_percent", "time"] {
            #expect(json.contains("\"\(name)\":null"), "\(name)")
        }
        #expect(json.contains("\"doubted\":[]"))
    }

    @Test(
        "U-A11: a screen is drawn in half blocks where there is room, else in braille, else not; what is said of it stands below",
        arguments: [(200, 70, 64), (130, 40, 32), (64, 35, 32), (63, 70, 1), (200, 20, 1)])
    func screen(columns: Int, rows: Int, drawn: Int) {
        var picture = Bitmap(width: 128, height: 128)
        for x in 0..<128 { for y in 0..<128 { picture[x, y] = true } }
        let lines = FollowedScreen.grid(picture, below: "5.21 km", columns: columns, rows: rows).lines
        #expect(lines.prefix { !$0.isEmpty }.count == drawn)
        #expect(lines.dropFirst(drawn).prefix(3) == ["", "5.21 km", "q ends it"])
        let without = FollowedScreen.grid(nil, below: "no run", columns: columns, rows: rows).lines
        #expect(without.prefix(3) == ["", "no run", "q ends it"])
    }
}
