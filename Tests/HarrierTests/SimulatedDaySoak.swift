import Calendar
import Glibc
import HealthCore
import Playback
import Quantities
import SimulatedPeripherals
import TestSupport
import Testing

@testable import harrier

/// Fifteen hours second by second.
@Suite(.enabled(if: getenv("HARRIER_SOAK") != nil, "a long check of scripts/soak"))
struct SimulatedDaySoak {
    private static let date = CivilDate(daysSinceEpoch: 20_717)
    private static let start = CivilDateTime(date: date, time: .midnight).instant(offset: .utc).advanced(by: SimulatedDay.begins)

    @Test("The day is lived to its end: walks counted, a run of five kilometres saved", arguments: [true, false])
    func lived(hasLapButton: Bool) throws {
        let folder = TemporaryFolder(), day = SimulatedDay(startingAt: Self.start, hasLapButton: hasLapButton)
        let script = day.script, end = script.monotonic.advanced(by: script.duration)
        let setting = PlayerSetting(
            dataPath: folder.path, start: script.monotonic, end: end, built: PlayCommands.day(of: Self.start), zone: .utc,
            hasLapButton: hasLapButton, utc: Self.start, adjust: { DemonstrationProfile.adjust(&$0, &$1, script: script) })
        let player = try Player(
            setting, feed: SimulatedFeed(script, seed: 1), autopilot: Autopilot(.planned, from: script.monotonic, end: end),
            plan: day.presses)
        player.advance(to: end)
        #expect(player.isOver && player.savedRun != nil)
        let totals = player.watch.book.day(Self.date, DayBoundaries(zone: .utc))
        #expect(totals.runs == 1 && totals.distance > .kilometers(5))
        player.finish()
        #expect(totals.steps > 6000 && totals.walked > .kilometers(1))
        // Everything there is to reach was reached, and two coffees were had.
        #expect(player.watch.book.awards(on: Self.date).count == 6 && player.watch.book.awardTotals?.points == 88)
        #expect(player.watch.book.drinks.count == 2)
    }
}
