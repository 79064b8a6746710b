import Calendar
import CommandLineTable
import Glibc
import HealthCore
import HealthStore
import JSONText
import Quantities
import RunLog
import SystemCalls
import WatchDaemon

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
        let directory = DataDirectory(path: try DataFolder.path(invocation[HarrierCommands.data]))
        switch invocation.path.last {
        case "get": try get(invocation[name], in: directory, invocation)
        case "set":
            try change(invocation[name], in: directory, invocation) { setting, settings, profile in
                let text = invocation[value]
                guard setting.read(text, &settings, &profile) else {
                    throw UsageFailure("\"\(text)\" is no value of \(setting.name): expected \(setting.allowed)")
                }
            }
        case "unset": try change(invocation[name], in: directory, invocation) { $0.unset(&$1, &$2) }
        default: list(try SettingsFolder.book(in: directory), invocation)
        }
    }

    private static func get(_ name: String, in directory: DataDirectory, _ invocation: Invocation) throws {
        guard let setting = NamedSetting.named(name) else { return }
        let book = try SettingsFolder.book(in: directory)
        show(setting, book, invocation)
    }

    private static func show(_ setting: NamedSetting, _ book: HealthBook, _ invocation: Invocation) {
        guard invocation[HarrierCommands.json] else { return Console.print(setting.text(book.settings, book.profile)) }
        Console.print(json(setting, book))
    }

    private static func change(
        _ name: String, in directory: DataDirectory, _ invocation: Invocation,
        _ change: (NamedSetting, inout Settings, inout Profile) throws -> Void
    ) throws {
        guard let setting = NamedSetting.named(name) else { return }
        // What is wrong with a value is said before anything of the folder is touched.
        var settings = Settings(), profile = Profile()
        try change(setting, &settings, &profile)
        let book = try SettingsFolder.change(in: directory) { settings, profile in try change(setting, &settings, &profile) }
        show(setting, book, invocation)
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

/// The settings of a data folder.
enum SettingsFolder {
    private static let nothing = UTCInstant(milliseconds: 0)..<UTCInstant(milliseconds: 0)

    /// What is set there; what a new watch has where there is no store yet.
    static func book(in directory: DataDirectory) throws(HealthStoreError) -> HealthBook {
        guard access(directory.healthStore, F_OK) == 0 else { return HealthBook(boot: BootID(high: 0, low: 0)) }
        let store = try HealthStore(path: directory.healthStore, access: .glance)
        return try store.book(boot: BootID(high: 0, low: 0), window: nothing)
    }

    /// Changes what is set there, by the hand of whoever writes there.
    /// - Returns: what is set then.
    static func change(
        in directory: DataDirectory, by writer: any SettingsWriting = FolderSettings(),
        _ change: (inout Settings, inout Profile) throws -> Void
    ) throws -> HealthBook {
        try writer.change(in: directory) { book in
            var settings = book.settings, profile = book.profile
            try change(&settings, &profile)
            return book.changes(to: settings, profile, origin: .watch(serial: DeviceSerial.read()), time: SettingsFolder.now)
        }
    }

    private static var now: HealthTime {
        let now = WallClock.now()
        return .utc(start: now, end: now, zone: PlayCommands.localZone().offset(at: now))
    }
}

/// Writes changes of settings in a data folder.
protocol SettingsWriting {
    /// Asks for the changes of what is set now, and makes them.
    /// - Returns: what is set then.
    func change(in directory: DataDirectory, _ changes: (HealthBook) throws -> [HealthChange]) throws -> HealthBook
}

/// Writes into a folder that no watch is writing, and holds its lock meanwhile.
struct FolderSettings: SettingsWriting {
    func change(in directory: DataDirectory, _ changes: (HealthBook) throws -> [HealthChange]) throws -> HealthBook {
        try directory.prepare()
        let lock = try DataDirectoryLock(directory)
        defer { withExtendedLifetime(lock) {} }
        let store = try HealthStore.open(path: directory.healthStore).store
        var book = try store.book(boot: BootID(high: 0, low: 0), window: UTCInstant(milliseconds: 0)..<UTCInstant(milliseconds: 0))
        let changes = try changes(book)
        if !changes.isEmpty { try store.put(changes, at: WallClock.now()) }
        for change in changes { book.apply(change) }
        return book
    }
}
