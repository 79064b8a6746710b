import Quantities
import RunCore
import ScreenModels

/// After a stop, or after a crash too long ago to go on by itself: START resumes, PAGE saves, PAGE held for two seconds discards.
struct StopMenu: WatchPage {
    /// Where the run goes on when it is resumed.
    var run = RunViews()

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        switch (press.role, press.length) {
        case (.start, .short): .command(.resume)
        case (.page, .short): .command(.save)
        case (.page, .twoSeconds): .command(.discard)
        default: .stay
        }
    }

    func page(in context: PageContext) -> Page {
        guard let totals = context.session.totals else { return GettingReady().page(in: context) }
        let seconds = UInt8(clamping: context.secondsLeft(to: context.session.answerDue))
        if context.session.isInterrupted {
            return .message(.runInterrupted(timer: totals.timer, distance: totals.distance, secondsToSave: seconds))
        }
        return .stopped(
            StoppedPage(timer: totals.timer, distance: totals.distance, secondsToSave: seconds, isTooShort: totals.isTooShort))
    }

    func labels(in context: PageContext) -> ButtonLabels { ButtonLabels(start: .resume, page: .save) }
}
