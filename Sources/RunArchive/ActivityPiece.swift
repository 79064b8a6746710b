import ActivityFiles
import ForeignRuns
import Quantities

/// A part of an activity file that is one run: a session of a FIT file, or what lies between two silences that no session spans.
///
/// Chained FIT files, triathlons and tracks of several days in one GPX file hold several.
struct ActivityPiece {
    /// In the order of time; empty where a session tells totals only.
    var moments: [RecordedMoment]
    var sport: ActivitySport?
    /// What the file states of the whole piece.
    var totals: ImportedTotals
    var laps: [ImportedTotals]
    var pauses: [ImportedPause]

    /// Two sessions that begin closer together are the same one, told twice.
    private static let sameStart = Duration.seconds(1)

    /// The pieces of a file, in order.
    /// - Parameter moments: of the whole file, in order.
    /// - Parameter isInOrder: whether they stood in that order in the file.
    static func pieces(of activity: ImportedActivity, _ moments: [RecordedMoment], isInOrder: Bool) -> [ActivityPiece] {
        let dated = datedSessions(of: activity)
        if dated.count > 1 { return pieces(of: activity, moments, by: dated) }
        var starts = [0]
        for index in moments.indices.dropFirst()
        where moments[index - 1].time.duration(to: moments[index].time) > MomentOrder.longestSilence {
            if let session = dated.first?.totals, let start = session.start, let elapsed = session.elapsed,
                start.advanced(by: elapsed) >= moments[index].time
            {
                continue
            }
            starts.append(index)
            // One more than are taken, to tell that there is more.
            if starts.count > ForeignRun.mostRuns { break }
        }
        // A file of Harrier holds one run, however long a pause.
        guard starts.count > 1, activity.run == nil else { return [whole(activity, moments)] }
        let isOneEach = isInOrder && starts.count == activity.sessions.count
        return starts.indices.map { place in
            let range = starts[place]..<(place + 1 < starts.count ? starts[place + 1] : moments.count)
            return piece(
                of: activity, moments, range, first: place == 0, sport: isOneEach ? activity.sessions[place].sport : activity.sport,
                ImportedTotals())
        }
    }

    private static func datedSessions(of activity: ImportedActivity) -> [ImportedSession] {
        let sessions = activity.sessions.filter { $0.totals.start != nil }
        let sorted = sessions.sorted { ($0.totals.start?.milliseconds ?? 0) < ($1.totals.start?.milliseconds ?? 0) }
        return sorted.reduce(into: []) { kept, session in
            if let last = kept.last?.totals.start, let start = session.totals.start, last.duration(to: start) <= sameStart { return }
            if kept.count <= ForeignRun.mostRuns { kept.append(session) }
        }
    }

    /// A file that is one run: what its sessions lack its laps tell.
    private static func whole(_ activity: ImportedActivity, _ moments: [RecordedMoment]) -> ActivityPiece {
        var totals = activity.sessions.first?.totals ?? ImportedTotals()
        totals.start = totals.start ?? activity.laps.first?.start
        totals.elapsed = activity.elapsed
        totals.timer = activity.timer
        totals.distance = activity.deviceDistance
        totals.ascent = activity.deviceAscent
        return ActivityPiece(moments: moments, sport: activity.sport, totals: totals, laps: activity.laps, pauses: activity.pauses)
    }

    private static func pieces(
        of activity: ImportedActivity, _ moments: [RecordedMoment], by sessions: [ImportedSession]
    ) -> [ActivityPiece] {
        var from = 0
        return sessions.indices.map { place in
            var to = moments.count
            if place + 1 < sessions.count, let next = sessions[place + 1].totals.start {
                to = moments[from...].firstIndex { $0.time >= next } ?? moments.count
            }
            defer { from = to }
            let session = sessions[place]
            return piece(of: activity, moments, from..<to, first: place == 0, sport: session.sport, session.totals)
        }
    }

    private static func piece(
        of activity: ImportedActivity, _ moments: [RecordedMoment], _ range: Range<Int>, first: Bool, sport: ActivitySport?,
        _ totals: ImportedTotals
    ) -> ActivityPiece {
        let start = totals.start ?? (range.isEmpty ? nil : moments[range.lowerBound].time)
        let end = range.upperBound < moments.count ? moments[range.upperBound].time : nil
        func isWithin(_ instant: UTCInstant) -> Bool {
            (first || start.map { $0 <= instant } ?? false) && (end.map { instant < $0 } ?? true)
        }
        let laps = activity.laps.filter { $0.start.map(isWithin) ?? false }
        var totals = totals
        func sum<Value>(_ amount: KeyPath<ImportedTotals, Value?>, _ add: (Value, Value) -> Value) -> Value? {
            let known = laps.compactMap { $0[keyPath: amount] }
            guard let head = known.first, known.count == laps.count else { return nil }
            return known.dropFirst().reduce(head, add)
        }
        totals.timer = totals.timer ?? sum(\.timer, +)
        totals.elapsed = totals.elapsed ?? sum(\.elapsed, +)
        totals.distance = totals.distance ?? sum(\.distance, +)
        totals.ascent = totals.ascent ?? sum(\.ascent, +)
        return ActivityPiece(
            moments: Array(moments[range]), sport: sport, totals: totals, laps: laps,
            pauses: activity.pauses.filter { isWithin($0.start) })
    }
}
