import Quantities
import ScreenModels

/// A number of the settings being changed: it goes up and down as ``ValueStepper`` says, START keeps it, back forgets it.
struct Editor: WatchPage {
    /// The value as it stands.
    private(set) var stepper: ValueStepper
    /// The row that it came from.
    let menu: Menu

    init(value: SettingValue, from menu: Menu) {
        stepper = ValueStepper(value)
        self.menu = menu
    }

    var staysFor: Duration? { Self.atRest }
    var allowsPicture: Bool { false }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if stepper.take(press, in: context) { return .stay }
        if press == Press(.start, .short) { return .set(stepper.value, thenOpen: .menu(menu)) }
        return stepper.isBack(press, in: context) ? .open(.menu(menu)) : .stay
    }

    func page(in context: PageContext) -> Page { .setUp(SetUpPage(value: stepper.value, step: nil)) }

    func labels(in context: PageContext) -> ButtonLabels { stepper.labels(back: true, in: context) }
}
