/// What became of a report of the receiver, or of a second without one: the first reason that applies.
public enum FixVerdict: UInt8, CaseIterable, Sendable {
    /// Believed and used.
    case accepted
    /// No report, no solution, or no coordinates.
    case noFix
    /// Coordinates outside the Earth, or 0° N 0° E (faults A1, A2).
    case implausiblePlace
    /// The report carries no time (fault A8).
    case noTime
    /// The report carries the same time as the one before: gpsd repeats the last fix after a loss (fault A3).
    case repeatedTime
    /// Fewer than four satellites; none beside a fix is a receiver that does not tell (fault K13).
    case fewSatellites
    /// Estimated error above the limit.
    case largeError
    /// Negative, or faster than the sport allows.
    case impossibleSpeed
    /// Coordinates identical to the last bit, or two in turn, although the runner moves (fault A3).
    case frozen
    /// Sooner after the last fix than steps are counted: not an error, a receiver with more than one fix a second.
    case tooSoon
    /// Further from the last fix than anyone can run.
    case jump
    /// Too far from where the filter expects the runner (99.9 % of true fixes are nearer).
    case innovation
    /// The first place of all, or the first after a gap with outliers in it: it is believed when a second report agrees.
    case unconfirmed
}
