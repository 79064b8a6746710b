import Quantities

/// Finds the single peaks of a step in the band-passed acceleration, as they come: what auto-pause listens to, and what fills the
/// seconds in which the gait has no clear period.
struct StepPulses {
    /// The envelope's decay per sample: 2 s at 25 Hz.
    private static let envelopeDecay = 0.9801986733067553
    private static let smallestPeak = 0.05
    private static let smallestPulse = 0.10
    /// Samples from one peak to the next at least: 3.6 steps a second.
    private static let refractory = 7
    /// Samples that ``rate`` looks back on: 3 s.
    private static let span = 75

    private var earlier = 0.0
    private var previous = 0.0
    private var envelope = 0.0
    private var sinceLast = 25
    private var recent = [Bool](repeating: false, count: span)
    private var slot = 0
    private var pulses = 0

    /// Takes the next band-passed sample in g; true if the one before it was a peak.
    mutating func push(_ value: Double) -> Bool {
        envelope = max(envelope * Self.envelopeDecay, previous)
        let isPeak =
            previous > max(Self.smallestPeak, 0.35 * envelope) && previous >= earlier && previous > value && sinceLast >= Self.refractory
        remember(isPeak && previous > Self.smallestPulse)
        sinceLast = isPeak ? 1 : min(sinceLast + 1, 1_000)
        (earlier, previous) = (previous, value)
        return isPeak
    }

    private mutating func remember(_ isPulse: Bool) {
        if recent[slot] { pulses -= 1 }
        recent[slot] = isPulse
        if isPulse { pulses += 1 }
        slot = slot + 1 == Self.span ? 0 : slot + 1
    }

    /// Pulses above 0.10 g of the last 3 s, times 20: immediate, uncredited.
    var rate: Cadence { .stepsPerMinute(Double(pulses) * 20) }
}
