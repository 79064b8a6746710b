/// A rule of FIT activity files that a file breaks. Times are FIT seconds, offsets bytes from the start of the file.
public enum LintFinding: Hashable, Sendable {
    /// The file cannot be read soundly.
    case unreadable(ActivityFault)
    /// More than one file in a chain.
    case severalParts(Int)
    /// The first message is not `file_id`.
    case fileIDNotFirst
    /// `file_id` names another type than activity.
    case notAnActivity
    /// `file_id` has no serial number.
    case serialNumberMissing
    /// A message that must have a time has none.
    case timeMissing(offset: Int64, message: UInt16)
    /// A time before 1998 counts from power-on and is no date.
    case timeSincePowerOn(offset: Int64)
    /// A message is earlier than one before it.
    case timeGoesBack(offset: Int64, from: UInt32, to: UInt32)
    /// Two timer starts or two stops in a row.
    case timerUnpaired(offset: Int64)
    /// The timer is never started, or runs on at the end.
    case timerNotStopped
    /// A record while the timer stands.
    case recordInPause(offset: Int64)
    /// Fewer than two records.
    case tooFewRecords(Int)
    /// The last record is not at the moment of the last stop.
    case lastRecordNotAtStop(record: UInt32, stop: UInt32)
    /// The distance of a record is smaller than one before.
    case distanceFalls(offset: Int64)
    /// The last record's distance, in cm, is not that of the sessions.
    case lastDistanceNotTotal(record: Int64, sessions: Int64)
    /// A position of 0° 0°, or only half of one.
    case positionNotPlausible(offset: Int64)
    /// A cadence of 128 strides a minute or more.
    case cadenceTooHigh(offset: Int64)
    /// A heart rate of 0.
    case heartRateZero(offset: Int64)
    /// The laps' `message_index` is not 0, 1, 2 ….
    case lapIndex(expected: Int, found: Int64?)
    /// A lap does not begin where the one before ends; the difference in milliseconds.
    case lapGap(index: Int, milliseconds: Int64)
    /// The laps' sum, in stored units, is not that of the sessions.
    case lapsDoNotAddUp(quantity: String, laps: Int64, sessions: Int64)
    /// A record before the first lap or after the last, so in no lap.
    case recordOutsideLaps(offset: Int64)
    /// A session's `num_laps` or `first_lap_index` does not fit its laps.
    case lapCount(stated: Int64?, found: Int64)
    /// More time without pauses than with them.
    case timerExceedsElapsed(message: UInt16, index: Int)
    /// A required field is missing.
    case fieldMissing(offset: Int64, message: UInt16, field: UInt8)
    /// No session, or not as many as `activity` states.
    case sessionCount(stated: Int64?, found: Int)
    /// Not exactly one `activity` message.
    case activityCount(Int)
    /// A local time further from UTC than any zone, in seconds.
    case localOffset(Int64)
    /// Another number of things than were written.
    case count(what: String, written: Int, found: Int)
    /// From this byte on a text is not of its format.
    case syntax(offset: Int64)
}

extension LintFinding: CustomStringConvertible {
    /// A sentence.
    public var description: String {
        switch self {
        case .unreadable(let fault): "\(fault)"
        case .severalParts(let count): "\(count) files stand one after another in this one"
        case .fileIDNotFirst: "the first message is not file_id"
        case .notAnActivity: "file_id does not say that this is an activity"
        case .serialNumberMissing: "file_id has no serial number"
        case .timeMissing(let offset, let message): "message \(message) at byte \(offset) has no time"
        case .timeSincePowerOn(let offset): "the time at byte \(offset) is no date"
        case .timeGoesBack(let offset, let from, let to): "time goes back from \(from) to \(to) at byte \(offset)"
        case .timerUnpaired(let offset): "the timer event at byte \(offset) repeats the one before"
        case .timerNotStopped: "the timer is not started, or not stopped at the end"
        case .recordInPause(let offset): "the record at byte \(offset) lies within a pause"
        case .tooFewRecords(let count): "there are \(count) records, two are needed"
        case .lastRecordNotAtStop(let record, let stop): "the last record is at \(record), the timer stopped at \(stop)"
        case .distanceFalls(let offset): "the distance falls at byte \(offset)"
        case .lastDistanceNotTotal(let record, let sessions): "the last record has \(record) cm, the session \(sessions) cm"
        case .positionNotPlausible(let offset): "the position at byte \(offset) is 0/0 or has only one coordinate"
        case .cadenceTooHigh(let offset): "the cadence at byte \(offset) is 128 strides a minute or more"
        case .heartRateZero(let offset): "the heart rate at byte \(offset) is 0"
        case .lapIndex(let expected, let found): "lap \(expected) has index \(found.map(String.init) ?? "none")"
        case .lapGap(let index, let milliseconds): "lap \(index) begins \(milliseconds) ms off the end of the lap before"
        case .lapsDoNotAddUp(let quantity, let laps, let sessions): "the laps' \(quantity) is \(laps), the session's \(sessions)"
        case .recordOutsideLaps(let offset): "the record at byte \(offset) lies in no lap"
        case .lapCount(let stated, let found): "the session counts \(stated.map(String.init) ?? "no") laps, there are \(found)"
        case .timerExceedsElapsed(let message, let index): "timer time exceeds elapsed time in message \(message) number \(index)"
        case .fieldMissing(let offset, let message, let field): "message \(message) at byte \(offset) lacks field \(field)"
        case .sessionCount(let stated, let found): "\(stated.map(String.init) ?? "no") sessions are stated, there are \(found)"
        case .activityCount(let count): "there are \(count) activity messages instead of one"
        case .count(let what, let written, let found): "there are \(found) \(what), \(written) were written"
        case .syntax(let offset): "the file is not of its format from byte \(offset) on"
        case .localOffset(let seconds): "local time is \(seconds) s from UTC, further than any zone"
        }
    }
}
