import Quantities
import RunCore
import Testing
import Training

@testable import RunArchive

@Suite("The same run twice") struct KnownRunsTests {
    private static func figures(
        _ number: UInt64, start: Double?, elapsed: Double = 3000, timer: Double = 2900, meters: Double = 10_000
    ) -> RunFigures {
        var figures = RunFigures(
            id: RunID(randomHigh: number, randomLow: number), elapsed: .milliseconds(Int64(elapsed * 1000)),
            timer: .milliseconds(Int64(timer * 1000)), moving: .zero, distance: .meters(meters))
        figures.start = start.map { UTCInstant(seconds: 1_790_000_000 + $0) }
        return figures
    }

    /// What differs from a run of 10 km in 48:20, 50:00 with pauses.
    struct Row: Sendable {
        var start: Double? = 0
        var elapsed = 3000.0, timer = 2900.0, meters = 10_000.0
        var isSame: Bool
    }
    static let rows: [Row] = [
        Row(isSame: true), Row(start: 59, isSame: true), Row(start: -59, isSame: true), Row(start: 61, isSame: false),
        Row(start: -61, isSame: false), Row(start: nil, isSame: false),
        Row(meters: 10_299, isSame: true), Row(meters: 9_701, isSame: true), Row(meters: 10_400, isSame: false),
        Row(meters: 9_600, isSame: false),
        // One of the two counts no pauses, or other ones.
        Row(elapsed: 3000, timer: 3000, isSame: true), Row(elapsed: 2900, timer: 2900, isSame: true),
        Row(elapsed: 3600, timer: 2950, isSame: true), Row(elapsed: 3100, timer: 3000, isSame: false),
        Row(elapsed: 1500, timer: 1500, isSame: false),
    ]

    @Test("Start, time and distance within tolerances, all three", arguments: rows.indices)
    func tolerances(index: Int) {
        let row = Self.rows[index]
        var known = KnownRuns()
        known.add(Self.figures(1, start: 0))
        let other = Self.figures(2, start: row.start, elapsed: row.elapsed, timer: row.timer, meters: row.meters)
        #expect((known.same(as: other, own: nil) != nil) == row.isSame)
        // It does not matter which of them was first.
        var turned = KnownRuns()
        turned.add(other)
        #expect((turned.same(as: Self.figures(1, start: 0), own: nil) != nil) == row.isSame)
    }

    static let rowsOfPlaces: [Row] = [
        Row(start: 211, elapsed: 2789, meters: 9_100, isSame: true),
        Row(start: 300, elapsed: 2700, timer: 2700, meters: 8_801, isSame: true),
        Row(start: -60, elapsed: 3060, meters: 11_000, isSame: true), Row(start: 301, elapsed: 2699, meters: 9_100, isSame: false),
        Row(start: 211, elapsed: 2700, meters: 9_100, isSame: false), Row(start: 211, elapsed: 2789, meters: 8_700, isSame: false),
        Row(start: -90, elapsed: 3090, isSame: false),
    ]

    @Test("A GPX file's places begin and end within the run, and its distance is nearly that of it", arguments: rowsOfPlaces.indices)
    func places(index: Int) {
        let row = Self.rowsOfPlaces[index], run = Self.figures(1, start: 0)
        let places = Self.figures(2, start: row.start, elapsed: row.elapsed, timer: row.timer, meters: row.meters)
        var known = KnownRuns(), turned = KnownRuns(), alike = KnownRuns()
        known.add(run)
        #expect((known.same(as: places, own: nil, isOfPlaces: true) != nil) == row.isSame)
        turned.add(places, isOfPlaces: true)
        #expect((turned.same(as: run, own: nil) != nil) == row.isSame)
        // Two files of places, or none, are held against each other as they stand.
        alike.add(run, isOfPlaces: true)
        #expect(alike.same(as: places, own: nil, isOfPlaces: true) == nil || row.start == -60)
    }

    @Test("A run that Harrier wrote is known by its id, however its figures are; the nearest of two is meant")
    func ids() {
        var known = KnownRuns()
        let first = Self.figures(1, start: 0), second = Self.figures(2, start: 50)
        known.add(first)
        known.add(second)
        #expect(known.same(as: Self.figures(9, start: 90_000, meters: 1), own: first.id) == first.id)
        #expect(known.same(as: Self.figures(9, start: 40), own: nil) == second.id)
        #expect(known.same(as: Self.figures(9, start: 10), own: RunID(randomHigh: 7, randomLow: 7)) == first.id)
        #expect(known.contains(first.id))
        #expect(!known.contains(RunID(randomHigh: 9, randomLow: 9)))
    }

    @Test("Runs whose date was never learned are the same if all else is")
    func undated() {
        var known = KnownRuns()
        known.add(Self.figures(1, start: nil))
        #expect(known.same(as: Self.figures(2, start: nil), own: nil) != nil)
        #expect(known.same(as: Self.figures(2, start: nil, meters: 5000), own: nil) == nil)
    }
}
