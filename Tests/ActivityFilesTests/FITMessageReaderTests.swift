import Testing

@testable import ActivityFiles

@Suite struct FITMessageReaderTests {
    private static let time: UInt32 = 0x4000_0010

    /// All values of field 1 with the times of their messages.
    private func values(_ bytes: [UInt8]) -> [(time: UInt32?, value: Int64?)] {
        var reader = FITMessageReader(bytes)
        var values: [(UInt32?, Int64?)] = []
        while reader.next() { values.append((reader.timestamp, reader.integer(1))) }
        return values
    }

    @Test("Both byte orders give the same value", arguments: [false, true])
    func byteOrder(isBigEndian: Bool) {
        var file = FITBytes()
        file.define(0, 20, isBigEndian: isBigEndian, fields: [[253, 4, 0x86], [1, 4, 0x86]])
        file.data(
            0, isBigEndian ? FITBytes.big(Self.time) + FITBytes.big(0x0102_0304) : FITBytes.little(Self.time) + FITBytes.little(0x0102_0304)
        )
        let read = values(file.file())
        #expect(read.count == 1)
        #expect(read.first?.time == Self.time)
        #expect(read.first?.value == 0x0102_0304)
    }

    @Test(
        "Each base type gives its value, and nothing for its own invalid value",
        arguments: [
            (0x00, [7], 7), (0x00, [0xFF], nil), (0x01, [0xFE], -2), (0x01, [0x7F], nil), (0x02, [0], 0), (0x02, [0xFF], nil),
            (0x0A, [1], 1), (0x0A, [0], nil), (0x83, [0xFE, 0xFF], -2), (0x83, [0xFF, 0x7F], nil), (0x84, [1, 2], 513),
            (0x84, [0xFF, 0xFF], nil), (0x85, [0xFE, 0xFF, 0xFF, 0xFF], -2), (0x85, [0xFF, 0xFF, 0xFF, 0x7F], nil),
            (0x86, [0, 0, 0, 0x80], 0x8000_0000), (0x86, [0xFF, 0xFF, 0xFF, 0xFF], nil), (0x8B, [0, 0], nil), (0x8B, [2, 0], 2),
            (0x8C, [0, 0, 0, 0], nil), (0x8C, [1, 0, 0, 0], 1), (0x8E, [0xFE] + [UInt8](repeating: 0xFF, count: 7), -2),
            (0x8F, [UInt8](repeating: 0xFF, count: 8), nil), (0x90, [3, 0, 0, 0, 0, 0, 0, 0], 3), (0x0D, [5], 5),
            (0x07, [0x41], nil), (0x88, [0, 0, 0x80, 0x3F], nil), (0x55, [9], 9), (0x86, [1, 2], nil),
        ] as [(UInt8, [UInt8], Int64?)])
    func baseTypes(type: UInt8, content: [UInt8], expected: Int64?) {
        var file = FITBytes()
        file.define(3, 20, fields: [[1, UInt8(content.count), type]])
        file.data(3, content)
        #expect(values(file.file()).map(\.value) == [expected])
    }

    @Test("Floating point fields are numbers, and absent when not a number")
    func floats() throws {
        var file = FITBytes()
        file.define(0, 20, fields: [[1, 4, 0x88], [2, 8, 0x89], [3, 4, 0x88]])
        file.data(0, FITBytes.little(Float(1.5).bitPattern) + [0, 0, 0, 0, 0, 0, 0xF8, 0xBF] + FITBytes.little(0xFFFF_FFFF))
        var reader = FITMessageReader(file.file())
        let isThere = reader.next()
        try #require(isThere)
        #expect(reader.value(1) == 1.5)
        #expect(reader.value(2) == -1.5)
        #expect(reader.value(3) == nil)
    }

    @Test("Compressed time stamps count on from the last full one, over the roll-over of 32 s")
    func compressedTimestamps() {
        var file = FITBytes()
        file.define(0, 20, fields: [[253, 4, 0x86], [1, 1, 0x02]])
        file.define(1, 20, fields: [[1, 1, 0x02]])
        file.compressed(1, seconds: 5, [1])
        file.data(0, FITBytes.little(Self.time) + [2])
        for (seconds, value) in [(0x11, 3), (0x1F, 4), (0x03, 5), (0x03, 6)] as [(UInt8, UInt8)] {
            file.compressed(1, seconds: seconds, [value])
        }
        let read = values(file.file())
        #expect(read.map(\.value) == [1, 2, 3, 4, 5, 6])
        #expect(read.map(\.time) == [nil, Self.time, Self.time + 1, Self.time + 15, Self.time + 19, Self.time + 19])
    }

    @Test("H11: developer fields are stepped over and the native ones beside them are read")
    func developerFields() {
        var file = FITBytes()
        file.define(0, 20, fields: [[253, 4, 0x86], [1, 1, 0x02]], developerFields: [[0, 3, 0], [1, 250, 0]])
        for value in 1...3 as ClosedRange<UInt8> {
            file.data(0, FITBytes.little(Self.time) + [value] + [UInt8](repeating: 0xEE, count: 253))
        }
        #expect(values(file.file()).map(\.value) == [1, 2, 3])
    }

    @Test("A local type may be defined anew, with other fields")
    func redefinition() {
        var file = FITBytes()
        file.define(0, 20, fields: [[1, 1, 0x02]])
        file.data(0, [1])
        file.define(0, 20, fields: [[2, 2, 0x84], [1, 2, 0x84]])
        file.data(0, [9, 9, 2, 0])
        file.define(0, 20, fields: [[2, 1, 0x02]])
        file.data(0, [9])
        #expect(values(file.file()).map(\.value) == [1, 2, nil])
    }

    @Test("Headers of 12 and of 14 bytes are understood", arguments: [12, 14] as [UInt8])
    func headerSizes(size: UInt8) throws {
        var file = FITBytes()
        file.define(0, 20, fields: [[1, 1, 0x02]])
        file.data(0, [1])
        var reader = FITMessageReader(file.file(headerSize: size))
        let isThere = reader.next()
        try #require(isThere)
        #expect(reader.integer(1) == 1)
        let hasMore = reader.next()
        #expect(!hasMore)
        #expect(reader.faults.isEmpty)
    }

    @Test("C3: a header without a size, as a power cut leaves it, is read to the end of the file")
    func sizeZero() {
        var file = FITBytes()
        file.define(0, 20, fields: [[1, 1, 0x02]])
        for value in 1...5 as ClosedRange<UInt8> { file.data(0, [value]) }
        var reader = FITMessageReader(file.file(dataSize: 0))
        var values: [Int64?] = []
        while reader.next() { values.append(reader.integer(1)) }
        #expect(values == [1, 2, 3, 4, 5])
        #expect(reader.faults == [.sizeNeverWritten(offset: 0)])
    }

    @Test("H13: chained files are read one after another, definitions forgotten in between")
    func chained() {
        var first = FITBytes()
        first.define(0, 20, fields: [[1, 1, 0x02]])
        first.data(0, [1])
        var second = FITBytes()
        second.define(1, 20, fields: [[1, 1, 0x02]])
        second.data(1, [2])
        second.data(0, [3])
        var reader = FITMessageReader(first.file() + second.file() + first.file())
        var values: [Int64?] = []
        while reader.next() { values.append(reader.integer(1)) }
        #expect(values == [1, 2, 1])
        #expect(reader.partCount == 3)
        #expect(reader.faults.count == 1)
        if case .undefinedMessage(_, let localType) = reader.faults.first { #expect(localType == 0) } else { Issue.record("no fault") }
    }

    @Test("Strings end at their zero or at the end of the field, and never fail on bytes that are no text")
    func strings() throws {
        var file = FITBytes()
        file.define(0, 0, fields: [[8, 4, 0x07], [9, 2, 0x07], [10, 2, 0x07], [11, 1, 0x07]])
        file.data(0, [0x41, 0x42, 0, 0x43, 0x44, 0x45, 0xFF, 0xFE, 0])
        var reader = FITMessageReader(file.file())
        let isThere = reader.next()
        try #require(isThere)
        #expect(reader.text(8) == "AB")
        #expect(reader.text(9) == "DE")
        #expect(reader.text(10) == "\u{FFFD}\u{FFFD}")
        #expect(reader.text(11) == nil)
        #expect(reader.text(12) == nil)
    }

    @Test("Pieces of any size give the same messages as the whole", arguments: [1, 2, 3, 7, 100, 4096])
    func pieces(size: Int) throws {
        let bytes = try SampleRun(seconds: 200).fit()
        var whole = FITMessageReader(bytes)
        var dripped = FITMessageReader(DrippingSource(bytes, piece: size))
        var count = 0
        while whole.next() {
            let isThere = dripped.next()
            try #require(isThere)
            #expect(dripped.number == whole.number && dripped.offset == whole.offset && dripped.timestamp == whole.timestamp)
            count += 1
        }
        let hasMore = dripped.next()
        #expect(!hasMore)
        #expect(count > 200)
        #expect(whole.faults.isEmpty && dripped.faults.isEmpty)
    }
}
