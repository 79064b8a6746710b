import RunCore
import Training

extension ArchivedRun {
    /// What the history keeps of the run. Reads the log once more.
    public func trained() throws(RunArchiveError) -> TrainedRun {
        var records = try records(), evened = EvenedSamples()
        var training = TrainingReading()
        func nextSample() throws(RunArchiveError) -> RunSample? {
            while let record = try records.next() {
                if case .sample(let sample) = record { return sample }
            }
            return nil
        }
        while let sample = try evened.next(from: nextSample) { training.take(sample) }
        return training.trained(.recorded, totals, isHeaderLost: damage.isHeaderLost, smoothed: smoothed.beats)
    }
}

extension RunArchive {
    /// What the history keeps of each run that can be read, in the order of ``list()``.
    public func history() throws(RunArchiveError) -> [TrainedRun] {
        var runs: [TrainedRun] = []
        for row in try list().rows {
            if let run = try? find("\(row.figures.id)").trained() { runs.append(run) }
        }
        return runs
    }
}
