import Testing

@testable import Screens

@Suite struct LineTextTests {
    @Test("A text comes back as it was put in", arguments: ["", "5'00''", "9月14日 周一", "±5 m"])
    func roundTrip(text: String) {
        let line = LineText(text)
        #expect(line.description == text)
        #expect(line.count == text.utf8.count)
        #expect(!line.isCut)
    }

    @Test("A text that is too long is cut between characters, and says so")
    func cut() {
        let line = LineText(String(repeating: "长", count: 50))
        #expect(line.isCut)
        #expect(line.description == String(repeating: "长", count: LineText.capacity / 3))
    }

    @Test("Characters are read one at a time")
    func scalars() {
        let line: LineText = "a±圈"
        var found: [UInt32] = [], index = 0
        while index < line.count {
            let (value, next) = line.scalar(at: index)
            found.append(value)
            index = next
        }
        #expect(found == [0x61, 0xB1, 0x5708])
    }

    @Test(
        "Whole numbers are written with leading zeros as asked",
        arguments: [
            (0, 1, "0"), (7, 2, "07"), (123, 2, "123"), (-5, 1, "-5"), (.max, 1, "9223372036854775807"), (.min, 1, "-9223372036854775808"),
        ]
            as [(Int64, Int, String)])
    func numbers(number: Int64, digits: Int, text: String) {
        var line = LineText()
        line.append(number: number, digits: digits)
        #expect(line.description == text)
    }

    @Test("A number takes the place of the mark", arguments: [("Lap %", "Lap 3"), ("第%圈", "第3圈"), ("Lap", "Lap")])
    func filling(pattern: String, text: String) {
        #expect(LineText(pattern).filling("3").description == text)
    }
}
