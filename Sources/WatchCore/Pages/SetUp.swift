import HealthCore
import Quantities
import ScreenModels

/// The five questions of the first start, one at a time. An answer counts when the question is left.
struct SetUp: WatchPage {
    /// Which question, from 0.
    private(set) var step: Int
    /// The answer as it stands.
    private(set) var value: SettingValue

    /// A question, answered as it is set now.
    init(step: Int = 0, _ settings: Settings, _ profile: Profile) {
        self.step = step
        value = SettingChoices.value(UInt8(clamping: step), settings, profile)
    }

    /// The language being tried, so that its question is asked in it.
    var language: UInt8? { if case .language(let index) = value { index } else { nil } }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if press.isStep {
            value = SettingChoices.next(after: value, languages: context.languages)
        } else if press == Press(.start, .short) {
            guard step + 1 < SettingChoices.questions else { return .finishSetUp(value) }
            return leave(to: step + 1, context)
        } else if context.isBack(press), step > 0 {
            let isChanged = value != SettingChoices.value(UInt8(clamping: step), context.settings, context.profile)
            let action = leave(to: step - 1, context)
            return isChanged ? action : .stay
        }
        return .stay
    }

    private mutating func leave(to next: Int, _ context: PageContext) -> PageAction {
        let answer = value
        self = SetUp(step: next, context.settings, context.profile)
        return .set(answer)
    }

    func page(in context: PageContext) -> Page {
        .setUp(SetUpPage(value: value, step: UInt8(clamping: step + 1), steps: UInt8(SettingChoices.questions)))
    }

    func labels(in context: PageContext) -> ButtonLabels { ButtonLabels(start: .ok, lap: step > 0 ? .back : nil, page: .plus) }
}
