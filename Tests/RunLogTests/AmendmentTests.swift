import Quantities
import RunCore
import SystemCalls
import Testing

@testable import RunLog

@Suite("What is added to a log at rest") struct AmendmentTests {
    static let noon = UTCInstant(milliseconds: 1_790_000_000_000)
    static let zone = ZoneOffset(seconds: 3600)

    static func undated() -> [RunRecord] {
        var header = RecordedRuns.header()
        header.zone = nil
        var records: [RunRecord] = [.header(header)]
        for second in 1...20 { records.append(.sample(RecordedRuns.sample(second: second))) }
        let end = RunTime(milliseconds: 20_500)
        return records + [.event(RunEvent(time: end, kind: .stop)), .event(RunEvent(time: end, kind: .end(.saved)))]
    }

    static func card(_ records: [RunRecord]) -> SimulatedCard { SimulatedCard([RecordedRuns.path: RecordedRuns.log(records)]) }

    static func date(_ card: SimulatedCard, boot: BootID = RecordedRuns.boot) throws -> ClosedRun? {
        try RunLogRecovery.date(path: RecordedRuns.path, utcAtStart: noon, zone: zone, boot: boot, calls: card)
    }

    static func totals(_ card: SimulatedCard) throws -> RunTotals { try RunLogReader(path: RecordedRuns.path, calls: card).totals() }

    @Test("D9, R-B14: a finished log is dated; twice gives the same bytes")
    func dated() throws {
        let card = Self.card(Self.undated()), before = try Self.totals(card)
        let run = try #require(try Self.date(card))
        #expect(run.closeError == nil && run.totals.start == Self.noon && run.totals.zone == Self.zone)
        #expect(try Self.totals(card) == run.totals)
        #expect(run.totals.elapsed == before.elapsed && run.totals.endCause == .saved && run.totals.latest == before.latest)
        let bytes = card.files[RecordedRuns.path]
        #expect(bytes?.count == RecordedRuns.log(Self.undated()).count + 6 + 17)
        #expect(try Self.date(card)?.totals == run.totals)
        #expect(card.files[RecordedRuns.path] == bytes)
        #expect(card.openDescriptors == 0)
    }

    @Test("R-B14: a log that is open, or whose last part is of another boot, is not touched")
    func untouched() throws {
        let open = Self.card(Array(Self.undated().dropLast()))
        #expect(try Self.date(open) == nil)
        let other = Self.card(Self.undated())
        #expect(try Self.date(other, boot: BootID(high: 5, low: 5)) == nil)
        #expect(open.files[RecordedRuns.path] == RecordedRuns.log(Self.undated().dropLast()))
        #expect(other.files[RecordedRuns.path] == RecordedRuns.log(Self.undated()))
    }

    @Test(
        "R-B14: a failure at any call leaves the run as it was or dated, and it can be dated afterwards",
        arguments: [Errno.inputOutput, .noSpace])
    func failures(_ errno: Errno) throws {
        let calm = Self.card(Self.undated())
        let dated = try #require(try Self.date(calm)).totals
        let before = try Self.totals(Self.card(Self.undated()))
        for call in 0..<calm.calls {
            let card = Self.card(Self.undated())
            card.faults = [.fails(first: call, count: .max, errno)]
            var isDated = false
            do { isDated = try Self.date(card) != nil } catch {}
            card.faults = []
            #expect(card.openDescriptors == 0)
            let after = try Self.totals(card)
            #expect(after == before || after == dated, "call \(call)")
            if isDated { #expect(after == dated) }
            #expect(try Self.date(card)?.totals == dated)
            #expect(try Self.totals(card) == dated)
        }
    }

    @Test("R-B20: an end that did not reach the card is an error; one that did counts, whatever comes after it")
    func ends() throws {
        let open = Array(Self.undated().dropLast(2))
        let calm = Self.card(open)
        let run = try RunLogRecovery.end(path: RecordedRuns.path, cause: .interrupted, calls: calm)
        #expect(run.totals.endCause == .interrupted && run.closeError == nil)
        #expect(try Self.totals(calm) == run.totals)
        let bytes = calm.files[RecordedRuns.path]
        #expect(try RunLogRecovery.end(path: RecordedRuns.path, cause: .saved, calls: calm).totals == run.totals)
        #expect(calm.files[RecordedRuns.path] == bytes)
        var outcomes = Set<String>()
        let calls = Self.card(open)
        _ = try RunLogRecovery.end(path: RecordedRuns.path, cause: .interrupted, calls: calls)
        for call in 0..<calls.calls {
            let card = Self.card(open)
            card.faults = [.fails(first: call, count: .max, .inputOutput)]
            var closed: ClosedRun?
            do { closed = try RunLogRecovery.end(path: RecordedRuns.path, cause: .interrupted, calls: card) } catch {}
            card.faults = []
            #expect(card.openDescriptors == 0)
            if let closed { #expect(try Self.totals(card) == closed.totals) }
            outcomes.insert(closed.map { $0.closeError == nil ? "closed" : "not cut" } ?? "error")
        }
        #expect(outcomes.isSuperset(of: ["error", "not cut"]))
    }

    @Test(
        "D5: an unknown zone and an event's zone come back; what 0.1.0 reads is what it read",
        arguments: [nil, 0, -12_600, 50_400] as [Int32?])
    func zones(_ seconds: Int32?) throws {
        let zone = seconds.map { ZoneOffset(seconds: $0) }
        var header = RecordedRuns.header()
        header.zone = zone
        let records: [RunRecord] = [.header(header), .event(RunEvent(time: .start, kind: .utcAtStart(Self.noon, zone: zone)))]
        #expect(try RecordedRuns.read(RecordedRuns.log(records)).records == records)
        let frames = RecordedRuns.frames(records)
        // Length, place of the zone and of UTC are those of 0.1.0.
        #expect(frames[1] == 75 && frames[2 + 48] == UInt8(truncatingIfNeeded: seconds ?? 0))
        #expect(frames[77 + 1] == (zone == nil ? 13 : 17) && frames[77 + 6] == 6)
    }

    @Test("An offset that no zone has is not known", arguments: [Int32.min, -90_000, 93_600, .max])
    func absurdZone(_ seconds: Int32) throws {
        var header = RecordedRuns.header()
        header.zone = ZoneOffset(seconds: seconds)
        let event = RunEvent(time: .start, kind: .utcAtStart(Self.noon, zone: ZoneOffset(seconds: seconds)))
        let totals = try RunLogReader(bytes: RecordedRuns.log([.header(header), .event(event)])).totals()
        #expect(totals.zone == nil && totals.start == Self.noon)
    }
}
