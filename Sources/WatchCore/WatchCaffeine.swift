import Calendar
import HealthCore
import Quantities
import ScreenModels

/// What the runner does with drinks.
enum DrinkChange: Equatable, Sendable {
    /// One was had, some time before now.
    case log(NamedDrinkKind, ago: Duration)
    /// One that was logged was had at another time.
    case move(HealthID, by: Duration)
    /// One was not had.
    case delete(HealthID)
}

// Drinks and caffeine. A drink is an object like all others; how much of it is in the body is reckoned anew each time.
extension Watch {
    mutating func changeDrink(_ change: DrinkChange, at now: MonotonicInstant, into effects: inout EffectList) {
        switch change {
        case .log(let kind, let ago): logDrink(kind, at: now.advanced(by: .zero - ago), now: now, into: &effects)
        case .move(let id, let shift):
            guard let stored = book.drink(id), !stored.isDeleted, case .drink = stored.value else { return }
            var moved = stored
            moved.time = stored.time.moved(by: shift)
            store(book.change(.drink, id, to: moved.value, origin: origin, time: moved.time), into: &effects)
        case .delete(let id):
            guard let stored = book.drink(id), !stored.isDeleted else { return }
            store(book.deletion(.drink, id, origin: origin), into: &effects)
            showMessage(.drinkDeleted, for: .seconds(3), at: now)
        }
        needsRedraw = true
    }

    private mutating func logDrink(
        _ kind: NamedDrinkKind, at instant: MonotonicInstant, now: MonotonicInstant, into effects: inout EffectList
    ) {
        let time = time(at: instant)
        let milliseconds = time.start?.milliseconds ?? instant.nanoseconds / 1_000_000
        // The names of runs are drawn from the same bits; two drinks of one instant must differ.
        drinksLogged &+= 1
        let id = Drink.id(
            serial: configuration.deviceSerial, milliseconds: milliseconds, boot: configuration.boot.low ^ UInt64(drinksLogged) << 32)
        let place = session.hasFix ? session.place?.filteredPosition : nil
        let drink = Drink(kind: kind.id, milligrams: kind.kind.milligrams, place: place)
        store(book.change(.drink, id, to: .drink(drink), origin: origin, time: time), into: &effects)
        if let news = caffeineNews(of: drink, at: now) {
            showMessage(.caffeineHigh(news.0, milligrams: news.1), for: .seconds(6), at: now)
        } else {
            showMessage(.drinkLogged(milligrams: utcOffset.map { caffeine.milligrams(at: $0.utc(at: now)) }), for: .seconds(3), at: now)
        }
        buzz(.lap, into: &effects)
    }

    var caffeine: CaffeineLevel { CaffeineLevel(book) }

    /// What there is to be said of a drink that was just logged: what EFSA (2015, Scientific opinion on the safety of caffeine) names for a
    /// single dose and a day, and the rest at bedtime.
    private func caffeineNews(of drink: Drink, at now: MonotonicInstant) -> (CaffeineNews, Double)? {
        guard settings.caffeineLimits else { return nil }
        if drink.milligrams > min(200, 3 * profile.weight.kilograms) { return (.dose, drink.milligrams) }
        guard let utc = utcOffset?.utc(at: now) else { return nil }
        let drunk = caffeine.milligramsDrunk(onDayOf: utc, boundaries)
        if drunk > 400 { return (.day, drunk) }
        if let bedtime = nextBedtime(after: utc) {
            let rest = caffeine.milligrams(at: bedtime)
            if rest > CaffeineLevel.bedtimeMilligrams { return (.bedtime, rest) }
        }
        return nil
    }

    func nextBedtime(after utc: UTCInstant) -> UTCInstant? {
        settings.bedtime.map { CaffeineDay.next($0, after: utc, zone: configuration.zone) }
    }

    // MARK: - Too little

    /// Sets when the body has less than the runner wants to be told of.
    private mutating func planLowCaffeine(at now: MonotonicInstant) {
        (lowCaffeineDue, isCaffeinePlanStale) = (nil, false)
        guard settings.lowCaffeine > 0, let offset = utcOffset,
            let fall = caffeine.fall(to: Double(settings.lowCaffeine), after: offset.utc(at: now))
        else { return }
        lowCaffeineDue = now.advanced(by: offset.utc(at: now).duration(to: fall))
    }

    mutating func tellLowCaffeine(at now: MonotonicInstant, into effects: inout EffectList) {
        if isCaffeinePlanStale { planLowCaffeine(at: now) }
        guard let due = lowCaffeineDue, now >= due else { return }
        lowCaffeineDue = nil
        buzz(.warning, into: &effects)
        showMessage(.caffeineLow(milligrams: settings.lowCaffeine), for: .seconds(6), at: now)
    }

    // MARK: - Time

    /// The drinks of this boot that were logged before it knew the time are dated.
    mutating func dateDrinks(_ offset: UTCOffset, into effects: inout EffectList) {
        for drink in book.drinks {
            guard case .boot(configuration.boot, let start, _) = drink.time else { continue }
            let time = drink.time.dated(offset, zone: configuration.zone.offset(at: offset.utc(at: start)))
            store(book.change(.drink, drink.id, to: drink.value, origin: origin, time: time), into: &effects)
        }
    }
}

extension HealthTime {
    /// The same, so much later.
    func moved(by duration: Duration) -> HealthTime {
        switch self {
        case .none: self
        case .utc(let start, let end, let zone): .utc(start: start.advanced(by: duration), end: end.advanced(by: duration), zone: zone)
        case .boot(let boot, let start, let end): .boot(boot, start: start.advanced(by: duration), end: end.advanced(by: duration))
        }
    }
}

/// Times of day in the future.
enum CaffeineDay {
    /// When it is next so many minutes after local midnight.
    static func next(_ minutes: UInt16, after utc: UTCInstant, zone: TimeZoneRules) -> UTCInstant {
        let boundaries = DayBoundaries(zone: zone), date = zone.local(utc).date
        let today = boundaries.start(of: date).advanced(by: .minutes(Int64(minutes)))
        return today > utc ? today : boundaries.start(of: date.adding(days: 1)).advanced(by: .minutes(Int64(minutes)))
    }
}

extension CaffeineMark {
    init(_ amount: Double, _ marks: (medium: Double, high: Double)) {
        self = amount < marks.medium ? .low : amount < marks.high ? .medium : .high
    }
}

extension DrinkName {
    init(_ kind: NamedDrinkKind, language: String) {
        if let place = kind.builtIn {
            self = .builtIn(UInt8(clamping: place))
        } else if let text = kind.kind.name.text(for: language) ?? kind.id.text {
            self = .text(ShortText(text))
        } else {
            self = .unnamed
        }
    }
}
