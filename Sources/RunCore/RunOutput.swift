import Quantities

/// What a run wants done. A list of these is filled and reused; nothing in it allocates.
public enum RunOutput: Hashable, Sendable {
    /// Append this to the log; a header opens a new one.
    case record(RunRecord)
    /// Make everything so far durable.
    case flush
    /// The run is over: close the log.
    case close(EndCause)
    /// Tell the wrist.
    case buzz(BuzzPattern)
    /// A lap was done: show its banner.
    case lapDone(Lap)
    /// A full kilometre or mile was done, by its number from 1.
    case splitDone(UInt32)
    /// Something happened of which the runner wanted to be told; it is heard, too.
    case alert(RunAlert)
    /// The phase changed.
    case phase(RunPhase)
    /// Getting ready took too long: receiver and sensors are off, nothing was recorded.
    case readyTimedOut
}
