import Quantities

/// Notices a sensor that repeats itself: a live one has noise in its last bits, so the same value for seconds on end means that nobody
/// measures any more.
struct StuckValueDetector {
    /// Longer than a sensor's values stay the same by chance.
    static let limit = Duration.seconds(4)

    private var value = SIMD3<Int32>(repeating: .min)
    private var changedAt: MonotonicInstant?

    /// Looks at one sample. Call ``isStuck(at:)`` after a read.
    mutating func observe(_ sample: SIMD3<Int32>, at now: MonotonicInstant) {
        if sample != value || changedAt == nil {
            value = sample
            changedAt = now
        }
    }

    /// True when no sample has differed from the one before for too long.
    func isStuck(at now: MonotonicInstant) -> Bool {
        guard let changedAt else { return false }
        return now - changedAt > Self.limit
    }
}
