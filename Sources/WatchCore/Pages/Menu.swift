import Quantities
import RunCore
import ScreenModels

/// The menu, the settings, or the runner's profile: PAGE goes down, START chooses. A choice flips in its row, a number opens an ``Editor``.
struct Menu: WatchPage {
    /// Which menu.
    let title: MenuTitle
    /// The chosen row.
    private(set) var selected: UInt8

    init(_ title: MenuTitle, selected: UInt8 = 0) {
        self.title = title
        self.selected = selected
    }

    /// The rows of the main menu that lead to others.
    private static let settingsRow: UInt8 = 0, profileRow: UInt8 = 1
    /// The row of the settings that leads to the pages of a run: the last.
    static let runPagesRow = SettingChoices.count(of: .settings)
    private static let aboutShown = Duration.seconds(6), hintShown = Duration.seconds(4)

    var staysFor: Duration? { Self.atRest }

    private var back: PageAction {
        switch title {
        case .main, .runPages, .runPage, .runFields: .open(.atRest)
        case .settings: .open(.menu(Menu(.main, selected: Self.settingsRow)))
        case .profile: .open(.menu(Menu(.main, selected: Self.profileRow)))
        }
    }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if context.isBack(press) { return back }
        if press.isStep(of: .page) {
            selected = selected + 1 < count(in: context) ? selected + 1 : 0
        } else if press == Press(.start, .short) {
            return choose(row(selected, in: context), in: context)
        } else if press == Press(.start, .second), row(selected, in: context) == .powerOff {
            return .powerOff
        }
        return .stay
    }

    private func choose(_ row: MenuRow?, in context: PageContext) -> PageAction {
        switch row {
        case .history: return .open(.history(HistoryBrowser(from: self)))
        case .settings: return .open(.menu(Menu(.settings)))
        case .profile: return .open(.menu(Menu(.profile)))
        case .setting(let value):
            guard SettingChoices.flips(value) else { return .open(.editor(Editor(value: value, from: self))) }
            return .set(SettingChoices.next(after: value, languages: context.languages))
        case .runPages: return .open(.runPages(RunPageSettings()))
        case .runField, .fieldChoice: return .stay
        case .about:
            let version = SoftwareVersion.current
            return .showMessage(.about(version.major, version.minor, version.patch), for: Self.aboutShown)
        case .powerOff: return .showMessage(.holdToTurnOff, for: Self.hintShown)
        case .back: return back
        case nil: return .stay
        }
    }

    private func count(in context: PageContext) -> UInt8 {
        switch title {
        case .main: 4 + (context.canPowerOff ? 1 : 0) + (context.hasLapButton ? 0 : 1)
        case .settings: SettingChoices.count(of: title) + 1
        case .profile: SettingChoices.count(of: title)
        case .runPages, .runPage, .runFields: 0
        }
    }

    /// A row. What changes with the day comes first; turning off is only offered where it can be done, and "Back" where no button is for it.
    private func row(_ index: UInt8, in context: PageContext) -> MenuRow? {
        guard title == .main else {
            if title == .settings, index == Self.runPagesRow { return .runPages }
            return SettingChoices.value(index, of: title, context.settings, context.profile).map { .setting($0) }
        }
        switch index {
        case Self.settingsRow: return .settings
        case Self.profileRow: return .profile
        case 2: return .history
        case 3: return .about
        case 4: return context.canPowerOff ? .powerOff : context.hasLapButton ? nil : .back
        case 5: return context.canPowerOff && !context.hasLapButton ? .back : nil
        default: return nil
        }
    }

    func page(in context: PageContext) -> Page {
        let capacity = UInt8(MenuRows.capacity)
        let first = selected < capacity ? 0 : selected - capacity + 1
        var rows = MenuRows()
        for i in 0..<capacity { rows[Int(i)] = row(first + i, in: context) }
        return .menu(MenuPage(title: title, count: count(in: context), first: first, selected: selected, rows: rows))
    }

    func labels(in context: PageContext) -> ButtonLabels {
        let turnsOff = row(selected, in: context) == .powerOff
        return ButtonLabels(start: turnsOff ? nil : .select, lap: .back, page: .down, startHeld: turnsOff ? .powerOff : nil)
    }
}
