import CZlib
import Testing

@testable import ActivityFiles

@Suite struct GzipTests {
    /// Packs bytes as gzip does.
    private func packed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(&stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64)
        let room = output.count
        input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                deflate(&stream, Z_FINISH)
            }
        }
        output.removeLast(Int(stream.avail_out))
        #expect(output.count <= room)
        return output
    }

    @Test("A gzipped file is the file, in one member or several, with padding behind")
    func unpacks() throws {
        let bytes = try SampleRun(seconds: 500).fit()
        let expected = try ActivityReader.read(bytes: bytes)
        #expect(try ActivityReader.read(bytes: packed(bytes)) == expected)
        #expect(try ActivityReader.read(bytes: packed(Array(bytes[..<5000])) + packed(Array(bytes[5000...]))) == expected)
        #expect(try ActivityReader.read(bytes: packed(bytes) + [UInt8](repeating: 0, count: 512)) == expected)
    }

    @Test("A cut or damaged archive gives what could be unpacked", arguments: [0.3, 0.6, 0.95])
    func damaged(share: Double) throws {
        let bytes = try SampleRun(seconds: 5000).fit()
        let whole = packed(bytes)
        let expected = try ActivityReader.read(bytes: bytes).points
        let cut = try ActivityReader.read(bytes: Array(whole[..<Int(Double(whole.count) * share)]))
        #expect(cut.points.count > Int(share * 4000))
        #expect(cut.points.elementsEqual(expected.prefix(cut.points.count)))
        guard case .damagedGzip? = cut.faults.first else {
            Issue.record("\(cut.faults)")
            return
        }
        for position in stride(from: 20, to: whole.count, by: max(1, whole.count / 50)) {
            var damaged = whole
            damaged[position] ^= 0x55
            if let read = try? ActivityReader.read(bytes: damaged) { #expect(!read.faults.isEmpty) }
        }
    }

    @Test("An archive bomb is stopped soon, whatever it holds")
    func bomb() throws {
        var file = FITBytes()
        file.define(0, 20, fields: [[3, 1, 0x02]])
        file.messages += [UInt8](repeating: 0, count: 4_000_000)
        let archive = packed(file.file())
        #expect(archive.count < 20_000)
        let read = try ActivityReader.read(bytes: archive)
        let limit = Int64(max(1 << 20, archive.count * 128))
        #expect(read.faults.contains(.tooLarge(limit: limit)) || read.points.count == 65_536 + archive.count)
        #expect(read.points.count <= 65_536 + archive.count)
        let text = packed(Array(("<gpx>" + String(repeating: " ", count: 4_000_000)).utf8))
        guard case .tooLarge? = try ActivityReader.read(bytes: text).faults.first else {
            Issue.record("not stopped")
            return
        }
    }
}
