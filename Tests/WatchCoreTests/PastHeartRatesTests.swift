import Quantities
import RunCore
import Testing

@testable import WatchCore

@Suite struct PastHeartRatesTests {
    private static func at(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(seconds: seconds) }

    private func rates(_ values: [Double?], firstAt seconds: Double) -> PastHeartRates {
        var rates = PastHeartRates(first: Self.at(seconds))
        for value in values { rates.append(value.map { .beatsPerMinute($0) }) }
        return rates
    }

    @Test("On the run's clock the values keep their seconds, and what is not known stays so")
    func onClock() throws {
        let smoothed = try #require(rates([140.4, nil, 142], firstAt: 112.25).onClock(since: Self.at(100)))
        #expect(smoothed.first == RunTime(milliseconds: 12_250))
        #expect(smoothed.count == 3)
        #expect((smoothed.beats[0], smoothed.beats[1], smoothed.beats[2]) == (140, 0, 142))
    }

    @Test(
        "Seconds before the run began are left out",
        arguments: [(100.0, 0, 3), (99.999, 999, 2), (99.0, 0, 2), (98.75, 750, 1), (98.0, 0, 1)])
    func beforeTheStart(_ first: Double, _ milliseconds: UInt32, _ count: UInt8) throws {
        let smoothed = try #require(rates([80, 81, 82], firstAt: first).onClock(since: Self.at(100)))
        #expect(smoothed.first == RunTime(milliseconds: milliseconds))
        #expect(smoothed.count == count)
        #expect(smoothed.beats[Int(count) - 1] == 82)
    }

    @Test("Values that all lie before the run are none", arguments: [97.0, 50, -1e12])
    func allEarly(_ first: Double) {
        #expect(rates([80, 81, 82], firstAt: first).onClock(since: Self.at(100)) == nil)
        #expect(PastHeartRates(first: Self.at(200)).onClock(since: Self.at(100)) == nil)
    }
}
