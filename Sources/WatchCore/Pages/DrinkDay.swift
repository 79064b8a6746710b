import HealthCore
import Quantities
import ScreenModels

/// The drinks of the day, the newest first. START opens one.
struct DrinkDay: WatchPage {
    private(set) var selected = 0

    var staysFor: Duration? { Self.atRest }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if context.isBack(press) { return .open(.drinkList(DrinkList())) }
        let drinks = context.drinksOfToday
        guard !drinks.isEmpty else { return press.length == .short ? .open(.drinkList(DrinkList())) : .stay }
        selected = min(selected, drinks.count - 1)
        if press.isStep(of: .page) {
            selected = selected + 1 < drinks.count ? selected + 1 : 0
        } else if press == Press(.start, .short) {
            return .open(.drinkEditor(DrinkEditor(editing: drinks[selected].id)))
        }
        return .stay
    }

    func page(in context: PageContext) -> Page {
        let drinks = context.drinksOfToday
        guard !drinks.isEmpty else { return .message(.noDrinks) }
        let chosen = min(selected, drinks.count - 1), first = max(0, min(chosen - 2, drinks.count - DrinkListPage.capacity))
        let rows = drinks[first..<min(drinks.count, first + DrinkListPage.capacity)].map { drink in
            DrinkListPage.Row.drunk(context.timeOfDay(drink.time), context.name(of: drink), milligrams: drink.milligrams)
        }
        return .drinkList(
            DrinkListPage(
                count: UInt8(clamping: drinks.count), first: UInt8(clamping: first), selected: UInt8(clamping: chosen), rows: InView(rows)))
    }

    func labels(in context: PageContext) -> ButtonLabels {
        context.drinksOfToday.isEmpty
            ? ButtonLabels(start: .ok, lap: .back, page: .back) : ButtonLabels(start: .select, lap: .back, page: .down)
    }
}
