import Calendar
import CommandLineTable
import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import TestSupport
import Testing

@testable import harrier

@Suite("harrier settings")
struct SettingsCommandTests {
    /// A name, what is written, what is printed then, and what is refused.
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String, written: String, printed: String, refused: [String]
        init(_ name: String, _ written: String, _ printed: String, _ refused: [String]) {
            (self.name, self.written, self.printed, self.refused) = (name, written, printed, refused)
        }
        var testDescription: String { "\(name) \(written)" }
    }

    static let examples: [Example] = [
        Example("auto-pause", "No", "off", ["", "2", "maybe"]), Example("auto-lap", "5min", "5min", ["5", "7min"]),
        Example("buzzer", "off", "off", ["quiet"]), Example("auto-lock", "on", "on", ["1"]),
        Example("countdown", "10", "10s", ["4", "-3", "256", "10min"]), Example("countdown", "off", "0s", []),
        Example("activity", "trail", "trail", ["swim"]), Example("auto-scroll", "yes", "on", ["x"]),
        Example(
            "run-page-1", "pace, heart-rate", "pace,heart-rate", ["off", "", "pace,,time", "pace,speed", "time,pace,zone,steps,clock"]),
        Example("run-page-4", "clock", "clock", ["watch"]), Example("run-page-2", "off", "off", []),
        Example("alert-heart-rate-above", "172", "172bpm", ["39", "231", "1e2", "-170"]),
        Example("alert-heart-rate-below", "120 bpm", "120bpm", ["bpm"]),
        Example("alert-pace-faster", "4:30", "4:30/km", ["4:3", "430", "1:59", "20:01", "4:60", "9999999:00"]),
        Example("alert-pace-slower", "8:00/mi", "4:58/km", ["/km", "::"]),
        Example("alert-distance", "0.5km", "500m", ["500", "99m", "51km", "nankm", "infkm", "-1km"]),
        Example("alert-distance", "1mi", "1609m", []),
        Example("alert-time", "20min", "20min", ["20", "59s", "7h", "1.5s"]),
        Example("units", "mi", "mi", ["miles"]), Example("language", "zh-hans", "zh-Hans", ["fr"]),
        Example("display", "long", "long", ["bright"]),
        Example("quiet-hours", "22:00-07:00", "22:00-07:00", ["22:00", "22:00-22:00", "24:00-07:00", "22-7", "22:00-07:00-08:00"]),
        Example("time-format", "12h", "12h", ["12"]),
        Example("zone", "Europe/Berlin", "Europe/Berlin", ["Europe/Atlantis", "../etc/passwd", "UTC+05:20", ""]),
        Example("zone", "utc+05:45", "UTC+05:45", []),
        Example("glances", "week,runs", "week,runs", ["weeks", "week,"]), Example("glances", "none", "none", []),
        Example("max-fix-error", "50m", "50m", ["4", "101"]),
        Example("caffeine-half-life", "4h30min", "4h30min", ["2h", "11h", "300", "3h1s"]),
        Example("bedtime", "23:15", "23:15", ["24:00", "11pm"]), Example("bedtime", "off", "off", []),
        Example("caffeine-low", "50", "50mg", ["501", "-1"]), Example("caffeine-limits", "off", "off", ["no way"]),
        Example("weight", "72.5kg", "72.5kg", ["29", "300kg", "nan", "heavy"]), Example("weight", "143lb", "64.9kg", []),
        Example("height", "1.80m", "180cm", ["50cm", "4m"]), Example("birth-year", "1985", "1985", ["1899", "2101"]),
        Example("sex", "female", "female", ["f"]), Example("max-heart-rate", "188", "188bpm", ["99", "231"]),
        Example("resting-heart-rate", "48bpm", "48bpm", ["29", "111"]), Example("energy", "heart-rate", "heart-rate", ["steps"]),
        Example("zones", "98,117,137,156,176", "98,117,137,156,176", ["98,117", "98,117,117,156,176", "1,2,3,4,5", "98;117", ""]),
    ]

    @Test("A value is read, printed as it is written, and read as the same; what it cannot be is refused", arguments: examples)
    func value(_ example: Example) throws {
        let setting = try #require(NamedSetting.named(example.name.uppercased()))
        var settings = Settings(), profile = Profile()
        #expect(setting.read(example.written, &settings, &profile))
        #expect(setting.text(settings, profile) == example.printed)
        #expect(settings != Settings() || profile != Profile())
        var again = settings, body = profile
        #expect(setting.read(example.printed, &again, &body))
        #expect(setting.text(again, body) == example.printed)
        for text in example.refused {
            var untouched = settings, person = profile
            #expect(!setting.read(text, &untouched, &person), "\(text)")
            #expect(untouched == settings && person == profile)
        }
        setting.unset(&settings, &profile)
        #expect(settings == Settings() && profile == Profile())
    }

    @Test("Every setting has an example, a name of its own in small letters, and reads what a new watch has")
    func names() {
        let names = NamedSetting.all.map(\.name)
        #expect(Set(names).count == names.count)
        for setting in NamedSetting.all {
            #expect(setting.name.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
            var settings = Settings(), profile = Profile()
            #expect(setting.read(setting.text(settings, profile), &settings, &profile), "\(setting.name)")
            #expect(settings == Settings() && profile == Profile(), "\(setting.name)")
            #expect(Self.examples.contains { $0.name == setting.name } || setting.name == "run-page-3", "\(setting.name)")
        }
    }

    @Test("What is set in a folder is there the next time, alone, and can be taken back; where nothing is yet, a new watch's is read")
    func folder() throws {
        let folder = TemporaryFolder()
        let desk = try ChangeDesk(path: folder.path + "/watch")
        #expect(desk.book.settings == Settings())
        let setting = try #require(NamedSetting.named("alert-heart-rate-above"))
        try SettingsCommand.change(desk) { #expect(setting.read("172", &$0, &$1)) }
        var expected = Settings()
        expected.alerts.heartRateAbove = 172
        #expect(desk.book.settings == expected)
        #expect(try ChangeDesk(path: folder.path + "/watch").book.settings == expected)
        let store = try HealthStore(path: desk.directory.healthStore, access: .readOnly)
        #expect(try store.objectCount() == 1)
        try SettingsCommand.change(desk) { setting.unset(&$0, &$1) }
        #expect(try ChangeDesk(path: folder.path + "/watch").book.settings == Settings())
    }

    @Test("Without a word after it the settings are listed, and a name that is not there is refused with those that are")
    func words() throws {
        for words in [["settings"], ["settings", "list"], ["settings", "--json"]] {
            guard case .run(let invocation) = try HarrierCommands.table.parse(words) else { return #expect(Bool(false)) }
            #expect(invocation.path == ["settings", "list"])
        }
        #expect(throws: CommandLineError.self) { _ = try HarrierCommands.table.parse(["settings", "get", "auto-pose"]) }
        do throws(CommandLineError) {
            _ = try HarrierCommands.table.parse(["settings", "get", "auto-pose"])
        } catch {
            #expect("\(error)".contains("auto-pause"))
        }
        #expect(throws: CommandLineError.self) { _ = try HarrierCommands.table.parse(["settings", "set", "auto-pause"]) }
    }
}
