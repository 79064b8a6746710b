import LinuxPeripherals
import Quantities
import RunCore
import Testing

@testable import WatchDaemon

@Suite("What a watch says of itself") struct WatchStatusTests {
    static var full: WatchStatus {
        var status = WatchStatus()
        status.board = "My watch, the second"
        status.phase = .autoPaused
        status.run = RunID(randomHigh: 5, randomLow: 6)
        status.timer = .milliseconds(429_123)
        status.distance = .meters(1286.5)
        status.pace = .secondsPerKilometer(333.25)
        status.heartRate = .beatsPerMinute(151.5)
        status.batteryPercent = 87
        (status.isCharging, status.hasFix, status.hasStorageTrouble) = (true, true, true)
        status.utc = UTCInstant(milliseconds: 1_790_000_000_123)
        status.parts = [.gps: .working, .heartRate: .failed, .motion: .absent, .barometer: .starting, .battery: .failed]
        status.evidence = ["positions": "good", "speed": "contradicted", "height": "silent"]
        return status
    }

    @Test("U-A11: what is written is read, whatever is known", arguments: RunPhase.allCases)
    func roundTrip(phase: RunPhase) throws {
        var full = Self.full, bare = WatchStatus()
        (full.phase, bare.phase, bare.board) = (phase, phase, "x")
        for status in [full, bare] {
            #expect(WatchStatus(text: status.text) == status)
            #expect(WatchView(WatchView(status).bytes) == WatchView(status))
        }
        #expect(full.doubted == [.heartRate, .battery])
    }

    @Test("U-A11: a picture goes with it, of any size", arguments: [0, 1, 7, 8, 128, 144])
    func picture(side: Int) throws {
        var picture = Bitmap(width: side, height: side)
        for place in 0..<side { picture[place, (place * 7) % max(1, side)] = true }
        let view = WatchView(Self.full, picture: picture, serial: 42)
        #expect(WatchView(view.bytes) == view)
        // Cut anywhere it is no view, or one without its picture, and never a trap.
        for count in 0..<view.bytes.count {
            if let cut = WatchView(Array(view.bytes.prefix(count))) { #expect(cut.picture == nil) }
        }
    }

    @Test(
        "U-A11: bytes that are no answer are none",
        arguments: [
            "", "\n", "error no\n", "picture 1 128 128\n", "board x\npicture 1 -1 5\n", "board x\npicture 1 99999999999 5\n",
            "board x\npicture 1 4097 4097\n", "board x\npicture\n", "end\n",
        ])
    func hostile(text: String) {
        #expect(WatchView(Array(text.utf8)) == nil)
    }

    @Test("U-A11: numbers out of range are not known")
    func oddNumbers() {
        let status = WatchStatus(text: "board x\nbattery 300\nphase flying\nrun no\npart_gps flying\npart_tail working\ndistance_mm nan\n")
        #expect(
            status.batteryPercent == nil && status.phase == .idle && status.run == nil && status.parts.isEmpty && status.distance == nil)
    }

    @Test(
        "U-A11, U-C10: requests are read as they are written, and nothing else is one",
        arguments: [
            ("status", true), ("follow 0", true), ("follow 18446744073709551615", true),
            ("delete 00000000-0000-4005-8000-000000000006", true), ("delete 00000000-0000-4005-8000-000000000006 for-good", true),
            ("", false), ("status now", false), ("follow", false), ("follow -1", false), ("follow 18446744073709551616", false),
            ("delete", false), ("delete all", false), ("delete 00000000-0000-4005-8000-000000000006 now", false), ("shutdown", false),
        ])
    func request(line: String, isOne: Bool) {
        #expect((ControlRequest(line) != nil) == isOne)
        if isOne { #expect(ControlRequest(line)?.line == line) }
    }
}
