import Calendar
import CommandLineTable
import HealthCore
import Playback
import Quantities
import SimulatedPeripherals
import SystemCalls

/// `harrier simulate --day`: a day of the watch in fast motion, in a folder of its own.
enum DayCommand {
    static func run(_ invocation: Invocation, board: PlayedBoard) throws {
        let zone = invocation[HarrierCommands.date] == nil ? PlayCommands.localZone() : .utc
        let start = begin(invocation[HarrierCommands.date] ?? WallClock.now(), zone, isNamed: invocation[HarrierCommands.date] != nil)
        let day = SimulatedDay(startingAt: start, hasLapButton: board.hasLapButton)
        // What is made up here would be found again among the runner's own days.
        let scratch = invocation[HarrierCommands.data] == nil ? try ScratchFolder(for: "day") : nil
        defer { scratch?.remove() }
        let path = try scratch?.path ?? DataFolder.path(invocation[HarrierCommands.data])
        let script = day.script, origin = script.monotonic, end = origin.advanced(by: script.duration)
        let seed = UInt64(clamping: invocation[HarrierCommands.seed])
        let setting = PlayerSetting(
            dataPath: path, start: origin, end: end, seed: seed, built: PlayCommands.day(of: start), zone: zone,
            hasLapButton: board.hasLapButton, utc: start, language: invocation[HarrierCommands.language],
            adjust: { DemonstrationProfile.adjust(&$0, &$1, script: script) })
        let feed = SimulatedFeed(script, seed: seed)
        try Playing(
            title: "a day", windowTitle: "Harrier through a day", runner: PlayedRunner(truth: { feed.truth }, story: day.story),
            board: board,
            invocation: invocation, day: day, keepsFiles: scratch == nil,
            makePlayer: { buzzer in
                try Player(
                    setting, feed: feed, autopilot: Autopilot(.planned, from: origin, end: end), plan: day.presses, buzzer: buzzer)
            }
        ).run()
        if scratch != nil, !invocation[HarrierCommands.json] {
            Console.print("\nThe day was played in a folder that is gone now; --data DIR keeps one.")
        }
    }

    /// When the day begins: on the named day, else yesterday, so that nothing of it lies ahead.
    private static func begin(_ instant: UTCInstant, _ zone: TimeZoneRules, isNamed: Bool) -> UTCInstant {
        let date = zone.local(instant).date.adding(days: isNamed ? 0 : -1)
        return DayBoundaries(zone: zone).start(of: date).advanced(by: SimulatedDay.begins)
    }
}
