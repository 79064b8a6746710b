import Quantities

/// Standing and moving without a position: by step pulses alone, 3 s without and then 4 within 3 s.
struct IndoorStillness: Hashable, Sendable {
    private var stillFrom: MonotonicInstant?
    private(set) var isStill = false

    /// The change that a reading brings, with the instant it is dated from; nil for none.
    mutating func take(pulseRate: Cadence?, at now: MonotonicInstant) -> (isStill: Bool, from: MonotonicInstant)? {
        guard let pulseRate else {
            stillFrom = nil
            return nil
        }
        if isStill {
            guard pulseRate.stepsPerMinute >= 80 else { return nil }
            isStill = false
            stillFrom = nil
            return (false, now)
        }
        guard pulseRate.stepsPerMinute < 20 else {
            stillFrom = nil
            return nil
        }
        let from = stillFrom ?? now
        stillFrom = from
        guard from.duration(to: now) >= .seconds(3) else { return nil }
        isStill = true
        return (true, from)
    }
}
