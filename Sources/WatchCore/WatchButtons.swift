import Quantities
import RunCore
import ScreenModels

// The way of a press: a stuck button is undone, a question is answered, else the open page takes it and what it asks for is carried out.
// What presses mean stands in each page (`Pages/`). The button map is that of docs/using-the-watch.md: START begins, pauses, resumes and
// selects, held for a second it stops; LAP takes a lap or goes back, held for a second it locks; PAGE goes on or down, held it opens the menu.
extension Watch {
    mutating func receivePress(_ press: Press, at now: MonotonicInstant, into effects: inout EffectList) {
        needsRedraw = true
        let isAnswer = isQuestionShown
        pictures.noteButton(press.role)
        session.noteRunner(at: now)
        if press.length == .stuck { return undoHold(press.role, at: now, into: &effects) }
        // A press that answers a question does nothing else, however long it is held.
        if isAnswer { return buttons.keepQuiet(press.role) }
        if press.isBegun, !page.isLocked {
            let hidesPage = overlay?.hidesPage ?? false
            overlay = nil
            // What it hid is seen before a press of it counts (U-C4).
            if hidesPage { return buttons.keepQuiet(press.role) }
        }

        var hold = heldButtons[press.role] ?? Hold(on: page)
        if press.length == .long { hold = Hold(on: page) } else { hold.accept(page) }
        let phase = session.phase
        let action = passToPage(press, at: now)
        carryOut(action, at: now, into: &effects)
        carryOutRunOutputs(at: now, into: &effects)
        hold.note(page, from: phase, to: session.phase)
        heldButtons[press.role] = hold
        // A hold that has opened a page is over: its repeats would go on in that page.
        if press.length == .long, case .open = action { buttons.keepQuiet(press.role) }
    }

    /// True while the page is covered by "still running?", which any press answers.
    var isQuestionShown: Bool { overlay == nil && session.endsForgottenAt != nil }

    private mutating func passToPage(_ press: Press, at now: MonotonicInstant) -> PageAction {
        page.press(press, in: context(at: now))
    }

    /// A button that is stuck did not mean what its hold did: that is undone, and nothing else (fault I9). A run that the hold stopped is
    /// as before; one that it threw away cannot be, since its log is closed.
    private mutating func undoHold(_ role: ButtonRole, at now: MonotonicInstant, into effects: inout EffectList) {
        if let hold = heldButtons[role] {
            if let phase = hold.stoppedPhase, session.phase == .stopped {
                perform(.resume, at: now)
                if phase == .paused { perform(.pause, at: now) }
                carryOutRunOutputs(at: now, into: &effects)
            } else if let before = hold.pageToRestore(on: page) {
                page = before
            }
            heldButtons[role] = nil
        }
        showMessage(.buttonStuck(role), for: .seconds(10), at: now)
    }

    // MARK: - What follows from a press

    private mutating func carryOut(_ action: PageAction, at now: MonotonicInstant, into effects: inout EffectList) {
        switch action {
        case .stay: break
        case .open(let next): open(next, at: now, into: &effects)
        case .set(let value, let next):
            change(.value(value), at: now, into: &effects)
            if let next { open(next, at: now, into: &effects) }
        case .finishSetUp(let answer):
            change(.lastAnswer(answer), at: now, into: &effects)
            open(.atRest, at: now, into: &effects)
        case .prepareRun:
            keepNewStride(at: now, into: &effects)
            configureSession(at: now)
            perform(.prepare, at: now)
            if !configuration.hasDisplay { buzz(.ready, into: &effects) }
        case .command(let command): perform(command, at: now)
        case .showMessage(let message, let duration): showMessage(message, for: duration, at: now)
        case .keepPicture: keepPicture(at: now, into: &effects)
        case .loadHistory(let first): effects.append(.loadHistory(first: first))
        case .loadRun(let id):
            runs.awaited = id
            effects.append(.loadRun(id))
        case .drink(let change, let next):
            open(next, at: now, into: &effects)
            changeDrink(change, at: now, into: &effects)
        case .askRuns(let question): effects.append(.askRuns(question))
        case .removeRun(let id, let next):
            open(next, at: now, into: &effects)
            removeRun(id, into: &effects)
        case .powerOff:
            showMessage(.poweringOff, for: .seconds(5), at: now)
            effects.append(.powerOff)
        }
    }

    private mutating func open(_ next: CurrentPage, at now: MonotonicInstant, into effects: inout EffectList) {
        page = next
        runs.awaited = nil
        runs.tryAgain()
        carryOut(next.opening, at: now, into: &effects)
    }

    private mutating func perform(_ command: RunCommand, at now: MonotonicInstant) {
        session.perform(command, at: now, start: runStart(at: now), into: &outputs)
    }
}

extension Press {
    /// True where a hand has just done something, which ends what is shown over the page; false for a hold that goes on.
    fileprivate var isBegun: Bool {
        switch length {
        case .short, .double, .long, .second: true
        case .again, .fast, .stuck: false
        }
    }
}
