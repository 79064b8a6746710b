import ForeignRuns
import Quantities
import Testing

@testable import Playback

/// How a recording is put in order before it is played.
@Suite("A recorded run") struct RecordedRunTests {
    private let time = UTCInstant(milliseconds: 1_780_000_000_000)

    private func moment(_ second: Int64, metersNorth: Double? = nil, cadence: Double? = nil, breaks: Bool = false) -> RecordedMoment {
        RecordedMoment(
            time: time.advanced(by: .seconds(second)),
            position: metersNorth.flatMap { Coordinate(latitude: 47 + $0 / 111_195, longitude: 8) }, altitude: nil, heartRate: nil,
            cadence: cadence.map { .stepsPerMinute($0) }, startsStretch: breaks)
    }
    private func run(_ seconds: [Int64]) -> RecordedRun { RecordedRun(seconds.map { moment($0) }) }
    private func seconds(_ run: RecordedRun) -> [Int64] { run.moments.map { time.duration(to: $0.time).components.seconds } }

    private static let year: Int64 = 365 * 86_400
    private static let minutes = Array(Int64(0)...120)

    /// Stamps gone wrong, by where they stand and how far they are off.
    static let wildStamps: [(at: Int, seconds: Int64)] = [
        (0, -27 * year), (0, 63 * year), (60, -27 * year), (60, 63 * year), (60, 7200), (60, -7200), (120, -27 * year), (120, 63 * year),
        (1, 36 * year), (119, -86_400 * 30),
    ]

    @Test("J4: a stamp that the others contradict is left out and said, wherever it stands", arguments: wildStamps)
    func wildStamp(at index: Int, off: Int64) {
        var stamps = Self.minutes
        stamps[index] += off
        let played = run(stamps)
        #expect(seconds(played).count == 120)
        #expect(played.length <= .seconds(120))
        #expect(played.notes.contains(.contradictedTimes(1)))
    }

    @Test("N10, J4: two points years apart are no run, and a thousand lonely ones neither")
    func lonelyPoints() {
        #expect(run([0, 20 * Self.year]).length == .zero)
        let many = run((0..<1000).map { $0 * Self.year / 10 })
        #expect(many.length == .zero)
        #expect(many.notes == [.contradictedTimes(1000)])
        #expect(run([]).length == .zero)
    }

    @Test("J4: of runs days apart each is played, and the silence between is a pause of a minute", arguments: [1, 7, 30, 7000] as [Int64])
    func daysApart(days: Int64) {
        let played = run(Self.minutes + Self.minutes.map { $0 + days * 86_400 })
        #expect(played.length == .seconds(300))
        #expect(played.marks.map(\.after) == [.seconds(120), .seconds(180)])
        #expect(played.marks.map(\.mark) == [.timerStop, .timerStart])
        #expect(played.notes == [.silences(1, .seconds(days * 86_400 - 120))])
    }

    @Test("N7: what is played is bounded by the points, whatever their times", arguments: 1...20 as ClosedRange<UInt64>)
    func bounded(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func random(_ bound: Int64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(state >> 33) % bound
        }
        let scale = [10, 10_000, 10_000_000, 4_000_000_000][Int(seed % 4)] as Int64
        let count = 400
        let played = run((0..<count).map { _ in random(scale) })
        let bound = RecordedRun.silenceBudget(points: count) + .seconds(600 * Int64(count))
        #expect(played.length <= min(bound, RecordedRun.longestReplay))
        #expect(zip(played.moments, played.moments.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(played.marks.allSatisfy { $0.after >= .zero && $0.after <= played.length })
    }

    @Test("N7: forty points hours apart are not waited for, a lunch between two is")
    func fewPoints() {
        #expect(run((0..<40).map { $0 * 14_000 }).length < .seconds(6 * 3600))
        let lunch = run([0, 1, 5401, 5402])
        #expect(lunch.length == .seconds(5402) && lunch.notes.isEmpty)
    }

    @Test("N7: nothing longer than the longest replay is played, and what comes after is said")
    func longest() {
        let played = run((0..<10_000).map { $0 * 200 })
        #expect(played.length <= RecordedRun.longestReplay)
        #expect(played.notes == [.afterLongestReplay(10_000 - played.moments.count)])
    }

    @Test("J3: points are taken in the order of time; those of one time complete each other")
    func order() {
        let played = RecordedRun([moment(4), moment(2, metersNorth: 3), moment(2, cadence: 170), moment(0)])
        #expect(seconds(played) == [0, 2, 4])
        #expect(played.moments[1].position != nil && played.moments[1].cadence == .stepsPerMinute(170))
        #expect(played.notes == [.outOfOrder(2), .sameTime(1)])
        #expect(run([0, 1, 2]).notes.isEmpty)
    }

    @Test("J12: the recorder's pauses and laps are marks; a stretch that begins at once is no pause")
    func marks() {
        let moments =
            (0...100).map { moment(Int64($0), metersNorth: 3 * Double($0)) } + [moment(400, breaks: true), moment(402, breaks: true)]
            + (403...500).map { moment(Int64($0)) }
        let pauses = [(start: time.advanced(by: .seconds(50)), end: time.advanced(by: .seconds(60)))]
        let laps = [30, 55, 450].map { time.advanced(by: .seconds($0)) }
        let played = RecordedRun(moments, pauses: pauses, laps: laps)
        #expect(
            played.marks.map(\.after) == [
                .seconds(30), .seconds(50), .seconds(60), .milliseconds(60_500), .seconds(100), .seconds(400), .seconds(450),
            ])
        #expect(played.marks.map(\.mark) == [.lap, .timerStop, .timerStart, .lap, .timerStop, .timerStart, .lap])
    }

    @Test("J11: a cadence of 0 is left out where the place moves, and kept where it stands")
    func stepless() {
        let moving = RecordedRun((0...20).map { moment(Int64($0), metersNorth: 3 * Double($0), cadence: 0) })
        #expect(moving.notes == [.stepless(20)] && moving.moments[5].cadence == nil)
        let standing = RecordedRun((0...20).map { moment(Int64($0), metersNorth: 0.2 * Double($0), cadence: 0) })
        #expect(standing.notes.isEmpty && standing.moments[5].cadence == .stepsPerMinute(0))
    }

    @Test("K21: points without a place lie on the line between those that have one, unless recording was interrupted")
    func places() {
        let moments = (Int64(0)...40).map { second -> RecordedMoment in
            let north: Double? = second % 8 == 0 ? 3 * Double(second) : nil
            return moment(second, metersNorth: north, breaks: second == 20)
        }
        let played = RecordedRun(moments)
        #expect(played.notes == [.placesFilled(28)])
        #expect(played.moments.filter { $0.position == nil }.count == 7 && played.placedCount == 34)
    }

    @Test("A recording whose usual interval is a minute is no chain of gaps")
    func rhythm() {
        #expect(run((0..<20).map { $0 * 60 }).longestLine == .seconds(180))
        #expect(run(Self.minutes).longestLine == .seconds(30))
    }
}
