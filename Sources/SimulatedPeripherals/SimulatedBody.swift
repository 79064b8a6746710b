import Glibc
import Quantities

/// The wrist that the simulated chips sit on: pulse in the skin, swinging arm, air pressure, as functions of time.
///
/// It is told the runner's truth once a second; between two tellings rates stay as they are and phases run on. A chip asks for any instant
/// from the last telling on. The signals are simple and known, so that what the watch makes of them can be judged:
/// * pulse: a fundamental and two harmonics, falling in systole as the sensor sees it, on a level that breathes;
/// * arm: the forearm swings once in two steps about an angle that suits the gait; the chip feels gravity turned by the swing, the swing's
///   own acceleration, and the bounce of each step with its harmonics;
/// * motion in the light: a part of the felt acceleration, at the cadence and at half of it.
public final class SimulatedBody {
    /// m. From the elbow to the watch.
    private static let forearm = 0.3
    /// m/s².
    private static let gravity = 9.80665
    /// Steps a minute above which it is running.
    private static let runningCadence = 140.0

    /// g. What a watch feels that is read.
    private static let raised = SIMD3(-0.12, 0.16, 0.98)

    /// Gait as amplitudes, which change over a second.
    private struct Gait {
        /// rad. The forearm's mean angle from hanging.
        var angle = 0.3
        /// rad. How far it swings either way.
        var swing = 0.0
        /// g. The bounce of a step.
        var bounce = 0.0

        init(cadence: Double, speed: Double) {
            guard cadence > 0 else { return }
            let isRunning = cadence > SimulatedBody.runningCadence
            angle = isRunning ? 1.2 : 0.3
            swing = isRunning ? 0.55 : 0.35
            bounce = isRunning ? 0.3 * max(2, min(speed, 6)) : 0.25
        }

        static func between(_ a: Gait, _ b: Gait, _ share: Double) -> Gait {
            var gait = a
            gait.angle += (b.angle - a.angle) * share
            gait.swing += (b.swing - a.swing) * share
            gait.bounce += (b.bounce - a.bounce) * share
            return gait
        }
    }

    /// How much of the light's level the pulse is (half its height); wrists have 0.3...2 % in green light.
    public var perfusion = 0.01
    /// How much of the light's level an acceleration of 1 g changes.
    public var motionInLight = 0.01
    /// False: the watch lies on a table, with hardly any light coming back.
    public var isWorn = true
    /// True: the arm is held so that the watch can be read, its face up.
    public var isRaised = false
    /// True: more sun on the sensor than it can subtract.
    public var isInSun = false
    /// Steps that the runner has taken.
    public private(set) var steps: UInt64 = 0
    /// Charge of the battery in per cent.
    public private(set) var batteryPercent = 100.0

    private var start = 0.0
    private var pulseRate = 1.0
    private var pulsePhase = 0.0
    private var stepRate = 0.0
    private var stepPhase = 0.0
    private var from = Gait(cadence: 0, speed: 0)
    private var to = Gait(cadence: 0, speed: 0)
    private var airPressure = 1013.25
    private var recording: (body: BodyRecording, start: MonotonicInstant)?

    /// A body at rest.
    public init() {}

    /// Goes on with the truth of a second. Chips must have been advanced to its beginning.
    public func begin(_ second: SimulatedSecond) {
        let now = second.at.seconds
        pulsePhase = phase(pulsePhase, pulseRate, at: now)
        stepPhase = phase(stepPhase, stepRate, at: now)
        from = gait(at: now)
        start = now
        pulseRate = second.truth.heartRate.beatsPerMinute / 60
        let cadence = second.truth.cadence?.stepsPerMinute ?? 0
        stepRate = cadence / 60
        to = Gait(cadence: cadence, speed: second.truth.speed.metersPerSecond)
        steps = second.truth.steps
        if let pressure = second.pressure { airPressure = pressure.hectopascals }
        if let percent = second.battery?.percent { batteryPercent = Double(percent) }
    }

    /// From an instant on, pulse and arm are those of a recording, over and over; steps, pressure and battery stay the runner's.
    public func play(_ recording: BodyRecording, from start: MonotonicInstant) { self.recording = (recording, start) }

    /// The light that comes back, as a share of its level: 1 with pulse, breath and motion on it.
    public func light(at instant: MonotonicInstant) -> Double {
        if let (body, start) = recording { return body.light(at: start.duration(to: instant)) }
        let time = instant.seconds
        let phase = 2 * .pi * self.phase(pulsePhase, pulseRate, at: time)
        let pulse = cos(phase) + 0.45 * cos(2 * phase - 1) + 0.15 * cos(3 * phase - 2)
        let breath = 0.003 * sin(2 * .pi * 0.25 * time)
        let felt = motion(at: time)
        return 1 - perfusion * pulse + breath + motionInLight * (felt.bounce + 0.6 * felt.tangential)
    }

    /// What an accelerometer on the wrist feels, in g: x along the forearm towards the hand, y the way it swings, z sideways.
    public func acceleration(at instant: MonotonicInstant) -> SIMD3<Double> {
        if isRaised { return Self.raised }
        if let (body, start) = recording { return body.acceleration(at: start.duration(to: instant)) }
        let felt = motion(at: instant.seconds)
        let vertical = 1 + felt.bounce
        return SIMD3(
            -vertical * cos(felt.angle) - felt.centripetal, vertical * sin(felt.angle) + felt.tangential,
            0.15 * felt.bounce + 0.05 * felt.tangential)
    }

    /// The air's pressure.
    public func pressure(at instant: MonotonicInstant) -> Pressure { .hectopascals(airPressure) }

    private func motion(at time: Double) -> (angle: Double, bounce: Double, tangential: Double, centripetal: Double) {
        let gait = gait(at: time)
        let step = 2 * .pi * phase(stepPhase, stepRate, at: time)
        let bounce = gait.bounce * (cos(step) + 0.35 * cos(2 * step + 0.6) + 0.15 * cos(3 * step + 1.1))
        // One swing in two steps.
        let rate = .pi * stepRate
        let turn = gait.swing * rate * cos(step / 2)
        let tangential = -gait.swing * rate * rate * sin(step / 2) * Self.forearm / Self.gravity
        return (gait.angle + gait.swing * sin(step / 2), bounce, tangential, turn * turn * Self.forearm / Self.gravity)
    }

    private func gait(at time: Double) -> Gait { .between(from, to, max(0, min(1, time - start))) }

    /// In cycles. Steps come in pairs: a swing is two.
    private func phase(_ phase: Double, _ rate: Double, at time: Double) -> Double {
        (phase + rate * max(0, time - start)).truncatingRemainder(dividingBy: 2)
    }
}
