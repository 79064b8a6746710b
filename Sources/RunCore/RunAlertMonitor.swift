import Quantities

/// Something of which the runner wanted to be told.
public enum RunAlert: Hashable, Sendable {
    /// The heart rate is above the limit.
    case heartRateAbove(HeartRate)
    /// The heart rate is below the limit.
    case heartRateBelow(HeartRate)
    /// The pace is faster than the limit.
    case paceFaster(Pace)
    /// The pace is slower than the limit.
    case paceSlower(Pace)
    /// This distance is full.
    case distance(Distance)
    /// This much of the timer is full.
    case time(Duration)
}

/// Watches the seconds of a run for what the runner wants to be told of. Fed with each recorded second while the timer runs; allocates nothing.
struct RunAlertMonitor: Hashable, Sendable {
    /// A heart rate beyond its limit is told after this long, in milliseconds: one wrong reading is none.
    static let heartRatePatience: UInt32 = 3_000
    /// A pace beyond its limit is told after this long: the pace is a mean of 10 s, and a corner is no change of pace.
    static let pacePatience: UInt32 = 15_000
    /// The same is told again after this long at the earliest.
    static let repetition: UInt32 = 60_000
    /// What was told lasts until the rate is back by more than this, in beats a minute.
    static let heartRateBand = 3.0
    /// What was told lasts until the pace is back by more than this, in seconds a kilometre.
    static let paceBand = 5.0

    private var above = LimitWatch(), below = LimitWatch(), faster = LimitWatch(), slower = LimitWatch()
    private var fullDistances: UInt32?, fullTimes: UInt32?

    /// A distance or a time that became full with this second; a distance if both did.
    /// - Parameters:
    ///   - distance: of the run so far, in millimetres.
    ///   - timer: of the run so far, in milliseconds.
    mutating func takeFull(_ alerts: RunAlerts, distance: UInt32, timer: UInt32) -> RunAlert? {
        let distances = alerts.eachDistance.map { distance / 1000 / $0 }, times = alerts.eachTime.map { timer / 1000 / $0 }
        defer { (fullDistances, fullTimes) = (distances, times) }
        if let each = alerts.eachDistance, let distances, let before = fullDistances, distances > before {
            return .distance(.meters(Double(distances) * Double(each)))
        }
        if let each = alerts.eachTime, let times, let before = fullTimes, times > before {
            return .time(.seconds(Int64(times) * Int64(each)))
        }
        return nil
    }

    /// A limit that has been exceeded for long enough: of the heart rate before that of the pace.
    mutating func takeLimits(_ alerts: RunAlerts, heartRate: HeartRate?, pace: Pace?, at time: RunTime) -> RunAlert? {
        func beats(over limit: UInt8?) -> Double? { limit.flatMap { limit in heartRate.map { $0.beatsPerMinute - Double(limit) } } }
        func seconds(over limit: UInt16?) -> Double? { limit.flatMap { limit in pace.map { $0.secondsPerKilometer - Double(limit) } } }
        let isAbove = above.take(
            excess: beats(over: alerts.heartRateAbove), band: Self.heartRateBand, patience: Self.heartRatePatience, at: time)
        let isBelow = below.take(
            excess: beats(over: alerts.heartRateBelow).map { -$0 }, band: Self.heartRateBand, patience: Self.heartRatePatience, at: time)
        let isSlower = slower.take(excess: seconds(over: alerts.paceSlower), band: Self.paceBand, patience: Self.pacePatience, at: time)
        let isFaster = faster.take(
            excess: seconds(over: alerts.paceFaster).map { -$0 }, band: Self.paceBand, patience: Self.pacePatience, at: time)
        if let heartRate, isAbove { return .heartRateAbove(heartRate) }
        if let heartRate, isBelow { return .heartRateBelow(heartRate) }
        if let pace, isFaster { return .paceFaster(pace) }
        if let pace, isSlower { return .paceSlower(pace) }
        return nil
    }
}

/// Watches one limit.
private struct LimitWatch: Hashable, Sendable {
    /// Since when the value has been beyond without a second that was not; until it was told.
    private var since: RunTime?
    /// True while what was told lasts.
    private var isTold = false
    private var toldAt: RunTime?
    private var lastAt: RunTime?

    /// So long without a second is a pause, and begins anew.
    private static let longestGap: UInt32 = 5_000

    /// True if it is to be told now.
    /// - Parameter excess: how far the value is beyond its limit, negative within it; nil if it is not known.
    mutating func take(excess: Double?, band: Double, patience: UInt32, at time: RunTime) -> Bool {
        if let lastAt, time.milliseconds &- lastAt.milliseconds > Self.longestGap { forget() }
        lastAt = time
        guard let excess, excess > -band else {
            forget()
            return false
        }
        guard excess > 0 else {
            if !isTold { since = nil }
            return false
        }
        let begun = since ?? time
        since = begun
        guard time.milliseconds &- begun.milliseconds >= patience else { return false }
        if let toldAt, time.milliseconds &- toldAt.milliseconds < RunAlertMonitor.repetition { return false }
        (isTold, toldAt) = (true, time)
        return true
    }

    private mutating func forget() { (since, isTold) = (nil, false) }
}
