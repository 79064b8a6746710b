import Calendar
import CommandLineTable
import HealthCore
import HealthStore
import Playback
import Quantities
import RunLog
import Screens
import SimulatedPeripherals
import TestSupport
import Testing
import WatchCore

@testable import harrier

/// The language of a played watch, and of the pictures.
@Suite("The option --language") struct LanguageOptionTests {
    private func invocation(_ words: [String]) throws -> Invocation? {
        if case .run(let invocation) = try HarrierCommands.table.parse(words) { invocation } else { nil }
    }

    @Test("Every language of the watch can be chosen by its tag, and nothing else", arguments: ["simulate", "replay FILE"])
    func tags(command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        for (index, language) in Language.all.enumerated() {
            #expect(try invocation(words + ["--language", language.tag])?[HarrierCommands.language] == UInt8(index))
        }
        #expect(try invocation(words)?[HarrierCommands.language] == nil)
        for unknown in ["English", "fr", "ES", ""] {
            #expect {
                _ = try invocation(words + ["--language", unknown])
            } throws: {
                "\($0)".contains("es")
            }
        }
    }

    @Test("Pictures are written in all languages, or in one")
    func pictures() throws {
        let all = TemporaryFolder(), one = TemporaryFolder()
        try ScreensCommand.run(try #require(try invocation(["screens", "--out", all.path])))
        try ScreensCommand.run(try #require(try invocation(["screens", "--out", one.path, "--language", "es"])))
        for language in Language.all {
            #expect(all.names.contains(language.tag))
            #expect(one.names.contains(language.tag) == (language.tag == "es"))
        }
    }

    @Test("A played watch speaks the language of the option, which is not stored")
    func player() throws {
        let folder = TemporaryFolder(), start = MonotonicInstant(seconds: 100)
        func language(_ option: UInt8?) throws -> UInt8 {
            let script = RunnerScript.everyday(lasting: .seconds(20))
            let setting = PlayerSetting(
                dataPath: folder.path, start: start, end: start.advanced(by: .seconds(20)), built: CivilDate(daysSinceEpoch: 20_000),
                zone: .utc,
                language: option)
            let player = try Player(setting, feed: SimulatedFeed(script, seed: 1), autopilot: nil)
            player.finish()
            return player.watch.language
        }
        #expect(try language(3) == 3)
        #expect(try language(nil) == 0)
    }

    @Test("A watch whose settings name a language of a later version writes English")
    func unknown() throws {
        let folder = TemporaryFolder()
        let directory = DataDirectory(path: folder.path)
        do {
            let store = try HealthStore(path: directory.healthStore)
            let window = UTCInstant(milliseconds: 0)..<UTCInstant(milliseconds: 0)
            var book = try store.book(boot: BootID(high: 0, low: 0), window: window)
            var settings = book.settings
            settings.language = 200
            for change in book.changes(to: settings, book.profile, origin: .watch(serial: 7)) {
                book.apply(change)
                try store.put(change)
            }
        }
        let start = MonotonicInstant(seconds: 100)
        let setting = PlayerSetting(
            dataPath: folder.path, start: start, end: start, built: CivilDate(daysSinceEpoch: 20_000), zone: .utc,
            adjust: { settings, _ in settings.isSetUp = true })
        let script = RunnerScript.everyday(lasting: .seconds(1))
        let player = try Player(setting, feed: SimulatedFeed(script, seed: 1), autopilot: nil)
        #expect(player.watch.language == 200)
        #expect(Language.at(Int(player.watch.language)).tag == "en")
    }
}
