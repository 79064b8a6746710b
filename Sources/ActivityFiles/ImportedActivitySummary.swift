import Quantities

extension ActivitySummary {
    /// Describes an activity that was read, so that it can be written again: as FIT, or to measure the writer. The times are those of
    /// the points, the distance is the device's, else that of the last point that has one. Laps are left out, because those of other
    /// devices need not add up.
    ///
    /// Nil if no point has a time.
    public init?(of activity: ImportedActivity, device: ActivityDevice) {
        var span: (first: UTCInstant, last: UTCInstant)?
        var distance: Distance?
        for point in activity.points {
            if let time = point.time { span = span.map { ($0.first, max($0.last, time)) } ?? (time, time) }
            if let known = point.distance { distance = max(distance ?? known, known) }
        }
        guard let span else { return nil }
        let elapsed = span.first.duration(to: span.last)
        let paused = activity.pauses.reduce(Duration.zero) { sum, pause in
            let start = max(pause.start, span.first)
            let end = min(pause.end, span.last)
            return start < end ? sum + start.duration(to: end) : sum
        }
        let totals = ActivityTotals(
            elapsed: elapsed, timer: max(.zero, elapsed - paused), distance: activity.deviceDistance ?? distance ?? .zero)
        self.init(
            sport: activity.sport ?? .run, start: span.first, isTimeKnown: activity.isTimeKnown, zone: activity.zone, totals: totals,
            device: device)
    }
}

extension ActivityPause {
    /// A pause that was read. Files of others do not tell an outage from a pause.
    public init(_ pause: ImportedPause) { self.init(start: pause.start, end: pause.end, cause: .manual) }
}
