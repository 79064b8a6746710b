import HealthCore
import Quantities
import ScreenModels

/// The pages of a run being chosen: a list of pages, the values of one page, and all values for one of its places. PAGE goes down, START
/// chooses, back goes back. What is chosen is stored at once.
struct RunPageSettings: WatchPage {
    /// How deep in.
    enum Level: Equatable, Sendable {
        /// All pages, and whether they follow each other by themselves.
        case pages
        /// The values of a page.
        case page(UInt8)
        /// The values that a place of a page can show.
        case place(UInt8, of: UInt8)
    }
    /// What is open.
    private(set) var level = Level.pages
    /// The chosen row.
    private(set) var selected: UInt8 = 0

    private static var pages: UInt8 { UInt8(RunPages.count) }
    private static let fields = UInt8(RunField.allCases.count)

    private func count(_ settings: Settings) -> UInt8 {
        switch level {
        case .pages: Self.pages + 1
        case .page(let page): 1 + UInt8(settings.fields(ofPage: page).count)
        case .place: Self.fields
        }
    }

    var staysFor: Duration? { Self.atRest }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if press.isStep(of: .page) {
            selected = selected + 1 < count(context.settings) ? selected + 1 : 0
        } else if context.isBack(press) {
            return leave(in: context)
        } else if press == Press(.start, .short) {
            return choose(context.settings)
        }
        return .stay
    }

    private mutating func leave(in context: PageContext) -> PageAction {
        switch level {
        case .pages: return .open(Menu.above(.runPages, in: context))
        case .page(let page): self = RunPageSettings(level: .pages, selected: page)
        case .place(let place, let page): self = RunPageSettings(level: .page(page), selected: place + 1)
        }
        return .stay
    }

    private mutating func choose(_ settings: Settings) -> PageAction {
        switch level {
        case .pages where selected == Self.pages: return .set(.autoScroll(!settings.autoScroll))
        case .pages: self = RunPageSettings(level: .page(selected), selected: 0)
        case .page(let page) where selected == 0:
            return .set(SettingChoices.next(after: .runPage(page, settings.fields(ofPage: page)), languages: 0))
        case .page(let page):
            let field = settings.fields(ofPage: page)[Int(selected) - 1] ?? .distance
            self = RunPageSettings(level: .place(selected - 1, of: page), selected: field.rawValue - 1)
        case .place(let place, let page):
            var fields = settings.fields(ofPage: page)
            fields[Int(place)] = Self.field(selected)
            self = RunPageSettings(level: .page(page), selected: place + 1)
            return .set(.runPage(page, fields))
        }
        return .stay
    }

    private static func field(_ row: UInt8) -> RunField? { RunField(rawValue: row + 1) }

    private func row(_ index: UInt8, _ settings: Settings) -> MenuRow? {
        switch level {
        case .pages:
            return .setting(index < Self.pages ? .runPage(index, settings.fields(ofPage: index)) : .autoScroll(settings.autoScroll))
        case .page(let page):
            let fields = settings.fields(ofPage: page)
            if index == 0 { return .setting(.runPage(page, fields)) }
            return fields[Int(index) - 1].map { .runField(index - 1, $0) }
        case .place: return Self.field(index).map { .fieldChoice($0) }
        }
    }

    func page(in context: PageContext) -> Page {
        let capacity = UInt8(MenuPage.capacity), count = count(context.settings)
        let first = selected < capacity ? 0 : selected - capacity + 1
        var rows = InView<MenuRow>()
        for i in 0..<capacity where first + i < count { rows[Int(i)] = row(first + i, context.settings) }
        let title: MenuTitle =
            switch level {
            case .pages: .runPages
            case .page: .runPage
            case .place: .runFields
            }
        return .menu(MenuPage(title: title, count: count, first: first, selected: selected, rows: rows))
    }

    func labels(in context: PageContext) -> ButtonLabels { ButtonLabels(start: .select, lap: .back, page: .down) }
}

extension Settings {
    /// The values of a page of a run, by its number from 0.
    func fields(ofPage page: UInt8) -> RunFields { RunFields(numbers: runPages[Int(page)]) ?? RunFields() }
}
