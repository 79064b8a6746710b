import Testing
import Wiring

@Suite struct HeaderPinTests {
    @Test("The header has forty pins: every line 0 to 27 once, two of 3.3 V, two of 5 V, eight of ground")
    func counts() {
        #expect(HeaderPin.all.map(\.number) == Array(1...40))
        for line in UInt32(0)...27 { #expect(HeaderPin.all.filter { $0.kind == .line(line) }.count == 1, "GPIO\(line)") }
        #expect(HeaderPin.all.filter { $0.kind == .supply3V3 }.map(\.number) == [1, 17])
        #expect(HeaderPin.all.filter { $0.kind == .supply5V }.map(\.number) == [2, 4])
        #expect(HeaderPin.all.filter { $0.kind == .ground }.map(\.number) == [6, 9, 14, 20, 25, 30, 34, 39])
    }

    /// Line and pin, as printed on many a pinout card.
    static let known: [(UInt32, Int)] = [
        (0, 27), (1, 28), (2, 3), (3, 5), (4, 7), (5, 29), (6, 31), (7, 26), (8, 24), (9, 21), (10, 19), (11, 23), (12, 32), (13, 33),
        (14, 8), (15, 10), (16, 36), (17, 11), (18, 12), (19, 35), (20, 38), (21, 40), (22, 15), (23, 16), (24, 18), (25, 22), (26, 37),
        (27, 13),
    ]

    @Test("Each line is at its pin", arguments: known)
    func lines(line: UInt32, number: Int) {
        #expect(HeaderPin.line(line)?.number == number)
        #expect(HeaderPin.line(line)?.name == "GPIO\(line)")
    }

    @Test("A line that is not led out has no pin")
    func noPin() {
        #expect(HeaderPin.line(28) == nil)
        #expect(HeaderPin.line(511) == nil)
    }
}
