import ForeignRuns
import Quantities
import SimulatedPeripherals
import Testing

@testable import Playback

/// The distance that a recording states, before it is handed on.
@Suite("A stated distance") struct StatedDistanceTests {
    private static let time = UTCInstant(milliseconds: 1_780_000_000_000)

    /// Moments, a second after the other, that state metres.
    private static func moments(_ meters: [Double?]) -> [RecordedMoment] {
        meters.enumerated().map { second, meters in
            RecordedMoment(
                time: time.advanced(by: .seconds(Int64(second))), position: nil, altitude: nil, heartRate: nil, cadence: nil,
                distance: meters.map { .meters($0) })
        }
    }
    private static func run(_ meters: [Double?], pause: ClosedRange<Int64>? = nil) -> RecordedRun {
        let pauses = pause.map { [(start: time.advanced(by: .seconds($0.lowerBound)), end: time.advanced(by: .seconds($0.upperBound)))] }
        return RecordedRun(moments(meters), pauses: pauses ?? [])
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var stated: [Double?]
        var played: [Double?]
        var testDescription: String { name }
    }
    static let cases: [Case] = [
        Case(name: "counted from 0", stated: [0, 3, 6, 9], played: [0, 3, 6, 9]),
        Case(name: "the first second counts after the start", stated: [3, 6, 9], played: [0, 6, 9]),
        Case(name: "cut out of a longer one", stated: [5000, 5003, 5006], played: [0, 3, 6]),
        Case(name: "stated now and then", stated: [0, nil, nil, nil, 12, nil], played: [0, 3, 6, 9, 12, nil]),
        Case(name: "begun anew", stated: [0, 100, 200, 0, 3, 6], played: [0, 100, 200, 200, 203, 206]),
        Case(name: "no numbers", stated: [0, .nan, .infinity, -7, 12], played: [0, 3, 6, 9, 12]),
        Case(name: "nothing but zeros", stated: [0, 0, 0], played: [nil, nil, nil]),
        Case(name: "nothing", stated: [nil, nil], played: [nil, nil]),
        Case(name: "caught up with after a tunnel", stated: [0, 3, 300, 303], played: [0, 3, 300, 303]),
        Case(name: "a leap", stated: [0, 3, 90_000, 90_003], played: [0, 3, 3, 6]),
    ]

    @Test("J8: a stated distance is counted from 0, never falls and does not leap", arguments: cases)
    func settled(_ sample: Case) {
        let run = Self.run(sample.stated)
        let played = run.moments.map { $0.distance.map { ($0.meters * 1000).rounded() / 1000 } }
        #expect(played == sample.played)
        #expect(run.statedDistance == .meters(sample.played.compactMap { $0 }.last ?? 0))
        #expect(run.notes.contains(.distanceLeaps(1)) == (sample.name == "a leap"))
    }

    @Test("J12: metres across a stopped timer do not count, those of its last second do")
    func pauses() {
        let running = (0...60).map { Double($0) * 3 }
        let walked = Self.run(running + [Double?](repeating: nil, count: 120) + running.map { 580 + $0 }, pause: 60...181)
        #expect(abs(walked.statedDistance.meters - 360) < 0.01)
        #expect(walked.notes == [.distanceWhilePaused(.meters(400))])
        let lastSecond = Self.run(running + [Double?](repeating: nil, count: 120) + running.map { 183 + $0 }, pause: 60...181)
        #expect(abs(lastSecond.statedDistance.meters - 363) < 0.01)
        // It is handed on once the timer runs again.
        #expect(lastSecond.moments[181].distance == .meters(180) && lastSecond.moments[182].distance == .meters(186))
        #expect(lastSecond.notes.isEmpty)
    }

    @Test("Whatever is stated, what is handed on never falls", arguments: 1...20 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let stated = (0..<500).map { _ -> Double? in
            switch Int.random(in: 0..<4, using: &random) {
            case 0: nil
            case 1: Double(bitPattern: random.next())
            default: .random(in: -100...20_000, using: &random)
            }
        }
        let from = Int64.random(in: 0..<400, using: &random)
        let played = Self.run(stated, pause: from...(from + 90)).moments.compactMap { $0.distance?.meters }
        #expect(zip(played, played.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(played.allSatisfy { $0.isFinite && $0 >= 0 })
    }

    @Test("A recorder that is stopped while its timer stands says when; an end years away is not waited for")
    func stop() {
        func run(_ end: Int64) -> RecordedRun {
            RecordedRun(Self.moments([0, 3, 6]), end: Self.time.advanced(by: .seconds(end)))
        }
        #expect(run(14).stop == .seconds(14) && run(14).marks.map(\.after) == [.seconds(2)])
        for end in [2, 1, 0, -50, 86_400 * 365] as [Int64] { #expect(run(end).stop == .seconds(2) && run(end).marks.isEmpty) }
    }

    @Test("Pauses in whole seconds are fitted to a timer in milliseconds, unless that is about something else")
    func timer() {
        let pauses = [(20, 30), (50, 80)].map {
            (start: Self.time.advanced(by: .seconds($0.0)), end: Self.time.advanced(by: .seconds($0.1)))
        }
        let moments = Self.moments([Double?](repeating: nil, count: 101))
        func stood(_ timer: Duration?) -> Duration {
            let marks = RecordedRun(moments, pauses: pauses, timer: timer).marks
            return marks.reduce(.zero) { $1.mark == .timerStop ? $0 - $1.after : $0 + $1.after }
        }
        #expect(stood(nil) == .seconds(40))
        #expect(stood(.milliseconds(58_600)) == .milliseconds(41_400))
        #expect(stood(.milliseconds(61_700)) == .milliseconds(38_300))
        #expect(stood(.seconds(100)) == .seconds(40))
    }
}
