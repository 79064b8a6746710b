import Quantities
import ScreenModels

/// A number of the settings being changed: PAGE goes up, START keeps it, back forgets it.
struct Editor: WatchPage {
    /// The value as it stands.
    private(set) var value: SettingValue
    /// The row of the settings that it came from.
    let row: UInt8

    init(value: SettingValue, row: UInt8) {
        self.value = value
        self.row = row
    }

    private var settings: CurrentPage { .menu(Menu(.settings, selected: row)) }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if press.isStep { value = SettingChoices.next(after: value, languages: context.languages) }
        if press == Press(.start, .short) { return .set(value, thenOpen: settings) }
        return context.isBack(press) ? .open(settings) : .stay
    }

    func page(in context: PageContext) -> Page { .setUp(SetUpPage(value: value, step: nil)) }

    func labels(in context: PageContext) -> ButtonLabels { ButtonLabels(start: .ok, lap: .back, page: .plus) }
}
