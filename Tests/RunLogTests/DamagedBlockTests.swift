import Quantities
import RunCore
import Testing

@testable import RunLog

/// One lost or changed block of a card, anywhere in a log: what must still be said, and that all readers say the same.
@Suite("Damaged blocks") struct DamagedBlockTests {
    /// How a block is damaged.
    enum Damage: CaseIterable {
        case zeros, garbage, flippedBit

        func apply(to log: inout [UInt8], _ block: Range<Int>, seed: UInt64) {
            var random = SeededRandom(seed: seed)
            switch self {
            case .zeros: for index in block { log[index] = 0 }
            case .garbage: for index in block { log[index] = .random(in: 0...255, using: &random) }
            case .flippedBit: log[Int.random(in: block, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
    }

    static let records = RecordedRuns.records(seconds: 400, withEvents: false)
    static let log = RecordedRuns.log(records)

    static func read(_ log: [UInt8]) throws -> (records: [RunRecord], folded: RunTotals, extent: RunLogExtent) {
        let card = SimulatedCard([RecordedRuns.path: log])
        var records: [RunRecord] = []
        let one = try RunLogReader(path: RecordedRuns.path, calls: card)
        while let record = try one.next() { records.append(record) }
        let two = try RunLogReader(path: RecordedRuns.path, calls: card)
        return (records, try two.totals(), one.extent)
    }

    /// The fold of what ``RunLogReader/next()`` gave.
    static func fold(_ records: [RunRecord]) -> RunTotals {
        var totals = RunTotals(header: .standIn(for: RecordedRuns.id))
        for record in records {
            if case .header(let header) = record { totals = RunTotals(header: header) }
            totals.fold(record)
        }
        return totals
    }

    /// Every frame that no damaged byte touches is given, but for the one behind the damage, whose checksum starts from a damaged one, and
    /// a last frame that is alone behind the damage: one frame proves nothing.
    @Test(
        "R-B7, N6, C4: totals and records agree, and every whole frame counts, whichever block is damaged", arguments: Damage.allCases,
        [512, 4096])
    func anyBlock(_ damage: Damage, _ size: Int) throws {
        let ends = RecordedRuns.frameEnds(Self.log)
        for start in stride(from: 0, to: Self.log.count, by: size) {
            let block = start..<min(start + size, Self.log.count)
            var log = Self.log
            damage.apply(to: &log, block, seed: UInt64(start + size))
            let touched = log.indices.filter { log[$0] != Self.log[$0] }
            guard let first = touched.first, let last = touched.last else { continue }
            let read = try Self.read(log)
            #expect(Self.fold(read.records) == read.folded, "block at \(start)")
            let before = max(0, (ends.lastIndex { $0 <= first } ?? 0))
            let after = (ends.firstIndex { $0 > last } ?? ends.count - 1) + 1
            let whole = Self.records.count - after >= 2 ? Array(Self.records[after...]) : []
            let expected = Self.records.prefix(
                first < RunLogPreamble.byteCount && last < RunLogPreamble.byteCount ? Self.records.count : before)
            #expect(read.records.starts(with: expected), "block at \(start)")
            #expect(read.records.suffix(whole.count).elementsEqual(whole), "block at \(start)")
            #expect(read.records.count >= expected.count)
        }
    }

    @Test("R-B7, N6: a flipped bit anywhere in the first frame costs the header and no second but the first", arguments: 32..<113)
    func header(_ offset: Int) throws {
        var log = Self.log
        log[offset] ^= 1 << UInt8(offset % 8)
        let read = try Self.read(log)
        #expect(read.folded == Self.fold(read.records))
        #expect(read.folded.header.id == RecordedRuns.id)
        #expect(read.folded.zone == nil && read.folded.start == nil)
        #expect(read.folded.counters.distanceMillimeters == RecordedRuns.sample(second: 400).distanceMillimeters)
        #expect(read.records.count >= Self.records.count - 2)
        #expect(!read.extent.isWhole)
    }

    @Test("R-B7, N6: UTC that an event told, with its zone, survives the header")
    func datedByEvent() throws {
        var records = Self.records
        let utc = AmendmentTests.noon
        records.append(
            .event(RunEvent(time: RecordedRuns.sample(second: 400).time, kind: .utcAtStart(utc, zone: ZoneOffset(seconds: 3600)))))
        records.append(.event(RunEvent(time: RunTime(milliseconds: 401_000), kind: .end(.saved))))
        for lost in [512, 4096] {
            var log = RecordedRuns.log(records)
            for index in 0..<lost { log[index] = 0 }
            let totals = try Self.read(log).folded
            #expect(totals.start == utc && totals.zone?.seconds == 3600 && totals.endCause == .saved)
        }
    }

    @Test("A file of zeros is a run that never began, not a damaged one", arguments: [32, 4096, 1 << 20])
    func zeros(_ length: Int) throws {
        let card = SimulatedCard([RecordedRuns.path: [UInt8](repeating: 0, count: length)])
        let error = thrown(RunLogError.self) { try RunLogReader(path: RecordedRuns.path, calls: card).totals() }
        #expect(error?.reason == .content(.empty))
    }
}
