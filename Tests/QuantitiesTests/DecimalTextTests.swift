import Quantities
import Testing

@Suite("Numbers with decimals") struct DecimalTextTests {
    /// A value, how many decimals, and what is written.
    struct Case: Sendable {
        var value: Double?
        var places: Int
        var text: String
    }
    static let cases = [
        Case(value: nil, places: 2, text: "--"), Case(value: .nan, places: 2, text: "--"), Case(value: .infinity, places: 2, text: "--"),
        Case(value: 1e15, places: 0, text: "--"), Case(value: 0, places: 2, text: "0.00"), Case(value: 1.005, places: 1, text: "1.0"),
        Case(value: 10.016, places: 2, text: "10.02"), Case(value: 9.999, places: 2, text: "10.00"),
        Case(value: -0.004, places: 2, text: "0.00"),
        Case(value: -1.5, places: 1, text: "-1.5"), Case(value: 12.5, places: 0, text: "13"), Case(value: 0.05, places: 3, text: "0.050"),
        Case(value: 7, places: -3, text: "7"), Case(value: 7, places: .min, text: "7"),
        Case(value: 0.5, places: 15, text: "0.500000000000000"),
        Case(value: 0.5, places: .max, text: "0.500000000000000"),
        Case(value: 999_999_999_999_999, places: 15, text: "999999999999999.000000000000000"),
    ]

    @Test("A number is written with its decimals, rounded half away from zero", arguments: DecimalTextTests.cases)
    func text(test: Case) { #expect(decimal(test.value, test.places) == test.text) }

    @Test("R-B26: any count of decimals of any number is written, with that many digits")
    func total() {
        let values = [
            0, -0.0, .leastNonzeroMagnitude, 0.1, 123.456, 8999.99999, 9e15, 1e14, 999_999_999_999_999.9, -99_999_999.999_999_9,
            .greatestFiniteMagnitude,
        ]
        for value in values {
            for places in [Int.min, -1, 0, 1, 5, 14, 15, 16, 18, 19, 20, 308, Int.max] {
                let text = decimal(value, places)
                guard text != "--" else { continue }
                let digits = min(max(places, 0), 15)
                #expect(text.split(separator: ".").last.map { digits == 0 || $0.count == digits } == true)
                #expect(Double(text).map { abs($0 - value) <= max(abs(value) * 1e-15, 1) } == true)
            }
        }
    }
}
