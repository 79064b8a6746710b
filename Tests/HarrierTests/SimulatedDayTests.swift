import Calendar
import Quantities
import Testing

@testable import harrier

@Suite("A simulated day")
struct SimulatedDayTests {
    private static let date = CivilDate(daysSinceEpoch: 20_717)
    private static let start = CivilDateTime(date: date, time: .midnight).instant(offset: .utc).advanced(by: SimulatedDay.begins)

    @Test(
        "Presses and sentences are in order and within the day, and each speed is one at which something can be seen",
        arguments: [true, false])
    func order(hasLapButton: Bool) {
        let day = SimulatedDay(startingAt: Self.start, hasLapButton: hasLapButton)
        let end = day.script.monotonic.advanced(by: day.script.duration)
        #expect(day.script.duration > .seconds(15 * 3600) && day.script.duration < .seconds(17 * 3600))
        #expect(zip(day.presses, day.presses.dropFirst()).allSatisfy { $0.at < $1.at } && day.presses.allSatisfy { $0.at < end })
        #expect(zip(day.story.lines, day.story.lines.dropFirst()).allSatisfy { $0.at < $1.at })
        // Two to four minutes at the usual speed: no longer than somebody looks on.
        var shown = 0.0
        for (index, piece) in day.speeds.enumerated() {
            let until = index + 1 < day.speeds.count ? day.speeds[index + 1].at : end
            shown += piece.at.duration(to: until).inSeconds / piece.speed
        }
        #expect((60...240).contains(shown), "\(shown) s")
        for press in day.presses { #expect(day.speed(at: press.at) <= 2) }
    }
}
