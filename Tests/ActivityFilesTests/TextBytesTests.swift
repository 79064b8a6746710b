import Calendar
import Quantities
import Testing

@testable import ActivityFiles

/// Text made without strings.
@Suite struct TextBytesTests {
    private func text(_ body: (inout TextBytes) -> Void) throws -> String {
        let sink = MemoryByteSink()
        var text = TextBytes(sink)
        body(&text)
        let count = try text.finish()
        #expect(count == sink.bytes.count)
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    @Test("Whole numbers are those that Swift writes", arguments: 1...4 as ClosedRange<UInt64>)
    func wholeNumbers(seed: UInt64) throws {
        var random = SeededDigits(state: seed)
        var numbers: [Int64] = [0, 1, -1, 9, 10, 99, 100, .max, .min, .max - 1, 1_000_000_000_000_000_000, 999_999_999_999_999_999]
        for _ in 0..<500 { numbers.append(Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<64, using: &random)) }
        for number in numbers { #expect(try text { $0.append(number) } == "\(number)") }
    }

    @Test(
        "Decimals are whole numbers with a point in them; zeros at the end are left out where that is asked for",
        arguments: 1...4 as ClosedRange<UInt64>)
    func decimals(seed: UInt64) throws {
        var random = SeededDigits(state: seed)
        for _ in 0..<500 {
            let number = Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 8..<64, using: &random)
            for places in [0, 1, 2, 3, 7] {
                let digits = "\(number.magnitude)", padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
                let sign = number < 0 ? "-" : ""
                let full = sign + padded.dropLast(places) + (places > 0 ? "." + padded.suffix(places) : "")
                #expect(try text { $0.append(number, places: places) } == full)
                var short = full
                if places > 0 {
                    while short.hasSuffix("0") { short.removeLast() }
                    if short.hasSuffix(".") { short.removeLast() }
                }
                #expect(try text { $0.append(number, upTo: places) } == short)
            }
        }
    }

    @Test("Instants are those that the calendar writes, in any order", arguments: 1...4 as ClosedRange<UInt64>)
    func instants(seed: UInt64) throws {
        var random = SeededDigits(state: seed)
        let instants = (0..<300).map { _ in
            UTCInstant(
                milliseconds: Int64.random(in: -60_000_000_000_000...250_000_000_000_000, using: &random)
                    / (Bool.random(using: &random) ? 1 : 1000) * 1000)
        }
        let written = try text { text in
            for instant in instants.map({ UTCInstant(milliseconds: $0.milliseconds / 1000) }) {
                text.append(instant)
                text.append("\n")
            }
        }
        #expect(written == instants.map { UTCInstant(milliseconds: $0.milliseconds / 1000).iso8601 + "\n" }.joined())
    }

    @Test("A text longer than the memory for it is whole")
    func long() throws {
        let name = String(repeating: "<é&", count: 50_000)
        #expect(try text { $0.append(xml: name) } == String(repeating: "&lt;é&amp;", count: 50_000))
    }

    @Test("A string of JSON is escaped, and has no control characters")
    func json() throws {
        #expect(try text { $0.append(json: "a\"b\\c\n\u{1}dÄ") } == "\"a\\\"b\\\\cdÄ\"")
    }
}

/// Deterministic numbers (SplitMix64).
struct SeededDigits: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
