import Pictures
import Quantities
import SystemCalls
import TestSupport
import Testing

/// A picture whose pixels follow a fixed pattern, different in every row and column.
private func pattern(_ width: Int, _ height: Int) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
        for x in 0..<width { bitmap[x, y] = (x * 7 + y * 13 + x * y) % 5 < 2 }
    }
    return bitmap
}

@Suite("PNG pictures") struct PNGPictureTests {
    @Test("A picture of any size comes back as it went in", arguments: [(1, 1), (7, 3), (8, 8), (9, 2), (128, 64), (128, 128), (144, 168)])
    func roundTrip(width: Int, height: Int) throws {
        let bitmap = pattern(width, height)
        #expect(try PNGPicture.decode(PNGPicture.encode(bitmap)) == bitmap)
    }

    @Test("The header says one bit a pixel, grey, and the scaled size")
    func header() throws {
        let bytes = try PNGPicture.encode(pattern(20, 10), scale: 3)
        try #require(bytes.count > 26)
        #expect(Array(bytes[0..<8]) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(Array(bytes[16..<26]) == [0, 0, 0, 60, 0, 0, 0, 30, 1, 0])
    }

    @Test("A scaled picture repeats every pixel")
    func scaled() throws {
        let small = pattern(5, 4)
        let large = try PNGPicture.decode(PNGPicture.encode(small, scale: 4))
        #expect(large.width == 20 && large.height == 16)
        for y in 0..<16 {
            for x in 0..<20 { #expect(large[x, y] == small[x / 4, y / 4]) }
        }
    }

    @Test("Sizes that no panel has are refused", arguments: [(0, 5, 1), (5, 0, 1), (5, 5, 0), (5, 5, -1), (4096, 1, 2), (5, 5, Int.max)])
    func badSizes(width: Int, height: Int, scale: Int) {
        #expect(throws: PictureError.self) { try PNGPicture.encode(Bitmap(width: width, height: height), scale: scale) }
    }

    @Test("A file cut at any byte is refused or reads as the same picture, and never traps")
    func cuts() throws {
        let bitmap = pattern(40, 30)
        let bytes = try PNGPicture.encode(bitmap)
        for length in 0..<bytes.count {
            guard let read = try? PNGPicture.decode(Array(bytes[..<length])) else { continue }
            #expect(read == bitmap, "cut at \(length)")
        }
    }

    @Test("A changed byte is noticed or harmless")
    func flips() throws {
        let bytes = try PNGPicture.encode(pattern(40, 30))
        var refused = 0
        for index in bytes.indices {
            var bad = bytes
            bad[index] ^= 0x5A
            do { _ = try PNGPicture.decode(bad) } catch { refused += 1 }
        }
        #expect(refused > bytes.count / 2)
    }

    @Test("A header that claims a huge picture is refused before memory is taken")
    func bomb() throws {
        // IHDR of 65,535 × 65,535 with its right checksum, and no data.
        let header: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 8, 0,
            0, 0, 0,
        ]
        let bytes = header + crc32(header[12...]) + [0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0x35, 0xAF, 0x06, 0x1E]
        #expect(throws: PictureError.badSize(width: 65535, height: 65535)) { try PNGPicture.decode(bytes) }
    }

    private func crc32(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        crc = ~crc
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: crc >> $0) }
    }
}

@Suite("Picture files") struct PictureFileTests {
    @Test("A written file reads back, replaces the old one, and leaves no temporary file")
    func writeAndRead() throws {
        let folder = TemporaryFolder(), path = "\(folder.path)/frame.png"
        try PictureFile.write(Bitmap(width: 9, height: 9), to: path)
        try PictureFile.write(pattern(16, 9), to: path)
        #expect(try PictureFile.read(path) == pattern(16, 9))
        #expect(folder.names == ["frame.png"])
    }

    @Test("A missing folder is named in the error")
    func missing() {
        let path = "/nonexistent/harrier/frame.png"
        #expect(throws: PictureError.file(path: path, reason: "No such file or directory")) { try PictureFile.read(path) }
        #expect(throws: PictureError.notWritten(WholeFileError(path, .system(.making, .notFound)))) {
            try PictureFile.write(Bitmap(width: 1, height: 1), to: path)
        }
    }

    @Test("C6: whichever call fails, the old picture stays and no temporary file is left", arguments: FailingFileSystem.Call.allCases)
    func failing(call: FailingFileSystem.Call) throws {
        let folder = TemporaryFolder(), path = "\(folder.path)/frame.png", counting = FailingFileSystem()
        try PictureFile.write(pattern(16, 9), to: path, calls: counting)
        for n in 0..<(counting.counts[call] ?? 0) {
            // The first look decides only how to write; the second is the same look.
            if call == .look && n == 0 { continue }
            #expect(throws: PictureError.self) {
                try PictureFile.write(Bitmap(width: 9, height: 9), to: path, calls: FailingFileSystem(call, n, .noSpace))
            }
            #expect(try PictureFile.read(path) == pattern(16, 9))
            #expect(folder.names == ["frame.png"])
        }
    }
}
