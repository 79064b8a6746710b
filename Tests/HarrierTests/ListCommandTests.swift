import Calendar
import Quantities
import RunCore
import Testing
import Training

@testable import harrier

@Suite("Lists of runs") struct ListCommandTests {
    private static func run(_ start: String?, offset: Int32 = 0, imported: Bool = false) -> TrainedRun {
        var figures = RunFigures(
            id: RunID(high: 1, low: 2), elapsed: .seconds(60), timer: .seconds(60), moving: .seconds(60), distance: .meters(200))
        figures.start = start.flatMap { UTCInstant(iso8601: $0) }
        figures.zone = ZoneOffset(seconds: offset)
        let source = ImportSource(fileName: "a.fit", format: "FIT", device: nil)
        return TrainedRun(origin: imported ? .imported(source) : .recorded, figures: figures, efforts: BestEfforts())
    }

    /// When a run began, where, and whether it is within 1 to 3 March 2026.
    static let beginnings: [(String?, Int32, Bool)] = [
        ("2026-02-28T23:59:59Z", 0, false), ("2026-03-01T00:00:00Z", 0, true), ("2026-03-03T23:59:59Z", 0, true),
        ("2026-03-04T00:00:00Z", 0, false), ("2026-02-28T23:30:00Z", 3600, true), ("2026-03-03T23:30:00Z", 3600, false),
        ("2026-03-04T01:00:00Z", -7200, true), (nil, 0, false),
    ]

    @Test("Days are those of the place of the run, both ends included, and a run without a date is in none", arguments: beginnings)
    func days(start: String?, offset: Int32, isTaken: Bool) {
        let run = Self.run(start, offset: offset)
        #expect(RunSelection(since: CivilDate("2026-03-01"), until: CivilDate("2026-03-03")).takes(run) == isTaken)
        #expect(RunSelection().takes(run))
        #expect(RunSelection(since: CivilDate("2020-01-01")).takes(run) == (start != nil))
        #expect(RunSelection(until: CivilDate("2020-01-01")).takes(run) == false)
    }

    @Test("Recorded and imported runs are told apart")
    func origins() {
        let runs = [Self.run(nil), Self.run(nil, imported: true)]
        #expect(runs.map { RunSelection(origin: .all).takes($0) } == [true, true])
        #expect(runs.map { RunSelection(origin: .recorded).takes($0) } == [true, false])
        #expect(runs.map { RunSelection(origin: .imported).takes($0) } == [false, true])
    }

    /// A source and how it is said.
    static let sources: [(ImportSource, String)] = [
        (ImportSource(fileName: "a.fit", format: "FIT", device: "Watch"), "a.fit (FIT, Watch)"),
        (ImportSource(fileName: "a.gpx", format: "GPX", device: nil), "a.gpx (GPX)"),
        (ImportSource(fileName: "", format: "", device: nil), "a file that is not known"),
    ]

    @Test("Where a run comes from is said as far as it is known", arguments: sources)
    func source(source: ImportSource, text: String) { #expect(RunReport.text(source) == text) }

    @Test("A bar comes after a second, ten times a second at most, and not when all is done")
    func bar() {
        let start = MonotonicInstant(seconds: 100)
        var bar = ProgressBar("reading runs", at: start)
        func text(_ milliseconds: Int64, _ done: Int, _ total: Int = 1000) -> String? {
            bar.text(done: done, total: total, at: start.advanced(by: .milliseconds(milliseconds)))
        }
        #expect(text(0, 1) == nil && text(999, 100) == nil)
        #expect(text(1000, 500) == "reading runs  ███████████████···············  500 of 1000")
        #expect(text(1099, 501) == nil)
        #expect(text(1100, 999)?.hasSuffix("999 of 1000") == true)
        #expect(text(5000, 1000) == nil && text(6000, 0, 0) == nil)
    }
}
