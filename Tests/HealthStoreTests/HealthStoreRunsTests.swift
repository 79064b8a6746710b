import HealthCore
import Quantities
import RunCore
import Testing

@testable import HealthStore

@Suite struct HealthStoreRunsTests {
    private func utc(_ milliseconds: Int64) -> UTCInstant { UTCInstant(milliseconds: milliseconds) }
    private func dated(_ number: UInt64) -> RunSummary { Stored.run(number, utc: utc(Int64(number))) }

    @Test("D9: a run whose time was never known has none, learns it when it is saved again, and never forgets it")
    func unknownTime() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.save(Stored.run(1))
        #expect(try store.runs().first?.start == nil)
        try store.save(Stored.run(1, utc: utc(7)))
        #expect(try store.runs().map(\.start) == [utc(7)])
        try store.save(Stored.run(1))
        #expect(try store.runs().map(\.start) == [utc(7)])
        #expect(try store.contains(Stored.run(1).id))
        try store.remove(Stored.run(1).id)
        try store.remove(Stored.run(1).id)
        #expect(try store.runCount() == 0 && !store.contains(Stored.run(1).id))
    }

    @Test("A run that was removed comes back when it is saved again")
    func comesBack() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.save(dated(1))
        try store.remove(dated(1).id)
        try store.save(dated(1))
        #expect(try store.runs() == [dated(1)])
    }

    @Test("Runs are listed by their start, newest first, in whatever order they come; undated ones stay where they came")
    func order() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        for number in [5, 2, 9, 7] as [UInt64] { try store.save(dated(number)) }
        try store.save(Stored.run(100))
        for number in [1, 12] as [UInt64] { try store.save(dated(number)) }
        #expect(try store.runs().map(\.id) == [12, 100, 9, 7, 5, 2, 1].map { Stored.run($0).id })
    }

    @Test("Two runs of one start keep their order through later versions")
    func stable() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        for number in 1...3 as ClosedRange<UInt64> { try store.save(Stored.run(number, utc: utc(7))) }
        for number in [3, 1, 2] as [UInt64] {
            var run = Stored.run(number, utc: utc(7))
            run.amounts.distance = .meters(Double(number))
            try store.save(run)
        }
        #expect(try store.runs().map(\.id) == [3, 2, 1].map { Stored.run($0).id })
    }

    @Test("The history made anew is in the order of the starts, and keeps runs whose logs are gone")
    func rebuilt() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.save(dated(9))
        try store.replaceRuns(with: [3, 1, 2].map { dated($0) } + [Stored.run(4)])
        #expect(try Set(store.runs().map(\.id)) == Set([9, 3, 2, 1, 4].map { Stored.run($0).id }))
        #expect(try store.runs().compactMap(\.start) == [9, 3, 2, 1].map { utc($0) })
        let anchor = try store.changes(since: nil, limit: 99).anchor
        try store.replaceRuns(with: [3, 1, 2].map { dated($0) } + [Stored.run(4)])
        #expect(try store.changes(since: anchor, limit: 99).changes.isEmpty)
    }

    @Test("R-B17: as many laps are listed as the run shows, also when the last one is empty", arguments: [false, true])
    func laps(lapAtEnd: Bool) throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.save(Stored.run(1, utc: utc(7), lapAtEnd: lapAtEnd))
        #expect(try store.runs().first?.laps == 1)
    }

    @Test("10,000 runs come page by page, each once, in order")
    func many() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        var run = dated(1), runs: [RunSummary] = []
        for number in 1...10_000 as ClosedRange<UInt64> {
            run.id = RunID(randomHigh: number &* 0x9E37_79B9_7F4A_7C15, randomLow: number)
            let start = utc(Int64(number) * 1000)
            run.time = .utc(start: start, end: start.advanced(by: run.elapsed), zone: run.zone)
            runs.append(run)
        }
        try store.replaceRuns(with: runs)
        #expect(try store.runCount() == 10_000)
        var listed: [RunSummary] = []
        while case let page = try store.runs(from: listed.count, limit: 20), !page.isEmpty { listed += page }
        #expect(listed == runs.reversed())
    }

    @Test("Pages beyond the ends are empty", arguments: [(0, -1, 0), (0, 0, 0), (-5, 2, 2), (3, 9, 0), (.max, .max, 0), (1, .max, 2)])
    func ends(first: Int, limit: Int, count: Int) throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try Stored.fill(store)
        #expect(try store.runs(from: first, limit: limit).count == count)
    }
}
