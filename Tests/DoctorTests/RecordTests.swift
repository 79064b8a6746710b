import Glibc
import JSONText
import LinuxPeripherals
import Peripherals
import Quantities
import RunLog
import TestSupport
import Testing

@testable import Doctor

@Suite("What is written down while parts are watched") struct RecordTests {
    private static func line(_ finding: Finding) -> String {
        "\(finding.verdict.rawValue) \(finding.part): \(finding.text)" + (finding.advice.map { " → \($0)" } ?? "")
    }

    // MARK: - Buttons

    /// Milliseconds of edges, down and up in turn, the level at the end, and what is said.
    static let presses: [([Int64], Bool?, String)] = [
        ([], false, "ok start button: GPIO line 17 of /dev/gpiochip0: released, no press in 3 s"),
        ([100, 300], false, "ok start button: GPIO line 17 of /dev/gpiochip0: released, one press in 3 s"),
        ([100, 300, 700, 900, 1200], true, "ok start button: GPIO line 17 of /dev/gpiochip0: pressed, 3 presses in 3 s"),
        // Contacts bounce for some milliseconds.
        ([100, 101, 104, 106, 110, 400, 402, 405], true, "ok start button: GPIO line 17 of /dev/gpiochip0: pressed, one press in 3 s"),
        (
            [], true,
            "warning start button: GPIO line 17 of /dev/gpiochip0 is pressed all the time"
                + " → let it go; if nobody holds it, correct active_low or bias in the board file"
        ),
        ([], nil, "problem start button: GPIO line 17 of /dev/gpiochip0 cannot be read → restart the Pi, and check its wiring"),
    ]

    @Test("I11: buttons are named with their line, their level and the presses that were seen", arguments: presses)
    func button(_ edges: [Int64], _ isDown: Bool?, _ expected: String) {
        var record = ButtonRecord(.start, on: "GPIO line 17 of /dev/gpiochip0")
        for (index, milliseconds) in edges.enumerated() {
            record.take(
                ButtonEdge(role: .start, isDown: index % 2 == 0, at: MonotonicInstant(nanoseconds: milliseconds * 1_000_000)))
        }
        record.isDown = isDown
        if isDown != nil {
            let level = "ok start button: GPIO line 17 of /dev/gpiochip0: \(isDown == true ? "pressed" : "released")"
            #expect(Self.line(record.finding(after: .zero)) == level)
        }
        #expect(Self.line(record.finding(after: .seconds(3))) == expected)
    }

    @Test("I11: a line that another program has is no fault of the board, one that does not exist is")
    func lines() {
        var record = ButtonRecord(.lap, on: "GPIO line 27 of /dev/gpiochip0")
        record.failure = PeripheralError(part: "GPIO line 27 of /dev/gpiochip0", problem: "is in use", advice: "end the program")
        #expect(Self.line(record.finding(after: .zero)) == "warning lap button: GPIO line 27 of /dev/gpiochip0 is in use → end the program")
        record.failure = PeripheralError(part: "GPIO line 99 of /dev/gpiochip0", problem: "does not exist", advice: "name one of them")
        #expect(
            Self.line(record.finding(after: .zero))
                == "problem lap button: GPIO line 99 of /dev/gpiochip0 does not exist → name one of them")
    }

    // MARK: - gpsd

    /// What was heard, and what is said of it.
    struct Heard: Sendable {
        var link: GPSLink
        var fixes: [GPSFix] = []
        var sky: SkyView?
        var isNeeded = true
        var expected: String
    }
    private static let place = Coordinate(latitude: 47, longitude: 8)
    private static let start =
        "start it (sudo systemctl enable --now gpsd), or say where it listens with --gpsd HOST:PORT"
    static let heard: [Heard] = [
        Heard(
            link: .attached, fixes: [GPSFix(mode: .twoDimensional, position: place), GPSFix(mode: .threeDimensional, position: place)],
            sky: SkyView(used: 9, visible: 14),
            expected: "ok gpsd: 127.0.0.1:2947 has a receiver, u-blox, with a 3D fix; 9 of 14 satellites used"),
        Heard(
            link: .attached, fixes: [GPSFix(mode: .twoDimensional, position: place)], sky: SkyView(used: 4, visible: nil),
            expected: "ok gpsd: 127.0.0.1:2947 has a receiver, u-blox, with a 2D fix; 4 satellites used"),
        Heard(
            link: .attached, fixes: [GPSFix(mode: GPSFix.Mode.none)], sky: SkyView(used: 0, visible: 7),
            expected: "warning gpsd: 127.0.0.1:2947 has a receiver, u-blox, without a fix in 3 s; 0 of 7 satellites used"
                + " → wait under open sky; if `gpsmon` shows nothing, check the antenna and the baud rate"),
        Heard(
            link: .silent,
            expected: "warning gpsd: 127.0.0.1:2947 has a receiver, u-blox, without a fix in 3 s"
                + " → wait under open sky; if `gpsmon` shows nothing, check the antenna and the baud rate"),
        Heard(
            link: .noReceiver,
            expected: "warning gpsd: 127.0.0.1:2947 answers but has no receiver"
                + " → name it in /etc/default/gpsd: DEVICES=\"/dev/serial0\""),
        Heard(link: .noDaemon, expected: "problem gpsd: no gpsd at 127.0.0.1:2947: it does not answer → " + start),
        Heard(
            link: .noDaemon, isNeeded: false,
            expected: "warning gpsd: no gpsd at 127.0.0.1:2947: it does not answer; simulating and replaying need none → " + start),
    ]

    @Test("A receiver is named with its driver, its fix and its satellites", arguments: heard)
    func receiver(_ heard: Heard) {
        var record = ReceiverRecord()
        record.link = heard.link
        record.driver = "u-blox"
        for fix in heard.fixes { record.take(fix) }
        record.sky = heard.sky
        let finding = record.finding(address: "127.0.0.1:2947", isNeeded: heard.isNeeded, after: .seconds(3))
        #expect(Self.line(finding) == heard.expected)
        #expect(finding.values["satellites_used"] == heard.sky?.used.map { .integer(Int64($0)) })
    }

    // MARK: - Who is at work

    @Test("The processes that hold locks are read as the kernel lists them, and those that wait are not")
    func locks() {
        let lines = [
            "1: POSIX  ADVISORY  WRITE 700 08:02:4711 0 EOF", "2: FLOCK  ADVISORY  WRITE 812 b3:02:4711 0 EOF",
            "3: FLOCK  ADVISORY  READ  900 b3:02:14711 0 EOF", "3: -> FLOCK  ADVISORY  WRITE 901 b3:02:815 0 EOF", "", "4: FLOCK",
            "5: FLOCK ADVISORY WRITE -1 b3:02:816 0 EOF", "6: FLOCK ADVISORY WRITE x b3:02:817 0 EOF", "7: FLOCK ADVISORY WRITE 5 : 0 EOF",
        ]
        let locks = LockHolder.locks(in: lines)
        #expect(locks.map(\.process) == [812, 900])
        #expect(locks.map(\.inode) == [4711, 14711])
        #expect(LockHolder.locks(in: []).isEmpty)
    }

    @Test("Who writes into a folder is found while the lock is held, and not longer")
    func lock() throws {
        let data = TemporaryFolder(), directory = DataDirectory(path: data.path)
        #expect(LockHolder(of: directory) == nil)
        try withExtendedLifetime(DataDirectoryLock(directory)) {
            let holder = try #require(LockHolder(of: directory))
            #expect(holder.process == Int(getpid()))
            #expect(holder.name != nil && holder.name != "harrierd")
        }
        #expect(LockHolder(of: directory) == nil)
    }

    // MARK: - For programs

    @Test("A check has its four members, and values only where something was measured")
    func json() throws {
        let plain = try #require(Self.members(Finding.warning("gpsd", "is away", "start it")))
        #expect(plain.members.map(\.name) == ["part", "verdict", "text", "advice"])
        #expect(plain["verdict"] == .string("warning") && plain["advice"] == .string("start it"))
        let full = try #require(Self.members(Finding.ok("BMP390", "fine", values: JSONObject(["pressure_hpa": .number(1008.4)]))))
        #expect(full.members.map(\.name) == ["part", "verdict", "text", "advice", "values"])
        #expect(full["advice"] == .null && full["values"] == .object(JSONObject(["pressure_hpa": .number(1008.4)])))
    }

    private static func members(_ finding: Finding) -> JSONObject? {
        if case .object(let object) = finding.json { object } else { nil }
    }

    static let numbers: [(Double, String)] = [
        (0, "0"), (12, "12"), (999, "999"), (1000, "1,000"), (84_000, "84,000"), (262_143, "262,143"), (1_234_567.4, "1,234,567"),
        (-4200, "-4,200"),
    ]

    @Test("Numbers are written for people", arguments: numbers)
    func grouping(_ value: Double, _ text: String) {
        #expect(grouped(value) == text)
    }
}
