/// The stretch of each local day in which the watch does not buzz outside a run.
public struct QuietHours: Hashable, Sendable {
    /// Minutes of a day.
    public static let minutesADay: UInt16 = 1440

    /// When it begins, in minutes after local midnight, 0...1439.
    public let from: UInt16
    /// When it is over, in minutes after local midnight, 0...1439; before ``from`` it is over on the next day.
    public let to: UInt16

    /// A stretch; nil for minutes that no day has, and for one that is over as it begins.
    public init?(from: UInt16, to: UInt16) {
        guard from < Self.minutesADay, to < Self.minutesADay, from != to else { return nil }
        (self.from, self.to) = (from, to)
    }

    /// True if a minute after local midnight lies within: from the first on, up to the last and without it.
    public func contains(minute: UInt16) -> Bool {
        from < to ? from <= minute && minute < to : from <= minute || minute < to
    }
}
