import Benchmarks
import Positioning
import Quantities
import SimulatedPeripherals
import Testing

/// The kinds of run in which a part is wrong, silent or late, each with its bound; `harrier bench tracks --faults` runs many seeds.
@Suite struct FaultyPartTests {
    /// A run with Doppler, and a slow walk, where a metre is the most, without.
    static let tracks =
        FaultTrack.all(paces: [.run(.metersPerSecond(3))]).filter(\.hasDoppler)
        + FaultTrack.all(paces: [.walk(.metersPerSecond(0.7))]).filter { !$0.hasDoppler }
    static let kinds: [String] = {
        var kinds: [String] = []
        for track in tracks where !kinds.contains(track.kind) { kinds.append(track.kind) }
        return kinds
    }()

    @Test(
        "K13, K19, K20, K21, J11: whichever part is wrong, silent or late, what comes out is within its bound",
        arguments: FaultyPartTests.kinds)
    func kind(_ kind: String) {
        for track in Self.tracks where track.kind == kind {
            let run = TrackFaultMeasurement(track, seed: 1), error = run.errorPercent ?? run.meters ?? run.ascent ?? 0
            let parts = "Doppler \(track.hasDoppler), steps \(track.hasSteps), stride \(track.strideRatio)"
            #expect(run.isWithinBound, "\(kind), \(run.pace) m/s, \(parts): \(error), stray \(run.stray) m, named \(run.isNamed)")
        }
    }

    /// A runner of 3 m/s northward, told as a test wants.
    private static func second(_ i: Int, speed: Double = 3, _ change: (inout PositioningInput) -> Void = { _ in }) -> PositioningInput {
        let fix = GPSFix(
            mode: .threeDimensional, time: UTCInstant(milliseconds: 1_790_000_000_000 + Int64(i) * 1000),
            position: Coordinate(latitude: 47.05 + Double(i) * speed / 111_194.93, longitude: 8.3), altitude: .meters(442),
            speed: .metersPerSecond(speed), course: .degrees(0), horizontalError: .meters(4.2), horizontalDilution: 0.9, satellitesUsed: 9)
        var input = PositioningInput(
            at: MonotonicInstant(seconds: 1000 + Double(i)), fix: fix, pulseRate: .stepsPerMinute(165),
            pedestrianSpeed: .metersPerSecond(speed))
        change(&input)
        return input
    }

    @Test("K22: a fix every four or five seconds, without a step in the first 20 s, pauses nothing", arguments: [3, 4, 5, 8, 10])
    func sparse(every: Int) {
        var positioning = Positioning(), end = positioning.finish()
        for i in 0..<120 {
            end = positioning.push(
                Self.second(i) {
                    if i % every != 0 { $0.fix = nil }
                    if i < 20 { ($0.pulseRate, $0.pedestrianSpeed) = (.zero, nil) }
                })
            #expect(end.change == nil, "second \(i)")
        }
        // Strides lend what comes after the last fix.
        let shown = positioning.finish().distance.meters
        #expect(shown > 3 * Double(119 / every * every) - 3 && shown < 3 * 119 + 6)
    }

    @Test("A receiver that repeats itself is named within 15 s and good again at its first fresh fix", arguments: [nil, 0, 3] as [Double?])
    func repeats(speed: Double?) {
        var positioning = Positioning()
        for i in 0..<200 {
            let state = positioning.push(
                Self.second(i) {
                    guard (100..<150).contains(i) else { return }
                    $0.fix?.position = Self.second(99).fix?.position
                    $0.fix?.speed = speed.map { .metersPerSecond($0) }
                    if speed != 3 { $0.fix?.course = nil }
                })
            if i == 115 || i == 149 { #expect(state.witnesses.doubted == .positions) }
            if i == 99 || i == 150 { #expect(state.witnesses.positions == .good && state.witnesses.doubted == nil) }
        }
        #expect(abs(positioning.finish().distance.meters - 199 * 3) < 199 * 3 * 0.02)
    }

    @Test("A dead step sensor is named, and believed again when it has agreed for half a minute")
    func deadSteps() {
        var positioning = Positioning()
        for i in 0..<220 {
            let state = positioning.push(Self.second(i) { if i < 120 { ($0.pulseRate, $0.pedestrianSpeed) = (.zero, nil) } })
            if i == 60 || i == 140 { #expect(state.witnesses.strides == (i < 145 ? .contradicted : .good)) }
            if i == 160 { #expect(state.witnesses.strides == .good) }
        }
        #expect(abs(positioning.finish().distance.meters - 219 * 3) < 219 * 3 * 0.02)
    }

    @Test("A speed in the wrong unit is named; the pace is the positions'", arguments: [1.9438, 3.6, 1.1, 0.9])
    func wrongUnit(factor: Double) {
        var positioning = Positioning(), state = positioning.finish()
        for i in 0..<400 {
            state = positioning.push(Self.second(i) { $0.fix?.speed = .metersPerSecond(3 * factor) })
        }
        #expect(state.witnesses.doubted == .doppler)
        #expect(state.meanSpeed.map { abs($0.metersPerSecond - 3) < 0.06 } == true)
        #expect(abs(positioning.finish().distance.meters - 399 * 3) < 399 * 3 * 0.01)
    }

    @Test("A first place that no second one agrees with is no place")
    func firstPlace() {
        var positioning = Positioning()
        for i in 0..<30 {
            let state = positioning.push(
                Self.second(i) { input in
                    guard i < 10 else { return }
                    input.fix?.position = Coordinate(latitude: 47.05 + 0.004 * Double((i * 7) % 10 + 1), longitude: 8.3)
                })
            if i < 10 { #expect(state.position == nil && state.verdict == .unconfirmed && state.filteredPosition == nil) }
            if i > 10 { #expect(state.position != nil && state.segment == 0) }
        }
        #expect(positioning.finish().distance.meters < 29 * 3 + 3)
    }

    @Test("No height is outside of what can be, whatever is told")
    func heights() {
        for height in [-1e9, -501, 9001, 36_000, 1e300] {
            for pressure in [nil, 301, 1013, 1099] as [Double?] {
                var positioning = Positioning()
                for i in 0..<90 {
                    let state = positioning.push(
                        Self.second(i) {
                            $0.fix?.altitude = .meters(i < 60 ? height : 442)
                            $0.pressure = pressure.map { .hectopascals($0) }
                        })
                    if let shown = state.smoothedAltitude { #expect((-500...9_000).contains(shown.meters)) }
                }
            }
        }
    }
}
