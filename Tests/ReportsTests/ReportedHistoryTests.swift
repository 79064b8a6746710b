import Quantities
import RunCore
import SimulatedPeripherals
import Testing
import Training

@testable import Reports

@Suite struct ReportedHistoryTests {
    private static func runs(seed: UInt64) -> [TrainedRun] {
        var random = SeededRandom(seed: seed)
        return (1...60).map { number -> TrainedRun in
            var run = MadeUpRun(UInt64(number)).onDay(Int.random(in: 0...40, using: &random))
            if number % 9 == 0 { run.start = nil }
            var trained = TrainedRun(
                origin: .recorded,
                figures: RunFigures(
                    id: run.id, elapsed: .seconds(600), timer: .seconds(600), moving: .seconds(600),
                    distance: .meters(Double(Int.random(in: 1...12, using: &random)) * 500)), efforts: BestEfforts())
            trained.figures.start = run.start
            trained.figures.type = RunType.allCases.randomElement(using: &random)
            return trained
        }
    }
    static let seeds: [UInt64] = Array(1...8)

    @Test("Places, neighbours and records are those that each run would be told by itself", arguments: seeds)
    func places(seed: UInt64) throws {
        let runs = Self.runs(seed: seed), history = ReportedHistory(runs.map { ($0, ReportedDamage()) })
        #expect(history.runs.map(\.id) == runs.inOrderOfTime().map(\.figures.id))
        for (index, reported) in history.runs.enumerated() {
            let rank = try #require(RunRank(of: reported.id, among: runs))
            #expect(reported.dayRank == rank.day && reported.weekRank == rank.week && reported.monthRank == rank.month)
            let upToThen = try #require(RunRank(of: reported.id, among: history.runs[...index].map(\.run)))
            #expect(reported.rank == upToThen.all)
            #expect(reported.records == RecordBook.steps(of: reported.id, in: runs))
            #expect(reported.previous == (index > 0 ? history.runs[index - 1].id : nil))
            #expect(reported.next == (index + 1 < history.runs.count ? history.runs[index + 1].id : nil))
        }
        let book = RecordBook(runs)
        for group in RecordClass.allCases {
            for record in book.all(group) {
                #expect(try #require(history.runs.first { $0.id == record.run }).standing.contains(record.kind))
            }
        }
        #expect(history.runs.reduce(0) { $0 + $1.standing.count } == RecordClass.allCases.reduce(0) { $0 + book.all($1).count })
    }

    @Test("The newest runs have pages, and lead to each other only")
    func newest() {
        let runs = Self.runs(seed: 1), history = ReportedHistory(runs.map { ($0, ReportedDamage()) }, mostPages: 7)
        let dated = runs.inOrderOfTime().filter { $0.figures.start != nil }
        #expect(history.pages == Set(dated.suffix(7).map(\.figures.id)))
        for reported in history.runs where history.pages.contains(reported.id) {
            #expect([reported.previous, reported.next].compactMap { $0 }.allSatisfy(history.pages.contains))
        }
        #expect(ReportedHistory(runs.map { ($0, ReportedDamage()) }, mostPages: 0).pages.isEmpty)
    }

    @Test("A new run changes the pages of its neighbours and of its days, and no others")
    func fingerprints() {
        func fingerprints(_ runs: [MadeUpRun]) -> [RunID: String] {
            let history = ReportedHistory(runs.map { ($0.told().trained, ReportedDamage()) })
            return Dictionary(
                uniqueKeysWithValues: history.runs.map { run in
                    var fingerprint = ReportFingerprint()
                    run.put(into: &fingerprint)
                    return (run.id, fingerprint.text)
                })
        }
        // Two months apart, each a little slower and shorter than the one before.
        let runs = (1...6).map { number -> MadeUpRun in
            var run = MadeUpRun(UInt64(number)).onDay(number * 60)
            run.seconds = 1000 - number * 50
            return run
        }
        let before = fingerprints(Array(runs.dropLast())), after = fingerprints(runs)
        let changed = before.filter { after[$0.key] != $0.value }.map(\.key)
        #expect(changed == [runs[4].id])
    }

    @Test("A mark is read as it was written, and nothing else is one")
    func marks() throws {
        let page = PageMark.page("<html/>", fingerprint: "0123456789abcdef"), mark = try #require(PageMark(page))
        #expect(mark.fingerprint == "0123456789abcdef" && mark.length == page.count)
        #expect(PageMark(Array(page.dropFirst())) == nil && PageMark(Array(page.prefix(PageMark.size - 1))) == nil)
        #expect(
            PageMark(Array("<!DOCTYPE html>\n<!-- somebody else's page, which is long enough to be a mark of ours, and is none -->".utf8))
                == nil)
        #expect(PageMark(Array("<!DOCTYPE html>\n<!-- harrier report 0123456789abcdef -000000001 -->\n".utf8)) == nil)
    }
}
