import HealthCore
import Quantities
import RunCore

/// Takes what must outlive the battery. No call waits for the card.
///
/// ``FlashWriter`` does the writing on a thread of its own, ``ImmediateFlashWriter`` at once, for a virtual clock. What cannot be
/// written stays in memory and is tried again; ``takeNews()`` says how it goes.
public protocol FlashWriting: AnyObject {
    /// Takes the next record of the run; a header opens a new log. Allocates nothing.
    func append(_ record: RunRecord)
    /// Makes all that was appended durable as soon as the card allows. Allocates nothing.
    func flush()
    /// The run is over: everything of it is made durable, its log closed and the run put into the index; or, if it was discarded, its
    /// log removed. Allocates nothing (fault C7).
    func close(_ cause: EndCause, _ totals: RunTotals?)
    /// Stores settings and profile; of several that wait only the last counts.
    func save(_ settings: Settings, _ profile: Profile)
    /// Stores the totals of a day.
    func save(_ day: DayTotals)
    /// The next news of the card; nil if there are none.
    func takeNews() -> FlashNews?
    /// A descriptor that is readable while there are news, to be waited on; nil if news only come within the other calls.
    var newsDescriptor: Int32? { get }
    /// What was written so far.
    var counters: FlashCounters { get }
    /// Tries once more to write everything, and stops. Nothing is taken afterwards.
    func shutDown()
}

/// How the card is doing, told when it changes.
public enum FlashNews: UInt8, Hashable, Sendable {
    /// Writing works again; all that waited is on the card.
    case working
    /// The card is full (`ENOSPC`, `EDQUOT`); everything is kept in memory.
    case full
    /// The card cannot be written (`EIO`, `EROFS` and others); everything is kept in memory.
    case failed
    /// The store was damaged, set aside and made again from the run logs.
    case rebuilt
}

/// What a flash writer has done.
public struct FlashCounters: Hashable, Sendable {
    /// Bytes of run records handed to write(2), repeats after failures included, zero-filling not.
    public var recordBytes = 0
    /// Calls of fsync(2) and fdatasync(2) for run logs.
    public var flushes = 0
    /// Records that had to give way because the card took nothing for hours; the log says so in their place.
    public var lostRecords = 0
    /// Writes that failed.
    public var failures = 0
    /// Nothing yet.
    public init() {}
}
