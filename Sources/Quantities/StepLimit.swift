/// How many steps may come at once: what a runner can do in the time since the last reading, and no flat number.
///
/// One rule for every room that reads a growing counter of steps. A counter that credits a rhythm only once it is sure of it adds the
/// steps of some seconds in one go; that time counts as well.
public enum StepLimit {
    /// Nobody takes more steps in a second: a sprinter's greatest cadence is 260–300 a minute.
    public static let mostPerSecond: UInt64 = 5
    /// The longest time whose steps the watch's own counter credits at once.
    public static let creditedTime = Duration.seconds(18)

    /// The greatest growth that is believed.
    /// - Parameters:
    ///   - elapsed: the time since the last reading; a negative one counts as none.
    ///   - credited: the time whose steps the counter may credit at once; a chip's pedometer has a shorter one.
    public static func most(in elapsed: Duration, credited: Duration = creditedTime) -> UInt64 {
        let milliseconds = max(0, elapsed.inMilliseconds).addingSaturating(max(0, credited.inMilliseconds))
        let (steps, overflow) = UInt64(milliseconds).multipliedReportingOverflow(by: mostPerSecond)
        return overflow ? .max : steps / 1000 + (steps % 1000 > 0 ? 1 : 0)
    }

    /// How far a counter has grown between two readings; one that starts again from 0 has counted its whole value since (fault F3).
    public static func growth(from last: UInt64, to count: UInt64) -> UInt64 { count >= last ? count - last : count }
}
