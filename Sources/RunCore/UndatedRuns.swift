import Quantities

/// A finished run of this boot whose time was not known when it ended. Its log tells by the boot's own clock when it began, so it can be
/// dated as soon as this boot learns UTC (faults D9, R-B14).
public struct UndatedRun: Hashable, Sendable {
    /// The run.
    public var id: RunID
    /// Its start on this boot's monotonic clock, as ``RunTotals/origin`` has it.
    public var origin: MonotonicInstant

    /// The run, if its latest part was recorded in this boot and does not know UTC; nil for any other.
    public init?(_ totals: RunTotals, boot: BootID) {
        guard totals.boot == boot, !totals.utc.isLatestPartKnown else { return nil }
        id = totals.header.id
        origin = totals.origin
    }

    /// A run whose list entry tells so.
    public init(id: RunID, origin: MonotonicInstant) { (self.id, self.origin) = (id, origin) }

    /// UTC at the run's start by what this boot has learned.
    public func utcAtStart(by offset: UTCOffset) -> UTCInstant { offset.utc(at: origin) }
}

/// The runs of this boot that wait to be dated, and those that were dated in it, should UTC turn out to have been wrong.
public struct UndatedRuns: Hashable, Sendable {
    /// A date for a run.
    public struct Dating: Hashable, Sendable {
        /// The run.
        public var id: RunID
        /// UTC at its start: what ``RunEvent/Kind/utcAtStart(_:zone:)`` wants.
        public var utcAtStart: UTCInstant
    }

    /// More runs than this in one boot without UTC: the oldest stays undated.
    public static let capacity = 16
    /// A date is corrected only by more than this: later UTC of the same boot is no better for an old run, because clocks drift.
    public static let smallestCorrection = Duration.seconds(60)

    private struct Entry: Hashable, Sendable {
        var run: UndatedRun
        var utcAtStart: UTCInstant?
    }
    private var entries: [Entry] = []

    /// None.
    public init() { entries.reserveCapacity(Self.capacity) }

    /// Adds a run; one that is there already stays as it is.
    public mutating func add(_ run: UndatedRun) {
        guard !entries.contains(where: { $0.run.id == run.id }) else { return }
        if entries.count == Self.capacity { entries.removeFirst() }
        entries.append(Entry(run: run))
    }

    /// The next run that a UTC of this boot dates, or dates anew; nil when there is none. Each is given once.
    public mutating func next(by offset: UTCOffset) -> Dating? {
        for index in entries.indices {
            let utc = entries[index].run.utcAtStart(by: offset)
            if let known = entries[index].utcAtStart, abs(known.duration(to: utc)) <= Self.smallestCorrection { continue }
            entries[index].utcAtStart = utc
            return Dating(id: entries[index].run.id, utcAtStart: utc)
        }
        return nil
    }

    private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
}
