/// How long to wait before each further attempt at something that keeps failing: twice as long each time, up to a limit (fault A26).
public struct BackOff: Hashable, Sendable {
    /// The wait after the first failure.
    public let first: Duration
    /// The longest wait.
    public let longest: Duration
    private var next: Duration

    /// 1, 2, 4 … 60 s unless stated otherwise.
    public init(first: Duration = .seconds(1), longest: Duration = .seconds(60)) {
        self.first = first
        self.longest = longest
        next = first
    }

    /// The wait before the next attempt; the one after it will be longer.
    public mutating func wait() -> Duration {
        defer { next = min(longest, next * 2) }
        return next
    }

    /// Begins again with the first wait, after a success.
    public mutating func reset() { next = first }
}
