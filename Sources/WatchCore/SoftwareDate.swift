import Calendar

extension CivilDate {
    /// The day before this version was finished: no true date of a receiver is earlier, so an earlier one is a week roll-over (fault A23).
    /// Raised with each release.
    public static let softwareDate = CivilDate(year: 2026, month: 9, day: 1) ?? .earliest
}
