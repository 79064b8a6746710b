import Glibc
import JSONReading
import Quantities

extension Board {
    /// Reads a board file.
    public static func load(path: String) throws(BoardError) -> Board {
        try Board(json: BoardFile.read(path), file: path)
    }

    /// Reads the content of a board file; `file` is its name for messages. Any bytes whatever are safe to hand in.
    public init(json bytes: [UInt8], file: String) throws(BoardError) {
        let document: JSONDocument
        do {
            document = try JSONDocument.parse(bytes)
        } catch {
            throw BoardError(file: file, line: error.line, key: "", problem: error.problem, allowed: "")
        }
        let text = BoardText(file: file, bytes: bytes)
        let keys = ["name", "computer", "buses", "parts", "others", "buttons", "display", "buzzer", "gps", "features"]
        let top = try ObjectReader(document, at: JSONPath(), in: text, keys: keys)

        name = try top.string("name", upTo: 64)
        buses = try BoardFile.buses(top)
        currents = try BoardFile.computer(top)
        var places = OccupiedPlaces(buses: buses)
        try BoardFile.occupyLines(of: buses, top, places: &places)
        parts = try BoardFile.parts(top, places: &places, currents: &currents)
        others = try BoardFile.others(top, places: &places, currents: &currents)
        gps = try BoardFile.gps(top, places: &places, currents: &currents)
        buttons = try BoardFile.buttons(top, places: &places)
        display = try BoardFile.display(top, places: &places, currents: &currents)
        buzzer = try BoardFile.buzzer(top, places: &places, currents: &currents)
        features = try BoardFile.features(top, parts: parts)
    }
}

/// Reads a board file section by section.
enum BoardFile {
    /// A board file has one or two kilobytes; more than this is something else.
    private static let largestSize = 65_536

    static func read(_ path: String) throws(BoardError) -> [UInt8] {
        func failure(_ problem: String) -> BoardError { BoardError(file: path, line: nil, key: "", problem: problem, allowed: "") }
        guard let stream = fopen(path, "rbe") else {
            throw failure("the board file cannot be opened (\(String(cString: strerror(errno))))")
        }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: largestSize + 1)
        let count = fread(&bytes, 1, bytes.count, stream)
        guard ferror(stream) == 0 else { throw failure("the board file cannot be read (\(String(cString: strerror(errno))))") }
        guard count <= largestSize else { throw failure("the file is too large for a board file, which has at most 64 kB") }
        return Array(bytes.prefix(count))
    }
}
