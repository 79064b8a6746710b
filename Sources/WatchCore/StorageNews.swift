import HealthCore
import RunCore

/// What the watch is told of the card.
public enum StorageNews: Hashable, Sendable {
    /// How run logs, or the folder that they are in, are doing.
    case runs(CardState)
    /// How the store of settings, days and the list of runs is doing.
    case objects(CardState)
    /// The log of a finished run has been told when it was, and says this now.
    indirect case dated(RunSummary)
    /// Everything of a run is on the card.
    case saved(RunID)
    /// The store was damaged and is made again from the runs and its last copy.
    case rebuilt
    /// The store was missing and its last copy took its place.
    case restored
    /// The log of a run cannot be read; it stays where it is.
    case unreadableRun
    /// A run that was to be deleted is gone, or is not.
    case removed(RunID, isDone: Bool)
    /// The picture that was to be kept is on the card, or is not.
    case picture(isKept: Bool)
    /// Changes that somebody handed in are on the card, or none of them is. It is for who handed them in, not for the watch.
    case stored(ChangeReceipt)
}

/// What became of changes that somebody handed in.
public struct ChangeReceipt: Hashable, Sendable {
    /// The number under which they were handed in.
    public var ticket: UInt64
    /// The last sequence number of the store with the changes in it; nil if none of them was stored.
    public var sequence: Int64?
    /// A receipt.
    public init(ticket: UInt64, sequence: Int64?) { (self.ticket, self.sequence) = (ticket, sequence) }
}

/// How something on the card is doing. What cannot be written is kept in memory and tried again.
public enum CardState: UInt8, Hashable, CaseIterable, Sendable {
    /// It can be written (again).
    case working
    /// The card is full.
    case full
    /// The card can only be read.
    case readOnly
    /// It cannot be written for another reason.
    case failed
}

/// All that the watch knows of the card.
struct CardStates: Hashable, Sendable {
    var runs = CardState.working
    var objects = CardState.working
    /// The run that was saved last, until it is on the card.
    var saving: RunID?

    var hasTrouble: Bool { runs != .working || objects != .working }
}
