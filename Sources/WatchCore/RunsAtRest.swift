import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels

/// What the pages at rest know of the runs on the card, and when they ask again: when a run has been saved, dated, deleted or changed, and
/// when the day is another. Nothing is asked while no page shows it.
struct RunsAtRest: Sendable {
    /// What all runs add up to; nil until it comes.
    private(set) var overview: RunOverview?
    /// True if the card did not give it.
    private(set) var isUnreadable = false
    /// What was asked last; nil where it has to be asked again whatever the day.
    private var asked: RunQuestion?
    /// A run has changed since the last event.
    var haveChanged = false
    /// When a change is on the card, as far as anybody can say, and pages ask once more.
    private(set) var due: MonotonicInstant?
    /// The run that is to be opened when it comes.
    var awaited: RunID?
    /// The run that is being deleted.
    var removing: RunID?

    /// The card takes so long for a change; a busy one is asked too early, and again when it says that all is written.
    private static let settling = Duration.seconds(2)

    /// Something has changed, now.
    /// - Parameter isOnCard: true if the card has it already.
    mutating func noteChange(at now: MonotonicInstant, isOnCard: Bool = false) {
        haveChanged = false
        asked = nil
        due = isOnCard ? now : now.advanced(by: Self.settling)
    }

    /// True once after a change has had its time.
    mutating func takeDue(at now: MonotonicInstant) -> Bool {
        guard let due, now >= due else { return false }
        self.due = nil
        asked = nil
        return true
    }

    /// The question for an overview if it has to be asked now.
    mutating func question(today: CivilDate?) -> RunQuestion? {
        let question = RunQuestion.overview(today: today)
        guard asked != question else { return nil }
        asked = question
        return question
    }

    /// An overview that could not be read is asked for again when the next page is opened.
    mutating func tryAgain() { if isUnreadable { asked = nil } }

    /// An overview has come, or cannot be read; one for another day is not taken.
    mutating func receiveAnswer(_ answer: RunAnswer) {
        switch answer {
        case .overview(let overview) where asked == nil || asked == .overview(today: overview.today):
            (self.overview, isUnreadable) = (overview, false)
        case .unreadable(.overview): isUnreadable = overview == nil
        default: break
        }
    }
}

// What follows for the pages at rest from what happens to the runs on the card.
extension Watch {
    /// Asks what the open page shows of the runs, when it has to be asked anew.
    mutating func followRuns(at now: MonotonicInstant, into effects: inout EffectList) {
        if runs.haveChanged { runs.noteChange(at: now) }
        guard !session.phase.isRecording else { return }
        let needsOverview = page.needsOverview, refreshing = page.refreshing
        guard needsOverview || refreshing != .stay else { return }
        if runs.takeDue(at: now) {
            if case .askRuns(let question) = refreshing { effects.append(.askRuns(question)) }
            if case .loadHistory(let first) = refreshing { effects.append(.loadHistory(first: first)) }
        }
        guard needsOverview, let question = runs.question(today: local(at: now)?.date) else { return }
        effects.append(.askRuns(question))
    }

    /// When the open page has to ask again.
    var runsDue: MonotonicInstant? {
        guard !session.phase.isRecording, let due = runs.due, page.needsOverview || page.refreshing != .stay else { return nil }
        return due
    }

    /// What the pages at rest have asked of the runs.
    mutating func receiveAnswer(_ answer: RunAnswer) {
        runs.receiveAnswer(answer)
        page.receiveAnswer(answer)
        needsRedraw = true
    }

    /// A run of a list; one that comes after the list was left is not shown.
    mutating func receiveRun(_ id: RunID, _ run: StoredRun?, at now: MonotonicInstant) {
        guard runs.awaited == id, let list = page.runList else { return }
        runs.awaited = nil
        guard let run else { return showMessage(.storageFailed, for: .seconds(5), at: now) }
        page = .summary(SummaryBrowser(run, id: id, from: list))
        needsRedraw = true
    }

    /// Deletes a run of the lists. Never the one that is under way, or that is still being written.
    mutating func removeRun(_ id: RunID, into effects: inout EffectList) {
        guard !(session.phase.isRecording && session.totals?.header.id == id), card.saving != id else { return }
        runs.removing = id
        effects.append(.removeRun(id))
    }

    /// A run was deleted, here or by a computer, or could not be.
    mutating func noteRemoval(of id: RunID, isDone: Bool, at now: MonotonicInstant) {
        let isMine = runs.removing == id
        if isMine { runs.removing = nil }
        guard isDone else {
            if isMine { showMessage(.storageFailed, for: .seconds(5), at: now) }
            return
        }
        // The day loses it at once; the store has its tombstone already.
        if let old = book.run(HealthID(id)), !old.isDeleted {
            book.apply(HealthChange(deleting: .run, id: old.id, version: HealthChange.version(after: old), origin: origin))
        }
        runs.noteChange(at: now, isOnCard: true)
        if isMine { showMessage(.runDeleted, for: .seconds(5), at: now) }
        needsRedraw = true
    }
}
