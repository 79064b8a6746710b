import ActivityFiles
import Glibc
import Quantities
import TestSupport
import Testing

/// The real program in a terminal, as a newcomer sees it.
@Suite("harrier in a terminal", .serialized, .enabled(if: StandardStreamTests.program != nil, "harrier was not built beside the tests"))
struct TerminalSessionTests {
    private let data = TemporaryFolder()

    private func session(_ words: [String], columns: Int, rows: Int, variables: [String] = ["TERM=xterm-256color"]) throws
        -> TerminalSession
    {
        let program = try #require(StandardStreamTests.program)
        return try #require(
            TerminalSession(program, words + ["--data", data.path], columns: columns, rows: rows, variables: variables))
    }

    struct Window: Sendable, CustomTestStringConvertible {
        var columns: Int, rows: Int
        /// Bytes that the terminal reads at a time.
        var chunk: Int
        /// Text that stands there in a run.
        var expected: [String]
        var testDescription: String { "\(columns) × \(rows), \(chunk) bytes at a time" }
    }
    static let windows = [
        Window(columns: 80, rows: 24, chunk: 4096, expected: ["START", "LAP", "PAGE", "distance", "q quit"]),
        Window(columns: 80, rows: 24, chunk: 5, expected: ["START", "LAP", "PAGE", "distance", "q quit"]),
        Window(columns: 140, rows: 72, chunk: 4096, expected: ["START", "LAP", "PAGE", "distance", "q quit", "▀"]),
        Window(columns: 140, rows: 72, chunk: 64, expected: ["START", "LAP", "PAGE", "distance", "q quit", "▀"]),
        Window(columns: 120, rows: 40, chunk: 4096, expected: ["START", "LAP", "PAGE", "distance", "zone", "card", "the run begins"]),
        Window(columns: 60, rows: 15, chunk: 4096, expected: ["km", "running", "q quit"]),
    ]

    @Test("A run is shown, quit by q, and its summary told, however large the window is and however slowly it is read", arguments: windows)
    func run(window: Window) throws {
        let session = try session(["simulate", "--for", "10min", "--speed", "20"], columns: window.columns, rows: window.rows)
        #expect(
            session.watch(chunk: window.chunk) { screen in screen.isAlternate && window.expected.allSatisfy { screen.text.contains($0) } })
        session.type("q")
        #expect(session.end(chunk: window.chunk) == 0)
        #expect(!session.screen.isAlternate && !session.screen.isInFrame && session.screen.frames > 0)
        #expect(session.screen.ordinary.contains("FIT file:") || session.screen.ordinary.contains("No run was recorded."))
    }

    @Test("Pages, pause of the simulated time, speed and size: keys work while it runs")
    func keys() throws {
        let session = try session(["simulate", "--for", "10min", "--speed", "10"], columns: 120, rows: 40)
        #expect(session.watch { $0.text.contains("the run begins") })
        session.type("+")
        #expect(session.watch { $0.text.contains("×20") })
        session.type("--")
        #expect(session.watch { $0.text.contains("×5") })
        session.type(" ")
        #expect(session.watch { $0.text.contains("paused, space goes on") })
        session.type(" l")
        #expect(session.watch { $0.text.contains("you press LAP") && $0.text.contains("lap 1:") })
        session.resize(columns: 60, rows: 15)
        #expect(session.watch { $0.lines[0].contains("km") && $0.text.contains("lap 1:") })
        session.resize(columns: 80, rows: 24)
        #expect(session.watch { $0.text.contains("START") })
        session.type("S")
        #expect(session.watch { $0.text.contains("stopped: save it?") })
        session.type("p")
        #expect(session.watch { $0.text.contains("saved") })
        session.type("q")
        #expect(session.end() == 0)
        #expect(session.screen.ordinary.contains("FIT file:"))
    }

    @Test("U-A3: what stands there after a pause is the whole page, in a window that takes more than a terminal's buffer")
    func pausedPage() throws {
        let session = try session(["simulate", "--for", "10min", "--speed", "10"], columns: 140, rows: 72)
        #expect(session.watch { $0.text.contains("the run begins") })
        session.type("s")
        // The pause picture is inverted: its lowest rows too are mostly ink.
        let low = 60..<66
        func ink(_ screen: ScreenModel) -> Int {
            low.reduce(0) { $0 + screen.lines[$1].unicodeScalars.filter { $0 == "█" || $0 == "▀" || $0 == "▄" }.count }
        }
        #expect(session.watch { $0.text.contains("paused by hand") && ink($0) > 300 })
        session.type("q")
        #expect(session.end() == 0)
    }

    @Test("U-A2: one's own run is paged through at ten times the speed; q ends it and tells the summary")
    func replay() throws {
        let first = UTCInstant(milliseconds: 1_780_000_000_000)
        let points = (0...900).map { second in
            "<trkpt lat=\"\(47 + 3 * Double(second) / 111_170)\" lon=\"8\"><time>\(first.advanced(by: .seconds(second)).iso8601)</time></trkpt>"
        }.joined()
        let file = data.write("<gpx><trk><type>running</type><trkseg>\(points)</trkseg></trk></gpx>", to: "mine.gpx")
        let session = try session(["replay", file, "--speed", "10"], columns: 60, rows: 15)
        #expect(session.watch { $0.text.contains("the run begins") })
        session.type("p")
        #expect(session.watch { $0.text.contains("you press PAGE") })
        session.type("p")
        #expect(session.watch { $0.text.components(of: "you press PAGE") == 2 })
        #expect(!session.screen.text.contains("locked"))
        session.type("q")
        #expect(session.end() == 0)
        #expect(session.screen.ordinary.contains("The recording's own figures"))
        #expect(session.screen.ordinary.contains("FIT file:"))
    }

    @Test("What was recorded is shown, exported and deleted in a terminal, also in one that is read slowly", arguments: [4096, 7])
    func afterwards(chunk: Int) throws {
        let run = try session(["simulate", "--for", "2min", "--speed", "max"], columns: 80, rows: 24)
        #expect(run.end(chunk: chunk) == 0)
        let show = try session(["show", "last"], columns: 80, rows: 24)
        #expect(show.end(chunk: chunk) == 0)
        #expect(show.screen.ordinary.contains("distance") && show.screen.ordinary.contains("km"))
        let export = try session(["export", "last"], columns: 80, rows: 24)
        #expect(export.end(chunk: chunk) == 0)
        #expect(export.screen.ordinary.contains(".fit"))
        let kept = try session(["delete", "last"], columns: 80, rows: 24)
        #expect(kept.watch(chunk: chunk) { $0.ordinary.contains("[y/N]") })
        kept.type("n\n")
        _ = kept.end(chunk: chunk)
        let delete = try session(["delete", "last"], columns: 80, rows: 24)
        #expect(delete.watch(chunk: chunk) { $0.ordinary.contains("[y/N]") })
        delete.type("y\n")
        #expect(delete.end(chunk: chunk) == 0)
        let list = try session(["list"], columns: 80, rows: 24)
        _ = list.end(chunk: chunk)
        #expect(list.screen.ordinary.contains("No runs in"), "\(list.screen.ordinary)")
    }

    @Test("U-A6: SIGTERM and Ctrl-C at full speed save what there is", arguments: [SIGTERM, SIGINT])
    func signals(number: Int32) throws {
        let session = try session(["simulate", "--for", "24h", "--speed", "max"], columns: 80, rows: 24)
        #expect(session.watch { $0.text.contains("simulating: ") && !$0.text.contains("simulating: 0 %") })
        session.signal(number)
        #expect(session.end() == 0)
        #expect(session.screen.ordinary.contains("FIT file:"))
    }

    @Test("U-C16: a dumb terminal gets plain lines and not one escape, and no progress between them")
    func dumb() throws {
        let session = try session(["simulate", "--for", "2min"], columns: 80, rows: 24, variables: ["TERM=dumb"])
        #expect(session.end() == 0)
        #expect(!session.screen.ordinary.contains("simulating") && session.screen.ordinary.contains("FIT file:"))
        #expect(!session.screen.hasSequences)
    }

    @Test("U-C16: NO_COLOR is honoured wholly")
    func noColour() throws {
        let session = try session(
            ["simulate", "--speed", "20"], columns: 120, rows: 40, variables: ["TERM=xterm-256color", "NO_COLOR=1"])
        #expect(session.watch { $0.text.contains("the run begins") })
        session.type("q")
        #expect(session.end() == 0)
        #expect(session.screen.colours == 0)
    }

    @Test("U-C12: the Linux console gets no braille; two buttons are two; half blocks can be forced")
    func console() throws {
        let small = try session(["simulate", "--speed", "20"], columns: 80, rows: 25, variables: ["TERM=linux"])
        #expect(small.watch { $0.text.contains("the run begins") })
        #expect(!small.screen.text.unicodeScalars.contains { 0x2801..<0x2900 ~= $0.value })
        small.type("q")
        #expect(small.end() == 0)
        let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let cheap = try session(["simulate", "--speed", "20", "--board", "\(package)/boards/pi-zero-2w-cheap.json"], columns: 80, rows: 24)
        #expect(cheap.watch { $0.text.contains("the run begins") && $0.text.contains("PAGE twice") })
        #expect(!cheap.screen.text.contains("LAP"))
        cheap.type("q")
        #expect(cheap.end() == 0)
        let forced = try session(["simulate", "--speed", "20", "--blocks"], columns: 140, rows: 40)
        #expect(forced.watch { $0.text.contains("the run begins") && $0.text.contains("▀") })
        #expect(!forced.screen.text.unicodeScalars.contains { 0x2801..<0x2900 ~= $0.value })
        forced.type("q")
        #expect(forced.end() == 0)
    }
}

extension String {
    /// How often another text stands in this one.
    fileprivate func components(of text: String) -> Int {
        var count = 0, rest = self[...]
        while let found = rest.firstRange(of: text) {
            count += 1
            rest = rest[found.upperBound...]
        }
        return count
    }
}
