import ActivityFiles
import Calendar
import Quantities
import RunArchive
import RunCore
import RunLog
import SimulatedPeripherals
import TestSupport
import Testing

@testable import harrier

@Suite("What an import finds") struct ImportWalkTests {
    /// A run of ten minutes on a day of 2026, one for each number.
    private static func gpx(_ number: Int = 0) -> [UInt8] {
        let points = stride(from: 0, through: 600, by: 5).map { second in
            let time = UTCInstant(milliseconds: 1_780_000_000_000 + Int64(number) * 86_400_000 + Int64(second) * 1000).iso8601
            return "<trkpt lat=\"\(47 + Double(second) * 3 / 111_200.0)\" lon=\"8\"><time>\(time)</time></trkpt>"
        }
        return Array("<gpx><trk><type>running</type><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8)
    }

    private struct Found {
        var files: [String] = []
        var refusals: [String: ImportRefusal] = [:]
        var imported = 0
        var known = 0
    }

    /// What is found under a name, and what becomes of it in a data folder.
    private func take(_ path: String, scratch: String, into directory: DataDirectory? = nil) throws -> (found: Found, passedOver: Int) {
        var found = Found(), number: UInt64 = 0
        let importer = RunImport(into: directory, history: [], localZone: .utc) {
            number += 1
            return RunID(randomHigh: number, randomLow: 3)
        }
        var walk = ImportWalk(scratch: [scratch])
        try walk.walk(path) { what in
            switch what {
            case .file(let file, let shown):
                found.files.append(shown)
                for outcome in try importer.take(file) {
                    switch outcome {
                    case .imported: found.imported += 1
                    case .known: found.known += 1
                    case .refused(let reason, _, _): found.refusals[shown] = reason
                    }
                }
            case .refused(let reason, let shown): found.refusals[shown] = reason
            }
        }
        return (found, walk.passedOver)
    }

    /// Names that would leave a folder if anything were unpacked under them.
    static let hostileNames = [
        "../evil.gpx", "../../../../../../../../tmp/harrier-evil.gpx", "/tmp/harrier-evil.gpx", "a/../../evil.gpx", "a\\..\\..\\evil.gpx",
        "C:\\evil.gpx", "evil.gpx\0.txt", "a\u{1B}[2Jevil.gpx", String(repeating: "long/", count: 2000) + "evil.gpx",
        String(repeating: "n", count: 60_000) + ".gpx", "same.gpx", "same.gpx", "SAME.GPX", "CON.gpx", " .gpx", "\u{202E}xpg.evil.gpx",
    ]

    @Test("N: names in a zip archive never leave the data folder, whatever they are")
    func names() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path + "/in/data")
        folder.makeFolder("in")
        folder.makeFolder("scratch")
        folder.write(ZipBuilder(Self.hostileNames.enumerated().map { ($1, Self.gpx($0)) }).bytes, "a.zip")
        let (found, passedOver) = try take(folder.path + "/a.zip", scratch: folder.path + "/scratch", into: directory)
        #expect(found.imported + found.refusals.count + passedOver >= Self.hostileNames.count - 2)
        #expect(found.imported >= 12)
        #expect(found.files.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E } })
        #expect(folder.names == ["a.zip", "in", "scratch"])
        #expect(TemporaryFolder.names(in: folder.path + "/in") == ["data"])
        #expect(TemporaryFolder.names(in: folder.path + "/scratch").isEmpty)
        let names = TemporaryFolder.names(in: directory.imported)
        #expect(names.count == 3 * found.imported)
        #expect(names.allSatisfy { RunID(String($0.prefix(36))) != nil })
        #expect(!TemporaryFolder.names(in: "/tmp").contains("harrier-evil.gpx"))
    }

    @Test("A link in an archive is a small file that is none of ours, and is not followed")
    func link() throws {
        let folder = TemporaryFolder()
        folder.write(Self.gpx(), "target.gpx")
        folder.write(ZipBuilder([("link.gpx", Array("\(folder.path)/target.gpx".utf8))]).bytes, "a.zip")
        let (found, _) = try take(folder.path + "/a.zip", scratch: folder.path)
        #expect(found.imported == 0 && Array(found.refusals.values) == [.unreadable(.unknownFormat)])
    }

    /// An archive in so many others.
    private static func nested(_ depth: Int) -> [UInt8] {
        (0..<depth).reduce(ZipBuilder([("run.gpx", gpx())]).bytes) { ZipBuilder([("inner \($1).zip", $0)]).bytes }
    }

    @Test("An archive in an archive is read, as Garmin sends them; one deeper is refused; nothing stays behind", arguments: 0...4)
    func depth(depth: Int) throws {
        let folder = TemporaryFolder()
        folder.makeFolder("scratch")
        folder.write(Self.nested(depth), "a.zip")
        let (found, _) = try take(folder.path + "/a.zip", scratch: folder.path + "/scratch")
        #expect(found.imported == (depth <= 1 ? 1 : 0))
        #expect(Array(found.refusals.values) == (depth <= 1 ? [] : [.archive(.tooDeep)]))
        #expect(TemporaryFolder.names(in: folder.path + "/scratch").isEmpty)
    }

    @Test("Without room for the archive within, that is said, and the rest is taken")
    func noRoom() throws {
        let folder = TemporaryFolder()
        folder.write(ZipBuilder([("a.zip", Self.nested(0)), ("b.gpx", Self.gpx(1))]).bytes, "a.zip")
        let (found, _) = try take(folder.path + "/a.zip", scratch: folder.path + "/not there")
        #expect(found.imported == 1)
        guard case .archive(.cannotUnpack)? = found.refusals.values.first else {
            Issue.record("\(found.refusals)")
            return
        }
    }

    @Test("What file managers and macOS hide is passed over, other names are counted, folders are followed and links in them not")
    func hidden() throws {
        let folder = TemporaryFolder()
        folder.makeFolder("x")
        folder.makeFolder("x/y")
        folder.write(Self.gpx(1), "x/y/one.GPX")
        folder.write(Self.gpx(2), "x/.two.gpx")
        folder.write(Self.gpx(3), "x/notes.txt")
        folder.write(
            ZipBuilder([
                ("__MACOSX/._a.gpx", [1]), (".trash/a.gpx", Self.gpx(4)), ("activities.csv", [1]), ("a/", []), ("b.gpx", Self.gpx(5)),
            ])
            .bytes, "x/export.zip")
        let (found, passedOver) = try take(folder.path + "/x", scratch: folder.path)
        #expect(found.imported == 2 && found.refusals.isEmpty)
        #expect(passedOver == 2)
    }

    @Test("The same file in folder, archive and archive within is one run")
    func same() throws {
        let folder = TemporaryFolder()
        folder.makeFolder("x")
        folder.write(Self.gpx(), "x/one.gpx")
        folder.write(ZipBuilder([("a.gpx", Self.gpx()), ("b.zip", Self.nested(0))]).bytes, "x/export.zip")
        let (found, _) = try take(folder.path + "/x", scratch: folder.path)
        #expect(found.imported == 1 && found.known == 2)
    }

    @Test("An archive with any bytes changed, or cut anywhere, gives runs of the sound one or a sentence", arguments: UInt64(0)..<150)
    func damaged(seed: UInt64) throws {
        let folder = TemporaryFolder()
        var random = SeededRandom(seed: seed), builder = ZipBuilder([("a.gpx", Self.gpx(1)), ("b.zip", Self.nested(0))])
        builder.entries.append(ZipBuilder.Entry("c.gpx", Self.gpx(2)))
        var bytes = builder.bytes
        if seed % 3 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
            // The directory at the end is small and decides most.
            let range = Bool.random(using: &random) ? max(0, bytes.count - 260)..<bytes.count : 0..<bytes.count
            bytes[Int.random(in: range, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        folder.write(bytes, "a.zip")
        let (found, passedOver) = try take(folder.path + "/a.zip", scratch: folder.path)
        #expect(found.imported <= 3)
        #expect(found.imported + found.known + found.refusals.count + passedOver > 0 || bytes.isEmpty)
        #expect(found.refusals.values.allSatisfy { "\($0)".count > 10 })
    }
}
