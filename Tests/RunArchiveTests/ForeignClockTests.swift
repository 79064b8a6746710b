import ForeignRuns
import Quantities
import Testing

@testable import ActivityFiles
@testable import RunArchive

@Suite("Elapsed time, timer and distance of other devices") struct ForeignClockTests {
    private static let start = UTCInstant(milliseconds: 1_790_000_000_000)

    /// A piece with points at seconds.
    private static func piece(_ seconds: [Double], breaks: Set<Int> = []) -> ActivityPiece {
        ActivityPiece(
            moments: seconds.enumerated().map { index, second in
                RecordedMoment(
                    time: start.advanced(by: .milliseconds(Int64(second * 1000))), position: nil, altitude: nil, heartRate: nil,
                    cadence: nil,
                    startsStretch: breaks.contains(index))
            }, sport: nil, totals: ImportedTotals(), laps: [], pauses: [])
    }

    /// What a file states, and what comes of it: seconds.
    struct Row: Sendable {
        var points: [Double] = (0...100).map(Double.init)
        var breaks: Set<Int> = []
        var elapsed: Double?
        var timer: Double?
        var pauses: [ClosedRange<Double>] = []
        var start = 0.0
        var expectedElapsed: Double
        var expectedTimer: Double
        var notPlaced = 0.0
    }
    static let rows: [Row] = [
        Row(expectedElapsed: 100, expectedTimer: 100),
        Row(elapsed: 100.5, timer: 100.5, expectedElapsed: 100.5, expectedTimer: 100.5),
        // Standing after the last point.
        Row(elapsed: 130, timer: 100, expectedElapsed: 130, expectedTimer: 100),
        // A timer alone, as TCX has it.
        Row(timer: 100.4, expectedElapsed: 100.4, expectedTimer: 100.4),
        // Whole seconds of a pause, milliseconds of the totals.
        Row(
            points: (0...40).map(Double.init) + (60...100).map(Double.init), elapsed: 100.0, timer: 79.3, pauses: [40...60],
            expectedElapsed: 100, expectedTimer: 79.3),
        // No pause is stated, but there is a silence that can be it.
        Row(points: (0...40).map(Double.init) + (60...100).map(Double.init), timer: 82, expectedElapsed: 100, expectedTimer: 82),
        // A break of recording without a timer.
        Row(
            points: (0...40).map(Double.init) + (60...100).map(Double.init), breaks: [41], expectedElapsed: 100, expectedTimer: 80),
        // A timer that ran through the break.
        Row(
            points: (0...40).map(Double.init) + (60...100).map(Double.init), breaks: [41], timer: 100, expectedElapsed: 100,
            expectedTimer: 100),
        // Pauses that are longer than the totals say.
        Row(elapsed: 100, timer: 90, pauses: [20...40, 60...80], expectedElapsed: 100, expectedTimer: 90),
        // Standing that can be nowhere.
        Row(elapsed: 100, timer: 60, expectedElapsed: 100, expectedTimer: 100, notPlaced: 40),
        // Little of it is put at the end.
        Row(elapsed: 100, timer: 97, expectedElapsed: 100, expectedTimer: 97),
        // An elapsed time that the points contradict.
        Row(elapsed: 50, timer: 50, expectedElapsed: 100, expectedTimer: 100, notPlaced: 50),
        // A start before the first point, and one that cannot be.
        Row(elapsed: 110, timer: 110, start: -10, expectedElapsed: 110, expectedTimer: 110),
        Row(elapsed: 100, timer: 100, start: -100_000, expectedElapsed: 100, expectedTimer: 100),
        // Pauses beyond the ends and over one another.
        Row(elapsed: 100, pauses: [-50...10, 5...20, 90...500], expectedElapsed: 100, expectedTimer: 70),
        // Seldom a point: what lies between two is no pause.
        Row(points: stride(from: 0.0, through: 100, by: 10).map { $0 }, elapsed: 100, timer: 100, expectedElapsed: 100, expectedTimer: 100),
    ]

    @Test("Elapsed time and timer are the file's own; pauses make up what lies between", arguments: rows.indices)
    func clock(index: Int) throws {
        let row = Self.rows[index]
        var piece = Self.piece(row.points, breaks: row.breaks)
        piece.totals.start = Self.start.advanced(by: .milliseconds(Int64(row.start * 1000)))
        piece.totals.elapsed = row.elapsed.map { .milliseconds(Int64($0 * 1000)) }
        piece.totals.timer = row.timer.map { .milliseconds(Int64($0 * 1000)) }
        piece.pauses = row.pauses.map {
            ImportedPause(
                start: Self.start.advanced(by: .milliseconds(Int64($0.lowerBound * 1000))),
                end: Self.start.advanced(by: .milliseconds(Int64($0.upperBound * 1000))))
        }
        let clock = try #require(ForeignClock(piece))
        #expect(clock.elapsed == Int64(row.expectedElapsed * 1000))
        #expect(clock.elapsed - clock.standing == Int64(row.expectedTimer * 1000), "\(clock.pauses)")
        #expect(clock.notPlaced == Int64(row.notPlaced * 1000))
        #expect(clock.timer(at: clock.elapsed) == clock.elapsed - clock.standing)
    }

    @Test("Any times, totals and pauses give pauses in order, apart and within the run", arguments: UInt64(1)...200)
    func anything(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func instant() -> UTCInstant {
            let near = Self.start.milliseconds + Int64.random(in: -1_000_000...1_000_000, using: &random)
            let wild = Int64.random(in: .min ... .max, using: &random)
            return UTCInstant(milliseconds: Int.random(in: 0..<8, using: &random) == 0 ? wild : near)
        }
        let times = (0..<Int.random(in: 0...60, using: &random)).map { _ in instant() }.sorted()
        var piece = Self.piece([])
        piece.moments = times.map {
            RecordedMoment(
                time: $0, position: nil, altitude: nil, heartRate: nil, cadence: nil, startsStretch: Bool.random(using: &random))
        }
        piece.totals.start = Bool.random(using: &random) ? instant() : nil
        piece.totals.elapsed = Bool.random(using: &random) ? .milliseconds(Int64.random(in: -5...3_000_000, using: &random)) : nil
        piece.totals.timer = Bool.random(using: &random) ? .milliseconds(Int64.random(in: -5...3_000_000, using: &random)) : nil
        piece.pauses = (0..<Int.random(in: 0...20, using: &random)).map { _ in ImportedPause(start: instant(), end: instant()) }
        guard let clock = ForeignClock(piece) else { return }
        var last: Int64 = 0
        for pause in clock.pauses {
            #expect(pause.lowerBound >= last && !pause.isEmpty && pause.upperBound <= clock.elapsed)
            last = pause.upperBound
        }
        #expect(clock.standing <= clock.elapsed)
    }

    // MARK: - Places

    /// Metres to the north at each second; nil for no place.
    private static func places(_ meters: [Double?], breaks: Set<Int> = [], step: Double = 1) -> PlaceDistance {
        PlaceDistance(
            meters.enumerated().map { index, meters in
                RecordedMoment(
                    time: start.advanced(by: .milliseconds(Int64(Double(index) * step * 1000))),
                    position: meters.flatMap { Coordinate(latitude: 48 + $0 / 111_200, longitude: 11) }, altitude: nil, heartRate: nil,
                    cadence: nil, startsStretch: breaks.contains(index))
            })
    }

    @Test("Straight lines between places: who stands does not run, spikes are passed over, a level that stays is believed")
    func distance() {
        let line = (0...600).map { Double?(Double($0) * 3) }
        #expect(abs(Self.places(line).total - 1800) < 5)
        let standing = (0...600).map { Double?($0 % 2 == 0 ? 0.0 : 2.0) }
        #expect(Self.places(standing).total < 3)
        var spiked = line
        for index in stride(from: 50, to: 550, by: 50) { spiked[index] = 9_000 }
        #expect(abs(Self.places(spiked).total - 1800) < 5)
        #expect(Self.places(spiked).passedOver == 10)
        // The first fix was a kilometre off.
        var late = line
        late[0] = -1000
        #expect(abs(Self.places(late).total - 1797) < 8)
        var without = line
        for index in 100..<200 { without[index] = nil }
        #expect(abs(Self.places(without).total - 1800) < 5)
        // Nothing across a break of recording.
        let apart = (0...100).map { Double?(Double($0) * 3) } + (0...100).map { Double?(5000 + Double($0) * 3) }
        #expect(abs(Self.places(apart, breaks: [101], step: 20).total - 600) < 5)
        #expect(Self.places([]).total == 0)
        #expect(Self.places([nil, nil]).total == 0)
    }
}
