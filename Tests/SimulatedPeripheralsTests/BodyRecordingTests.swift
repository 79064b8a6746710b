import Glibc
import Quantities
import SimulatedPeripherals
import Testing

@Suite struct BodyRecordingTests {
    private static let start = MonotonicInstant(seconds: 500)

    private static func body(_ recording: BodyRecording?) throws -> SimulatedBody {
        let body = SimulatedBody()
        body.play(try #require(recording), from: start)
        return body
    }

    private static func close(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }

    @Test("Between two rows lies a straight line, whatever their distance in time")
    func interpolation() throws {
        let axes: [SIMD3<Double>] = [SIMD3(0, 0, 1), SIMD3(2, -1, 1), SIMD3(2, 3, 0)]
        let body = try Self.body(BodyRecording(seconds: [10, 10.5, 12.5], light: [90, 110, 100], acceleration: axes))
        let cases: [(Double, Double, SIMD3<Double>)] = [
            (0, 0.9, SIMD3(0, 0, 1)), (0.25, 1, SIMD3(1, -0.5, 1)), (0.5, 1.1, SIMD3(2, -1, 1)), (1.5, 1.05, SIMD3(2, 1, 0.5)),
            (2.4999999999, 1, SIMD3(2, 3, 0)),
        ]
        for (second, light, felt) in cases {
            let at = Self.start + .seconds(second)
            #expect(abs(body.light(at: at) - light) < 1e-8, "\(second) s")
            let difference = body.acceleration(at: at) - felt
            #expect((difference * difference).sum() < 1e-15, "\(second) s")
        }
    }

    @Test("After its end a recording begins again, and before its beginning nothing moves")
    func repetition() throws {
        let recording = try #require(BodyRecording(seconds: [0, 1, 2, 4], light: [98, 102, 100, 100], acceleration: nil))
        #expect(recording.duration == .seconds(4))
        let body = try Self.body(recording)
        for second in [0.5, 1.25, 3] {
            let at = Self.start + .seconds(second)
            for round in [4, 8, 4000] { #expect(Self.close(body.light(at: at), body.light(at: at + .seconds(round)))) }
        }
        #expect(Self.close(body.light(at: Self.start.advanced(by: .seconds(-1))), 0.98))
        #expect(body.acceleration(at: Self.start) == SIMD3(0, 0, 1), "no acceleration is a still arm")
    }

    @Test("A recorded level is the light's level; a signal without one varies by a hundredth")
    func level() throws {
        // A sine has a deviation of its amplitude ÷ √2.
        func lights(level: Double, amplitude: Double) throws -> [Double] {
            let seconds = (0..<400).map { Double($0) / 100 }
            let light = seconds.map { level + amplitude * sin(2 * .pi * $0) }
            let body = try Self.body(BodyRecording(seconds: seconds, light: light, acceleration: nil))
            return seconds.map { body.light(at: Self.start + .seconds($0)) }
        }
        let usual = 0.01 * 2.0.squareRoot()
        let cases: [(level: Double, amplitude: Double, swing: Double)] = [
            (100_000, 500, 0.005), (1400, 280, 0.2), (0.02, 0.0001, 0.005), (0, 0.3, usual),
            (512, 400, usual),
            (-3, 0.1, usual), (7, 0, 0), (0, 0, 0),
        ]
        for (level, amplitude, swing) in cases {
            let lights = try lights(level: level, amplitude: amplitude)
            let highest = lights.max() ?? 0, lowest = lights.min() ?? 0
            #expect(abs(highest - (1 + swing)) < 1e-3, "\(level) ± \(amplitude)")
            #expect(abs(lowest - (1 - swing)) < 1e-3, "\(level) ± \(amplitude)")
        }
    }

    @Test("Rows without a number or with a time that does not grow are left out; without two rows there is no recording")
    func damage() throws {
        let seconds: [Double] = [0, 1, .nan, 1, 0.5, 2, 3, .infinity, 4]
        let light: [Double] = [99, 101, 5, 5, 5, .nan, 99, 5, 101]
        let body = try Self.body(BodyRecording(seconds: seconds, light: light, acceleration: nil))
        for (second, value) in [(0.5, 1), (2, 1), (3, 0.99), (3.5, 1)] {
            #expect(Self.close(body.light(at: Self.start + .seconds(second)), value), "\(second) s")
        }
        #expect(BodyRecording(seconds: [], light: [], acceleration: nil) == nil)
        #expect(BodyRecording(seconds: [0, 1], light: nil, acceleration: nil) == nil)
        #expect(BodyRecording(seconds: [1, 1, 1], light: [1, 2, 3], acceleration: nil) == nil)
        #expect(BodyRecording(seconds: [0, 1e300], light: [1, 2], acceleration: nil) == nil)
        #expect(BodyRecording(seconds: [0, 1], light: [1], acceleration: nil) == nil)
        let huge = try Self.body(
            BodyRecording(seconds: [0, 1, 2], light: [1e308, -1e308, 1e308], acceleration: [SIMD3(repeating: 1e308)]))
        let chips = SimulatedWrist([.max30101], at: Self.start)
        chips.body.play(try #require(BodyRecording(seconds: [0, 1], light: [1e308, -1e308], acceleration: nil)), from: Self.start)
        chips.bus.advance(to: Self.start + .seconds(10))
        #expect(!huge.acceleration(at: Self.start).x.isNaN)
    }
}
