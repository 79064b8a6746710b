import Quantities

/// When a second is recorded: with the fix while fixes come, else by the clock, so that each sample holds a position of its own moment
/// and none is recorded twice.
struct SampleRhythm: Hashable, Sendable {
    /// Two samples with fixes are at least this far apart: fixes at 2–10 Hz are thinned. A fix after a second recorded without one is
    /// recorded at once, however close: a receiver that speaks each five seconds would otherwise never be heard.
    static let closest = Duration.milliseconds(500)
    /// Without a fix for this long, seconds are recorded by the clock.
    static let fixesExpected = Duration.milliseconds(2_000)
    /// While fixes are expected, one may be this late before a second is recorded without it.
    static let latestFix = Duration.milliseconds(1_400)
    /// Ticks come each second; this much jitter is allowed.
    static let tick = Duration.milliseconds(900)

    private(set) var lastSample: MonotonicInstant?
    private var lastFix: MonotonicInstant?
    private var lastSampleHasFix = false

    mutating func noteSample(at now: MonotonicInstant, withFix: Bool) {
        lastSample = now
        lastSampleHasFix = withFix
    }

    mutating func isDue(withFixAt now: MonotonicInstant) -> Bool {
        lastFix = now
        return !lastSampleHasFix || (lastSample.map { $0.duration(to: now) >= Self.closest } ?? true)
    }

    func isDue(withTickAt now: MonotonicInstant) -> Bool {
        guard let lastSample else { return true }
        let expectsFix = lastFix.map { $0.duration(to: now) < Self.fixesExpected } ?? false
        return lastSample.duration(to: now) >= (expectsFix ? Self.latestFix : Self.tick)
    }
}
