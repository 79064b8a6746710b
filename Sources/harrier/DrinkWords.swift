import Calendar
import HealthCore
import JSONText
import Quantities

/// A drink of a book and its number among them, from 1 for the newest.
typealias LoggedDrink = (number: Int, change: HealthChange, drink: Drink)

/// Words of drinks, for people at a computer.
enum DrinkWords {
    private static let builtIn = [
        "Small coffee", "Medium coffee", "Large coffee", "Espresso", "Double espresso", "Quad espresso", "Black tea", "Green tea",
        "Soft drink",
        "Energy drink", "Chocolate",
    ]

    /// What a kind is called.
    static func name(_ named: NamedDrinkKind) -> String {
        if let index = named.builtIn, builtIn.indices.contains(index) { return builtIn[index] }
        return named.kind.name.text(for: "en") ?? named.id.text ?? "?"
    }

    /// What was drunk: the kind's name, the built-in one's too where the kind was removed.
    static func name(of drink: Drink, _ book: HealthBook) -> String {
        guard let id = drink.kind else { return "--" }
        let kinds = book.drinkKinds + BuiltInDrinks.all
        return kinds.first { $0.id == id }.map { name($0) } ?? id.text.flatMap { GoalText.isPlain($0) ? $0 : nil } ?? "--"
    }

    /// The kind of an id or a name, in capitals or not.
    static func find(_ word: String, _ book: HealthBook) throws(CommandFailure) -> NamedDrinkKind {
        let kinds = book.drinkKinds
        guard let found = kinds.first(where: { $0.id.text == word }) ?? kinds.first(where: { isSame(name($0), word) }) else {
            throw CommandFailure("there is no drink \"\(word)\": `harrier drinks kinds` lists them, `harrier drinks kinds add` adds one")
        }
        return found
    }

    static func isSame(_ a: String, _ b: String) -> Bool { a.lowercased() == b.lowercased() }

    /// A name of a kind, if it can be one.
    static func name(_ text: String) throws(UsageFailure) -> LocalizedText {
        guard GoalText.isPlain(text), text.utf8.count <= 64 else {
            throw UsageFailure("a name has 1 to 64 bytes and no control characters")
        }
        return LocalizedText(text)
    }

    /// The id of a kind of a name: its letters and digits, with hyphens between; a random one where there are none.
    static func kindID(_ name: String) -> HealthID {
        var id = ""
        for scalar in name.lowercased().unicodeScalars {
            let isWord = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
            if isWord { id.unicodeScalars.append(scalar) } else if !id.isEmpty, !id.hasSuffix("-") { id += "-" }
        }
        while id.hasSuffix("-") { id.removeLast() }
        return HealthID(String(id.prefix(HealthID.mostBytes))) ?? newID()
    }

    /// An id that nobody else has.
    static func newID() -> HealthID {
        let (high, low) = Entropy.draw()
        return HealthID(withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }) ?? BuiltInDrinks.all[0].id
    }

    /// The drinks with a date, newest first.
    static func logged(_ book: HealthBook) -> [LoggedDrink] {
        let dated = book.drinks.compactMap { change -> (UTCInstant, HealthChange, Drink)? in
            guard case .drink(let drink) = change.value, let start = change.time.start else { return nil }
            return (start, change, drink)
        }
        let sorted = dated.sorted { ($0.0, $0.1.id) > ($1.0, $1.1.id) }
        return sorted.enumerated().map { (number: $0.offset + 1, change: $0.element.1, drink: $0.element.2) }
    }

    /// Milligrams as they are typed: without a fraction that says nothing.
    static func milligrams(_ number: Double) -> String {
        let tenths = Int64(rounding: number * 10)
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }
}

/// The latest drinks in words, and as JSON.
struct DrinksReport {
    private let drinks: [LoggedDrink]
    private let book: HealthBook
    private let zone: TimeZoneRules

    init(_ book: HealthBook, at now: UTCInstant, in zone: TimeZoneRules, days: Int) {
        let boundaries = DayBoundaries(zone: zone)
        let from = boundaries.start(of: boundaries.day(of: now).adding(days: 1 - days))
        drinks = DrinkWords.logged(book).filter { ($0.change.time.start ?? from) >= from }
        (self.book, self.zone) = (book, zone)
    }

    private func text(_ change: HealthChange) -> String { change.time.start.map { TimeArgument.local($0, in: zone) } ?? "--" }

    var text: String {
        guard !drinks.isEmpty else { return "Nothing was drunk in these days. `harrier drinks add small-coffee` logs one." }
        var table = Table(["n", "when", "drink", "mg"], left: [1, 2])
        for (number, change, drink) in drinks {
            table.add(["\(number)", text(change), DrinkWords.name(of: drink, book), DrinkWords.milligrams(drink.milligrams)])
        }
        return table.text
    }

    var json: JSONObject {
        JSONObject([
            "drinks": .array(
                drinks.map { number, change, drink in
                    var object = JSONObject(["number": .integer(Int64(number))])
                    object["time"] = change.time.start.map { .string($0.iso8601) } ?? .null
                    object["kind"] = drink.kind?.text.map { .string($0) } ?? .null
                    object["name"] = .string(DrinkWords.name(of: drink, book))
                    object["caffeine_mg"] = .number(drink.milligrams)
                    return .object(object)
                })
        ])
    }
}

/// The kinds of drinks in words, and as JSON.
struct DrinkKindsReport {
    private let kinds: [NamedDrinkKind]
    init(_ book: HealthBook) { kinds = book.drinkKinds }

    var text: String {
        var table = Table(["id", "drink", "mg"], left: [0, 1])
        for kind in kinds { table.add([kind.id.text ?? "?", DrinkWords.name(kind), DrinkWords.milligrams(kind.kind.milligrams)]) }
        return table.text
    }

    var json: JSONObject {
        JSONObject([
            "kinds": .array(
                kinds.map { named in
                    .object(
                        JSONObject([
                            "id": .string(named.id.text ?? ""), "name": .string(DrinkWords.name(named)),
                            "caffeine_mg": .number(named.kind.milligrams),
                        ]))
                })
        ])
    }
}
