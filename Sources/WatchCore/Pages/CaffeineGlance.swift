import Calendar
import HealthCore
import Quantities
import ScreenModels

/// Caffeine at a glance. START opens the drinks.
struct CaffeineGlance: GlancePage {
    static let glance = Glance.caffeine

    func start(in context: PageContext) -> PageAction? { .open(.drinkList(DrinkList())) }

    func page(in context: PageContext) -> Page {
        let level = UInt16(CaffeineLevel.bedtimeMilligrams)
        guard let now = context.utc else {
            return .caffeine(CaffeinePage(milligrams: nil, mark: .low, cups: nil, cupsMark: .low, fill: 0, belowAt: nil, level: level))
        }
        let caffeine = CaffeineLevel(context.book), milligrams = caffeine.milligrams(at: now)
        let cups = caffeine.cups(onDayOf: now, DayBoundaries(zone: context.zone))
        let below = caffeine.fall(to: CaffeineLevel.bedtimeMilligrams, after: now)
        return .caffeine(
            CaffeinePage(
                milligrams: milligrams, mark: CaffeineMark(milligrams, CaffeineLevel.marks), cups: cups,
                cupsMark: CaffeineMark(cups, CaffeineLevel.cupMarks),
                fill: UInt8(rounding: min(100, milligrams / CaffeineLevel.gauge * 100)),
                belowAt: below.map { TimeOfDay(context.zone.local($0).time) }, level: level))
    }
}
