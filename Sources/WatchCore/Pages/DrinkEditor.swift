import HealthCore
import Quantities
import ScreenModels

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
