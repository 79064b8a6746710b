import Quantities
import RunCore
import ScreenModels

/// The menu, or a menu of the settings: PAGE goes down, START chooses. A choice flips in its row, a number opens an ``Editor``.
/// Which rows the settings have stands in ``SettingRows``.
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
    private static let aboutShown = Duration.seconds(6), hintShown = Duration.seconds(4)

    var staysFor: Duration? { Self.atRest }

    /// The menu that another one is opened from.
    static func above(_ title: MenuTitle, in context: PageContext) -> CurrentPage {
        switch title {
        case .settings: return .menu(Menu(.main, selected: settingsRow))
        case .profile: return .menu(Menu(.main, selected: profileRow))
        default:
            guard let (parent, row) = SettingRows.parent(of: title, context.settingState) else { return .atRest }
            return .menu(Menu(parent, selected: row))
        }
    }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if context.isBack(press) { return .open(Self.above(title, in: context)) }
        selected = chosen(in: context)
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
        case .group(let title): return .open(.menu(Menu(title)))
        case .setting(let value):
            guard SettingChoices.flips(value) else { return .open(.editor(Editor(value: value, from: self))) }
            return .set(
                SettingChoices.next(
                    after: value, languages: context.languages, usesMiles: context.settings.usesMiles, runners: context.book.runners))
        case .runPages: return .open(.runPages(RunPageSettings()))
        case .runField, .fieldChoice: return .stay
        case .about:
            let version = SoftwareVersion.current
            return .showMessage(.about(version.major, version.minor, version.patch), for: Self.aboutShown)
        case .powerOff: return .showMessage(.holdToTurnOff, for: Self.hintShown)
        case .back: return .open(Self.above(title, in: context))
        case nil: return .stay
        }
    }

    /// The chosen row, or the last one: rows go while a menu is open, as those of the time do when it is learned.
    private func chosen(in context: PageContext) -> UInt8 { min(selected, max(count(in: context), 1) - 1) }

    private func count(in context: PageContext) -> UInt8 {
        guard title == .main else { return SettingRows.count(of: title, context.settingState) }
        return 4 + (context.canPowerOff ? 1 : 0) + (context.hasLapButton ? 0 : 1)
    }

    /// A row. What changes with the day comes first; turning off is only offered where it can be done, and "Back" where no button is for it.
    private func row(_ index: UInt8, in context: PageContext) -> MenuRow? {
        guard title == .main else { return SettingRows.row(index, of: title, context.settingState) }
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
        let capacity = UInt8(MenuPage.capacity), selected = chosen(in: context)
        let first = selected < capacity ? 0 : selected - capacity + 1
        var rows = InView<MenuRow>()
        for i in 0..<capacity { rows[Int(i)] = row(first + i, in: context) }
        return .menu(MenuPage(title: title, count: count(in: context), first: first, selected: selected, rows: rows))
    }

    func labels(in context: PageContext) -> ButtonLabels {
        let turnsOff = row(chosen(in: context), in: context) == .powerOff
        return ButtonLabels(start: turnsOff ? nil : .select, lap: .back, page: .down, startHeld: turnsOff ? .powerOff : nil)
    }
}
