import ActivityFiles
import Testing

@Suite("Repaired FIT") struct RepairedFITTests {
    /// A run of ten minutes with everything that a file has: laps, pauses, sensors.
    private static let run: SampleRun = {
        var run = SampleRun(seconds: 600)
        run.pauses = [run.pause(200, 230), run.pause(400, 420, .automatic)]
        run.laps = (0..<5).map { _ in SampleRun.lap(seconds: 120, meters: 360) }
        for index in run.laps.indices { run.laps[index].totals.timer = .seconds([120, 90, 120, 100, 120][index]) }
        return run
    }()
    private static let whole = Result { try run.fit() }
    private static let plainRun = Result { try SampleRun(seconds: 600).fit() }

    @Test("A FIT file with a block written over gives records of the sound file and no other", arguments: Overwriting.all(0..<120))
    func overwritten(_ overwriting: Overwriting) throws {
        for whole in [Self.whole, Self.plainRun] {
            let bytes = try whole.get()
            let sound = try ActivityReader.read(bytes: bytes)
            let (damaged, block) = overwriting.apply(to: bytes, from: 14, length: 48...2000)
            let count = SoundPoints.expect(damaged, toGiveSomeOf: sound.points, "block at \(block)")
            let read = try ActivityReader.read(bytes: damaged)
            #expect(read.laps.allSatisfy { sound.laps.contains($0) }, "block at \(block)")
            #expect(read.pauses.allSatisfy { sound.pauses.contains($0) }, "block at \(block)")
            // Where the definitions are left, all but the records in the block and a few around it.
            if block.lowerBound > 1000, bytes.count - block.upperBound > 1000 {
                #expect(count >= sound.points.count - block.count / 20 - 12, "block at \(block): \(count)")
            }
        }
    }

    @Test("Garbage between messages is left out, whatever its length", arguments: 0..<80 as Range<UInt64>)
    func inserted(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = try Self.whole.get()
        let sound = try ActivityReader.read(bytes: bytes).points
        let at = Int.random(in: 600..<bytes.count - 400, using: &random)
        let garbage = (0..<Int.random(in: 48...500, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let count = SoundPoints.expect(Array(bytes[..<at]) + garbage + Array(bytes[at...]), toGiveSomeOf: sound, "garbage at \(at)")
        #expect(count >= sound.count - 20)
    }

    /// How far into its message a byte stands.
    private static func depth(_ at: Int, in bytes: [UInt8]) -> Int {
        var reader = FITMessageReader(bytes), depth = 0
        while reader.next(), reader.offset <= Int64(at) { depth = at - Int(reader.offset) }
        return depth
    }

    @Test("Bytes that are missing in the middle cost no more than their records and a few around them", arguments: 0..<80 as Range<UInt64>)
    func missing(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = try Self.whole.get()
        let sound = try ActivityReader.read(bytes: bytes).points
        let at = Int.random(in: 1000..<bytes.count - 4000, using: &random)
        let missing = Int.random(in: 1...2000, using: &random)
        // Where the beginning of one record meets the same place of another, nothing but its values could tell.
        guard Self.depth(at, in: bytes) != Self.depth(at + missing, in: bytes) else { return }
        let count = SoundPoints.expect(Array(bytes[..<at]) + Array(bytes[(at + missing)...]), toGiveSomeOf: sound, "\(missing) at \(at)")
        #expect(count >= sound.count - missing / 20 - 20, "\(missing) bytes at \(at): \(count)")
    }

    @Test("Of chained files with garbage before, between and behind them each one whose checksum holds is read whole")
    func chained() throws {
        let first = try SampleRun(seconds: 30).fit(), second = try Self.whole.get()
        let points = try ActivityReader.read(bytes: first).points + ActivityReader.read(bytes: second).points
        let garbage = (0..<100).map { UInt8(truncatingIfNeeded: $0 * 37) }
        let read = try ActivityReader.read(bytes: first + garbage + second + garbage)
        #expect(read.points == points && read.partCount == 2)
        let places = [first.count, first.count + 100 + second.count].map { Int64($0) }
        #expect(read.faults == places.map { .unproved(offset: $0, count: 100) })
        var broken = first
        broken.replaceSubrange(4..<8, with: [0, 0, 0, 0])
        let after = try ActivityReader.read(bytes: broken + second)
        #expect(
            after.points == points && after.partCount == 2 && after.faults == [.headerChecksum(offset: 0), .sizeNeverWritten(offset: 0)])
    }

    @Test(
        "C3: a header whose size is too small, too large or zero costs no record",
        arguments: [0, 1, 200, 1_000_000, 0xFFFF_FFFF] as [UInt32])
    func wrongSize(size: UInt32) throws {
        var bytes = try Self.whole.get()
        let sound = try ActivityReader.read(bytes: bytes).points
        bytes.replaceSubrange(4..<8, with: FITBytes.little(size))
        let read = try ActivityReader.read(bytes: bytes)
        #expect(read.points == sound && !read.faults.isEmpty)
        for fault in read.faults { #expect(!fault.description.isEmpty) }
    }

    @Test("A file whose checksum is wrong and all else right loses nothing, and says so")
    func onlyTheChecksum() throws {
        var bytes = try Self.whole.get()
        let sound = try ActivityReader.read(bytes: bytes)
        bytes[bytes.count - 1] ^= 1
        let read = try ActivityReader.read(bytes: bytes)
        #expect(read.points == sound.points && read.laps == sound.laps && read.pauses == sound.pauses)
        #expect(read.faults == [.fileChecksum(offset: Int64(bytes.count - 2))])
    }

    @Test("A single wild time in a damaged file costs three records, in a sound one none")
    func wildTime() throws {
        var points = SampleRun(seconds: 300).points
        points[150].time = points[150].time?.advanced(by: .seconds(-86_400 * 365))
        var file = FITBytes()
        file.define(0, 20, fields: [[253, 4, 0x86], [5, 4, 0x86]])
        for (index, point) in points.enumerated() {
            let seconds = UInt32(truncatingIfNeeded: (point.time?.milliseconds ?? 0) / 1000 - 631_065_600)
            file.data(0, FITBytes.little(seconds) + FITBytes.little(UInt32(index * 300)))
        }
        var bytes = file.file()
        #expect(try ActivityReader.read(bytes: bytes).points.count == 301)
        bytes[bytes.count - 1] ^= 1
        let read = try ActivityReader.read(bytes: bytes)
        #expect(read.points.count == 298 && read.segmentStarts == [0, 149])
    }

    @Test("A pause of days in a damaged file is none of the damage")
    func longPause() throws {
        var run = SampleRun(seconds: 2 * 86_400)
        run.metersPerSecond = 0.01
        let points = (0..<100).map { run.point($0) } + (0..<100).map { run.point(170_000 + $0) }
        var bytes = try run.fit(points)
        let sound = try ActivityReader.read(bytes: bytes).points
        bytes[bytes.count - 1] ^= 1
        let read = try ActivityReader.read(bytes: bytes).points
        #expect(sound.count == 201 && read == sound)
    }
}
