import Glibc
import Quantities
import RunCore
import Testing

@testable import RunLog

/// An hour's run on a card whose power is cut at a seeded moment.
enum CutHour {
    /// What is appended after the recovery.
    static let afterwards: [RunRecord] = [
        .event(
            RunEvent(
                time: RunTime(milliseconds: 4_000_000),
                kind: .outage(Outage(boot: RecordedRuns.boot, monotonic: MonotonicInstant(seconds: 5000), isDurationKnown: true)))),
        .sample(RecordedRuns.sample(second: 4001)),
    ]

    /// The run, recorded once with a flush each five seconds; the history of its card.
    private static let card: SimulatedCard = {
        let card = SimulatedCard()
        guard let file = try? RunLogFile(creating: RecordedRuns.id, at: RecordedRuns.path, calls: card) else { return card }
        var schedule = FlushSchedule(), waiting: [RunRecord] = []
        for record in RecordedRuns.records(seconds: 3600, withEvents: false) {
            waiting.append(record)
            guard schedule.isDue(after: record) else { continue }
            try? file.append(waiting)
            waiting = []
        }
        return card
    }()

    /// Cuts the power after a random operation of a card that only claimed its last flushes, recovers, goes on, and returns how many
    /// of the seconds given to the card by then are missing.
    static func secondsLost(seed: Int, lies: Int) throws -> Int {
        var random = SeededRandom(seed: UInt64(seed) &* 16 &+ UInt64(lies))
        let history = card.history[RecordedRuns.path] ?? []
        // The first operations make the file itself: without them there is no run to lose yet.
        let cut = Int.random(in: 40...history.count, using: &random)
        let commits = history[..<cut].count { if case .write(let offset, _) = $0 { offset > 0 && offset % (64 << 10) != 0 } else { false } }
        let image = card.image(of: RecordedRuns.path, after: cut, lies: lies, random: &random)
        let afterCut = SimulatedCard([RecordedRuns.path: image])
        var samples: [RunTime] = []
        let run = try RunLogRecovery.recover(path: RecordedRuns.path, calls: afterCut) {
            if case .sample(let sample) = $0 { samples.append(sample.time) }
        }
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0 < $1 })
        try run.file.append(afterwards)
        #expect(try RecordedRuns.read(afterCut.files[RecordedRuns.path] ?? []).records.suffix(2).elementsEqual(afterwards))
        return (commits - 1) * 5 - samples.count
    }
}

@Suite(.enabled(if: getenv("HARRIER_SOAK") != nil, "a long check of scripts/soak")) struct RunLogCutsSoak {
    @Test("C2, C4: 2,000 power cuts of cards that are honest or lie about up to four flushes", arguments: 0..<2000)
    func cuts(seed: Int) throws {
        #expect(try CutHour.secondsLost(seed: 1_000_000 + seed, lies: seed % 5) <= (seed % 5 == 0 ? 6 : 30))
    }
}
