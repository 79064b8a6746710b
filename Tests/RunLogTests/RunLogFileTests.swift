import Glibc
import RunCore
import SystemCalls
import Testing

@testable import RunLog

@Suite struct RunLogFileTests {
    private static let errors: [Errno] = [.noSpace, .inputOutput, .readOnly, Errno(code: EACCES)]

    /// Writes a minute's run in commits of five seconds, trying each again until it succeeds, and finishes.
    /// Returns how often a commit failed; nil if the file could not even be made.
    private func record(_ records: [RunRecord], on card: SimulatedCard, tries: Int) -> Int? {
        var file: RunLogFile?
        var failures = 0
        for _ in 0..<tries where file == nil { file = try? RunLogFile(creating: RecordedRuns.id, at: RecordedRuns.path, calls: card) }
        guard let file else { return nil }
        var rest = records[...]
        while !rest.isEmpty {
            let batch = rest.prefix(6)
            guard
                (0..<tries).contains(where: { _ in
                    (try? file.append(batch)) != nil
                        || {
                            failures += 1; return false
                        }()
                })
            else { break }
            rest = rest.dropFirst(6)
        }
        try? file.finish()
        return failures
    }

    @Test("A finished file is exactly as long as its data and holds the same bytes as any other log of these records")
    func wholeFile() throws {
        let records = RecordedRuns.records(seconds: 60), card = SimulatedCard()
        #expect(record(records, on: card, tries: 1) == 0)
        #expect(card.files[RecordedRuns.path] == RecordedRuns.log(records))
        #expect(card.openDescriptors == 0)
    }

    @Test("A file in use is a whole segment of zeros beyond its data")
    func segments() throws {
        let card = SimulatedCard()
        let file = try RunLogFile(creating: RecordedRuns.id, at: RecordedRuns.path, calls: card)
        try file.append(RecordedRuns.records(seconds: 5))
        let bytes = card.files[RecordedRuns.path] ?? []
        #expect(bytes.count == RunLogFormat.segmentBytes)
        #expect(bytes[Int(file.length)...].allSatisfy { $0 == 0 })
        #expect(file.bytesWritten == Int(file.length))
    }

    @Test("D9: an existing file is never opened for a new run")
    func exclusive() throws {
        let card = SimulatedCard([RecordedRuns.path: [1, 2, 3]])
        let error = thrown(RunLogError.self) { try RunLogFile(creating: RecordedRuns.id, at: RecordedRuns.path, calls: card) }
        #expect(error?.errno == .exists)
        #expect(card.files[RecordedRuns.path] == [1, 2, 3])
    }

    @Test("C6: whichever call fails once, the same records tried again give the same file", arguments: errors)
    func failsOnce(errno: Errno) throws {
        let records = RecordedRuns.records(seconds: 30)
        let expected = RecordedRuns.log(records)
        let calm = SimulatedCard()
        _ = record(records, on: calm, tries: 1)
        for call in 0..<calm.calls {
            let card = SimulatedCard()
            card.faults = [.fails(first: call, count: 1, errno)]
            _ = record(records, on: card, tries: 2)
            let written = card.files[RecordedRuns.path] ?? []
            #expect(written.prefix(expected.count).elementsEqual(expected), "\(errno) at call \(call)")
            #expect(written.dropFirst(expected.count).allSatisfy { $0 == 0 })
        }
    }

    @Test("C6: when every call fails from the n-th on, what was acknowledged before stays readable", arguments: errors)
    func failsForEver(errno: Errno) throws {
        let records = RecordedRuns.records(seconds: 30)
        let calm = SimulatedCard()
        _ = record(records, on: calm, tries: 1)
        for call in 0..<calm.calls {
            let card = SimulatedCard()
            let file = try RunLogFile(creating: RecordedRuns.id, at: RecordedRuns.path, calls: card)
            card.faults = [.fails(first: call + 1, count: .max, errno)]
            var acknowledged = 0
            for batch in stride(from: 0, to: records.count, by: 6) {
                guard (try? file.append(records[batch..<min(batch + 6, records.count)])) != nil else { break }
                acknowledged = min(batch + 6, records.count)
            }
            let bytes = card.files[RecordedRuns.path] ?? []
            guard acknowledged > 0 else { continue }
            #expect(try RecordedRuns.read(bytes).records.starts(with: records[..<acknowledged]), "\(errno) from call \(call)")
        }
    }

    @Test("Signals and short writes change nothing", arguments: [1, 7, 4096])
    func shortWrites(bytes: Int) throws {
        let records = RecordedRuns.records(seconds: bytes == 1 ? 1 : 30)
        let card = SimulatedCard()
        card.faults = [.shortWrites(max(bytes, 64))]
        if bytes > 1 { card.faults = [.shortWrites(bytes == 7 ? 777 : bytes)] }
        #expect(record(records, on: card, tries: 1) == 0)
        #expect(card.files[RecordedRuns.path] == RecordedRuns.log(records))
    }

    @Test("C6: a card with less room than a segment is used to its end, and the records that did not fit are told")
    func almostFull() throws {
        let card = SimulatedCard()
        card.faults = [.capacity(10_000)]
        let file = try RunLogFile(creating: RecordedRuns.id, at: RecordedRuns.path, calls: card)
        let records = RecordedRuns.records(seconds: 600)
        var acknowledged = 0
        var failure: RunLogError?
        while acknowledged < records.count, failure == nil {
            do { try file.append(records[acknowledged..<acknowledged + 1]) } catch { failure = error as? RunLogError }
            if failure == nil { acknowledged += 1 }
        }
        #expect(failure?.errno == .noSpace && failure?.description.contains("card is full") == true)
        #expect(file.length > 4096)
        #expect(try RecordedRuns.read(card.files[RecordedRuns.path] ?? []).records == Array(records[..<acknowledged]))
        card.faults = []
        try file.append(records[acknowledged...])
        try file.finish()
        #expect(card.files[RecordedRuns.path] == RecordedRuns.log(records))
    }

    @Test("A run longer than a segment goes on in the next one")
    func secondSegment() throws {
        let card = SimulatedCard()
        let file = try RunLogFile(creating: RecordedRuns.id, at: RecordedRuns.path, calls: card)
        let frames = RecordedRuns.frames(RecordedRuns.records(seconds: 1000))
        while file.length < RunLogFormat.segmentBytes { try frames.withUnsafeBytes { try file.commit($0) } }
        #expect(card.files[RecordedRuns.path]?.count == 2 * RunLogFormat.segmentBytes)
    }

    @Test("A discarded run is removed, also when the file is gone already")
    func discard() throws {
        let card = SimulatedCard()
        let file = try RunLogFile(creating: RecordedRuns.id, at: RecordedRuns.path, calls: card)
        try file.append(RecordedRuns.records(seconds: 5))
        try file.discard()
        try file.discard()
        #expect(card.files.isEmpty && card.openDescriptors == 0)
    }

    @Test("An hour takes at most 740 flushes and 150,000 bytes, segments not counted")
    func hourlyCost() throws {
        let card = SimulatedCard()
        let file = try RunLogFile(creating: RecordedRuns.id, at: RecordedRuns.path, calls: card)
        var schedule = FlushSchedule(), waiting: [RunRecord] = []
        for record in RecordedRuns.records(seconds: 3600, withEvents: false) {
            waiting.append(record)
            if schedule.isDue(after: record) {
                try file.append(waiting)
                waiting = []
            }
        }
        try file.append(waiting)
        try file.finish()
        #expect(file.bytesWritten <= 150_000)
        #expect(card.flushes <= 730 && file.flushes == card.flushes)
    }
}
