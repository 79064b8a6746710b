import HealthCore
import Quantities
import RunCore
import ScreenModels
import Testing
import Training
import WatchCore

@Suite("Records")
struct RecordTests {
    private static func savedRig() -> (rig: WatchRig, run: RunID) {
        var rig = WatchRig()
        rig.deliver(.utc(UTCOffset(from: rig.now, to: UTCInstant(milliseconds: 1_790_000_000_000))))
        rig.beginRun()
        rig.wait(.seconds(100))
        rig.hold(.start)
        rig.press(.page)
        return (rig, rig.watch.session.totals?.header.id ?? RunID(high: 0, low: 0))
    }
    private static func found(_ run: RunID) -> FoundRecords {
        var bests = RunBests()
        bests[.kilometer] = 240_000
        var found = FoundRecords(run: run, bests: bests)
        found.broken = [.init(kind: .effort(.fiveKilometers), figure: 1_471_000), .init(kind: .longestDistance, figure: 9_000_000)]
        return found
    }
    private static func asked(_ rig: WatchRig) -> Int { rig.effects.count { if case .findRecords = $0 { true } else { false } } }
    private static func stored(_ rig: WatchRig) -> [HealthChange] {
        rig.effects.compactMap { if case .change(let change) = $0, change.kind == .run { change } else { nil } }
    }

    @Test("A record is asked for once the run is on the card, shown when it is known and never before, and its best efforts are stored")
    func shown() {
        var (rig, run) = Self.savedRig()
        #expect(Self.asked(rig) == 0)
        rig.keepRun()
        #expect(Self.asked(rig) == 1)
        rig.waitForPage()
        #expect(rig.summary() != nil && rig.summary()?.record == nil)
        rig.deliver(.records(Self.found(run)))
        #expect(rig.summary()?.record == BrokenRecord(.fiveKilometers, .time(.seconds(1471)), others: 1))
        let versions = Self.stored(rig)
        #expect(versions.map { $0.version } == [1, 2])
        #expect(versions.last.flatMap { RunSummary($0) }?.bests == Self.found(run).bests)
        rig.deliver(.records(Self.found(run)))
        #expect(Self.stored(rig).count == 2, "the same again is nothing")
    }

    @Test("Best efforts stay with a run that is dated afterwards")
    func dated() {
        var (rig, run) = Self.savedRig()
        rig.keepRun()
        rig.deliver(.records(Self.found(run)))
        guard let stored = Self.stored(rig).last, var summary = RunSummary(stored) else { return #expect(Bool(false), "no run") }
        summary.bests = nil
        summary.amounts.laps += 1
        rig.deliver(.storage(.dated(summary)))
        let last = Self.stored(rig).last
        #expect(last?.version == 3 && last.flatMap { RunSummary($0) }?.bests == Self.found(run).bests)
    }

    @Test("What is found of another run, or after the page was left, is not shown")
    func late() {
        var (rig, run) = Self.savedRig()
        rig.keepRun()
        rig.waitForPage()
        rig.deliver(.records(Self.found(RunID(high: 9, low: 9))))
        #expect(rig.summary() != nil && rig.summary()?.record == nil)
        rig.press(.start)
        rig.deliver(.records(Self.found(run)))
        #expect(rig.summary() == nil && rig.clockPage() != nil)
    }

    @Test("Nothing is asked for a run that was discarded")
    func discarded() {
        var rig = WatchRig()
        rig.beginRun()
        rig.wait(.seconds(100))
        rig.hold(.start)
        rig.hold(.page)
        rig.press(.page)
        rig.hold(.page)
        rig.wait(.seconds(100))
        #expect(Self.asked(rig) == 0)
    }

    @Test("Earlier runs that lacked their best efforts get them as a version more")
    func filledIn() {
        var (rig, run) = Self.savedRig()
        rig.keepRun()
        let old = RunSummary(id: RunID(high: 3, low: 3), time: .none, amounts: RunAmounts(type: .run, zone: .utc))
        var found = Self.found(run), bests = RunBests()
        bests[.mile] = 500_000
        var stored = old.change(origin: .watch(serial: 7))
        stored.version = 4
        found.filledIn = [.init(stored: stored, bests: bests)]
        rig.deliver(.records(found))
        let change = Self.stored(rig).first { $0.id == HealthID(old.id) }
        #expect(change?.version == 5 && change.flatMap { RunSummary($0) }?.bests == bests)
    }
}
