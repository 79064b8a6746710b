import JSONText
import Testing

@Suite("Long lists as JSON") struct LongJSONListTests {
    private static func element(_ index: Int) -> JSONObject {
        JSONObject([
            "number": .integer(Int64(index)), "name": .string("line\n\"\(index)\""), "empty": .array([]),
            "inner": ["a": [1, 2, nil], "b": .object(JSONObject())], "long": .string(String(repeating: "x", count: index % 700)),
        ])
    }

    @Test("In pieces it is the same text as at once", arguments: [0, 1, 2, 3, 100, 3000])
    func same(count: Int) {
        var pieces: [String] = []
        LongJSONList("ru\"ns", count: count) { Self.element($0) }.forEachPiece { pieces.append($0) }
        let whole = JSONObject(["ru\"ns": .array((0..<count).map { .object(Self.element($0)) })])
        #expect(pieces.joined(separator: "\n") == JSONValue.object(whole).text(.pretty))
        #expect(count < 3000 || pieces.count > 5)
        #expect(pieces.allSatisfy { $0.utf8.count < 80_000 })
    }
}
