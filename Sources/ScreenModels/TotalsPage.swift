import Quantities

/// What all runs add up to, at a glance.
public struct TotalsPage: Hashable, Sendable {
    /// The sum of their distances; nil while it is not known.
    public var distance: Distance?
    /// The sum of their energies.
    public var energy: Energy?
    /// How many there are.
    public var runs: UInt32?
    /// Seconds of all over metres of all.
    public var averagePace: Pace?
    /// Totals of which nothing is known.
    public init() {}
}
