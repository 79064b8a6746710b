import Glibc
import Quantities
import RunCore
import Testing

@testable import RunLog

/// Files of released versions: what they say must never change.
@Suite("Logs of earlier versions") struct CompatibilityTests {
    static let name = "0.1.0-outages"
    static let noon = UTCInstant(milliseconds: 1_790_000_000_000)

    /// A run of 0.1.0 with a pause by hand, an automatic one, a lap, an outage in the same boot, a stop that was undone, a reboot of unknown
    /// length, UTC learned after it, and an end.
    static var records: [RunRecord] {
        var records: [RunRecord] = [.header(RecordedRuns.header())]
        func run(_ seconds: ClosedRange<Int>) { for second in seconds { records.append(.sample(RecordedRuns.sample(second: second))) } }
        func event(_ milliseconds: UInt32, _ kind: RunEvent.Kind) {
            records.append(.event(RunEvent(time: RunTime(milliseconds: milliseconds), kind: kind)))
        }
        run(1...20)
        event(20_500, .pause(.manual))
        event(26_000, .resume(.manual))
        run(27...40)
        event(38_100, .pause(.automatic))
        event(44_200, .resume(.automatic))
        event(45_000, .lap(.manual, distanceMillimeters: 100_000))
        run(46...60)
        let start = RecordedRuns.header().start
        let inSameBoot = start.advanced(by: .seconds(75))
        event(75_000, .outage(Outage(boot: RecordedRuns.boot, monotonic: inSameBoot, isDurationKnown: true)))
        run(76...90)
        event(90_100, .stop)
        event(95_000, .resume(.stopMenu))
        run(96...110)
        let reborn = MonotonicInstant(seconds: 31.5)
        event(110_005, .outage(Outage(boot: BootID(high: 33, low: 44), monotonic: reborn, isDurationKnown: false)))
        run(111...130)
        event(130_500, .utcAtStart(noon))
        run(131...140)
        event(140_400, .stop)
        event(141_000, .end(.saved))
        return records
    }

    /// What is said of a run, in lines.
    static func description(_ totals: RunTotals) -> String {
        var lines: [String] = []
        lines.append("elapsed \(totals.elapsed.inMilliseconds) timer \(totals.timer.inMilliseconds) moving \(totals.moving.inMilliseconds)")
        lines.append("distance \(totals.counters.distanceMillimeters) steps \(totals.counters.steps) fixes \(totals.fixes)")
        lines.append(
            "energy \(totals.energy.kilocalories.bitPattern) heart \(totals.heartRateSoFar.average?.beatsPerMinute.bitPattern ?? 0)")
        for pause in totals.clock.pauses {
            lines.append("pause \(pause.from.milliseconds) \(pause.to?.milliseconds ?? 0) \(pause.cause)")
        }
        for lap in totals.laps { lines.append("lap \(lap.number) \(lap.elapsed.inMilliseconds) \(lap.timer.inMilliseconds)") }
        for second in stride(from: 0, through: 140, by: 20) {
            lines.append("utc \(second) \(totals.utc.utc(at: RunTime(milliseconds: UInt32(second) * 1000))?.milliseconds ?? 0)")
        }
        lines.append("boot \(totals.boot.high) origin \(totals.origin.nanoseconds) end \(totals.endCause.map { "\($0)" } ?? "none")")
        return lines.joined(separator: "\n") + "\n"
    }

    static func path(_ ending: String) -> String {
        #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Fixtures/\(name).\(ending)"
    }

    @Test("C10: a log of 0.1.0 with pauses, a recovery and a reboot says what it said then")
    func golden() throws {
        if getenv("HARRIER_WRITE_FIXTURES") != nil {
            let file = try RunLogFile(creating: RecordedRuns.id, at: Self.path("hrun"))
            try file.append(Self.records)
            try file.finish()
            let text = Array(Self.description(try RunLogReader(path: Self.path("hrun")).totals()).utf8)
            let descriptor = open(Self.path("txt"), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
            #expect(write(descriptor, text, text.count) == text.count)
            close(descriptor)
        }
        let reader = try RunLogReader(path: Self.path("hrun"))
        var records: [RunRecord] = []
        let totals = try reader.totals { records.append($0) }
        #expect(records == Self.records && reader.extent.isWhole)
        #expect(!totals.hasOdometer)
        let stream = try #require(fopen(Self.path("txt"), "r"))
        defer { fclose(stream) }
        var text = [UInt8](repeating: 0, count: 8192)
        let count = fread(&text, 1, text.count, stream)
        #expect(Self.description(totals) == String(decoding: text[..<count], as: UTF8.self))
    }
}
