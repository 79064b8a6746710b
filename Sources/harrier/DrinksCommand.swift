import Calendar
import CommandLineTable
import HealthCore
import JSONText
import Quantities

/// `harrier drinks`: what was drunk when, and the kinds of drinks that the watch offers.
enum DrinksCommand {
    private static let name = Argument<String>.one("NAME", help: "a drink of `harrier drinks kinds`: its id or its name")
    private static let drink = Argument<String>.one("N", help: "its number in `harrier drinks list`")
    private static let kind = Argument<String>.one("ID", help: "its id in `harrier drinks kinds`")
    private static let kindName = Argument<String>.one("NAME", help: "what it is called")
    private static let kindAmount = Argument<String>.one("MG", help: "caffeine, mg: 0 to 2000")
    private static let at = TimeArgument.option("at", help: "when it was drunk; without it now")
    private static let newTime = TimeArgument.option("at", help: "when it was drunk")
    private static let milligrams = Option.number("mg", in: Drink.amounts, help: "caffeine, mg, if it is not the usual amount")
    private static let newKind = Option.text("kind", valueName: "NAME", help: "another drink")
    private static let newName = Option.text("name", valueName: "TEXT", help: "what it is called")
    private static let days = Option.integer("last", in: 1...366, valueName: "DAYS", help: "so many days up to today").defaulting(to: 2)
    private static let json = HarrierCommands.json.specification

    static let command = Command(
        "drinks", summary: "Show what was drunk, and log, change or remove a drink.",
        discussion: """
            What is logged here is on the watch at once where one runs on the data folder, and with its next start else. The numbers of \
            `harrier drinks list` go from the newest drink to the oldest; removing one or logging an older one changes them.
            """,
        options: [days.specification, json],
        subcommands: [
            Command("list", summary: "List the latest drinks, newest first."),
            Command(
                "add", summary: "Log a drink.", arguments: [name.specification], options: [at.specification, milligrams.specification],
                examples: [
                    .init("harrier drinks add small-coffee", "now"),
                    .init("harrier drinks add \"black tea\" --at 07:30 --mg 60", "a strong one this morning"),
                ]),
            Command(
                "edit", summary: "Change a drink.", arguments: [drink.specification],
                options: [newTime.specification, milligrams.specification, newKind.specification]),
            Command("remove", summary: "Remove a drink.", arguments: [drink.specification]),
            Command(
                "kinds", summary: "Show the drinks that the watch offers, and change them.",
                subcommands: [
                    Command("list", summary: "List the kinds of drinks."),
                    Command(
                        "add", summary: "Add a kind.", arguments: [kindName.specification, kindAmount.specification],
                        examples: [.init("harrier drinks kinds add \"Club mate\" 100", "one more to choose")]),
                    Command(
                        "edit", summary: "Change a kind.", arguments: [kind.specification],
                        options: [newName.specification, milligrams.specification]),
                    Command(
                        "remove", summary: "Remove a kind, a built-in one too; what was drunk of it stays.", arguments: [kind.specification]
                    ),
                ], standsFor: "list"),
        ], standsFor: "list")

    static func run(_ invocation: Invocation) throws {
        let desk = try ChangeDesk(invocation)
        if invocation.path.contains("kinds") { return try runKinds(desk, invocation) }
        switch invocation.path.last {
        case "add": try add(desk, invocation)
        case "edit": try edit(desk, invocation)
        case "remove":
            let drink = try find(invocation[drink], desk)
            try desk.put([desk.book.deletion(.drink, drink.change.id, origin: desk.origin)])
        default: break
        }
        let report = DrinksReport(desk.book, at: desk.now, in: PlayCommands.localZone(), days: invocation[days])
        if invocation[HarrierCommands.json] { Console.print(report.json) } else { Console.print(report.text) }
    }

    // MARK: - Drinks

    private static func add(_ desk: ChangeDesk, _ invocation: Invocation) throws {
        let named = try DrinkWords.find(invocation[name], desk.book)
        let drink = Drink(kind: named.id, milligrams: invocation[milligrams] ?? named.kind.milligrams)
        let time = try moment(invocation[at], desk)
        let change = HealthChange(kind: .drink, id: DrinkWords.newID(), origin: desk.origin, time: time, value: .drink(drink))
        try desk.put([change])
    }

    private static func edit(_ desk: ChangeDesk, _ invocation: Invocation) throws {
        var (_, change, drink) = try find(invocation[drink], desk)
        let before = (change.time, drink)
        if let word = invocation[newKind] {
            let named = try DrinkWords.find(word, desk.book)
            (drink.kind, drink.milligrams) = (named.id, named.kind.milligrams)
        }
        if let milligrams = invocation[milligrams] { drink.milligrams = milligrams }
        if invocation[newTime] != nil { change.time = try moment(invocation[newTime], desk) }
        guard (change.time, drink) != before else { throw UsageFailure("say what is to be changed: --at TIME, --mg N or --kind NAME") }
        try desk.put([desk.book.change(.drink, change.id, to: .drink(drink), origin: desk.origin, time: change.time)])
    }

    private static func moment(_ argument: TimeArgument?, _ desk: ChangeDesk) throws -> HealthTime {
        let zone = PlayCommands.localZone()
        guard let instant = argument?.instant(now: desk.now, in: zone) else { return desk.time }
        guard instant <= desk.now else {
            throw UsageFailure("\(TimeArgument.local(instant, in: zone)) lies ahead: nothing was drunk then yet")
        }
        return .utc(start: instant, end: instant, zone: zone.offset(at: instant))
    }

    private static func find(_ word: String, _ desk: ChangeDesk) throws -> LoggedDrink {
        let drinks = DrinkWords.logged(desk.book)
        guard let number = Int(word), let drink = drinks.first(where: { $0.number == number }) else {
            throw CommandFailure("there is no drink \(word): `harrier drinks list` shows their numbers")
        }
        return drink
    }

    // MARK: - Kinds

    private static func runKinds(_ desk: ChangeDesk, _ invocation: Invocation) throws {
        switch invocation.path.last {
        case "add": try addKind(desk, invocation)
        case "edit":
            let named = try DrinkWords.find(invocation[kind], desk.book)
            var kind = named.kind
            if let name = invocation[newName] { kind.name = try DrinkWords.name(name) }
            if let milligrams = invocation[milligrams] { kind.milligrams = milligrams }
            guard kind != named.kind else { throw UsageFailure("say what is to be changed: --name TEXT or --mg N") }
            try desk.put([desk.book.change(.drinkKind, named.id, to: .drinkKind(kind), origin: desk.origin, time: desk.time)])
        case "remove":
            let named = try DrinkWords.find(invocation[kind], desk.book)
            try desk.put([desk.book.deletion(.drinkKind, named.id, origin: desk.origin)])
        default: break
        }
        let report = DrinkKindsReport(desk.book)
        if invocation[HarrierCommands.json] { Console.print(report.json) } else { Console.print(report.text) }
    }

    private static func addKind(_ desk: ChangeDesk, _ invocation: Invocation) throws {
        let words = invocation[kindName]
        guard let milligrams = Double(invocation[kindAmount]), Drink.amounts.contains(milligrams) else {
            throw UsageFailure("\"\(invocation[kindAmount])\" does not fit MG: expected a number from 0 to 2000")
        }
        let name = try DrinkWords.name(words), kinds = desk.book.drinkKinds, id = DrinkWords.kindID(words)
        if let same = kinds.first(where: { $0.id == id || DrinkWords.isSame(DrinkWords.name($0), words) }) {
            throw CommandFailure("there is a drink \(same.id.text ?? "") already: `harrier drinks kinds edit` changes it")
        }
        guard kinds.count < DrinkKind.mostKinds else {
            throw CommandFailure("there are \(DrinkKind.mostKinds) kinds already: `harrier drinks kinds remove` makes room")
        }
        let kind = DrinkKind(name: name, milligrams: milligrams)
        try desk.put([desk.book.change(.drinkKind, id, to: .drinkKind(kind), origin: desk.origin, time: desk.time)])
    }
}
