import RunCore
import Training

/// Reads what a runner's history keeps of a run besides its figures, along with the fold of the log.
///
/// The one place for whatever else a history is to know of each run: what is read here comes with every list, because the archive's index
/// keeps it. It may depend on the run's log alone. Whoever changes what comes out raises ``version``, and every index is made again.
struct RunTrainingReading {
    /// The version of all that is kept of a run, the figures included.
    static let version: UInt32 = 2

    private var training = TrainingReading()

    /// Takes the next second, evened over gaps.
    mutating func take(_ sample: RunSample) { training.take(sample) }

    /// What is known at the end of the log.
    func trained(
        _ origin: RunOrigin, _ totals: RunTotals, isHeaderLost: Bool, _ smoothed: SmoothedHeartRates
    ) -> TrainedRun {
        training.trained(origin, totals, isHeaderLost: isHeaderLost, smoothed: smoothed.beats)
    }
}

extension RunArchive {
    /// What the history keeps of each run that can be read, in the order of ``list(progress:)``.
    /// - Parameter progress: how many logs were read, and how many there are to be read; see ``list(progress:)``.
    public func history(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws(RunArchiveError) -> [TrainedRun] {
        try list(progress: progress).rows.map(\.run)
    }
}
