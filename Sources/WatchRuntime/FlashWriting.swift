import HealthCore
import Quantities
import RunCore
import WatchCore

/// Takes what must outlive the battery. No call waits for the card.
///
/// `FlashWriter` does the writing on a thread of its own, `ImmediateFlashWriter` at once, for a virtual clock. What cannot be written stays
/// in memory and is tried again; ``takeNews()`` says how it goes.
public protocol FlashWriting: AnyObject {
    /// Takes the next record of the run; a header opens a new log. Allocates nothing.
    func append(_ record: RunRecord)
    /// Makes all that was appended durable as soon as the card allows. Allocates nothing.
    func flush()
    /// The run is over: everything of it is made durable and its log closed; or, if it was discarded, its log is removed. Allocates nothing
    /// (fault C7).
    func close(_ cause: EndCause)
    /// Takes a change of the slow half. It is stored in one transaction with those that follow up to ``commitChanges()``. Allocates nothing
    /// for quarter hours and runs.
    func save(_ change: HealthChange)
    /// The changes taken so far belong together and can be stored.
    func commitChanges()
    /// Writes into the log of a finished run when it was.
    func date(_ run: RunDating)
    /// Deletes a run; ``StorageNews/removed(_:isDone:)`` says how it went. Not the run under way.
    func remove(_ run: RunID, forGood: Bool)
    /// Stores changes that somebody handed in, once, all or none of them; ``StorageNews/stored(_:)`` says how it went.
    func store(_ batch: ChangeBatch)
    /// Keeps a picture, once; ``StorageNews/picture(isKept:)`` says how it went.
    func keep(_ picture: KeptPicture)
    /// The next news of the card; nil if there are none.
    func takeNews() -> FlashNews?
    /// A descriptor that is readable while there are news, to be waited on; nil if news only come within the other calls.
    var newsDescriptor: Int32? { get }
    /// What was written so far.
    var counters: FlashCounters { get }
    /// Tries once more to write everything, and stops. Nothing is taken afterwards.
    func shutDown()
}

/// Changes that somebody handed in and waits for.
public struct ChangeBatch: Hashable, Sendable {
    /// The number by which ``StorageNews/stored(_:)`` speaks of them.
    public var ticket: UInt64
    /// The changes.
    public var changes: [HealthChange]
    /// A batch.
    public init(ticket: UInt64, changes: [HealthChange]) { (self.ticket, self.changes) = (ticket, changes) }
}

/// Something to be told of the card: to the watch, and in a sentence to the journal.
public struct FlashNews: Sendable {
    /// What the watch is told.
    public var news: StorageNews
    /// For the journal; nil where there is nothing to do about it.
    public var sentence: String?
    /// News.
    public init(_ news: StorageNews, _ sentence: String? = nil) { (self.news, self.sentence) = (news, sentence) }

    /// True if it is for somebody who handed in changes: its sentence is the answer, and nothing for the journal.
    var isAnswer: Bool { if case .stored = news { true } else { false } }
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
