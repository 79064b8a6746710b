import Quantities
import RunCore
import ScreenModels

/// After a stop, or after a crash too long ago to go on by itself: START resumes, PAGE saves, PAGE held asks whether to discard: START
/// discards, any other button does not.
struct StopMenu: WatchPage {
    /// Where the run goes on when it is resumed.
    var run = RunViews()
    /// True while it asks whether to discard.
    private(set) var asksToDiscard = false

    init(run: RunViews = RunViews()) { self.run = run }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if asksToDiscard {
            if press == Press(.start, .short) { return .command(.discard) }
            if press == Press(.page, .short) || context.isBack(press) { asksToDiscard = false }
            return .stay
        }
        switch (press.role, press.length) {
        case (.start, .short): return .command(.resume)
        case (.page, .short): return .command(.save)
        case (.page, .second): asksToDiscard = true
        default: break
        }
        return .stay
    }

    func page(in context: PageContext) -> Page {
        guard let totals = context.session.totals else { return GettingReady().page(in: context) }
        let seconds = UInt8(clamping: context.secondsLeft(to: context.session.answerDue))
        if context.session.isInterrupted, !asksToDiscard {
            return .message(.runInterrupted(timer: totals.timer, distance: totals.distance, secondsToSave: seconds))
        }
        return .stopped(
            StoppedPage(
                timer: totals.timer, distance: totals.distance, secondsToSave: seconds, isTooShort: totals.isTooShort,
                asksToDiscard: asksToDiscard))
    }

    func labels(in context: PageContext) -> ButtonLabels {
        guard asksToDiscard else { return ButtonLabels(start: .resume, page: .save, pageHeld: .discard) }
        return context.hasLapButton ? ButtonLabels(start: .yes, lap: .no) : ButtonLabels(start: .yes, page: .no)
    }
}
