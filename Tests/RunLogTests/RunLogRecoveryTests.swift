import Glibc
import Quantities
import RunCore
import Testing

@testable import RunLog

@Suite struct RunLogRecoveryTests {
    /// The long check of scripts/soak asks for more.
    private static let seeds = Int(String(cString: getenv("HARRIER_SOAK_CUTS") ?? strdup("20"))) ?? 20

    private static let afterwards: [RunRecord] = [
        .event(
            RunEvent(
                time: RunTime(milliseconds: 4_000_000),
                kind: .outage(Outage(boot: RecordedRuns.boot, monotonic: MonotonicInstant(seconds: 5000), isDurationKnown: true)))),
        .sample(RecordedRuns.sample(second: 4001)),
    ]

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

    @Test("C2: a power cut of an honest card at any moment loses at most the last flush's seconds", arguments: 0..<seeds)
    func honestCard(seed: Int) throws {
        let lost = try secondsLost(seed: seed, lies: 0)
        #expect(lost <= 6)
    }

    @Test("C4: a card that only claims up to four flushes leaves a readable log and loses at most 30 s", arguments: 0..<seeds)
    func lyingCard(seed: Int) throws {
        for lies in 1...4 { #expect(try secondsLost(seed: seed, lies: lies) <= 30) }
    }

    /// An hour's run, recorded once with a batch of five seconds each; the history of its card.
    private static let hour: (records: [RunRecord], card: SimulatedCard) = {
        let records = RecordedRuns.records(seconds: 3600, withEvents: false), card = SimulatedCard()
        guard let file = try? RunLogFile(creating: RecordedRuns.id, at: RecordedRuns.path, calls: card) else { return ([], card) }
        var schedule = FlushSchedule(), waiting: [RunRecord] = []
        for record in records {
            waiting.append(record)
            guard schedule.isDue(after: record) else { continue }
            try? file.append(waiting)
            waiting = []
        }
        return (records, card)
    }()

    /// Cuts the power at a random operation and returns how many of the seconds given to the card by then are missing.
    private func secondsLost(seed: Int, lies: Int) throws -> Int {
        var random = SeededRandom(seed: UInt64(seed) &* 16 &+ UInt64(lies))
        let history = Self.hour.card.history[RecordedRuns.path] ?? []
        // The first flushes make the file itself: without them there is no run to lose yet.
        let cut = Int.random(in: 40...history.count, using: &random)
        let commits = history[..<cut].count { if case .write(let offset, _) = $0 { offset > 0 && offset % (64 << 10) != 0 } else { false } }
        let image = Self.hour.card.image(of: RecordedRuns.path, after: cut, lies: lies, random: &random)
        let card = SimulatedCard([RecordedRuns.path: image])
        var samples: [RunTime] = []
        let run = try RunLogRecovery.recover(path: RecordedRuns.path, calls: card) {
            if case .sample(let sample) = $0 { samples.append(sample.time) }
        }
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0 < $1 })
        try run.file.append(Self.afterwards)
        #expect(try RecordedRuns.read(card.files[RecordedRuns.path] ?? []).records.suffix(2).elementsEqual(Self.afterwards))
        return (commits - 1) * 5 - samples.count
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
