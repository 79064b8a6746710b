import Quantities
import RunCore

/// What a runner's history keeps of one run: enough for lists, records, rank, calendar, totals and load without reading the log again.
public struct TrainedRun: Hashable, Sendable {
    /// Where it comes from.
    public var origin: RunOrigin
    /// What is said of it everywhere.
    public var figures: RunFigures
    /// Its fastest stretches.
    public var efforts: BestEfforts
    /// How hard it was; nil without heart rates, or without what the rule needs to know of the runner.
    public var load: TrainingLoad?
    /// What it says of the greatest oxygen uptake; nil where the rule does not hold.
    public var oxygenUptake: OxygenUptake?
    /// How fast it was at an easy heart rate; nil where too little of it was.
    public var aerobicPace: AerobicPace?
    /// True if some stretch was faster than any runner is: a ride that was recorded as a run, or a position that jumped. Such a run has no
    /// efforts and sets no records, and nothing is concluded from its speed.
    public var isTooFast: Bool

    /// A run.
    public init(
        origin: RunOrigin, figures: RunFigures, efforts: BestEfforts, load: TrainingLoad? = nil, oxygenUptake: OxygenUptake? = nil,
        aerobicPace: AerobicPace? = nil, isTooFast: Bool = false
    ) {
        self.origin = origin
        self.figures = figures
        self.efforts = efforts
        self.load = load
        self.oxygenUptake = oxygenUptake
        self.aerobicPace = aerobicPace
        self.isTooFast = isTooFast
    }
}

/// How hard a run was, by two rules.
public struct TrainingLoad: Hashable, Sendable {
    /// Banister's training impulse (``TrainingImpulse``); nil without greatest and resting rate.
    public var banister: Double?
    /// Edwards' sum of minutes in zones 1 to 5, times 1 to 5 (Edwards 1993); nil without zones.
    public var edwards: Double?

    /// A load.
    public init(banister: Double?, edwards: Double?) {
        self.banister = banister
        self.edwards = edwards
    }
}

/// An estimate of the greatest oxygen uptake from one run's steady stretches.
public struct OxygenUptake: Hashable, Sendable {
    /// Millilitres a kilogram and minute.
    public var milliliters: Double
    /// How many steady three-minute stretches it rests on.
    public var stretches: Int

    /// An estimate.
    public init(milliliters: Double, stretches: Int) {
        self.milliliters = milliliters
        self.stretches = stretches
    }
}

/// How fast a run was while its heart rate lay at 70 to 80 % of the greatest: whoever gets fitter runs faster at the same rate.
///
/// Whole minutes count whose mean rate lies in the band and in which nobody stood, paused or walked (``SteadyMinutes``); hills are not taken
/// out, they even out over a run. Only of runs, not on trails, whose ground decides more than the runner.
public struct AerobicPace: Hashable, Sendable {
    /// The mean pace of those minutes.
    public var pace: Pace
    /// How many minutes there were, five at least.
    public var minutes: Int
    /// The band's lower end, beats a minute: it depends on the greatest heart rate that was set then.
    public var lowerBeats: UInt8
    /// The band's upper end.
    public var upperBeats: UInt8

    /// A pace.
    public init(pace: Pace, minutes: Int, lowerBeats: UInt8, upperBeats: UInt8) {
        self.pace = pace
        self.minutes = minutes
        self.lowerBeats = lowerBeats
        self.upperBeats = upperBeats
    }
}
