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

    @Test("A23: a date far ahead stands, whatever its size")
    func ahead() {
        let far = UTCInstant(milliseconds: .max)
        #expect(rollover.plausible(far) == far)
    }
}
