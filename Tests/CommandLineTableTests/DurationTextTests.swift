import CommandLineTable
import Testing

@Suite struct DurationTextTests {
    @Test(
        "Durations are read with their units",
        arguments: [
            ("90s", 90_000), ("10min", 600_000), ("10m", 600_000), ("2h", 7_200_000), ("1h30min", 5_400_000), ("1.5h", 5_400_000),
            ("250ms", 250),
            ("0s", 0), ("1h0min1s5ms", 3_601_005),
        ] as [(String, Int64)])
    func reading(text: String, milliseconds: Int64) {
        #expect(DurationText.duration(text) == .milliseconds(milliseconds))
    }

    @Test(
        "B9: a number without a unit, or anything else that is no duration, is refused",
        arguments: [
            "", "90", "s", "-5s", "5 s", "5sec", "1min1h", "1s1s", "1..5s", "1e3s", "nans", "infh", "99999999999999999999h", "5s!", "٥s",
        ])
    func refused(text: String) {
        #expect(DurationText.duration(text) == nil)
    }

    @Test("Durations are written as they are typed", arguments: ["0s", "90ms", "1min30s", "10min", "2h", "1h30min", "277777h46min40s"])
    func writing(text: String) throws {
        #expect(DurationText.text(try #require(DurationText.duration(text))) == text)
    }

    @Test(
        "Speeds are max or a multiple in range",
        arguments: [("max", .maximum), ("10", .times(10)), ("0.5", .times(0.5))] as [(String, PlaybackSpeed)])
    func speeds(text: String, speed: PlaybackSpeed) {
        #expect(PlaybackSpeed(text) == speed)
        #expect(speed.text == text)
    }

    @Test("Other speeds are refused", arguments: ["", "0", "-1", "nan", "inf", "1e9", "MAX"])
    func refusedSpeeds(text: String) {
        #expect(PlaybackSpeed(text) == nil)
    }
}
