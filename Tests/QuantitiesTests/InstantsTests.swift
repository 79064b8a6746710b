import Quantities
import Testing

@Suite struct InstantsTests {
    @Test("D1: a UTC offset may jump by years without moving the monotonic clock")
    func offsetRoundTrip() {
        let at = MonotonicInstant(seconds: 1000.25)
        let utc = UTCInstant(seconds: 1_790_000_000.5)
        #expect(UTCOffset(from: at, to: utc).utc(at: at) == utc)
        #expect(UTCOffset(milliseconds: .max).utc(at: at).milliseconds == .max)
    }

    @Test("Instants saturate instead of trapping", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func saturation(value: Double) {
        let instant = MonotonicInstant(seconds: value)
        #expect(instant.advanced(by: .seconds(Int64.max)) >= instant)
        #expect(UTCInstant(seconds: value).advanced(by: .seconds(1)) >= UTCInstant(seconds: value))
    }

    @Test(
        "Whole seconds round down before 1970 too",
        arguments: [(-1, -1), (-1000, -1), (-1001, -2), (999, 0), (1000, 1)] as [(Int64, Int64)])
    func wholeSeconds(milliseconds: Int64, seconds: Int64) {
        #expect(UTCInstant(milliseconds: milliseconds).wholeSeconds == seconds)
    }
}
