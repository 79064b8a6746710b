import Pictures
import Quantities
import Testing

@Suite("PNGs that another program drew") struct DrawnPNGTests {
    /// A chunk; its checksum is nobody's, because nothing here reads it.
    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let length = UInt32(content.count)
        return [UInt8(length >> 24 & 0xFF), UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)]
            + Array(name.utf8) + content + [1, 2, 3, 4]
    }

    @Test("A whole picture of the right size comes back as it is")
    func whole() throws {
        let bytes = try PNGPicture.encode(Bitmap(width: 20, height: 10))
        #expect(try DrawnPNG.picture(bytes, width: 20, height: 10) == bytes)
        #expect(try DrawnPNG.picture(bytes + [0, 0, 0, 0], width: 20, height: 10) == bytes)
    }

    @Test("Words, times and what a camera saw are taken out")
    func metadata() throws {
        let bytes = try PNGPicture.encode(Bitmap(width: 20, height: 10))
        let header = bytes.prefix(33), rest = bytes.dropFirst(33)
        let words = ["tEXt", "zTXt", "iTXt", "tIME", "eXIf", "xxXx"].flatMap { Self.chunk($0, Array("secret".utf8)) }
        #expect(try DrawnPNG.picture(header + words + rest, width: 20, height: 10) == bytes)
    }

    @Test("A picture that is cut anywhere, another size, and what is no picture are refused")
    func refused() throws {
        let bytes = try PNGPicture.encode(Bitmap(width: 20, height: 10))
        for length in 0..<bytes.count {
            #expect(throws: PictureError.self) { try DrawnPNG.picture(Array(bytes.prefix(length)), width: 20, height: 10) }
        }
        #expect(throws: PictureError.self) { try DrawnPNG.picture(bytes, width: 10, height: 20) }
        #expect(throws: PictureError.self) { try DrawnPNG.picture(Array("<svg/>".utf8), width: 20, height: 10) }
        let huge: [UInt8] = Array(bytes.prefix(33)) + [255, 255, 255, 255] + Array("IDAT".utf8) + [0, 0, 0, 0]
        #expect(throws: PictureError.self) { try DrawnPNG.picture(huge, width: 20, height: 10) }
        let empty = Array(bytes.prefix(33)) + Self.chunk("IEND", [])
        #expect(throws: PictureError.self) { try DrawnPNG.picture(empty, width: 20, height: 10) }
    }
}
