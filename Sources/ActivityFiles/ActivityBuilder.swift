import Quantities

/// Gathers an activity while a file is read, within the limits.
struct ActivityBuilder {
    var activity: ImportedActivity
    private let pointLimit: Int
    private let faultLimit: Int
    private var startsSegment = true

    /// `fileSize` is the size of the file as it lies on the disk.
    init(format: ActivityFormat, fileSize: Int64, limits: ActivityLimits) {
        activity = ImportedActivity(format: format)
        pointLimit = Int(clamping: Int64(limits.points).addingSaturating(fileSize))
        faultLimit = limits.faults
    }

    /// Keeps a fault, unless it is known or there are too many.
    mutating func note(_ fault: ActivityFault) {
        if activity.faults.count < faultLimit, !activity.faults.contains(fault) { activity.faults.append(fault) }
    }

    /// The next point begins a new stretch.
    mutating func breakSegment() { startsSegment = true }

    /// Adds a point; false when there is no room for it.
    mutating func add(_ point: ActivityPoint) -> Bool {
        guard activity.points.count < pointLimit else {
            note(.tooManyPoints(limit: pointLimit))
            return false
        }
        if startsSegment { activity.segmentStarts.append(activity.points.count) }
        startsSegment = false
        activity.points.append(point)
        return true
    }

    /// Turns of a crank are no steps: takes the cadence out where the activity was not on foot.
    mutating func finish() -> ImportedActivity {
        guard let sport = activity.sport, !sport.isOnFoot else { return activity }
        for index in activity.points.indices { activity.points[index].cadence = nil }
        for index in activity.laps.indices { activity.laps[index].averageCadence = nil }
        for index in activity.sessions.indices { activity.sessions[index].totals.averageCadence = nil }
        return activity
    }
}
