import Glibc
import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import Training
import WatchCore

// The records that a saved run beats. Its best efforts are found in its log; those of the other runs stand in the store, and what an older
// version of this software left without is looked for here, a few logs at a time, so that no record is claimed wrongly.
extension StoredHistory {
    /// So many logs of earlier runs are read after a run, one at a time: the newest that lack their best efforts.
    static let mostFilledIn = 8

    /// What a run is worth among the runs of the store, which may not have it yet.
    /// - Parameter mayGoOn: asked before each log of an earlier run; false if somebody waits for another answer.
    func records(of id: RunID, mayGoOn: () -> Bool) throws -> FoundRecords {
        let store = try store(), run = try measured(id)
        var records = RunRecords(), found = FoundRecords(run: id, bests: run.bests), filledIn = 0, isComplete = true
        for earlier in try store.runs() where earlier.id != id {
            var earlier = earlier
            if earlier.amounts.lacksBests {
                if filledIn < Self.mostFilledIn, mayGoOn() {
                    do throws(RunLogError) {
                        earlier.bests = try measured(earlier.id).bests
                        filledIn += 1
                        if let stored = try? store.newest(.run, HealthID(earlier.id)) {
                            found.filledIn.append(FoundRecords.FilledIn(stored: stored, bests: earlier.bests ?? RunBests()))
                        }
                    } catch {
                        // A log that is gone, or holds nothing, can never be compared with; another one is tried again after the next run.
                        if !error.isForGood { isComplete = false }
                    }
                } else {
                    isComplete = false
                }
            }
            records.take(earlier)
        }
        found.broken = records.broken(by: run.amounts, comparesEfforts: isComplete).compactMap { kind in
            run.amounts.figure(kind).map { FoundRecords.Broken(kind: kind, figure: $0) }
        }
        return found
    }

    /// A run with its best efforts, from its log, by the reading that the runner's computer uses too.
    private func measured(_ id: RunID) throws(RunLogError) -> RunSummary {
        var totals: RunTotals?, evened = EvenedSamples(), training = TrainingReading()
        let log = try RunLogReader(path: directory.runLog(id))
        func fold(_ record: RunRecord) {
            if totals == nil, case .header(let header) = record { totals = RunTotals(header: header) } else { totals?.fold(record) }
        }
        func nextSample() throws(RunLogError) -> RunSample? {
            while let record = try log.next() {
                fold(record)
                if case .sample(let sample) = record { return sample }
            }
            return nil
        }
        while let sample = try evened.next(from: nextSample) { training.take(sample) }
        guard let totals else { throw RunLogError(.read, directory.runLog(id), .content(.empty)) }
        var run = RunSummary(totals)
        run.bests = RunBests(training.trained(.recorded, totals).efforts)
        return run
    }
}

extension RunLogError {
    /// True if reading again is of no use.
    fileprivate var isForGood: Bool {
        if case .content = reason { return true }
        return errno == .notFound
    }
}
