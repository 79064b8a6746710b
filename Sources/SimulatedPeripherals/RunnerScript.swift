import Quantities

/// What a simulated runner does, as data: one leg after another, and then standing.
public struct RunnerScript: Sendable, Hashable {
    /// How the runner moves in a leg.
    public enum Motion: Sendable, Hashable {
        /// Not at all.
        case stand
        /// Walking at a speed.
        case walk(Speed)
        /// Running at a speed.
        case run(Speed)
    }

    /// What the receiver sees.
    public enum Sky: Sendable, Hashable {
        /// Satellites, with errors of a class.
        case visible(ReceiverNoise)
        /// A roof or a mountain: no solution.
        case tunnel
    }

    /// A stretch of time in which one thing is done.
    public struct Leg: Sendable, Hashable {
        /// How the runner moves.
        public var motion: Motion
        /// How long, whole seconds.
        public var duration: Duration
        /// Rise per metre of way, −1...1.
        public var grade: Double
        /// What the receiver sees; nil: as in the script.
        public var sky: Sky?
        /// The shape of the way from here on; nil: as before.
        public var route: Route?
        /// Steps per minute; nil: what suits the speed.
        public var cadence: Cadence?

        /// A leg; what is left out stays as the script says.
        public init(
            _ motion: Motion, for duration: Duration, grade: Double = 0, sky: Sky? = nil, route: Route? = nil, cadence: Cadence? = nil
        ) {
            self.motion = motion
            self.duration = duration
            self.grade = grade
            self.sky = sky
            self.route = route
            self.cadence = cadence
        }
    }

    /// Hills of a sine shape along the way.
    public struct Hills: Sendable, Hashable {
        /// From valley to top.
        public var height: Distance
        /// From valley to valley along the way.
        public var length: Distance
        /// Hills of a height and a length.
        public init(height: Distance, length: Distance) {
            self.height = height
            self.length = length
        }
    }

    /// A name for tables.
    public var name: String
    /// One after another.
    public var legs: [Leg]
    /// Where it begins; nil counts as 47° N 8° E.
    public var start = Coordinate(latitude: 47.3686, longitude: 8.5392)
    /// Which way it begins.
    public var course = Course.degrees(40)
    /// How high it begins.
    public var altitude = Altitude.meters(408)
    /// True UTC at the first second.
    public var utc = UTCInstant(milliseconds: 1_790_000_000_000)
    /// The monotonic clock at the first second.
    public var monotonic = MonotonicInstant(nanoseconds: 1_000_000_000_000)
    /// The shape of the way.
    public var route = Route.straight
    /// What the receiver sees where a leg does not say.
    public var sky = Sky.visible(.open)
    /// Whether the receiver reports speed and course.
    public var hasDoppler = true
    /// Seconds until the receiver's first solution.
    public var timeToFirstFix = Duration.zero
    /// Hills on top of the legs' grades; nil: none.
    public var hills: Hills?
    /// Change of speed in m/s each second; infinite: at once.
    public var acceleration = 1.5
    /// How unevenly the runner runs: standard deviation of the speed as a part of it.
    public var unevenness = 0.0
    /// Weather: change of pressure per hour.
    public var pressureDrift = Pressure.zero
    /// Standard deviation of the barometer: a BMP388 at its usual oversampling, in hPa.
    public var pressureNoise = Pressure.hectopascals(0.03)
    /// The battery at the first second, per cent, and what an hour takes of it.
    public var battery = 92.0, batteryPerHour = 4.0
    /// Heart rate at rest and at the runner's best.
    public var restingHeartRate = HeartRate.beatsPerMinute(58), maximumHeartRate = HeartRate.beatsPerMinute(188)
    /// What goes wrong.
    public var faults = FaultScript.none

    /// A script of legs; everything else has a default and can be set.
    public init(name: String, legs: [Leg]) {
        self.name = name
        self.legs = legs
    }

    /// The time of all legs together.
    public var duration: Duration { legs.reduce(.zero) { $0 + $1.duration } }
}

extension RunnerScript {
    /// What `harrier simulate` shows: waiting for a fix, an easy run with corners, a traffic light, a hill, a tunnel, a fast end.
    public static let everyday: RunnerScript = {
        var script = RunnerScript(
            name: "everyday",
            legs: [
                Leg(.stand, for: .seconds(20)),
                Leg(.run(.metersPerSecond(2.6)), for: .seconds(100), route: .curving(wave: .meters(400), swing: .degrees(25))),
                Leg(
                    .run(.metersPerSecond(2.9)), for: .seconds(160), sky: .visible(.mid),
                    route: .corners(long: .meters(130), short: .meters(70))),
                Leg(.stand, for: .seconds(35), sky: .visible(.mid)),
                Leg(.run(.metersPerSecond(2.9)), for: .seconds(120), sky: .visible(.mid)),
                Leg(.run(.metersPerSecond(2.4)), for: .seconds(120), grade: 0.06, route: .curving(wave: .meters(250), swing: .degrees(35))),
                Leg(.run(.metersPerSecond(3.2)), for: .seconds(90), grade: -0.06),
                Leg(.run(.metersPerSecond(3)), for: .seconds(45), sky: .tunnel, route: .straight),
                Leg(.run(.metersPerSecond(3)), for: .seconds(180), route: .curving(wave: .meters(300), swing: .degrees(30))),
                Leg(.run(.metersPerSecond(4.1)), for: .seconds(120), route: .track),
                Leg(.walk(.metersPerSecond(1.4)), for: .seconds(90)),
                Leg(.stand, for: .seconds(30)),
            ])
        script.timeToFirstFix = .seconds(10)
        script.unevenness = 0.03
        script.pressureDrift = .hectopascals(-0.3)
        return script
    }()

    /// The everyday run over and over until a time is reached, for long simulations.
    public static func everyday(lasting duration: Duration) -> RunnerScript {
        var script = everyday
        var left = duration
        script.legs = []
        while left > .zero {
            for leg in everyday.legs where left > .zero {
                var cut = leg
                cut.duration = min(leg.duration, left)
                left -= cut.duration
                script.legs.append(cut)
            }
        }
        return script
    }
}
