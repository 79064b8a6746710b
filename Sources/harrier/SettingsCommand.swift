import CommandLineTable
import HealthCore
import JSONText
import Quantities

/// `harrier settings`: what is set on a watch, and setting it from a computer.
enum SettingsCommand {
    private static let names = NamedSetting.all.map(\.name)
    private static let name = Argument<String>.one(
        "NAME", completion: .words(names), help: "the setting's name in `harrier settings list`")
    private static let value = Argument<String>.one("VALUE", help: "what it is set to; `harrier settings list` says what it can be")

    static let command = Command(
        "settings", summary: "Show what is set on the watch, and set it.",
        discussion: """
            The settings are those of the watch's menus, and the values of the runner's body among them. Lists have commas between their \
            words. Without a command after it all are listed.
            """,
        options: [HarrierCommands.json.specification],
        subcommands: [
            Command("list", summary: "List all settings, with what they can be."),
            Command("get", summary: "Print the value of a setting.", arguments: [name.specification]),
            Command(
                "set", summary: "Set a setting.", arguments: [name.specification, value.specification],
                examples: [
                    .init("harrier settings set zone Europe/Berlin", "local time with its summer time"),
                    .init("harrier settings set alert-heart-rate-above 172", "told in a run"),
                    .init("harrier settings set quiet-hours 22:00-07:00", "no sound at night, but in a run"),
                ]),
            Command("unset", summary: "Set a setting to what a new watch has.", arguments: [name.specification]),
        ], standsFor: "list")

    static func run(_ invocation: Invocation) throws {
        let desk = try ChangeDesk(invocation)
        switch invocation.path.last {
        case "get": if let setting = NamedSetting.named(invocation[name]) { show(setting, desk.book, invocation) }
        case "set":
            let text = invocation[value]
            try change(desk, invocation) { setting, settings, profile in
                guard setting.read(text, &settings, &profile) else {
                    throw UsageFailure("\"\(text)\" is no value of \(setting.name): expected \(setting.allowed)")
                }
            }
        case "unset": try change(desk, invocation) { $0.unset(&$1, &$2) }
        default: list(desk.book, invocation)
        }
    }

    private static func change(
        _ desk: ChangeDesk, _ invocation: Invocation, _ change: (NamedSetting, inout Settings, inout Profile) throws -> Void
    ) throws {
        guard let setting = NamedSetting.named(invocation[name]) else { return }
        try self.change(desk) { try change(setting, &$0, &$1) }
        show(setting, desk.book, invocation)
    }

    /// Changes settings and profile as they are set now, by the hand of whoever writes in the folder.
    static func change(_ desk: ChangeDesk, _ change: (inout Settings, inout Profile) throws -> Void) throws {
        var settings = desk.book.settings, profile = desk.book.profile
        try change(&settings, &profile)
        let time = HealthTime.utc(start: desk.now, end: desk.now, zone: PlayCommands.localZone().offset(at: desk.now))
        try desk.put(desk.book.changes(to: settings, profile, origin: desk.origin, time: time))
    }

    private static func show(_ setting: NamedSetting, _ book: HealthBook, _ invocation: Invocation) {
        guard invocation[HarrierCommands.json] else { return Console.print(setting.text(book.settings, book.profile)) }
        Console.print(json(setting, book))
    }

    private static func list(_ book: HealthBook, _ invocation: Invocation) {
        guard !invocation[HarrierCommands.json] else {
            return Console.print(JSONObject(["settings": .array(NamedSetting.all.map { .object(json($0, book)) })]))
        }
        var table = Table(["setting", "value", "can be"], left: [0, 1, 2])
        for setting in NamedSetting.all { table.add([setting.name, setting.text(book.settings, book.profile), setting.allowed]) }
        Console.print(table.text)
    }

    private static func json(_ setting: NamedSetting, _ book: HealthBook) -> JSONObject {
        let text = setting.text(book.settings, book.profile)
        return JSONObject([
            "name": .string(setting.name), "value": .string(text),
            "is_default": .bool(text == setting.text(Settings(), Profile())),
        ])
    }
}
