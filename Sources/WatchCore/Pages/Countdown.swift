import Quantities
import RunCore
import ScreenModels

/// 3, 2, 1. START skips it, back cancels it.
struct Countdown: WatchPage {
    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if press == Press(.start, .short) { return .command(.start) }
        return context.isBack(press) ? .command(.leave) : .stay
    }

    func page(in context: PageContext) -> Page {
        .countdown(secondsLeft: UInt8(clamping: context.secondsLeft(to: context.session.answerDue)))
    }

    func labels(in context: PageContext) -> ButtonLabels { ButtonLabels(start: .start, lap: .cancel) }
}
