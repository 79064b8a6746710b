import Quantities

/// How wrong a receiver is: white noise plus a slow wander on each axis, and noise on each component of the Doppler velocity.
public struct ReceiverNoise: Sendable, Hashable {
    /// The name of the class.
    public var name: String
    /// Standard deviation of the white part on each axis.
    public var white: Distance
    /// Standard deviation of the wander on each axis.
    public var wander: Distance
    /// Correlation time of the wander.
    public var wanderTime: Duration
    /// Standard deviation of each component of the Doppler velocity.
    public var doppler: Speed
    /// Standard deviation of the white part of the altitude.
    public var altitudeWhite: Distance
    /// Standard deviation of the wander of the altitude.
    public var altitudeWander: Distance
    /// Correlation time of the altitude's wander.
    public var altitudeWanderTime: Duration
    /// The dilution that the receiver reports.
    public var horizontalDilution: Double
    /// Satellites that the receiver uses.
    public var satellites: Int

    /// Open sky.
    public static let open = ReceiverNoise(
        name: "open", white: .meters(0.3), wander: .meters(2), wanderTime: .seconds(120), doppler: .metersPerSecond(0.1),
        altitudeWhite: .meters(0.5), altitudeWander: .meters(3), altitudeWanderTime: .seconds(120), horizontalDilution: 0.8, satellites: 14)
    /// Trees and houses.
    public static let mid = ReceiverNoise(
        name: "mid", white: .meters(0.5), wander: .meters(3), wanderTime: .seconds(60), doppler: .metersPerSecond(0.2),
        altitudeWhite: .meters(1), altitudeWander: .meters(5), altitudeWanderTime: .seconds(60), horizontalDilution: 1.2, satellites: 9)
    /// A street canyon.
    public static let bad = ReceiverNoise(
        name: "bad", white: .meters(1), wander: .meters(5), wanderTime: .seconds(30), doppler: .metersPerSecond(0.35),
        altitudeWhite: .meters(2), altitudeWander: .meters(8), altitudeWanderTime: .seconds(30), horizontalDilution: 2, satellites: 6)
    /// No error at all, for tests of something else.
    public static let none = ReceiverNoise(
        name: "none", white: .zero, wander: .zero, wanderTime: .seconds(60), doppler: .zero, altitudeWhite: .zero, altitudeWander: .zero,
        altitudeWanderTime: .seconds(60), horizontalDilution: 0.8, satellites: 14)
}

/// A receiver at the level of values: the truth in, a report out.
struct ReceiverModel: Sendable {
    private var random: SeededRandom
    private var east = GaussMarkov(), north = GaussMarkov(), up = GaussMarkov()

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// One report. Each call draws the same amount of noise, so that a script with one more tunnel does not change the rest of the run.
    mutating func observe(_ motion: RouteWalker, altitude: Double, speed: Double, noise: ReceiverNoise, hasDoppler: Bool) -> GPSFix {
        let wander = noise.wander.meters, time = noise.wanderTime.inSeconds
        let eastError = east.next(deviation: wander, correlation: time, &random) + noise.white.meters * random.gaussian()
        let northError = north.next(deviation: wander, correlation: time, &random) + noise.white.meters * random.gaussian()
        let upError =
            up.next(deviation: noise.altitudeWander.meters, correlation: noise.altitudeWanderTime.inSeconds, &random)
            + noise.altitudeWhite.meters * random.gaussian()
        let velocityEast = speed * motion.eastward + noise.doppler.metersPerSecond * random.gaussian()
        let velocityNorth = speed * motion.northward + noise.doppler.metersPerSecond * random.gaussian()
        return GPSFix(
            mode: .threeDimensional, position: motion.place(east: eastError, north: northError), altitude: .meters(altitude + upError),
            speed: hasDoppler ? .metersPerSecond((velocityEast * velocityEast + velocityNorth * velocityNorth).squareRoot()) : nil,
            course: hasDoppler ? RouteWalker.course(east: velocityEast, north: velocityNorth) : nil,
            horizontalError: .meters(noise.horizontalDilution * 15), errorRule: .fromDilution, horizontalDilution: noise.horizontalDilution,
            satellitesUsed: noise.satellites)
    }
}
