import RunCore

/// The seconds of a run for whoever shows them or gives them away: a file for other software, a report, a picture.
///
/// This is the one way in which they leave the archive with their positions, so that nobody forgets what the runner hides:
/// - positions in the runner's privacy zones are gone, with ``RunSample/Flags/hasFix``, and the next position that is shown has
///   ``RunSample/Flags/startsSegment``, so that no line is drawn through a zone. Everything else of those seconds stays;
/// - heart rates are the smoothed ones where there are some;
/// - the metres of a gap in the receiver's reception are spread over its seconds.
public struct ShownSamples {
    private let run: ArchivedRun
    private let zones: PrivacyZones
    private var records: RunRecords
    private var evened = EvenedSamples()
    /// True while positions were hidden since the last one that was shown.
    private var hasHidden = false

    fileprivate init(of run: ArchivedRun, hiding zones: PrivacyZones) throws(RunArchiveError) {
        self.run = run
        self.zones = zones
        records = try run.records()
    }

    /// The next second, those of pauses included; nil at the end. Errors: the log cannot be read, or gives other records than were folded.
    public mutating func next() throws(RunArchiveError) -> RunSample? {
        func nextSample() throws(RunArchiveError) -> RunSample? {
            while let record = try records.next() {
                if case .sample(let sample) = record { return sample }
            }
            return nil
        }
        guard var sample = try evened.next(from: nextSample) else { return nil }
        if let beats = run.smoothed.beats(at: sample.time) { sample.heartRateBeats = beats }
        if let position = sample.position {
            if zones.hides(position) {
                sample.position = nil
                sample.flags.remove(.hasFix)
                hasHidden = true
            } else if hasHidden {
                sample.flags.insert(.startsSegment)
                hasHidden = false
            }
        }
        return sample
    }
}

extension ArchivedRun {
    /// The run's seconds without what the runner hides; `zones` are those of ``PrivacyZones/read(in:calls:)``. Reads the log once more.
    public func samples(hiding zones: PrivacyZones) throws(RunArchiveError) -> ShownSamples {
        try ShownSamples(of: self, hiding: zones)
    }
}
