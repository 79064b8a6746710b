import Glibc
import Quantities
import RunArchive
import RunCore
import RunLog
import SystemCalls
import TestSupport
import Testing
import Training

@Suite("Where imported runs come from") struct ImportedSourceTests {
    private static let id = RunID(randomHigh: 1, randomLow: 2)

    static let sources: [ImportSource] = [
        ImportSource(fileName: "2026-11-30_Run.fit", format: "FIT", device: "Garmin Forerunner 255"),
        ImportSource(fileName: "a=b = c.gpx", format: "GPX", device: nil),
        ImportSource(fileName: "Läufe/žluťoučký 走.tcx", format: "TCX", device: "😀"),
        ImportSource(fileName: "", format: "", device: nil),
        ImportSource(fileName: String(repeating: "x", count: 1024), format: "FIT", device: String(repeating: "y", count: 1024)),
    ]

    @Test("What is written is read again", arguments: ImportedSourceTests.sources)
    func roundTrip(source: ImportSource) throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path)
        try ImportedSource.write(source, of: Self.id, in: directory)
        #expect(ImportedSource.read(Self.id, in: directory) == source)
        #expect(folder.bytes("imported/\(Self.id).source") != nil)
    }

    @Test("A name that would add a line or move the cursor is written and read without that")
    func controls() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path)
        try ImportedSource.write(
            ImportSource(fileName: "a\ndevice=evil\r\u{1B}[2Jb", format: "FIT\u{0}", device: "\u{9B}0m"), of: Self.id, in: directory)
        let read = ImportedSource.read(Self.id, in: directory)
        #expect(read == ImportSource(fileName: "a device=evil  [2Jb", format: "FIT", device: "0m"))
        folder.write(Array("file=\u{1B}]0;x\u{7}y\n".utf8), "imported/\(Self.id).source")
        #expect(ImportedSource.read(Self.id, in: directory).fileName == "]0;x y")
    }

    /// A file as somebody left it, and what it says.
    struct Found: Sendable, CustomTestStringConvertible {
        var text: String
        var file = "", format = ""
        var device: String?
        var testDescription: String { String(text.prefix(30)) }
    }
    static let found: [Found] = [
        Found(text: ""),
        Found(text: "\n\n=\n===\nfile"),
        Found(text: "device = Polar \r\nformat=TCX\r\nfile=a.tcx", file: "a.tcx", format: "TCX", device: "Polar"),
        Found(text: "file=first\nfile=second\nunknown=x", file: "first"),
        Found(text: "file=\nfile=b", file: "b"),
        Found(text: String(repeating: "x", count: 4090) + "\nfile=beyond"),
        Found(text: "file=" + String(repeating: "z", count: 100_000), file: String(repeating: "z", count: 1024)),
    ]

    @Test("Whatever stands in the file, what can be told is told", arguments: ImportedSourceTests.found)
    func tolerant(found: Found) {
        let folder = TemporaryFolder()
        folder.write(found.text, to: "imported/\(Self.id).source")
        let source = ImportedSource.read(Self.id, in: DataDirectory(path: folder.path))
        #expect(source == ImportSource(fileName: found.file, format: found.format, device: found.device))
    }

    @Test("Any bytes, and anything that is no file, tell nothing that could not be shown")
    func anything() {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path), path = directory.source(ofImported: Self.id)
        var random = SeededRandom(seed: 7)
        for _ in 0..<200 {
            let text = (0..<Int(random.next() % 300)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            folder.makeFolder("imported")
            folder.write(Array("file=".utf8) + text, "imported/\(Self.id).source")
            let source = ImportedSource.read(Self.id, in: directory)
            for text in [source.fileName, source.format, source.device ?? ""] {
                #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            }
        }
        let nothing = ImportSource(fileName: "", format: "", device: nil)
        unlink(path)
        #expect(ImportedSource.read(Self.id, in: directory) == nothing)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(ImportedSource.read(Self.id, in: directory) == nothing)
        unlink(path)
        #expect(mkdir(path, 0o700) == 0)
        #expect(ImportedSource.read(Self.id, in: directory) == nothing)
    }

    @Test("A side file that cannot be written is an error, and the earlier one stays")
    func unwritable() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path)
        try ImportedSource.write(Self.sources[0], of: Self.id, in: directory)
        let full = FailingFileSystem(.write, 0, .noSpace)
        #expect(throws: WholeFileError.self) { try ImportedSource.write(Self.sources[1], of: Self.id, in: directory, calls: full) }
        #expect(ImportedSource.read(Self.id, in: directory) == Self.sources[0])
    }
}

/// Numbers that are the same each time (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
