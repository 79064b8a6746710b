import Quantities
import RunCore
import Testing

@Suite("Runs that are dated after they were saved")
struct UndatedRunsTests {
    static let noon = UTCInstant(milliseconds: 1_790_000_000_000)

    static func saved(learning utc: UTCInstant? = nil) -> RunTotals {
        var rig = Rig()
        rig.begin()
        rig.wait(.seconds(100))
        if let utc { rig.learn(utc: utc) }
        rig.perform(.stop)
        rig.perform(.save)
        return rig.totals
    }

    static func run(_ number: UInt64) throws -> UndatedRun {
        var run = try #require(UndatedRun(saved(), boot: .first))
        run.id = RunID(high: number, low: number)
        return run
    }

    @Test("D9, R-B14: a run of this boot that does not know its time can be dated; one that does or is of another boot cannot")
    func which() {
        #expect(UndatedRun(Self.saved(), boot: .first) != nil)
        #expect(UndatedRun(Self.saved(), boot: .second) == nil)
        #expect(UndatedRun(Self.saved(learning: Self.noon), boot: .first) == nil)
    }

    @Test("R-B14: the date is the boot's UTC at the run's start, and the fold takes it after the end")
    func dated() throws {
        var totals = Self.saved()
        let before = totals
        let run = try #require(UndatedRun(totals, boot: .first))
        let offset = UTCOffset(from: MonotonicInstant(seconds: 5000), to: Self.noon)
        let utc = run.utcAtStart(by: offset)
        #expect(utc == Self.noon.advanced(by: .seconds(-4000)))
        totals.fold(.event(RunEvent(time: totals.latest, kind: .utcAtStart(utc, zone: ZoneOffset(seconds: 3600)))))
        #expect(totals.start == utc && totals.zone?.seconds == 3600)
        #expect(totals.elapsed == before.elapsed && totals.timer == before.timer && totals.latest == before.latest)
        #expect(totals.endCause == before.endCause)
    }

    @Test("Each waiting run is given once, and again only when UTC turns out to have been wrong by more than a minute")
    func once() throws {
        var runs = UndatedRuns()
        for number in 1...3 { runs.add(try Self.run(UInt64(number))) }
        runs.add(try Self.run(2))
        func all(_ offset: UTCOffset) -> [UInt64] {
            var ids: [UInt64] = []
            while let next = runs.next(by: offset) { ids.append(next.id.high) }
            return ids
        }
        let offset = UTCOffset(milliseconds: 1_790_000_000_000)
        #expect(all(offset) == [1, 2, 3])
        #expect(all(offset) == [])
        #expect(all(UTCOffset(milliseconds: offset.milliseconds + 60_000)) == [])
        #expect(all(UTCOffset(milliseconds: offset.milliseconds - 60_001)) == [1, 2, 3])
    }

    @Test("The list is bounded: the newest sixteen stay")
    func bounded() throws {
        var runs = UndatedRuns()
        for number in 1...40 { runs.add(try Self.run(UInt64(number))) }
        var ids: [UInt64] = []
        while let next = runs.next(by: UTCOffset(milliseconds: 0)) { ids.append(next.id.high) }
        #expect(ids == Array(25...40))
    }

    @Test("Any offset is taken without a trap", arguments: [Int64.min, .max, 0])
    func hostile(_ milliseconds: Int64) throws {
        var runs = UndatedRuns()
        runs.add(try Self.run(1))
        #expect(runs.next(by: UTCOffset(milliseconds: milliseconds)) != nil)
        _ = runs.next(by: UTCOffset(milliseconds: ~milliseconds))
    }
}
