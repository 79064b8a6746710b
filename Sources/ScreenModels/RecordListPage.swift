import Quantities

/// Totals and records, four rows at a time.
public struct RecordListPage: Hashable, Sendable {
    /// A row.
    public enum Row: Hashable, Sendable {
        /// The distance of all runs, or their energy.
        case distance(Distance), energy(Energy)
        /// A record; those of indoor runs are among themselves.
        case record(BrokenRecord, isIndoor: Bool)
    }
    /// How many rows fit.
    public static let capacity = 4
    /// Rows in all.
    public var count: UInt8
    /// Index of the first row in view.
    public var first: UInt8
    /// Index of the chosen row.
    public var selected: UInt8
    private var rows = InView<Row>()
    /// A list without a row in view.
    public init(count: UInt8, first: UInt8, selected: UInt8) { (self.count, self.first, self.selected) = (count, first, selected) }
    /// A row in view, 0...3; nil outside and beyond the end.
    public subscript(index: Int) -> Row? {
        get { rows[index] }
        set { rows[index] = newValue }
    }
}
