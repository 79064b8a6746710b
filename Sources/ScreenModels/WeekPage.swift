import Quantities

/// The week at a glance: the distance of each of its days.
public struct WeekPage: Hashable, Sendable {
    /// Millimetres of each day from Monday; the eighth place is unused.
    private var millimeters = SIMD8<Int64>.zero
    /// Which day is today, 0 for Monday to 6 for Sunday; nil while the date is not known.
    public var today: UInt8?
    /// Distance of the week; nil while it is not known.
    public var week: Distance?
    /// Distance of the month; nil while it is not known.
    public var month: Distance?
    /// Days in a row with a run; nil while that is not known.
    public var streak: UInt32?
    /// A week of which nothing is known.
    public init() {}
    /// Distance of a day, 0 for Monday to 6 for Sunday; nothing outside.
    public subscript(day: Int) -> Distance {
        get { (0..<7).contains(day) ? .meters(Double(millimeters[day]) / 1000) : .zero }
        set { if (0..<7).contains(day) { millimeters[day] = Int64(rounding: newValue.meters * 1000) } }
    }
}
