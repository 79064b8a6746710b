/// The newest runs at a glance.
public struct RecentRunsPage: Hashable, Sendable {
    /// The newest run; nil while it is not known.
    public var newest: HistoryRow?
    /// The run before it.
    public var second: HistoryRow?
    /// The run before that.
    public var third: HistoryRow?
    /// How many runs there are.
    public var count: UInt32?
    /// A page of which nothing is known.
    public init() {}
}
