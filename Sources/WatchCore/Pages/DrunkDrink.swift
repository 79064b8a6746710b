import Calendar
import HealthCore
import Quantities
import ScreenModels

/// A drink that was had.
struct DrunkDrink: Sendable {
    var id: HealthID
    var time: HealthTime
    var kind: HealthID?
    var milligrams: Double
}

extension PageContext {
    /// UTC now; nil until it is known.
    var utc: UTCInstant? { local.map { $0.instant(offset: offset) } }

    /// The drinks of today, the newest first; with those of this boot that have no date yet.
    var drinksOfToday: [DrunkDrink] {
        book.drinks.compactMap { change -> DrunkDrink? in
            guard case .drink(let drink) = change.value else { return nil }
            if let start = change.time.start, zone.local(start).date != local?.date { return nil }
            return DrunkDrink(id: change.id, time: change.time, kind: drink.kind, milligrams: drink.milligrams)
        }.sorted { ($0.time.order, $0.id) > ($1.time.order, $1.id) }
    }

    func timeOfDay(_ time: HealthTime) -> TimeOfDay? { time.start.map { TimeOfDay(zone.local($0).time) } }

    func name(of drink: DrunkDrink) -> DrinkName {
        guard let id = drink.kind, let kind = book.drinkKinds.first(where: { $0.id == id }) else { return .unnamed }
        return DrinkName(kind, language: languageTag)
    }
}

extension HealthTime {
    /// Those without a date are the newest.
    var order: Int64 { start?.milliseconds ?? .max }
}
