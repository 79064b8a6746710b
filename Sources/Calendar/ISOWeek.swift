/// A week as ISO 8601 numbers it: Monday to Sunday, week 1 being the one with the year's first Thursday.
public struct ISOWeek: Hashable, Comparable, Sendable {
    /// The year the week counts for: its Thursday's, which is not always the year of its Monday.
    public let year: Int
    /// The week's number in that year, 1...53.
    public let number: Int

    /// The week a date lies in.
    public init(containing date: CivilDate) {
        let thursday = date.startOfWeek().adding(days: 3)
        year = thursday.year
        number = (thursday.dayOfYear - 1) / 7 + 1
    }

    /// Orders by time.
    public static func < (a: ISOWeek, b: ISOWeek) -> Bool { (a.year, a.number) < (b.year, b.number) }
}
