import RunCore
import Training

extension ArchivedRun {
    /// What the history keeps of the run. Reads the log once more.
    public func trained() throws(RunArchiveError) -> TrainedRun {
        var records = try records(), evened = EvenedSamples(), efforts = BestEffortReading()
        func nextSample() throws(RunArchiveError) -> RunSample? {
            while let record = try records.next() {
                if case .sample(let sample) = record { return sample }
            }
            return nil
        }
        while let sample = try evened.next(from: nextSample) { efforts.take(sample) }
        return TrainedRun(origin: .recorded, figures: figures, efforts: efforts.efforts())
    }
}
