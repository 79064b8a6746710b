import HealthCore
import Quantities
import ScreenModels

/// The five questions of the first start, one at a time. An answer counts when the question is left.
struct SetUp: WatchPage {
    /// Which question, from 0.
    private(set) var step: Int
    /// The answer as it stands.
    private(set) var stepper: ValueStepper

    /// A question, answered as it is set now.
    init(step: Int = 0, _ settings: Settings, _ profile: Profile) {
        self.step = step
        stepper = ValueStepper(SettingChoices.question(step, settings, profile))
    }

    /// The language being tried, so that its question is asked in it.
    var language: UInt8? { if case .language(let index) = stepper.value { index } else { nil } }

    var allowsPicture: Bool { false }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if stepper.take(press, in: context) { return .stay }
        if press == Press(.start, .short) {
            guard step + 1 < SettingChoices.questions else { return .finishSetUp(stepper.value) }
            return leave(to: step + 1, context)
        }
        guard stepper.isBack(press, in: context), step > 0 else { return .stay }
        let isChanged = stepper.value != SettingChoices.question(step, context.settings, context.profile)
        let action = leave(to: step - 1, context)
        return isChanged ? action : .stay
    }

    private mutating func leave(to next: Int, _ context: PageContext) -> PageAction {
        let answer = stepper.value
        self = SetUp(step: next, context.settings, context.profile)
        return .set(answer)
    }

    func page(in context: PageContext) -> Page {
        .setUp(SetUpPage(value: stepper.value, step: UInt8(clamping: step + 1), steps: UInt8(SettingChoices.questions)))
    }

    func labels(in context: PageContext) -> ButtonLabels { stepper.labels(back: step > 0, in: context) }
}
