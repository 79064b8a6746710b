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

/// When a drink was had, in steps of five minutes: a new one, or one that was logged, which can also be deleted.
struct DrinkEditor: WatchPage {
    private let kind: NamedDrinkKind?
    private let id: HealthID?
    /// How many minutes before now, or before the time that is stored.
    private(set) var minutesBack: Int64 = 0
    private(set) var asksToDelete = false

    /// A drink to be logged.
    init(_ kind: NamedDrinkKind) { (self.kind, id) = (kind, nil) }
    /// A drink that was logged.
    init(editing id: HealthID) { (kind, self.id) = (nil, id) }

    var staysFor: Duration? { Self.atRest }

    /// A day back is far enough.
    private static let most: Int64 = 24 * 60

    var allowsPicture: Bool { false }

    private var back: PageAction { .open(id == nil ? .drinkList(DrinkList()) : .drinkDay(DrinkDay())) }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if asksToDelete {
            if press == Press(.start, .short), let id { return .drink(.delete(id), thenOpen: .drinkDay(DrinkDay())) }
            if press.length == .short || press.length == .double { asksToDelete = false }
            return .stay
        }
        // A host may have deleted it meanwhile.
        if let id, context.book.drink(id).map({ $0.isDeleted }) ?? true { return back }
        let step: Int64 = press.length == .fast ? 30 : 5
        if press.isStep(of: .page) {
            minutesBack = min(Self.most, minutesBack + step)
        } else if context.hasLapButton, press.isStep(of: .lap) {
            minutesBack = max(earliest(in: context), minutesBack - step)
        } else if press == Press(.start, .short) {
            if let kind { return .drink(.log(kind, ago: .minutes(minutesBack)), thenOpen: .caffeine(CaffeineGlance())) }
            if let id { return minutesBack == 0 ? back : .drink(.move(id, by: .minutes(-minutesBack)), thenOpen: .drinkDay(DrinkDay())) }
        } else if press == Press(.start, .second) {
            if id == nil { return back }
            asksToDelete = true
        } else if press == Press(.page, .double) {
            return back
        }
        return .stay
    }

    /// No drink lies in the future: one that was logged can be moved up to now.
    private func earliest(in context: PageContext) -> Int64 {
        guard let id, let start = context.book.drink(id)?.time.start, let now = context.utc else { return 0 }
        return -max(0, start.duration(to: now).inMilliseconds / 60_000)
    }

    func page(in context: PageContext) -> Page {
        if let kind {
            let time = context.utc.map { TimeOfDay(context.zone.local($0.advanced(by: .minutes(-minutesBack))).time) }
            return .drink(
                DrinkPage(
                    name: DrinkName(kind, language: context.languageTag), milligrams: kind.kind.milligrams, time: time, asksToDelete: false)
            )
        }
        guard let id, let stored = context.book.drink(id), case .drink(let drink) = stored.value else { return .message(.drinkDeleted) }
        let drunk = DrunkDrink(id: id, time: stored.time, kind: drink.kind, milligrams: drink.milligrams)
        return .drink(
            DrinkPage(
                name: context.name(of: drunk), milligrams: drink.milligrams,
                time: context.timeOfDay(stored.time.moved(by: .minutes(-minutesBack))), asksToDelete: asksToDelete))
    }

    func labels(in context: PageContext) -> ButtonLabels {
        if asksToDelete { return context.hasLapButton ? ButtonLabels(start: .yes, lap: .no) : ButtonLabels(start: .yes, page: .no) }
        let held = id == nil ? ButtonLabel.back : .delete
        guard context.hasLapButton else { return ButtonLabels(start: .ok, page: .minus, startHeld: held, pageTwice: .back) }
        return ButtonLabels(start: .ok, lap: .plus, page: .minus, startHeld: held)
    }
}

/// The next 24 hours, if nothing more is drunk.
struct CaffeineCurve: WatchPage {
    var staysFor: Duration? { Self.atRest }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        press.length == .short || context.isBack(press) ? .open(.drinkList(DrinkList())) : .stay
    }

    func page(in context: PageContext) -> Page {
        guard let now = context.utc else { return .message(.timeUnknown) }
        let caffeine = CaffeineLevel(context.book)
        var values = SIMD64<UInt16>()
        let step = 24 * 3600.0 / 63
        for index in 0..<64 {
            values[index] = UInt16(rounding: caffeine.milligrams(at: now.advanced(by: .seconds(step * Double(index)))) * 10)
        }
        let bedtime = context.settings.bedtime.map { CaffeineDay.next($0, after: now, zone: context.zone) }
        return .caffeineCurve(
            CaffeineCurvePage(
                values: values, start: TimeOfDay(context.zone.local(now).time),
                bedtime: bedtime.map { UInt8(clamping: Int64(rounding: now.duration(to: $0).inSeconds / step)) },
                atBedtime: bedtime.map { caffeine.milligrams(at: $0) }))
    }

    func labels(in context: PageContext) -> ButtonLabels { ButtonLabels(start: .ok, lap: .back) }
}

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
    fileprivate var order: Int64 { start?.milliseconds ?? .max }
}
