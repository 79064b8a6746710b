import HealthCore
import Quantities
import ScreenModels

/// The drinks to choose from, the one that was had last on top: START logs it, START held chooses when it was. Behind them the drinks of
/// the day and the forecast.
struct DrinkList: WatchPage {
    private(set) var selected = 0

    var staysFor: Duration? { Self.atRest }

    private func kinds(in context: PageContext) -> [NamedDrinkKind] {
        var kinds = context.book.drinkKinds
        let last = context.book.drinks.max { $0.time.order < $1.time.order }
        if case .drink(let drink)? = last?.value, let place = kinds.firstIndex(where: { $0.id == drink.kind }) {
            kinds.insert(kinds.remove(at: place), at: 0)
        }
        return kinds
    }

    private func row(_ index: Int, _ kinds: [NamedDrinkKind], in context: PageContext) -> DrinkListPage.Row? {
        if kinds.indices.contains(index) {
            return .kind(DrinkName(kinds[index], language: context.languageTag), milligrams: kinds[index].kind.milligrams)
        }
        return index == kinds.count ? .today : index == kinds.count + 1 ? .forecast : nil
    }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if context.isBack(press) { return .open(.caffeine(CaffeineGlance())) }
        let kinds = kinds(in: context)
        selected = min(selected, kinds.count + 1)
        if press.isStep(of: .page) {
            selected = selected < kinds.count + 1 ? selected + 1 : 0
        } else if press == Press(.start, .short) {
            if kinds.indices.contains(selected) { return .drink(.log(kinds[selected], ago: .zero), thenOpen: .caffeine(CaffeineGlance())) }
            return .open(selected == kinds.count ? .drinkDay(DrinkDay()) : .caffeineCurve(CaffeineCurve()))
        } else if press == Press(.start, .second), kinds.indices.contains(selected) {
            return .open(.drinkEditor(DrinkEditor(kinds[selected])))
        }
        return .stay
    }

    func page(in context: PageContext) -> Page {
        let kinds = kinds(in: context), count = kinds.count + 2, chosen = min(selected, count - 1)
        let first = max(0, min(chosen - 2, count - DrinkListPage.capacity))
        return .drinkList(
            DrinkListPage(
                count: UInt8(clamping: count), first: UInt8(clamping: first), selected: UInt8(clamping: chosen),
                rows: InView((first..<min(count, first + DrinkListPage.capacity)).compactMap { row($0, kinds, in: context) })))
    }

    func labels(in context: PageContext) -> ButtonLabels {
        let isKind = selected < context.book.drinkKinds.count
        return ButtonLabels(start: isKind ? .log : .select, lap: .back, page: .down, startHeld: isKind ? .earlier : nil)
    }
}
