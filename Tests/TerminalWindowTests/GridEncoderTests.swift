import Quantities
import TestSupport
import Testing

@testable import TerminalWindow

@Suite("What is sent to a terminal") struct GridEncoderTests {
    private static let signs: [Unicode.Scalar] = [" ", "a", "█", "▀", "⠿", "é"]

    /// A grid of anything, or one that differs from another in some places.
    private static func grid(like old: CharacterGrid?, columns: Int, rows: Int, _ random: inout RandomSource) -> CharacterGrid {
        var grid = old ?? CharacterGrid(columns: columns, rows: rows)
        for _ in 0..<random.below(columns * rows) {
            grid[random.below(columns), random.below(rows)] = CharacterGrid.Cell(
                signs[random.below(signs.count)], Shade.allCases[random.below(Shade.allCases.count)])
        }
        // Terminals may scroll when their last place is written.
        grid[columns - 1, rows - 1] = CharacterGrid.Cell()
        return grid
    }

    @Test(
        "However grids follow one another, and wherever the bytes are cut, the terminal shows the last one",
        arguments: 1...20 as ClosedRange<UInt64>)
    func sequences(seed: UInt64) {
        var random = RandomSource(seed)
        var encoder = GridEncoder(TerminalAbilities())
        let columns = 2 + random.below(30), rows = 2 + random.below(10)
        var screen = ScreenModel(columns: columns, rows: rows)
        var standing: CharacterGrid?
        for _ in 0..<20 {
            let next = Self.grid(like: standing, columns: columns, rows: rows, &random)
            var bytes = encoder.difference(from: standing, to: next)
            while !bytes.isEmpty {
                let count = min(bytes.count, 1 + random.below(9))
                screen.take(Array(bytes.prefix(count)))
                bytes.removeFirst(count)
            }
            #expect(screen.lines == next.lines)
            #expect(!screen.isInFrame)
            standing = next
        }
    }

    @Test("The same grid costs nothing, one character a few bytes")
    func small() {
        var encoder = GridEncoder(TerminalAbilities(term: "linux", noColour: "1"))
        var grid = CharacterGrid(columns: 80, rows: 24)
        _ = encoder.difference(from: nil, to: grid)
        let before = grid
        #expect(encoder.difference(from: before, to: grid).isEmpty)
        grid[40, 12] = CharacterGrid.Cell("x")
        #expect(String(decoding: encoder.difference(from: before, to: grid), as: UTF8.self) == "\u{1B}[13;41Hx")
    }

    @Test("U-A3: a frame is announced, so that it is shown whole; a window of another size is cleared first")
    func announced() {
        var encoder = GridEncoder(TerminalAbilities())
        let small = CharacterGrid(columns: 10, rows: 4)
        let text = String(decoding: encoder.difference(from: small, to: CharacterGrid(columns: 12, rows: 4)), as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}[?2026h\u{1B}[0m\u{1B}[2J") && text.hasSuffix("\u{1B}[?2026l"))
    }

    @Test("U-C16: NO_COLOR and terminals without colours get none", arguments: [("xterm-256color", "1"), ("vt100", nil), ("vt220", "")])
    func noColours(term: String, noColour: String?) {
        var encoder = GridEncoder(TerminalAbilities(term: term, noColour: noColour))
        var grid = CharacterGrid(columns: 40, rows: 1)
        for (index, shade) in Shade.allCases.enumerated() { grid[index, 0] = CharacterGrid.Cell("x", shade) }
        let text = String(decoding: encoder.difference(from: CharacterGrid(columns: 40, rows: 1), to: grid), as: UTF8.self)
        #expect(!text.contains("m") && text.contains("xxxxx"))
    }

    @Test("An empty NO_COLOR means nothing; the Linux console gets what its font has")
    func abilities() {
        #expect(TerminalAbilities(term: "xterm", noColour: "").hasColours)
        #expect(TerminalAbilities(term: "linux", noColour: nil).styles == [.halfBlocks])
        #expect(TerminalAbilities(term: "linux", noColour: nil, forced: .braille).styles == [.braille])
        #expect(TerminalAbilities(term: "xterm", noColour: nil, forced: .halfBlocks).styles == [.halfBlocks])
    }

    @Test("What a file is called reaches the terminal as text, never as a sequence")
    func control() {
        var grid = CharacterGrid(columns: 12, rows: 1)
        grid.put("a\u{1B}[2Jb\u{9B}c", 0, 0)
        #expect(grid.lines == ["a?[2Jb?c"])
    }
}

/// Numbers by a seed (SplitMix64).
struct RandomSource {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }
    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ z >> 31) % UInt64(max(1, limit)))
    }
}
