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

    /// A run.
    public init(
        origin: RunOrigin, figures: RunFigures, efforts: BestEfforts, load: TrainingLoad? = nil, oxygenUptake: OxygenUptake? = nil
    ) {
        self.origin = origin
        self.figures = figures
        self.efforts = efforts
        self.load = load
        self.oxygenUptake = oxygenUptake
    }
}

/// How hard a run was, by two rules.
public struct TrainingLoad: Hashable, Sendable {
    /// Banister's training impulse: minutes × reserve fraction × k e^(b × fraction) (Banister 1991); nil without greatest and resting rate.
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
