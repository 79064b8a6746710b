import Testing

@testable import Biosignals

/// What an hour before a run may be made of.
enum Before: CaseIterable {
    case noise, zeros, running, shocks
}

@Suite struct MotionCancellerTests {
    /// Band-passed acceleration of a run at 160 steps a minute, in g.
    private func running(_ n: Int) -> SIMD3<Double> {
        let steps = Double(n) / 25 * 160 / 60
        func wave(_ turns: Double, _ phase: Double = 0) -> Double { ReferenceWearer.wave(turns, phase) }
        return SIMD3(0.5 * wave(steps / 2) + 0.3 * wave(steps, 0.5), 0.4 * wave(steps, 1), 0.6 * wave(steps))
    }

    @Test(
        "After an hour of noise, of zeros, of running or of shocks the first two seconds of a run make no residual beyond the clip",
        arguments: Before.allCases)
    func windUp(_ before: Before) {
        var (canceller, random) = (MotionCanceller(channels: 1), Noise(seed: 7))
        let length = runsLongTests ? 90_000 : 15_000
        var largest = 0.0
        for n in 0..<(length + 50) {
            var acceleration = SIMD3(random.next(), random.next(), random.next()) * 0.0005
            switch before {
            case .noise: break
            case .zeros: acceleration = .zero
            case .running: acceleration += running(n)
            case .shocks: acceleration += running(n) * (n % 250 == 0 ? 16 : 1)
            }
            if n >= length { acceleration = running(n) }
            // A pulse of 70 beats a minute in units of its spread.
            let pulse = 2.0.squareRoot() * ReferenceWearer.wave(Double(n) / 25 * 70 / 60)
            let left = canceller.residuals(of: SIMD3(pulse, 0, 0), acceleration: acceleration).x
            #expect(left.isFinite)
            if n >= length { largest = max(largest, left.magnitude) }
        }
        #expect(largest > 0.5 && largest < 4)
    }

    @Test("What the acceleration explains of a pulse is taken out within 20 s, whatever the channel, and the rest is left")
    func cancels() {
        var canceller = MotionCanceller(channels: 3)
        var (leftOver, rest) = (0.0, 0.0)
        for n in 0..<1_000 {
            let acceleration = running(n)
            let pulse = ReferenceWearer.wave(Double(n) / 25 * 100 / 60)
            let signals = SIMD3(pulse + acceleration.x, 0.5 * pulse - 2 * acceleration.z, acceleration.y)
            let left = canceller.residuals(of: signals, acceleration: acceleration)
            guard n >= 500 else { continue }
            rest = max(rest, left.z.magnitude)
            leftOver = max(leftOver, (left.x - pulse).magnitude, (left.y - 0.5 * pulse).magnitude)
        }
        #expect(rest < 0.05)
        #expect(leftOver < 0.3)
    }

    @Test("A canceller that starts anew is as one that has seen nothing")
    func restart() {
        var (used, fresh) = (MotionCanceller(channels: 1), MotionCanceller(channels: 1))
        for n in 0..<301 { _ = used.residuals(of: SIMD3(repeating: 1), acceleration: running(n)) }
        used.restart()
        for n in 0..<100 {
            let signal = SIMD3(ReferenceWearer.wave(Double(n) / 20), 0, 0)
            #expect(used.residuals(of: signal, acceleration: running(n)) == fresh.residuals(of: signal, acceleration: running(n)))
        }
    }

    @Test("Acceleration that is not a number is forgotten again: the canceller starts anew")
    func lastResort() {
        var canceller = MotionCanceller(channels: 1)
        for n in 0..<100 { _ = canceller.residuals(of: .zero, acceleration: running(n)) }
        _ = canceller.residuals(of: SIMD3(repeating: 1), acceleration: SIMD3(.infinity, 0, 0))
        var last = 0.0
        for n in 0..<40 { last = canceller.residuals(of: SIMD3(1, 0, 0), acceleration: running(n)).x }
        #expect(last.isFinite)
    }
}
