import Quantities

/// Standing and moving without a position: by step pulses alone, 3 s with at most one and then 4 within 3 s. A single pulse is an arm.
struct IndoorStillness: Hashable, Sendable {
    private static let confirmedAfter = Duration.seconds(3)
    private static let fewPulses = Cadence.stepsPerMinute(40), manyPulses = Cadence.stepsPerMinute(80)

    private var stillFrom: MonotonicInstant?
    private(set) var isStill = false

    /// The change that a reading brings, with the instant it is dated from; nil for none. No reading at all (nil) tells of no standing.
    mutating func take(pulseRate: Cadence?, at now: MonotonicInstant) -> (isStill: Bool, from: MonotonicInstant)? {
        if isStill {
            if let pulseRate, pulseRate < Self.manyPulses { return nil }
            self = IndoorStillness()
            return (false, now)
        }
        guard let pulseRate, pulseRate < Self.fewPulses else {
            stillFrom = nil
            return nil
        }
        let from = stillFrom ?? now
        stillFrom = from
        guard from.duration(to: now) >= Self.confirmedAfter else { return nil }
        isStill = true
        return (true, from)
    }
}
