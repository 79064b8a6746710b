import Glibc
import Quantities
import RunCore
import SystemCalls
import Testing

@testable import RunLog

@Suite struct RunLogRecoveryTests {
    private static let afterwards = CutHour.afterwards

    @Test("C1, C3: a log cut at any byte is recovered, twice gives the same bytes, and the run goes on in it")
    func everyCut() throws {
        let records = RecordedRuns.records(seconds: 120), log = RecordedRuns.log(records)
        let ends = RecordedRuns.frameEnds(log)
        var random = SeededRandom(seed: 1)
        for cut in ends[1]...log.count {
            var bytes = Array(log[..<cut])
            switch cut % 3 {
            case 0: break
            case 1: bytes += (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
            default: bytes += log[32..<cut].suffix(300) + [UInt8](repeating: 0, count: 700)
            }
            let trueCut = cut + zip(bytes[cut...], log[cut...]).prefix { $0 == $1 }.count
            let whole = (ends.firstIndex { $0 > trueCut } ?? ends.count) - 1
            let card = SimulatedCard([RecordedRuns.path: bytes])
            let once = try RunLogRecovery.recover(path: RecordedRuns.path, calls: card)
            once.file.close()
            let recovered = card.files[RecordedRuns.path]
            let twice = try RunLogRecovery.recover(path: RecordedRuns.path, calls: card)
            #expect(card.files[RecordedRuns.path] == recovered && recovered?.count == bytes.count)
            #expect(twice.extent.records == whole && twice.extent.staleEnd == nil, "cut at \(cut)")
            try twice.file.append(Self.afterwards)
            #expect(try RecordedRuns.read(card.files[RecordedRuns.path] ?? []).records == Array(records[..<whole]) + Self.afterwards)
        }
    }

    @Test("C1: recovery tells the totals, the last time, the boot and its clock")
    func totals() throws {
        let records = RecordedRuns.records(seconds: 120, withEvents: false)
        let card = SimulatedCard([RecordedRuns.path: Array(RecordedRuns.log(records).dropLast(3))])
        let run = try RunLogRecovery.recover(path: RecordedRuns.path, calls: card)
        var expected = RunTotals(header: RecordedRuns.header())
        for record in records.dropLast() { expected.fold(record) }
        #expect(run.totals == expected)
        #expect(run.totals.latest == RecordedRuns.sample(second: 120).time && run.totals.boot == RecordedRuns.boot)
    }

    @Test("C4: a file without one whole record is refused and left as it is", arguments: [31, 32, 60])
    func noRecord(cut: Int) throws {
        let cases = [
            Array(RecordedRuns.log(RecordedRuns.records(seconds: 5)).prefix(cut)), Array(String(repeating: "no log", count: 20).utf8), [],
        ]
        for bytes in cases {
            let card = SimulatedCard([RecordedRuns.path: bytes])
            #expect(throws: RunLogError.self) { try RunLogRecovery.recover(path: RecordedRuns.path, calls: card) }
            #expect(card.files[RecordedRuns.path] == bytes)
        }
    }

    @Test("C4: a run whose header is lost keeps its time and distance under its file's name")
    func lostHeader() throws {
        var log = RecordedRuns.log(RecordedRuns.records(seconds: 120, withEvents: false))
        for index in 32..<512 { log[index] = 0xEE }
        let totals = try RunLogReader(bytes: log).totals()
        #expect(totals.header.id == RecordedRuns.id && totals.header.utcAtStart == nil)
        #expect(totals.counters.distanceMillimeters == RecordedRuns.sample(second: 120).distanceMillimeters)
    }

    @Test("C2: a power cut of an honest card at any moment loses at most the last flush's seconds", arguments: 0..<20)
    func honestCard(seed: Int) throws {
        #expect(try CutHour.secondsLost(seed: seed, lies: 0) <= 6)
    }

    @Test("C4: a card that only claims up to four flushes leaves a readable log and loses at most 30 s", arguments: 0..<20)
    func lyingCard(seed: Int) throws {
        for lies in 1...4 { #expect(try CutHour.secondsLost(seed: seed, lies: lies) <= 30) }
    }

    @Test("A recovery that cannot write says so and changes nothing", arguments: [Errno.inputOutput, .readOnly, .noSpace])
    func failingRecovery(errno: Errno) throws {
        let torn = Array(RecordedRuns.log(RecordedRuns.records(seconds: 20)).dropLast(3))
        let calm = SimulatedCard([RecordedRuns.path: torn])
        _ = try RunLogRecovery.recover(path: RecordedRuns.path, calls: calm)
        for call in 0..<calm.calls {
            let card = SimulatedCard([RecordedRuns.path: torn])
            card.faults = [.fails(first: call, count: .max, errno)]
            #expect(throws: RunLogError.self) { try RunLogRecovery.recover(path: RecordedRuns.path, calls: card) }
            #expect(card.openDescriptors == 0)
        }
    }

    @Test("C10: the file that version 0.1.0 wrote is read by every later version")
    func firstVersionFile() throws {
        let path = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Fixtures/version-1.hrun"
        if getenv("HARRIER_WRITE_FIXTURES") != nil {
            let file = try RunLogFile(creating: RecordedRuns.id, at: path)
            try file.append(RecordedRuns.records(seconds: 150))
            try file.finish()
        }
        let reader = try RunLogReader(path: path)
        var records: [RunRecord] = []
        try reader.forEach { records.append($0) }
        #expect(records == RecordedRuns.records(seconds: 150))
        #expect(reader.extent.isWhole && reader.id == RecordedRuns.id)
    }
}
