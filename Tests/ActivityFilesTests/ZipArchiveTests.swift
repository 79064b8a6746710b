import CZlib
import Glibc
import Quantities
import TestSupport
import Testing

@testable import ActivityFiles

@Suite("Zip archives") struct ZipArchiveTests {
    private static let gpx = Array("<gpx><trk><trkseg><trkpt lat=\"48\" lon=\"11\"/></trkseg></trk></gpx>".utf8)

    private func opened(_ bytes: [UInt8], in folder: TemporaryFolder) throws(ZipFault) -> ZipArchive {
        folder.write(bytes, "a.zip")
        return try ZipArchive(path: folder.path + "/a.zip")
    }

    private func fault(_ bytes: [UInt8]) -> ZipFault? {
        let folder = TemporaryFolder()
        do throws(ZipFault) {
            _ = try opened(bytes, in: folder)
            return nil
        } catch { return error }
    }

    private static func all(_ source: any ByteSource) -> Result<[UInt8], ActivityFault> {
        var bytes: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            switch buffer.withUnsafeMutableBytes({ source.read(into: $0) }) {
            case .success(0): return .success(bytes)
            case .success(let count): bytes += buffer.prefix(count)
            case .failure(let fault): return .failure(fault)
            }
        }
    }

    /// A raw deflate stream.
    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(UInt(bytes.count)), packed = [UInt8](repeating: 0, count: Int(compressBound(UInt(bytes.count))))
        compress2(&packed, &length, bytes, UInt(bytes.count), 9)
        return Array(packed[2..<Int(length) - 4])
    }

    private static func deflatedEntry(_ name: String, _ content: [UInt8]) -> ZipBuilder.Entry {
        var entry = ZipBuilder.Entry(name, content)
        entry.packed = deflated(content)
        entry.method = 8
        return entry
    }

    @Test("Stored and deflated files come out as they went in, as often as they are opened; folders are no files")
    func roundTrip() throws {
        let folder = TemporaryFolder(), long = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        var builder = ZipBuilder([("activities/", []), ("activities/1.gpx", Self.gpx), ("empty", [])])
        builder.entries.append(Self.deflatedEntry("activities/2.gpx", long))
        let archive = try opened(builder.bytes, in: folder)
        #expect(archive.count == 4)
        #expect(archive.entry(0) == nil)
        for (place, content) in [(1, Self.gpx), (2, []), (3, long), (1, Self.gpx)] {
            let entry = try #require(archive.entry(place))
            #expect(Self.all(try archive.open(entry)) == .success(content))
        }
        #expect(archive.entry(4) == nil)
        #expect(archive.entry(-1) == nil)
    }

    @Test("A gzipped file in an archive is unpacked once more, or given as it came")
    func gzipWithin() throws {
        let folder = TemporaryFolder(), path = folder.path + "/x.original"
        try KeptOriginal.keep(try FileByteSource(path: folder.write(String(decoding: Self.gpx, as: UTF8.self), to: "x")), at: path)
        let packed = try #require(folder.bytes("x.original"))
        let archive = try opened(ZipBuilder([("1.gpx.gz", packed)]).bytes, in: folder)
        let entry = try #require(archive.entry(0))
        #expect(Self.all(try archive.open(entry)) == .success(packed))
        #expect(Self.all(try archive.openUnpacked(entry)) == .success(Self.gpx))
    }

    static let names: [(String, String)] = [
        ("../../etc/passwd.fit", "../../etc/passwd.fit"), ("/etc/passwd.fit", "/etc/passwd.fit"),
        ("a\u{85}b\u{9B}2J.fit", "a b 2J.fit"), ("\u{202E}tif.exe", " tif.exe"), ("ok.fit", "ok.fit"),
    ]

    @Test("Names are shown without what moves a cursor, and name no file of ours", arguments: names.indices)
    func shownName(index: Int) throws {
        let folder = TemporaryFolder(), (name, shown) = Self.names[index]
        var builder = ZipBuilder([(name, Self.gpx)])
        builder.entries[0].flags = 0x800
        let archive = try opened(builder.bytes, in: folder), entry = try #require(archive.entry(0))
        #expect(entry.name == shown)
        #expect(Self.all(try archive.open(entry)) == .success(Self.gpx))
        #expect(folder.names == ["a.zip"])
    }

    @Test("Files that lie over one another, as in bombs, are refused before one is read")
    func overlapping() {
        var builder = ZipBuilder([("0.gpx", Array(repeating: 0x20, count: 10_000))])
        for number in 1..<50 {
            var entry = builder.entries[0]
            entry.name = Array("\(number).gpx".utf8)
            entry.bytesOf = 0
            builder.entries.append(entry)
        }
        #expect(fault(builder.bytes) == .overlapping)
    }

    @Test("A file that unpacks to more than 128 times its size, and at least to a MiB, is stopped there")
    func bomb() throws {
        let folder = TemporaryFolder(), zeros = [UInt8](repeating: 0, count: 8 << 20)
        var builder = ZipBuilder()
        let bomb = Self.deflatedEntry("0.gpx", zeros)
        for number in 0..<40 {
            var entry = bomb
            entry.name = Array("\(number).gpx".utf8)
            builder.entries.append(entry)
        }
        let archive = try opened(builder.bytes, in: folder)
        let packed = builder.entries[0].packed.count, limit = max(1 << 20, Int64(packed) * 128)
        #expect(limit < 8 << 20)
        #expect(Self.all(try archive.open(try #require(archive.entry(0)))) == .failure(.tooLarge(limit: limit)))
        // Many of them do not get further than one archive may.
        var total: Int64 = 0
        for place in 1..<40 {
            guard case .failure(.tooLarge(let limit)) = Self.all(try archive.open(try #require(archive.entry(place)))) else { continue }
            total = max(total, limit)
        }
        #expect(total <= Int64(builder.bytes.count) * 128)
    }

    @Test("Bombs in bombs are counted for all files of an archive together")
    func nestedBombs() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/x.original"
        folder.write([UInt8](repeating: 0, count: 64 << 20), "x")
        try KeptOriginal.keep(try FileByteSource(path: folder.path + "/x"), at: path)
        let gzip = try #require(folder.bytes("x.original"))
        var builder = ZipBuilder()
        for number in 0..<30 { builder.entries.append(Self.deflatedEntry("\(number).gpx.gz", gzip)) }
        let bytes = builder.bytes, archive = try opened(bytes, in: folder)
        var out = 0
        for place in 0..<30 {
            let source = try archive.openUnpacked(try #require(archive.entry(place)))
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case .success(let count) = buffer.withUnsafeMutableBytes({ source.read(into: $0) }), count > 0 { out += count }
        }
        #expect(out <= max(1 << 20, bytes.count * 128) + 30 * (1 << 16), "\(out) of \(bytes.count)")
    }

    @Test("Encrypted files and unknown methods are said; the others are read")
    func unreadable() throws {
        let folder = TemporaryFolder()
        var builder = ZipBuilder([("a.gpx", Self.gpx), ("b.gpx", Self.gpx), ("c.gpx", Self.gpx)])
        builder.entries[0].flags = 1
        builder.entries[1].method = 12
        let archive = try opened(builder.bytes, in: folder)
        #expect((0..<3).map { archive.entry($0)?.fault } == [.encrypted, .unknownMethod, nil])
        #expect(throws: ZipFault.encrypted) { try archive.open(try #require(archive.entry(0))) }
    }

    @Test("A wrong checksum and damaged bytes are a fault of the file, after what could be read")
    func damaged() throws {
        let folder = TemporaryFolder()
        var builder = ZipBuilder([("a.gpx", Self.gpx)])
        builder.entries[0].checksum ^= 1
        var deflated = Self.deflatedEntry("b.gpx", Self.gpx)
        deflated.packed[deflated.packed.count / 2] ^= 0xFF
        builder.entries.append(deflated)
        let archive = try opened(builder.bytes, in: folder)
        for place in 0..<2 {
            guard case .failure(.damagedZip) = Self.all(try archive.open(try #require(archive.entry(place)))) else {
                Issue.record("damage of file \(place) is not said")
                continue
            }
        }
    }

    @Test("An archive cut at any byte, or with any byte changed, is read or refused")
    func anyDamage() throws {
        let folder = TemporaryFolder(), whole = ZipBuilder([("a.gpx", Self.gpx), ("b.gpx", Self.gpx)]).bytes
        func read(_ bytes: [UInt8]) {
            guard let archive = try? opened(bytes, in: folder) else { return }
            for place in 0..<archive.count {
                guard let entry = archive.entry(place), let source = try? archive.openUnpacked(entry) else { continue }
                _ = Self.all(source)
            }
        }
        for length in 0..<whole.count { #expect(fault(Array(whole.prefix(length))) != nil) }
        for place in whole.indices {
            for value: UInt8 in [0, 0xFF, whole[place] ^ 0x80] {
                var bytes = whole
                bytes[place] = value
                read(bytes)
            }
        }
    }

    @Test("100,000 files are read, one more is refused without making room for them; records that lie about it too")
    func many() throws {
        let folder = TemporaryFolder()
        var builder = ZipBuilder()
        builder.entries = (0..<100_000).map { ZipBuilder.Entry("\($0).gpx", []) }
        #expect(try opened(builder.bytes, in: folder).count == 100_000)
        builder.entries.append(ZipBuilder.Entry("more.gpx", []))
        #expect(fault(builder.bytes) == .tooManyEntries(limit: 100_000))
        var lying = ZipBuilder([("a.gpx", Self.gpx)]).bytes
        lying.replaceSubrange((lying.count - 12)..<(lying.count - 10), with: [0xFF, 0xFE])
        #expect(fault(lying) != nil)
    }

    @Test("What is no archive is refused", arguments: [[], [0x50, 0x4B, 3, 4], Array(repeating: UInt8(0x41), count: 70_000)])
    func noArchive(bytes: [UInt8]) { #expect(fault(bytes) == .damaged) }
}

@Suite("Kept originals") struct KeptOriginalTests {
    @Test("A file is packed and comes out the same; one that is packed is kept byte for byte", arguments: [0, 1, 2, 65_536, 300_001])
    func kept(count: Int) throws {
        let folder = TemporaryFolder(), bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        folder.write(bytes, "a")
        for (from, to) in [("a", "b"), ("b", "c")] {
            try KeptOriginal.keep(try FileByteSource(path: "\(folder.path)/\(from)"), at: "\(folder.path)/\(to)")
        }
        #expect(folder.bytes("b") == folder.bytes("c"))
        var window = ByteWindow(GzipByteSource(ByteWindow(try #require(folder.bytes("b"))), limits: ActivityLimits()))
        #expect(window.rest(1 << 20) == bytes)
    }
}
