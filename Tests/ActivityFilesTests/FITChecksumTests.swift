import Testing

@testable import ActivityFiles

@Suite struct FITChecksumTests {
    @Test("The checksum of the digits 1 to 9 is the published check value of CRC-16/ARC")
    func checkValue() {
        var checksum = FITChecksum()
        checksum.update(Array("123456789".utf8))
        #expect(checksum.value == 0xBB3D)
    }

    @Test(
        "H1: a header that carries its checksum leaves nothing behind, so it can be filled in last",
        arguments: [0, 1, 70_000, .max] as [UInt32])
    func headerLeavesZero(dataSize: UInt32) {
        var checksum = FITChecksum()
        checksum.update(FITEncoder.header(dataSize: dataSize))
        #expect(checksum.value == 0)
    }
}
