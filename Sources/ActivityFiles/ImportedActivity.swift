import Quantities
import RunCore

/// The formats that can be read.
public enum ActivityFormat: String, Hashable, Sendable, CaseIterable {
    /// Garmin's Flexible and Interoperable Data Transfer, an activity file or several in a row.
    case fit
    /// GPS Exchange Format 1.0 or 1.1.
    case gpx
    /// Training Center XML, version 1 or 2.
    case tcx
}

/// What recorded an activity.
public struct ImportedDevice: Hashable, Sendable {
    /// The maker's number in the FIT profile.
    public var manufacturer: UInt16?
    /// The maker's own product number.
    public var product: UInt16?
    /// The serial number.
    public var serialNumber: UInt32?
    /// The name that the file itself gives.
    public var productName: String?

    /// A device of which nothing is known.
    public init() {}

    /// The name in the file, else the maker with the product number; nil if the file says neither.
    public var name: String? {
        if let productName { return productName }
        guard let manufacturer else { return nil }
        let maker = Self.makers[manufacturer] ?? "Maker \(manufacturer)"
        return product.map { "\(maker) \($0)" } ?? maker
    }

    /// Makers of running watches and apps, by their number in the FIT profile (type `manufacturer`).
    private static let makers: [UInt16: String] = [
        1: "Garmin", 16: "Timex", 23: "Suunto", 32: "Wahoo", 70: "Sigma", 71: "TomTom", 123: "Polar", 260: "Zwift", 265: "Strava",
        267: "Bryton", 289: "Hammerhead", 294: "Coros", 310: "Decathlon", 326: "Nike", 339: "Zepp", 348: "Huawei",
    ]
}

/// The totals of a lap or a session as the file states them, not computed from points.
public struct ImportedTotals: Hashable, Sendable {
    /// When it began.
    public var start: UTCInstant?
    /// Time from start to end, pauses included.
    public var elapsed: Duration?
    /// Time without pauses.
    public var timer: Duration?
    /// Distance according to the device.
    public var distance: Distance?
    /// Metres climbed.
    public var ascent: Distance?
    /// Metres descended.
    public var descent: Distance?
    /// Mean heart rate.
    public var averageHeartRate: HeartRate?
    /// Highest heart rate.
    public var maximumHeartRate: HeartRate?
    /// Mean cadence, steps of both feet; absent where the sport is not on foot.
    public var averageCadence: Cadence?
    /// Energy spent.
    public var energy: Energy?

    /// Totals of which nothing is known.
    public init() {}
}

/// A session: one sport from start to end. Chained files and triathlons have several.
public struct ImportedSession: Hashable, Sendable {
    /// The sport, as far as the file names one.
    public var sport: ActivitySport?
    /// What the device says of the whole session.
    public var totals = ImportedTotals()

    /// A session of which nothing is known.
    public init() {}
}

/// A time in which the timer stood.
public struct ImportedPause: Hashable, Sendable {
    /// When the timer stopped.
    public var start: UTCInstant
    /// When it went on.
    public var end: UTCInstant
}

/// An activity read from a file: typed values, as much of them as could be read.
public struct ImportedActivity: Hashable, Sendable {
    /// The format it was read from.
    public var format: ActivityFormat
    /// What recorded it.
    public var device = ImportedDevice()
    /// The sessions in the order of the file; empty where the format or the damage leaves none.
    public var sessions: [ImportedSession] = []
    /// The laps in the order of the file.
    public var laps: [ImportedTotals] = []
    /// Pauses between the timer's stop and start.
    public var pauses: [ImportedPause] = []
    /// The points in the order of the file.
    public var points: [ActivityPoint] = []
    /// Indices into ``points`` at which a new stretch begins: the first point, and the first after each break of recording
    /// (timer start in FIT, `trkseg` in GPX, a further `Track` of a lap in TCX). Nothing is known between the stretches.
    public var segmentStarts: [Int] = []
    /// How far local time was ahead of UTC, where the file tells.
    public var zone: ZoneOffset?
    /// The run's name, where Harrier wrote the file.
    public var run: RunID?
    /// How many complete files stood one after another in this one; 1 for most.
    public var partCount = 0
    /// Names of elements of points that hold a value and are not known here, in the order found and at most
    /// ``ActivityLimits/unreadNames`` (GPX and TCX only): what other software may have meant by them is lost (fault J16).
    public var unread: [String] = []
    /// True if there were more such names.
    public var hasMoreUnread = false
    /// What was wrong with the file, in the order found; empty for a sound file.
    public var faults: [ActivityFault] = []
    /// How many more faults were found than are kept.
    public var furtherFaults: UInt32 = 0

    /// An activity without content.
    public init(format: ActivityFormat) { self.format = format }

    /// The sport of the first session that names one.
    public var sport: ActivitySport? {
        for session in sessions { if let sport = session.sport { return sport } }
        return nil
    }
    /// The device's own distance: the sessions' sum, else the laps' sum, else nil.
    public var deviceDistance: Distance? { sum(\.distance) }
    /// The device's own ascent, summed likewise.
    public var deviceAscent: Distance? { sum(\.ascent) }
    /// The device's own time without pauses, summed likewise.
    public var timer: Duration? { sum(\.timer) }
    /// The device's own time with pauses, summed likewise.
    public var elapsed: Duration? { sum(\.elapsed) }
    /// The first known time: of the first session, else the first lap, else the first point that has one.
    public var start: UTCInstant? {
        for session in sessions { if let start = session.totals.start { return start } }
        for lap in laps { if let start = lap.start { return start } }
        for point in points { if let time = point.time { return time } }
        return nil
    }
    /// False for a run recorded by a watch that never learned the time (fault D9): its times count from a stand-in of July 1998,
    /// so only their differences mean anything.
    public var isTimeKnown: Bool { start.map { $0 >= FITTime.firstCredibleInstant } ?? false }

    private func sum(_ amount: KeyPath<ImportedTotals, Distance?>) -> Distance? {
        let known = sessions.compactMap { $0.totals[keyPath: amount] }
        let amounts = known.isEmpty ? laps.compactMap { $0[keyPath: amount] } : known
        return amounts.isEmpty ? nil : amounts.reduce(.zero, +)
    }
    private func sum(_ amount: KeyPath<ImportedTotals, Duration?>) -> Duration? {
        let known = sessions.compactMap { $0.totals[keyPath: amount] }
        let amounts = known.isEmpty ? laps.compactMap { $0[keyPath: amount] } : known
        return amounts.isEmpty ? nil : amounts.reduce(.zero, +)
    }
}
