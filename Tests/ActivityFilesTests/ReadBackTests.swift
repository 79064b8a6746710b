import Quantities
import RunCore
import SystemCalls
import TestSupport
import Testing

@testable import ActivityFiles

/// Files of all kinds in a folder: whole, checked, packed or not, and known again by the run that they were made from.
@Suite struct ReadBackTests {
    private static let run = RunKind("a run") { $0.lapEnds = [(30, .manual)] }

    private func write(_ format: ExportFormat, gzip: Bool, in folder: TemporaryFolder) throws -> (bytes: [UInt8], written: WrittenActivity)
    {
        var points = Self.run.points.makeIterator()
        let written = try ActivityFileStore(directory: folder.path).write(
            format, named: "run", replacing: true, gzip: gzip, Self.run.summary, laps: Self.run.laps, pauses: Self.run.pauses,
            nextPoint: { () throws(ActivityWriteError) in points.next() })
        return (try #require(folder.bytes("run")), written)
    }

    @Test("A packed file holds what the plain one does, is smaller, and the same each time", arguments: ExportFormat.allCases)
    func packed(format: ExportFormat) throws {
        let folder = TemporaryFolder()
        let plain = try write(format, gzip: false, in: folder), packed = try write(format, gzip: true, in: folder)
        #expect(folder.names == ["run"] && packed.written == plain.written && plain.written.bytes == plain.bytes.count)
        #expect(try Self.unpacked(packed.bytes) == plain.bytes)
        #expect(packed.bytes.count < plain.bytes.count && Array(packed.bytes[..<10]) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
        #expect(try write(format, gzip: true, in: folder).bytes == packed.bytes)
        var points = Self.run.points.makeIterator()
        let inMemory = try ActivityFileStore.bytes(
            format, gzip: true, Self.run.summary, laps: Self.run.laps, pauses: [],
            nextPoint: { () throws(ActivityWriteError) in points.next() })
        #expect(inMemory.bytes == packed.bytes && inMemory.written == packed.written)
    }

    private static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
        var window = ByteWindow(GzipByteSource(ByteWindow(bytes), limits: ActivityLimits())), all: [UInt8] = []
        while window.fill(1) {
            all += window.bytes[window.start..<window.end]
            window.advance(window.count)
        }
        #expect(window.failure == nil)
        return all
    }

    @Test("A file of many chunks is packed as it is made", arguments: ExportFormat.allCases)
    func long(format: ExportFormat) throws {
        let day = SampleRun(seconds: 30_000)
        func bytes(_ gzip: Bool) throws -> [UInt8] {
            var points = day.points.makeIterator()
            return try ActivityFileStore.bytes(
                format, gzip: gzip, day.summary, laps: [], pauses: [], nextPoint: { () throws(ActivityWriteError) in points.next() }
            ).bytes
        }
        let plain = try bytes(false)
        #expect(try Self.unpacked(bytes(true)) == plain && plain.count > 300_000)
    }

    @Test("A file names its run, packed or not, and no other", arguments: ExportFormat.allCases)
    func owner(format: ExportFormat) throws {
        let folder = TemporaryFolder(), path = folder.path + "/run"
        for gzip in [false, true] {
            let bytes = try write(format, gzip: gzip, in: folder).bytes
            #expect(ActivityReader.run(of: path, as: format, isPacked: gzip) == Self.run.summary.run)
            #expect(ActivityReader.run(of: path, as: format, isPacked: !gzip) == nil)
            for other in ExportFormat.allCases where other != format {
                #expect(ActivityReader.run(of: path, as: other, isPacked: gzip) == nil)
            }
            folder.write(Array(bytes.prefix(60)), "run")
            #expect(ActivityReader.run(of: path, as: format, isPacked: gzip) == nil)
        }
        folder.write(Array("creator=\"Another\"><link href=\"urn:uuid:\(RunID(high: 1, low: 2))".utf8), "run")
        #expect(ActivityReader.run(of: path, as: format) == nil && ActivityReader.run(of: folder.path + "/absent", as: format) == nil)
    }

    @Test("A file that is not what was written is not kept: cut, changed, with more or less in it", arguments: ExportFormat.allCases)
    func spoiled(format: ExportFormat) throws {
        let sink = MemoryByteSink()
        let written = try format.writer.write(Self.run.summary, laps: Self.run.laps, pauses: [], points: Self.run.points, to: sink)
        let check = ReadBack(format, isPacked: false, written), bytes = sink.bytes
        try check.check(bytes: bytes)
        #expect(throws: ActivityWriteError.self) { try check.check(bytes: Array(bytes.dropLast(30))) }
        #expect(throws: ActivityWriteError.self) { try check.check(bytes: []) }
        var fewer = written
        fewer.records -= 3
        if format != .fit, format != .geojson {
            #expect(throws: ActivityWriteError.self) { try ReadBack(format, isPacked: false, fewer).check(bytes: bytes) }
        }
        // Anything in the middle of the file.
        var changed = bytes
        for index in bytes.count / 2..<bytes.count / 2 + 40 { changed[index] = 0x01 }
        #expect(throws: ActivityWriteError.self) { try check.check(bytes: changed) }
    }

    @Test(
        "JSON is what RFC 8259 says",
        arguments: [
            ("{}", 1), (" [1, -0.5e+3 ,\"a\\u00e9\\n\", true,null , {\"a\":[[]]}]\n", 1), ("{\"a\":1}\n{\"b\":2}\n", 2), ("0", 1),
            ("1 2\n3", 3),
            ("\"\\\"\"", 1),
            ("", nil), ("[1,]", nil), ("{\"a\"}", nil), ("{a:1}", nil), ("01", nil), ("-", nil), ("1.", nil), ("1e", nil), ("tru", nil),
            ("[1 2]", nil), ("\"\\q\"", nil), ("\"\\u12g4\"", nil), ("[", nil), ("]", nil), ("{\"a\":1,}", nil), ("[1}", nil),
            ("\"a\nb\"", nil),
            ("nan", nil), ("+1", nil), (".5", nil), ("[1]]", nil), ("'a'", nil), ("\"a", nil), ("1.5.2", nil), ("--1", nil),
        ] as [(String, Int?)])
    func json(text: String, values: Int?) {
        var syntax = JSONSyntax()
        for byte in text.utf8 { syntax.take(byte) }
        #expect((syntax.finish() == nil) == (values != nil))
        if let values { #expect(syntax.values == values) }
    }

    @Test(
        "A table has rows of one length with both characters at the end of each",
        arguments: [
            ("a,b\r\n1,2\r\n", true), ("a,b\r\n1\r\n", false), ("a,b\n1,2\n", false), ("a\r\n1\r2\r\n", false), ("a\r\n\"1\"\r\n", false),
        ]
            as [(String, Bool)])
    func table(text: String, isSound: Bool) {
        var syntax = TableSyntax()
        for byte in text.utf8 { syntax.take(byte) }
        #expect((syntax.faultOffset == nil) == isSound)
    }
}
