import RunLog
import Testing

@Suite struct CRC32CTests {
    @Test(
        "The published check values come out",
        arguments: [
            (Array("123456789".utf8), 0xE306_9283),
            ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
            ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
            (Array(0..<32), 0x46DD_794E),
            (Array((0..<32).reversed()), 0x113F_DB5C),
        ] as [([UInt8], UInt32)])
    func published(bytes: [UInt8], checksum: UInt32) {
        #expect(bytes.withUnsafeBytes { CRC32C.extend(0, over: $0) } == checksum)
    }

    @Test("Extending part by part equals the whole, wherever it is split")
    func split() {
        let bytes = Array<UInt8>(0..<61)
        let whole = bytes.withUnsafeBytes { CRC32C.extend(0, over: $0) }
        for cut in 0...bytes.count {
            let first = bytes[..<cut].withUnsafeBytes { CRC32C.extend(0, over: $0) }
            #expect(bytes[cut...].withUnsafeBytes { CRC32C.extend(first, over: $0) } == whole)
        }
    }
}
