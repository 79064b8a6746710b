import Quantities
import Testing

@Suite struct ShownNumberTests {
    @Test(
        "U-B6: a distance is told when it has been run, and not before",
        arguments: [(0, 0, 0), (9.99, 0, 9), (1286.9, 128, 1286), (999.999, 99, 999), (1000, 100, 1000), (42_195, 4219, 42_195)]
            as [(Double, Int64, Int64)])
    func distance(_ meters: Double, _ hundredths: Int64, _ whole: Int64) {
        #expect(ShownNumber.hundredths(of: .meters(meters), inMiles: false) == hundredths)
        #expect(ShownNumber.meters(of: .meters(meters)) == whole)
    }

    @Test("Miles and feet are the international ones")
    func imperial() {
        #expect(ShownNumber.hundredths(of: .meters(1609.344), inMiles: true) == 100)
        #expect(ShownNumber.hundredths(of: .meters(1609.343), inMiles: true) == 99)
        #expect(ShownNumber.thousandths(of: .meters(1609.344), inMiles: true) == 1000)
        #expect(ShownNumber.thousandths(of: .meters(1286.9), inMiles: false) == 1286)
        #expect(ShownNumber.feet(of: .meters(0.3048)) == 1)
        #expect(ShownNumber.feet(of: .meters(0.304)) == 0)
    }

    @Test("U-B6: a kilometre has the same figure as its time and as its pace")
    func kilometer() {
        for milliseconds in stride(from: Int64(180_000), to: 900_000, by: 777) {
            let time = Duration.milliseconds(milliseconds)
            #expect(ShownNumber.seconds(of: time) == milliseconds / 1000)
            #expect(ShownNumber.seconds(of: Pace(.kilometers(1), in: time), inMiles: false) == milliseconds / 1000)
        }
    }

    @Test("What was counted is cut, what was measured is rounded")
    func rule() {
        #expect(ShownNumber.kilocalories(of: .kilocalories(99.9)) == 99)
        #expect(ShownNumber.beats(of: .beatsPerMinute(151.5)) == 152)
        #expect(ShownNumber.steps(of: .stepsPerMinute(170.4)) == 170)
        #expect(ShownNumber.seconds(of: .milliseconds(59_999)) == 59)
    }

    @Test("What is unknown, negative or not finite has no number", arguments: [Double.nan, -1, .infinity, -.infinity])
    func none(_ value: Double) {
        #expect(ShownNumber.hundredths(of: .meters(value), inMiles: false) == nil)
        #expect(ShownNumber.meters(of: .meters(value)) == nil && ShownNumber.feet(of: .meters(value)) == nil)
        #expect(ShownNumber.seconds(of: .secondsPerKilometer(value), inMiles: false) == nil)
        #expect(ShownNumber.kilocalories(of: .kilocalories(value)) == nil && ShownNumber.beats(of: .beatsPerMinute(value)) == nil)
        #expect(ShownNumber.hundredths(of: nil, inMiles: true) == nil && ShownNumber.seconds(of: Duration.seconds(-1)) == nil)
        #expect(ShownNumber.seconds(of: .secondsPerKilometer(6000), inMiles: false) == nil)
    }

    @Test(
        "Text has the point where it belongs",
        arguments: [(0, 2, "0.00"), (5, 2, "0.05"), (128, 2, "1.28"), (1286, 3, "1.286"), (7, 0, "7")] as [(Int64, Int, String)])
    func text(_ number: Int64, _ places: Int, _ text: String) {
        #expect(ShownNumber.text(number, places: places) == text)
        #expect(ShownNumber.text(nil, places: places) == "--" && ShownNumber.text(.max, places: 2).hasSuffix(".07"))
    }
}
