import Positioning
import Quantities
import Testing

@Suite struct FixGateTests {
    /// A report that nothing is wrong with, a second after the one before.
    private static func report(_ second: Int64, _ change: (inout GPSFix) -> Void = { _ in }) -> PositioningInput {
        var fix = GPSFix(
            mode: .threeDimensional, time: UTCInstant(milliseconds: 1_790_000_000_000 + second * 1000),
            position: Coordinate(latitude: 47 + Double(second) * 2.7e-5, longitude: 8), altitude: .meters(400), speed: .metersPerSecond(3),
            course: .degrees(0), horizontalError: .meters(12), horizontalDilution: 0.9, satellitesUsed: 9)
        change(&fix)
        return PositioningInput(at: MonotonicInstant(nanoseconds: second * 1_000_000_000), fix: fix)
    }

    /// What becomes of a changed fifth report after four good ones.
    private func verdict(_ change: (inout GPSFix) -> Void) -> FixVerdict {
        var positioning = Positioning()
        for second in 0..<4 {
            #expect(positioning.push(Self.report(Int64(second))).verdict == (second == 0 ? .unconfirmed : .accepted))
        }
        return positioning.push(Self.report(4, change)).verdict
    }

    @Test("A25: each limit alone refuses a fix that is good otherwise")
    func limits() {
        #expect(verdict { _ in } == .accepted)
        #expect(verdict { $0.mode = GPSFix.Mode.none } == .noFix)
        #expect(verdict { $0.position = nil } == .noFix)
        #expect(verdict { $0.position = Coordinate(latitude: 90.1, longitude: 8) } == .implausiblePlace)
        #expect(verdict { $0.position = Coordinate(latitude: 47, longitude: -180.1) } == .implausiblePlace)
        #expect(verdict { $0.time = nil } == .noTime)
        #expect(verdict { $0.time = UTCInstant(milliseconds: 1_790_000_003_000) } == .repeatedTime)
        #expect(verdict { $0.satellitesUsed = 3 } == .fewSatellites)
        #expect(verdict { $0.horizontalDilution = 12.1 } == .largeError)
        #expect(verdict { $0.speed = .metersPerSecond(12.1) } == .impossibleSpeed)
        #expect(verdict { $0.speed = .metersPerSecond(-1) } == .impossibleSpeed)
        #expect(verdict { $0.position = Coordinate(latitude: 47 + 3 * 2.7e-5, longitude: 8) } == .frozen)
        #expect(verdict { $0.position = Coordinate(latitude: 47.001, longitude: 8) } == .jump)
    }

    @Test("A25: the error is the receiver's own with a binary driver, else from the dilution, else what there is")
    func errors() {
        #expect(verdict { $0.horizontalError = .meters(31) } == .accepted, "an NMEA driver's 15 m times the dilution is no error")
        #expect(verdict { ($0.horizontalError, $0.errorRule) = (.meters(31), .fromReceiver) } == .largeError)
        #expect(verdict { ($0.horizontalError, $0.horizontalDilution) = (.meters(31), nil) } == .largeError)
        #expect(verdict { ($0.horizontalError, $0.horizontalDilution) = (nil, nil) } == .accepted)
        #expect(verdict { ($0.horizontalError, $0.errorRule, $0.horizontalDilution) = (nil, .fromReceiver, 13) } == .largeError)
    }

    @Test("A2: a 3D fix whose numbers are all 0 is no fix")
    func zeroes() {
        let judged = verdict {
            $0.position = Coordinate(latitude: 0, longitude: 0)
            $0.altitude = .zero
            $0.horizontalError = .zero
            $0.speed = .zero
        }
        #expect(judged == .implausiblePlace)
    }

    @Test("A6: every member that a receiver may leave out may be missing")
    func optionalMembers() {
        #expect(verdict { $0.mode = nil } == .accepted)
        #expect(verdict { $0.altitude = nil } == .accepted)
        #expect(verdict { $0.speed = nil } == .accepted)
        #expect(verdict { $0.course = nil } == .accepted)
        #expect(verdict { $0.satellitesUsed = nil } == .accepted)
        #expect(verdict { $0.horizontalDilution = nil } == .accepted)
    }

    @Test("B13: a speed, course or altitude that is not a number counts as missing, not as standing")
    func notANumber() {
        var positioning = Positioning()
        var state = positioning.finish()
        for second in 0..<60 {
            state = positioning.push(
                Self.report(Int64(second)) {
                    $0.speed = .metersPerSecond(.nan)
                    $0.course = .degrees(.infinity)
                    $0.altitude = .meters(.nan)
                    $0.horizontalDilution = .nan
                    $0.horizontalError = .meters(.nan)
                })
            #expect(!state.isPaused && state.distance.isFinite)
        }
        #expect(abs(positioning.finish().distance.meters - 59 * 3) < 4)
        #expect(state.speed.map { abs($0.metersPerSecond - 3) < 0.3 } == true)
    }

    @Test("A receiver with ten fixes a second is thinned, not refused")
    func fast() {
        var positioning = Positioning()
        var accepted = 0
        for tick in 0..<600 {
            var input = Self.report(0)
            input.at = MonotonicInstant(nanoseconds: Int64(tick) * 100_000_000)
            input.fix?.time = UTCInstant(milliseconds: 1_790_000_000_000 + Int64(tick) * 100)
            input.fix?.position = Coordinate(latitude: 47 + Double(tick) * 2.7e-6, longitude: 8)
            let verdict = positioning.push(input).verdict
            #expect(verdict == .accepted || verdict == .tooSoon || tick < 8 && verdict == .unconfirmed)
            if verdict == .accepted { accepted += 1 }
        }
        #expect(accepted >= 70 && accepted <= 80)
        #expect(abs(positioning.finish().distance.meters - 179.7) < 3)  // the last step may still be waiting
    }

    @Test("Numbers of any size, and clocks that jump, never trap and never make distance fall")
    func hostile() {
        let numbers: [Double] = [0, -0.0, 1, -1, 12, 90, 180, 1e-300, 1e300, -1e300, .infinity, -.infinity, .nan, 47, 8, 1e9]
        var positioning = Positioning()
        var last = 0.0, pick = 0
        func next() -> Double {
            pick = (pick &* 25_214_903_917 &+ 11) & 0xFFFF_FFFF_FFFF
            return numbers[(pick >> 20) % numbers.count]
        }
        for _ in 0..<20_000 {
            let fix = GPSFix(
                mode: .threeDimensional, time: UTCInstant(seconds: next()), position: Coordinate(latitude: next(), longitude: next()),
                altitude: .meters(next()), speed: .metersPerSecond(next()), course: .degrees(next()), horizontalError: .meters(next()),
                errorRule: next() > 1 ? .fromReceiver : .fromDilution, horizontalDilution: next(), satellitesUsed: Int(rounding: next()))
            let state = positioning.push(
                PositioningInput(
                    at: MonotonicInstant(seconds: next()), fix: fix, pulseRate: .stepsPerMinute(next()),
                    pedestrianSpeed: .metersPerSecond(next()), pressure: .hectopascals(next()),
                    command: next() > 40 ? .pause : next() > 40 ? .resume : nil))
            #expect(state.distance.meters >= last && state.distance.isFinite)
            last = state.distance.meters
        }
    }
}
