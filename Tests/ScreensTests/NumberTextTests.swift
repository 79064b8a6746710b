import Quantities
import ScreenModels
import Screens
import Testing

@Suite struct NumberTextTests {
    @Test(
        "A distance is cut, not rounded: two decimals below 100, then one, then none",
        arguments: [
            (0, "0.00"), (9.99, "0.00"), (10, "0.01"), (5210, "5.21"), (9999, "9.99"), (42_195, "42.19"), (99_999.9, "99.99"),
            (100_000, "100.0"), (999_999, "999.9"), (1_000_000, "1000"), (-1, "--"), (.nan, "--"), (.infinity, "--"),
            (1e300, "99999999"),
        ] as [(Double, LineText)])
    func metricDistance(meters: Double, text: LineText) {
        #expect(NumberText.distance(.meters(meters), in: .metric) == text)
    }

    @Test(
        "Miles are counted in whole hundredths of 1,609.344 m",
        arguments: [(1609.343, "0.99"), (1609.344, "1.00"), (1770.2784, "1.10"), (42_195, "26.21"), (160_934.4, "100.0")]
            as [(Double, LineText)])
    func imperialDistance(meters: Double, text: LineText) {
        #expect(NumberText.distance(.meters(meters), in: .imperial) == text)
    }

    @Test("An unknown value is two dashes, in every format")
    func absent() {
        let texts = [
            NumberText.distance(nil, in: .metric), NumberText.height(nil, in: .imperial), NumberText.accuracy(nil, in: .metric),
            NumberText.time(nil), NumberText.pace(nil, in: .metric), NumberText.energy(nil), NumberText.drumsticks(nil),
            NumberText.heartRate(nil), NumberText.cadence(nil), NumberText.count(nil as UInt8?), NumberText.time(.seconds(-1)),
            NumberText.heartRate(.beatsPerMinute(.nan)), NumberText.energy(.kilocalories(-1)),
        ]
        for text in texts { #expect(text == "--") }
    }

    @Test(
        "I12: A time is cut to the second, so that the stopwatch never runs ahead",
        arguments: [
            (0, "0:00"), (7_999, "0:07"), (59_999, "0:59"), (60_000, "1:00"), (754_000, "12:34"), (3_599_999, "59:59"),
            (3_600_000, "1:00:00"), (45_296_000, "12:34:56"), (.max, "999:59:59"),
        ] as [(Int64, LineText)])
    func time(milliseconds: Int64, text: LineText) {
        #expect(NumberText.time(.milliseconds(milliseconds)) == text)
    }

    @Test(
        "Paces are those of the reference runs, seconds cut",
        arguments: [
            (5000, 1500, "5'00''"), (42_195, 10_800, "4'15''"), (40, 6, "2'30''"), (1000, 59.9, "0'59''"), (1000, 5999.9, "99'59''"),
            (1000, 6000, "--"),
        ] as [(Double, Double, LineText)])
    func pace(meters: Double, seconds: Double, text: LineText) {
        #expect(NumberText.pace(Pace(.meters(meters), in: .seconds(seconds)), in: .metric) == text)
    }

    @Test("A pace per mile is 1.609344 times that per kilometre")
    func pacePerMile() {
        #expect(NumberText.pace(.secondsPerKilometer(300), in: .imperial) == "8'02''")
        #expect(NumberText.pace(.secondsPerKilometer(0), in: .metric) == "--")
    }

    @Test(
        "Energy is whole kilocalories at every size",
        arguments: [(67.34, "67"), (336.7, "336"), (0, "0"), (999.9, "999"), (1000, "1000"), (8312, "8312"), (99_960, "99960")]
            as [(Double, LineText)])
    func energy(kilocalories: Double, text: LineText) {
        #expect(NumberText.energy(.kilocalories(kilocalories)) == text)
    }

    @Test(
        "An altitude is rounded to whole metres or feet and may be below the sea",
        arguments: [
            (431.4, "431", "1415"), (-12.4, "-12", "-41"), (0, "0", "0"), (-0.2, "0", "-1"), (8848.6, "8849", "29031"), (.nan, "--", "--"),
            (-.infinity, "--", "--"),
        ] as [(Double, LineText, LineText)])
    func altitude(meters: Double, metric: LineText, imperial: LineText) {
        #expect(NumberText.altitude(.meters(meters), in: .metric) == metric)
        #expect(NumberText.altitude(.meters(meters), in: .imperial) == imperial)
        #expect(NumberText.altitude(nil, in: .metric) == "--")
    }

    @Test(
        "Drumsticks come from the energy, not from its text",
        arguments: [(67.34, "0.22"), (336.7, "1.12"), (1346.8, "4.49")] as [(Double, LineText)])
    func drumsticks(kilocalories: Double, text: LineText) {
        #expect(NumberText.drumsticks(.kilocalories(kilocalories)) == text)
    }

    @Test("An accuracy is rounded up, a height is cut")
    func smallDistances() {
        #expect(NumberText.accuracy(.meters(4.2), in: .metric) == "5")
        #expect(NumberText.accuracy(.meters(5), in: .metric) == "5")
        #expect(NumberText.accuracy(.meters(4.2), in: .imperial) == "14")
        #expect(NumberText.height(.meters(64.9), in: .metric) == "64")
        #expect(NumberText.height(.meters(8848), in: .imperial) == "29028")
    }

    @Test("The values of the profile are written in the runner's units")
    func profile() {
        #expect(NumberText.mass(.kilograms(65), in: .metric) == "65")
        #expect(NumberText.mass(.kilograms(65), in: .imperial) == "143")
        #expect(NumberText.bodyHeight(.meters(1.72), in: .metric) == "172")
        #expect(NumberText.bodyHeight(.meters(1.7272), in: .imperial) == "5'8''")
        #expect(NumberText.bodyHeight(.meters(1.8288), in: .imperial) == "6'0''")
    }

    @Test("The clock has four digits, or dashes until the time is known")
    func clock() {
        #expect(NumberText.clock(TimeOfDay(hour: 7, minute: 5)) == "07:05")
        #expect(NumberText.clock(nil) == "--:--")
    }
}

@Suite("Times of day, zones and chosen values in words")
struct ChosenTextTests {
    static let times: [(UInt8, UInt8, String, String)] = [
        (0, 0, "00:00", "12:00 AM"), (0, 59, "00:59", "12:59 AM"), (7, 5, "07:05", "7:05 AM"), (12, 0, "12:00", "12:00 PM"),
        (13, 1, "13:01", "1:01 PM"), (23, 59, "23:59", "11:59 PM"),
    ]

    @Test("A time of day in 24 and in 12 hours", arguments: times)
    func time(_ hour: UInt8, _ minute: UInt8, _ long: String, _ short: String) {
        let time = TimeOfDay(hour: hour, minute: minute)
        #expect(NumberText.clock(time).description == long)
        #expect(NumberText.clock(time, in: .twelveHours).description == short)
    }

    @Test("A time that is not known has no half of the day")
    func unknown() {
        for form in ClockForm.allCases { #expect(NumberText.clock(nil, in: form).description == "--:--") }
    }

    static let zones: [(Int16, String)] = [(0, "UTC"), (60, "UTC+1"), (-210, "UTC-3:30"), (840, "UTC+14"), (345, "UTC+5:45")]

    @Test("A zone by its hours", arguments: zones)
    func zone(_ minutes: Int16, _ text: String) { #expect(NumberText.zone(minutes: minutes).description == text) }

    @Test("Chosen distances have no zeros at their end, and chosen paces for a mile are multiples of 5 s")
    func chosen() {
        #expect(NumberText.chosen(.meters(500), in: .metric, mark: .comma).description == "0,5")
        #expect(NumberText.chosen(.kilometers(10), in: .metric).description == "10")
        #expect(NumberText.chosen(.meters(1609), in: .imperial).description == "1")
        #expect(NumberText.chosen(.meters(12_345), in: .metric).description == "12.35")
        for miles in 1...100 { #expect(NumberText.chosen(.meters(1609 * Double(miles)), in: .imperial).description == "\(miles)") }
        for mile in stride(from: 200, through: 1900, by: 5) {
            let stored = Pace.secondsPerKilometer((Double(mile) / 1.609_344).rounded())
            let second = mile % 60 < 10 ? "0\(mile % 60)" : "\(mile % 60)"
            #expect(NumberText.chosen(stored, in: .imperial).description == "\(mile / 60)'\(second)''")
        }
        #expect(NumberText.hours(.minutes(300)).description == "5" && NumberText.hours(.minutes(315)).description == "5:15")
    }
}
