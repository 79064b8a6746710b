import Glibc
import Quantities

/// A runner who follows a script, and the sensors on the wrist: once a second what they say, next to what is true.
///
/// The same script and seed give the same seconds on every machine. Each sensor has its own random numbers, so a change to one leaves the
/// others alone. Once made, it allocates nothing. Models of the chips themselves go beneath this, fed from ``SimulatedSecond/truth``.
public struct SimulatedRunner: Sendable {
    /// Steps of the motion in a second.
    private static let substeps = 10

    /// What is being followed.
    public let script: RunnerScript
    private var number = 0
    private var legIndex = 0
    private var legSecond: Int64 = 0
    private var walker: RouteWalker
    private var speed = 0.0
    private var gait = RunnerScript.Motion.stand
    private var unevenness = GaussMarkov()
    private var climb = 0.0
    private var sky: RunnerScript.Sky
    private var truth = SimulatedTruth()
    private var random: SeededRandom
    private var receiver: ReceiverModel
    private var steps: StepModel
    private var heart: HeartModel
    private var barometer: BarometerModel
    private var injector: FaultInjector

    /// A runner at the start of a script.
    public init(script: RunnerScript, seed: UInt64) {
        self.script = script
        var seeds = SeededRandom(seed: seed)
        random = SeededRandom(seed: seeds.next())
        receiver = ReceiverModel(seed: seeds.next())
        steps = StepModel(seed: seeds.next())
        heart = HeartModel(resting: script.restingHeartRate, maximum: script.maximumHeartRate, seed: seeds.next())
        barometer = BarometerModel(seed: seeds.next())
        injector = FaultInjector(script: script.faults, seed: seeds.next())
        walker = RouteWalker(
            latitude: script.start?.latitude ?? 47, longitude: script.start?.longitude ?? 8, course: script.course, route: script.route)
        sky = script.sky
        enterLeg()
        if !script.acceleration.isFinite { speed = targetSpeed }
    }

    /// True when all legs are done; the runner then stands.
    public var isFinished: Bool { legIndex >= script.legs.count }

    /// One second further. Never ends.
    public mutating func next() -> SimulatedSecond {
        observeTruth()
        var second = SimulatedSecond(
            number: number, at: script.monotonic + .seconds(number), utc: script.utc.advanced(by: .seconds(number)), fix: nil, sky: nil,
            steps: nil, heartRate: nil, pressure: nil, battery: nil, truth: truth)
        observeSky(&second)
        observeBody(&second)
        injector.apply(to: &second, number: number)
        advance()
        return second
    }

    // MARK: Sensors

    private mutating func observeTruth() {
        truth.speed = .metersPerSecond(speed)
        truth.isMoving = speed > 0
        truth.altitude = .meters(height)
        truth.place = walker.place()
    }

    private mutating func observeSky(_ second: inout SimulatedSecond) {
        let noise: ReceiverNoise
        let isVisible: Bool
        switch sky {
        case .visible(let class_):
            noise = class_
            isVisible = .seconds(number) >= script.timeToFirstFix
        case .tunnel:
            noise = .bad
            isVisible = false
        }
        var fix = receiver.observe(walker, altitude: height, speed: speed, noise: noise, hasDoppler: script.hasDoppler)
        fix.time = second.utc
        if isVisible {
            second.fix = fix
            second.sky = SkyView(used: noise.satellites, visible: noise.satellites + 5)
        } else {
            second.fix = GPSFix(mode: GPSFix.Mode.none)
            let heard = sky == .tunnel ? 0 : min(number, noise.satellites)
            second.sky = SkyView(used: 0, visible: heard)
        }
    }

    private mutating func observeBody(_ second: inout SimulatedSecond) {
        // Who slows down to a stop still takes steps.
        if motion != .stand { gait = motion }
        let cadence = speed > 0.3 ? leg?.cadence?.stepsPerMinute ?? StepModel.cadence(of: gait, speed: speed) : 0
        second.steps = steps.next(cadence: cadence)
        truth.steps = steps.total
        truth.cadence = cadence > 0 ? .stepsPerMinute(cadence) : nil
        second.heartRate = heart.next(speed: speed, grade: leg?.grade ?? 0)
        truth.heartRate = .beatsPerMinute(heart.rate)
        let hours = Double(number) / 3600
        second.pressure = barometer.next(altitude: height, hours: hours, drift: script.pressureDrift, noise: script.pressureNoise)
        let charge = max(0, min(100, script.battery - script.batteryPerHour * hours))
        second.battery = BatteryReading(percent: UInt8(rounding: charge.rounded(.down)), isCharging: false)
        second.truth = truth
    }

    // MARK: Motion

    private var leg: RunnerScript.Leg? { legIndex < script.legs.count ? script.legs[legIndex] : nil }
    private var motion: RunnerScript.Motion { leg?.motion ?? .stand }

    private var targetSpeed: Double {
        switch motion {
        case .stand: 0
        case .walk(let speed), .run(let speed): max(0, speed.metersPerSecond)
        }
    }

    private var height: Double {
        guard let hills = script.hills, hills.length.meters > 0 else { return script.altitude.meters + climb }
        return script.altitude.meters + climb + hills.height.meters / 2 * (1 - cos(2 * .pi * truth.distance.meters / hills.length.meters))
    }

    private mutating func advance() {
        let before = height
        let deviation = script.unevenness
        let pull = deviation > 0 ? 1 + unevenness.next(deviation: deviation, correlation: 8, &random) : 1
        let target = targetSpeed * max(0, pull)
        let dt = 1 / Double(Self.substeps)
        for _ in 0..<Self.substeps {
            let change = script.acceleration * dt
            speed = abs(target - speed) <= change ? target : speed + (target > speed ? change : -change)
            let metres = speed * dt
            walker.advance(metres)
            truth.distance += .meters(metres)
            climb += metres * (leg?.grade ?? 0)
        }
        let rise = height - before
        if rise > 0 { truth.ascent += .meters(rise) } else { truth.descent += .meters(-rise) }
        number += 1
        legSecond += 1
        while let current = leg, .seconds(legSecond) >= current.duration {
            legIndex += 1
            legSecond = 0
            enterLeg()
        }
    }

    private mutating func enterLeg() {
        sky = leg?.sky ?? script.sky
        if let route = leg?.route { walker.route = route }
    }
}
