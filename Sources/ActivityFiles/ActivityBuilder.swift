import Quantities

/// Gathers an activity while a file is read, within the limits.
struct ActivityBuilder {
    var activity: ImportedActivity
    private let pointLimit: Int
    private let summaryLimit: Int
    private let faultLimit: Int
    private let unreadLimit: Int
    /// Hashes of the names in the activity's list, so that a name that comes with every point is made a string once.
    private var unread: [UInt64] = []
    private var startsSegment = true

    /// `fileSize` is the size of the file as it lies on the disk.
    init(format: ActivityFormat, fileSize: Int64, limits: ActivityLimits) {
        activity = ImportedActivity(format: format)
        pointLimit = min(limits.mostPoints, Int(clamping: Int64(limits.points).addingSaturating(fileSize)))
        summaryLimit = limits.summaries
        faultLimit = limits.faults
        unreadLimit = limits.unreadNames
    }

    /// Keeps a fault, unless it is known or there are too many.
    mutating func note(_ fault: ActivityFault) {
        guard activity.faults.last != fault, !activity.faults.contains(fault) else { return }
        guard activity.faults.count < faultLimit else { return activity.furtherFaults &+= 1 }
        activity.faults.append(fault)
    }

    /// Keeps the name of an element that is not read, unless it is known or there are too many. `name` ends with a zero.
    mutating func note(unread name: UnsafePointer<CChar>) {
        let hash = XMLElementName.hash(name)
        guard !unread.contains(hash), !activity.hasMoreUnread else { return }
        guard unread.count < unreadLimit else { return activity.hasMoreUnread = true }
        unread.append(hash)
        activity.unread.append(XMLElementName.legible(name))
    }

    /// The next point begins a new stretch.
    mutating func breakSegment() { startsSegment = true }

    /// Adds a point; false when there is no room for it.
    mutating func add(_ point: ActivityPoint) -> Bool {
        guard activity.points.count < pointLimit else {
            note(.tooManyPoints(limit: pointLimit))
            return false
        }
        if startsSegment { beginSegment() }
        activity.points.append(point)
        return true
    }

    private mutating func beginSegment() {
        startsSegment = false
        // Memory that is not written to is not taken, and an array that never grows is never held twice.
        if activity.points.isEmpty { activity.points.reserveCapacity(pointLimit) }
        guard activity.segmentStarts.count < summaryLimit else { return note(.tooManySummaries(limit: summaryLimit)) }
        activity.segmentStarts.append(activity.points.count)
    }

    /// Adds a lap, if there is room.
    mutating func add(lap: ImportedTotals) { if hasRoomForSummary() { activity.laps.append(lap) } }
    /// Adds a session, if there is room.
    mutating func add(session: ImportedSession) { if hasRoomForSummary() { activity.sessions.append(session) } }
    /// Adds a pause, if there is room.
    mutating func add(pause: ImportedPause) { if hasRoomForSummary() { activity.pauses.append(pause) } }

    /// True if another lap, session or pause may be added; otherwise that is noted.
    mutating func hasRoomForSummary() -> Bool {
        if activity.laps.count + activity.sessions.count + activity.pauses.count < summaryLimit { return true }
        note(.tooManySummaries(limit: summaryLimit))
        return false
    }

    /// Settles what only the whole file can tell.
    mutating func finish() -> ImportedActivity {
        nameWalks()
        if let sport = activity.sport, !sport.isOnFoot { removeCadence() } else { doubleCadenceOfOneFoot() }
        return activity
    }

    /// TCX has no word for a walk. It is the only other sport that a Harrier records.
    private mutating func nameWalks() {
        guard activity.run != nil, activity.format == .tcx else { return }
        for index in activity.sessions.indices where activity.sessions[index].sport == .other { activity.sessions[index].sport = .walk }
    }

    /// Turns of a crank are no steps: takes the cadence out of what was not on foot.
    private mutating func removeCadence() {
        for index in activity.points.indices { activity.points[index].cadence = nil }
        for index in activity.laps.indices { activity.laps[index].averageCadence = nil }
        for index in activity.sessions.indices { activity.sessions[index].totals.averageCadence = nil }
    }

    /// GPX files count the steps of both feet (Strava) or of one (Garmin, as the schema has it) and do not say which. No runner takes
    /// fewer than 120 steps a minute at the fastest, so a file whose cadence stays below counts one foot. A walk is left as it is.
    private mutating func doubleCadenceOfOneFoot() {
        guard activity.format == .gpx else { return }
        // Files of our own count one foot, also those of a walk.
        if activity.run == nil, activity.device.productName?.hasPrefix("Harrier") != true {
            guard activity.sport == nil || activity.sport?.sport == ActivitySport.run.sport else { return }
            let fastest = activity.points.reduce(0) { max($0, $1.cadence?.stepsPerMinute ?? 0) }
            guard fastest > 0, fastest < 120 else { return }
        }
        for index in activity.points.indices {
            if let cadence = activity.points[index].cadence { activity.points[index].cadence = cadence * 2 }
        }
    }
}
