import Quantities
import RunCore
import ScreenModels

/// The menu, or the settings: PAGE goes down, START chooses. A choice flips in its row, a number opens an ``Editor``.
struct Menu: WatchPage {
    /// Which menu.
    let title: MenuTitle
    /// The chosen row.
    private(set) var selected: UInt8

    init(_ title: MenuTitle, selected: UInt8 = 0) {
        self.title = title
        self.selected = selected
    }

    /// The row of the main menu that leads to the settings.
    private static let settingsRow: UInt8 = 1
    /// The row of the settings that leads to the pages of a run: the last.
    static let runPagesRow = SettingChoices.count

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if context.isBack(press) { return title == .settings ? .open(.menu(Menu(.main, selected: Self.settingsRow))) : .open(.atRest) }
        if press.isStep {
            selected = selected + 1 < count ? selected + 1 : 0
        } else if press == Press(.start, .short) {
            return choose(row(selected, in: context), in: context)
        } else if press == Press(.start, .second), row(selected, in: context) == .powerOff {
            return .powerOff
        }
        return .stay
    }

    private func choose(_ row: MenuRow?, in context: PageContext) -> PageAction {
        switch row {
        case .history: return .open(.history(HistoryBrowser()))
        case .settings: return .open(.menu(Menu(.settings)))
        case .setting(let value):
            guard SettingChoices.flips(value) else { return .open(.editor(Editor(value: value, row: selected))) }
            return .set(SettingChoices.next(after: value, languages: context.languages))
        case .runPages: return .open(.runPages(RunPageSettings()))
        case .runField, .fieldChoice: return .stay
        case .about:
            let version = SoftwareVersion.current
            return .showMessage(.about(version.major, version.minor, version.patch), for: .seconds(6))
        case .back: return .open(.atRest)
        case .powerOff, nil: return .stay
        }
    }

    private var count: UInt8 {
        switch title {
        case .main: 5
        case .settings: SettingChoices.count + 1
        case .runPages, .runPage, .runFields: 0
        }
    }

    private func row(_ index: UInt8, in context: PageContext) -> MenuRow? {
        switch (title, index) {
        case (.main, 0): .history
        case (.main, Self.settingsRow): .settings
        case (.main, 2): .about
        case (.main, 3): .powerOff
        case (.main, 4): .back
        case (.settings, 0..<SettingChoices.count): .setting(SettingChoices.value(index, context.settings, context.profile))
        case (.settings, Self.runPagesRow): .runPages
        default: nil
        }
    }

    func page(in context: PageContext) -> Page {
        let capacity = UInt8(MenuRows.capacity)
        let first = selected < capacity ? 0 : selected - capacity + 1
        var rows = MenuRows()
        for i in 0..<capacity where first + i < count { rows[Int(i)] = row(first + i, in: context) }
        return .menu(MenuPage(title: title, count: count, first: first, selected: selected, rows: rows))
    }

    func labels(in context: PageContext) -> ButtonLabels { ButtonLabels(start: .select, lap: .back, page: .down) }
}
