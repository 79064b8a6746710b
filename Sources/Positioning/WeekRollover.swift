import Quantities

/// Undoes the roll-over of the GPS week number. A receiver's week is a ten-bit count; firmware that is older than the last roll-over reports
/// dates 1024 weeks (19.6 years) back, or 2048 (fault A23).
public struct WeekRollover: Sendable, Hashable {
    /// Ten bits of weeks: 7168 days.
    public static let period = Duration.seconds(1024 * 7 * 86_400)
    /// 1980-01-06T00:00:00Z, where GPS weeks begin: an earlier date is no date of a receiver.
    public static let firstWeek = UTCInstant(milliseconds: 315_964_800_000)
    /// A receiver that is further back than this has no clock at all.
    public static let largestNumberOfPeriods: Int64 = 2

    /// A program is not used for longer than this after it was built, so a later date is false: 20 years, a little more than a period.
    public static let longestUse = Duration.seconds(7_305 * 86_400)

    /// When this program was built: no true date is earlier.
    public var buildDate: UTCInstant

    /// Snaps against a build date.
    public init(buildDate: UTCInstant) { self.buildDate = buildDate }

    /// True for a date that can be: from the build date on, for twenty years (fault R-B15).
    public func canBe(_ date: UTCInstant) -> Bool { date >= buildDate && date <= buildDate.advanced(by: Self.longestUse) }

    /// The first date on or after the build date that differs from the reported one by 0, 1024 or 2048 weeks; nil if there is none that
    /// can be, or if the report is from before the first GPS week: then the time is not known.
    public func plausible(_ reported: UTCInstant) -> UTCInstant? {
        guard reported >= Self.firstWeek else { return nil }
        var candidate = reported
        for _ in 0...Self.largestNumberOfPeriods {
            if candidate >= buildDate { return canBe(candidate) ? candidate : nil }
            candidate = candidate.advanced(by: Self.period)
        }
        return nil
    }
}
