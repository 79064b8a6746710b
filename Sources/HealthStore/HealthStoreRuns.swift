import HealthCore
import Quantities
import RunCore

// The history is a view of the objects: newest first by the start, those without UTC where they came.
extension HealthStore {
    private static let isListed = "WHERE place IS NOT NULL"

    /// Puts a run into the history, as a version more of the same run if its figures differ. A date that is known stays.
    public func save(_ run: RunSummary) throws(HealthStoreError) {
        try requireWritable()
        try transaction { () throws(HealthStoreError) in try putRun(run) }
    }

    private func putRun(_ run: RunSummary) throws(HealthStoreError) {
        var run = run
        let old = try table.newest(.run, HealthID(run.id))
        if let known = old.flatMap({ RunSummary($0) }) {
            if run.start == nil, known.start != nil { (run.time, run.amounts.zone) = (known.time, known.zone) }
            if run == known { return }
        }
        _ = try table.put(run.change(after: old, origin: origin), at: nil)
    }

    /// Takes a run out of the history; no file is touched.
    public func remove(_ id: RunID) throws(HealthStoreError) {
        guard let old = try table.newest(.run, HealthID(id)), !old.isDeleted else { return }
        try put(HealthChange(deleting: .run, id: old.id, version: HealthChange.version(after: old), origin: origin))
    }

    /// True if the history has the run.
    public func contains(_ id: RunID) throws(HealthStoreError) -> Bool {
        try table.newest(.run, HealthID(id)).map { !$0.isDeleted } ?? false
    }

    /// How many runs the history has.
    public func runCount() throws(HealthStoreError) -> Int {
        Int(clamping: try connection.number("SELECT count(*) FROM object \(Self.isListed)") ?? 0)
    }

    /// Runs from an index on, newest first.
    public func runs(from first: Int = 0, limit: Int = .max) throws(HealthStoreError) -> [RunSummary] {
        var runs: [RunSummary] = []
        try visit(
            "\(Self.isListed) ORDER BY place DESC, added DESC LIMIT ? OFFSET ?", [SQLiteValue(max(0, limit)), SQLiteValue(max(0, first))]
        ) { change in
            if let run = RunSummary(change) { runs.append(run) }
        }
        return runs
    }

    /// Gives all runs one after the other, the oldest first, so that a long history needs no memory.
    public func visitRuns(_ take: (RunSummary) -> Void) throws(HealthStoreError) {
        try visit("\(Self.isListed) ORDER BY place, added", []) { change in
            if let run = RunSummary(change) { take(run) }
        }
    }

    /// Gives the runs that began in a stretch of time, the oldest first, and perhaps some that never learned when they began.
    public func visitRuns(startingIn interval: Range<UTCInstant>, _ take: (RunSummary) -> Void) throws(HealthStoreError) {
        try visit(
            "WHERE place >= ? AND place < ? ORDER BY place, added",
            [.integer(interval.lowerBound.milliseconds), .integer(interval.upperBound.milliseconds)]
        ) { change in
            if let run = RunSummary(change) { take(run) }
        }
    }

    /// The newest run that began before an instant and meets a condition; nil if there is none.
    public func newestRun(before instant: UTCInstant, where fits: (RunSummary) -> Bool) throws(HealthStoreError) -> RunSummary? {
        let pageLength = 32
        var found: RunSummary?, skipped = 0, isOver = false
        while found == nil, !isOver {
            var count = 0
            try visit(
                "WHERE place < ? ORDER BY place DESC, added DESC LIMIT ? OFFSET ?",
                [.integer(instant.milliseconds), SQLiteValue(pageLength), SQLiteValue(skipped)]
            ) { change in
                count += 1
                if found == nil, let run = RunSummary(change), fits(run) { found = run }
            }
            skipped += count
            isOver = count < pageLength
        }
        return found
    }

    /// Puts runs that were folded from their logs into the history, in one transaction: those without UTC first, then by their start.
    /// Runs whose logs are gone stay.
    public func replaceRuns(with entries: [RunSummary]) throws(HealthStoreError) {
        try requireWritable()
        let sorted = entries.sorted { ($0.start?.milliseconds ?? .min) < ($1.start?.milliseconds ?? .min) }
        try transaction { () throws(HealthStoreError) in
            for entry in sorted { try putRun(entry) }
        }
    }
}
