/// Which glances the watch shows at rest, beside the clock, which is always there.
///
/// The bits are those of every released store. A bit of a later version is kept as it is and means nothing here.
public struct GlanceSet: OptionSet, Hashable, Sendable {
    /// The bits as they are stored.
    public let rawValue: UInt8
    /// Wraps stored bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The goals of the day.
    public static let goals = GlanceSet(rawValue: 1 << 0)
    /// Caffeine in the body, and drinks.
    public static let caffeine = GlanceSet(rawValue: 1 << 1)
    /// The week, and the calendar behind it.
    public static let week = GlanceSet(rawValue: 1 << 2)
    /// Totals and records.
    public static let records = GlanceSet(rawValue: 1 << 3)
    /// The newest runs.
    public static let history = GlanceSet(rawValue: 1 << 4)
    /// The cable to a computer.
    public static let computer = GlanceSet(rawValue: 1 << 5)

    /// All that this version knows: those of a new watch.
    public static let all: GlanceSet = [.goals, .caffeine, .week, .records, .history, .computer]
}
