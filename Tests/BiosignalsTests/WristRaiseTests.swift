import Biosignals
import Quantities
import Testing

/// An arm whose posture is a direction of gravity.
private struct Arm {
    static let hanging = SIMD3(1.0, 0, 0), facing = SIMD3(0.15, 0.1, 0.98), upsideDown = SIMD3(0, 0.2, -0.98)
    var detector = WristRaise(samplesPerSecond: 25)
    var posture = hanging
    var raises = 0
    private var samples = 0

    /// Holds still, or swings at a rate of 1.4 a second, for a time.
    mutating func hold(seconds: Double, swing: Double = 0) {
        for index in 0..<Int(seconds * 25) {
            let phase = Double(index % 18) / 18 * 2 - 1
            push(posture + SIMD3(0.4, 0.2, 1) * (swing * (phase.magnitude * 2 - 1)))
        }
    }

    /// Turns to a posture within 0.4 s.
    mutating func turn(to next: SIMD3<Double>) {
        let from = posture
        for step in 1...10 { push(from + (next - from) * (Double(step) / 10)) }
        posture = next
    }

    private mutating func push(_ axes: SIMD3<Double>) {
        samples += 1
        let now = MonotonicInstant(seconds: Double(samples) / 25)
        if detector.push(AccelerationSample(at: now, x: axes.x, y: axes.y, z: axes.z)) { raises += 1 }
    }
}

@Suite struct WristRaiseTests {
    @Test("An arm lifted to be read is noticed within a second, whichever side of the chip is up", arguments: [true, false])
    func raised(_ isUp: Bool) {
        var arm = Arm()
        arm.hold(seconds: 5)
        arm.turn(to: isUp ? Arm.facing : Arm.upsideDown)
        arm.hold(seconds: 0.8)
        #expect(arm.raises == 1)
        arm.hold(seconds: 60)
        #expect(arm.raises == 1)
    }

    @Test("An arm let down again can be lifted again, and letting it down is no raise")
    func again() {
        var arm = Arm()
        for _ in 0..<5 {
            arm.hold(seconds: 5)
            arm.turn(to: Arm.facing)
            arm.hold(seconds: 3)
            arm.turn(to: Arm.hanging)
        }
        #expect(arm.raises == 5)
    }

    @Test("A swinging arm is not lifted, nor is one that lies on a desk")
    func swinging() {
        var arm = Arm()
        arm.hold(seconds: 120, swing: 0.6)
        arm.hold(seconds: 120, swing: 1.5)
        #expect(arm.raises == 0)
        var desk = Arm()
        desk.posture = Arm.facing
        desk.hold(seconds: 600, swing: 0.02)
        #expect(desk.raises == 0)
    }

    @Test("Samples that are not finite do no harm")
    func broken() {
        var arm = Arm()
        arm.hold(seconds: 5)
        for value in [Double.nan, .infinity, -.infinity] {
            let sample = AccelerationSample(at: MonotonicInstant(seconds: 9), x: value, y: 0, z: 1)
            let isRaised = arm.detector.push(sample)
            #expect(!isRaised)
        }
        arm.turn(to: Arm.facing)
        arm.hold(seconds: 1)
        #expect(arm.raises == 1)
    }
}
