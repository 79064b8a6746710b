import Quantities
import RunCore

/// Two runs split by split.
public struct RunComparison: Hashable, Sendable {
    /// The same split of both.
    public struct Split: Hashable, Sendable {
        /// From 1.
        public var number: Int
        /// The first run's time; nil if it ended before.
        public var first: Duration?
        /// The second run's time; nil if it ended before.
        public var second: Duration?
        /// How far the second run is behind the first at the end of this split, negative if ahead; nil once one of them has ended.
        public var behind: Duration?
    }
    /// The splits of the one that has more.
    public var splits: [Split]

    /// Compares two runs by their books of the same length, on the timer: pauses are left out.
    public init(_ first: SplitBook, _ second: SplitBook) {
        splits = (0..<max(first.doneAt.count, second.doneAt.count)).map { index in
            var behind: Duration?
            if first.doneAt.indices.contains(index), second.doneAt.indices.contains(index) {
                behind = .milliseconds(Int64(second.doneAt[index]) - Int64(first.doneAt[index]))
            }
            return Split(number: index + 1, first: first.time(of: index), second: second.time(of: index), behind: behind)
        }
    }
}
