import Glibc
import Quantities
import RunCore
import Testing

@testable import RunLog

@Suite struct RunLogReaderTests {
    /// What may stand beyond a cut.
    enum Tail: CaseIterable {
        case nothing, zeros, garbage, earlierFrames, framesOfAnotherRun

        func bytes(cut: Int, of log: [UInt8], other: [UInt8]) -> [UInt8] {
            var random = SeededRandom(seed: UInt64(cut))
            switch self {
            case .nothing: return []
            case .zeros: return [UInt8](repeating: 0, count: 100)
            case .garbage: return (0..<100).map { _ in UInt8.random(in: 0...255, using: &random) }
            case .earlierFrames: return Array(log.prefix(cut).dropFirst(RunLogPreamble.byteCount).suffix(400))
            case .framesOfAnotherRun: return Array(other.dropFirst(max(32, min(cut, other.count - 400))).prefix(400))
            }
        }
    }

    @Test("C2, C4: a log cut at any byte gives every whole record before the cut and none else", arguments: Tail.allCases)
    func everyCut(tail: Tail) throws {
        let records = RecordedRuns.records(seconds: 120)
        let log = RecordedRuns.log(records)
        let other = RecordedRuns.log(RecordedRuns.records(seconds: 130, id: RecordedRuns.otherID), id: RecordedRuns.otherID)
        let ends = RecordedRuns.frameEnds(log)
        try #require(ends.count == records.count + 1)
        for cut in 0..<log.count {
            let bytes = log[..<cut] + tail.bytes(cut: cut, of: log, other: other)
            // The next bytes may happen to be the right ones: then the cut is later.
            let trueCut = cut + zip(bytes[cut...], log[cut...]).prefix { $0 == $1 }.count
            let whole = (ends.firstIndex { $0 > trueCut } ?? ends.count) - 1
            guard whole >= 0 else {
                #expect(throws: RunLogError.self) { try RunLogReader(bytes: Array(bytes)) }
                continue
            }
            let read = try RecordedRuns.read(Array(bytes))
            #expect(read.records.count == whole && read.records.last == (whole == 0 ? nil : records[whole - 1]), "cut at \(cut)")
            #expect(read.extent.end == ends[whole] && read.extent.holes.isEmpty)
        }
    }

    @Test("C4: a damaged place in the middle is passed over, and everything that chains after it counts", arguments: [1, 16, 512, 2000])
    func hole(length: Int) throws {
        let records = RecordedRuns.records(seconds: 120)
        let log = RecordedRuns.log(records)
        let ends = RecordedRuns.frameEnds(log)
        var random = SeededRandom(seed: UInt64(length))
        for start in stride(from: 200, to: log.count - length - 200, by: 97) {
            var damaged = log
            for index in start..<start + length { damaged[index] = UInt8.random(in: 0...255, using: &random) &+ 1 }
            damaged[start] = log[start] ^ 0x55
            let read = try RecordedRuns.read(damaged)
            let before = ends.lastIndex { $0 <= start } ?? 0
            let after = ends.firstIndex { $0 >= start + length } ?? 0
            // The frame after the damage may be lost too, if the checksum before it was hit.
            #expect(read.records.starts(with: records[..<before]))
            #expect(read.records.suffix(records.count - after - 1).elementsEqual(records[(after + 1)...]), "damage at \(start)")
            #expect(read.extent.holes.count == 1 && !read.extent.isWhole)
        }
    }

    @Test("C4: a hole of zeros, which a card that lies leaves, is passed over as well")
    func holeOfZeros() throws {
        let records = RecordedRuns.records(seconds: 120)
        var log = RecordedRuns.log(records)
        let ends = RecordedRuns.frameEnds(log)
        log.replaceSubrange(ends[40]..<ends[60], with: repeatElement(0, count: ends[60] - ends[40]))
        let read = try RecordedRuns.read(log)
        #expect(read.records == Array(records[..<40] + records[61...]))
        #expect(read.extent.holes == [ends[40]..<ends[61]])
    }

    @Test("C10: a record of an unknown kind or with additions is read past, whatever its length", arguments: [0, 1, 32, 255])
    func laterVersions(length: Int) throws {
        let known = RecordedRuns.records(seconds: 3)
        let card = SimulatedCard()
        let file = try RunLogFile(creating: RecordedRuns.id, at: RecordedRuns.path, calls: card)
        try file.append(known)
        try file.commit(frame: [99, UInt8(length)] + [UInt8](repeating: 7, count: length))
        try file.commit(frame: [3, 5, 1, 0, 0, 0, 200])
        var longer = RecordedRuns.frames([.sample(RecordedRuns.sample(second: 4))])
        longer[1] += 3
        try file.commit(frame: longer + [1, 2, 3])
        try file.finish()
        let read = try RecordedRuns.read(card.files[RecordedRuns.path] ?? [])
        #expect(read.records == known + [.sample(RecordedRuns.sample(second: 4))])
        #expect(read.extent.unknownRecords == 2 && read.extent.isWhole)
    }

    @Test("C10: a format version of the future is refused by name")
    func futureVersion() throws {
        var preamble = RunLogPreamble(id: RecordedRuns.id)
        preamble.version = 2
        let bytes = withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { memory in
            preamble.write(into: memory)
            return Array(memory)
        }
        let error = thrown(RunLogError.self) { try RunLogReader(bytes: bytes) }
        #expect(error?.description.contains("format version 2") == true)
    }

    @Test(
        "Other files are refused",
        arguments: ["", "not a run", String(repeating: "\u{0}", count: 4096), ".FIT and more than 32 bytes in it"])
    func otherFiles(content: String) {
        #expect(throws: RunLogError.self) { try RunLogReader(bytes: Array(content.utf8)) }
    }

    @Test("C4: damage to the first 32 bytes costs nothing, because the file's name says the same")
    func damagedPreamble() throws {
        let records = RecordedRuns.records(seconds: 20)
        var log = RecordedRuns.log(records)
        for index in 0..<32 { log[index] = 0xA5 }
        let reader = try RunLogReader(path: RecordedRuns.path, calls: SimulatedCard([RecordedRuns.path: log]))
        var read: [RunRecord] = []
        try reader.forEach { read.append($0) }
        #expect(read == records)
    }

    @Test("C19: a file is read through a window of 64 KiB, and a block that the card cannot give is a hole")
    func longFile() throws {
        let records = RecordedRuns.records(seconds: 9000)
        let log = RecordedRuns.log(records)
        let card = SimulatedCard([RecordedRuns.path: log])
        let reader = try RunLogReader(path: RecordedRuns.path, calls: card)
        var count = 0
        var wrong = 0
        try reader.forEach {
            if $0 != records[count] { wrong += 1 }
            count += 1
        }
        #expect(count == records.count && wrong == 0 && reader.extent.isWhole)

        let failing = SimulatedCard([RecordedRuns.path: log])
        failing.faults = [.fails(first: 3, count: 2, .inputOutput)]
        let second = try RunLogReader(path: RecordedRuns.path, calls: failing)
        var last: RunRecord?
        try second.forEach { last = $0 }
        #expect(last == records.last)
        #expect((1...4096).contains(second.extent.unreadableBytes) && second.extent.holes.count == 1)
    }

    @Test("Any bytes at all are read without a trap", arguments: 0..<200)
    func hostileBytes(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var log = RecordedRuns.log(RecordedRuns.records(seconds: 12))
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            let at = Int.random(in: 32..<log.count, using: &random)
            switch random.next() % 4 {
            case 0: log[at] = UInt8.random(in: 0...255, using: &random)
            case 1: log.removeSubrange(at..<min(at + 7, log.count))
            case 2: log.insert(contentsOf: log[32..<at].suffix(80), at: at)
            default: log[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
        let read = try RecordedRuns.read(log)
        #expect(read.extent.end <= log.count)
        let times = read.records.compactMap { if case .sample(let sample) = $0 { sample.time } else { nil } }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }
}

extension RunLogFile {
    /// Commits one raw unsealed frame.
    func commit(frame: [UInt8]) throws { try frame.withUnsafeBytes { try commit($0) } }
}
