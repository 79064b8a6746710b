import Quantities

/// A record that a run has beaten.
public struct BrokenRecord: Hashable, Sendable {
    /// What was compared.
    public enum Kind: UInt8, CaseIterable, Sendable {
        /// Distances, the hour, the whole distance, the height climbed.
        case fourHundredMeters, kilometer, mile, threeKilometers, fiveKilometers, tenKilometers, halfMarathon, marathon, hour, longest,
            mostClimb
    }
    /// By what it was beaten.
    public enum Figure: Hashable, Sendable {
        /// The time over a distance.
        case time(Duration)
        /// The distance in an hour, or of the run.
        case distance(Distance)
        /// The height climbed.
        case climb(Distance)
    }
    /// What was compared.
    public var kind: Kind
    /// By what it was beaten.
    public var figure: Figure
    /// How many further records the run has beaten.
    public var others: UInt8
    /// A record.
    public init(_ kind: Kind, _ figure: Figure, others: UInt8 = 0) { (self.kind, self.figure, self.others) = (kind, figure, others) }
}
