import Positioning
import Quantities
import Testing

@Suite struct WeekRolloverTests {
    private let rollover = WeekRollover(buildDate: UTCInstant(milliseconds: 1_780_000_000_000))  // 2026-05-28
    private let truth = UTCInstant(milliseconds: 1_790_000_000_000)  // 2026-09-21

    @Test("A23: dates 1024 or 2048 weeks back are snapped to the first one since the build", arguments: [0, 1, 2] as [Int64])
    func snaps(periods: Int64) {
        let reported = truth.advanced(by: .seconds(-7168 * 86_400 * periods))
        #expect(rollover.plausible(reported) == truth)
    }

    @Test("A23: the build date itself stands, the millisecond before it does not")
    func edge() {
        #expect(rollover.plausible(rollover.buildDate) == rollover.buildDate)
        let before = rollover.buildDate.advanced(by: .milliseconds(-1))
        #expect(rollover.plausible(before) == before.advanced(by: WeekRollover.period))
    }

    @Test(
        "A23: a date before GPS, or one that two roll-overs do not explain, is no date",
        arguments: [Int64.min, 0, 315_964_799_999, 315_964_800_000 + 1000] as [Int64])
    func unknown(milliseconds: Int64) {
        #expect(rollover.plausible(UTCInstant(milliseconds: milliseconds)) == nil)
    }

    @Test(
        "R-B15: a date more than 20 years after the build is no date, as reported or lifted",
        arguments: [
            (0, true), (7_305 * 86_400_000, true), (7_305 * 86_400_000 + 1, false), (.max - 1_780_000_000_000, false),
        ] as [(Int64, Bool)])
    func ahead(_ milliseconds: Int64, _ isPlausible: Bool) {
        let date = UTCInstant(milliseconds: 1_780_000_000_000 + milliseconds)
        #expect(rollover.plausible(date) == (isPlausible ? date : nil))
        #expect(rollover.canBe(date) == isPlausible)
    }
}
