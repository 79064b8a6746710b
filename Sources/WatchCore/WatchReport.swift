import Quantities
import RunCore

// What is told of the watch to those who ask from outside, besides its run.
extension Watch {
    /// What is known of a part. One that others contradict in a run counts as failed until it agrees again.
    public func state(of kind: SensorKind) -> SensorState { doubted.flatMap(Self.part) == kind ? .failed : parts[kind] }
    /// What tells of movement and height in a run, by name, and what each is worth: `absent`, `silent`, `good` or `contradicted`. Empty
    /// without a run.
    public var evidence: [(source: String, worth: String)] {
        guard session.phase.isRecording, let place = session.place else { return [] }
        let movement = place.witnesses, height = place.heightWitnesses
        return [
            ("positions", "\(movement.positions)"), ("speed", "\(movement.doppler)"), ("strides", "\(movement.strides)"),
            ("barometer", "\(height.barometer)"), ("height", "\(height.receiver)"),
        ]
    }
    /// UTC; nil until it is known.
    public func utc(at now: MonotonicInstant) -> UTCInstant? { utcOffset?.utc(at: now) }
    /// True while something cannot be written to the card.
    public var hasStorageTrouble: Bool { card.hasTrouble }

    /// True once UTC is known, for whoever owns the watch: asked in place, like ``askDeadline(after:)``.
    public mutating func askIsTimeKnown() -> Bool { utcOffset != nil }
}
