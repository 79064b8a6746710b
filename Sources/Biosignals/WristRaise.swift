import Quantities

/// Notices that the runner has lifted the wrist to look at the watch: the display's face, turned away before, looks up or down and is held
/// still. An arm that swings, or lies on a desk, or is let down is not noticed.
///
/// The accelerometer has to lie flat under the display, its z axis through the glass; either side may be up.
public struct WristRaise: Hashable, Sendable {
    /// Seconds in which the mean follows the arm, and in which it forgets where the arm was before.
    private static let fastTime = 0.15, slowTime = 1.2
    /// Shares of gravity along z: a hanging arm has next to none, a watch that is read has 0.8 and more (a tilt of at most 37°).
    private static let awayShare = 0.6, facingShare = 0.8
    /// How far a sample of an arm that is held still may be from the mean, and the mean from gravity, in g.
    private static let stillness = 0.15
    /// An arm that is held to be read is still for longer than the turning point of a swing.
    private static let holdSeconds = 0.3

    private let fastShare: Double
    private let slowShare: Double
    private let samplesToHold: Int
    private var fast: SIMD3<Double>?
    private var slow = 0.0
    private var held = 0

    /// A detector for samples at a rate, in samples a second.
    public init(samplesPerSecond: Double) {
        let rate = samplesPerSecond.isFinite && samplesPerSecond > 1 ? samplesPerSecond : 25
        fastShare = min(1, 1 / (rate * Self.fastTime))
        slowShare = min(1, 1 / (rate * Self.slowTime))
        samplesToHold = max(1, Int(rounding: rate * Self.holdSeconds))
    }

    /// Takes the next sample; true when it completes a raise. Samples that are not finite are left out.
    public mutating func push(_ sample: AccelerationSample) -> Bool {
        guard sample.isFinite else { return false }
        let before = fast ?? sample.axes
        let mean = before + (sample.axes - before) * fastShare
        let length = Self.length(mean), facing = length > 0 ? (mean.z / length).magnitude : 0
        if fast == nil { slow = facing }
        fast = mean
        let isStill = Self.length(sample.axes - mean) < Self.stillness && (length - 1).magnitude < Self.stillness
        guard isStill, facing >= Self.facingShare, slow < Self.awayShare else {
            held = 0
            slow += (facing - slow) * slowShare
            return false
        }
        // The memory of where the arm was waits for the verdict.
        held += 1
        guard held >= samplesToHold else { return false }
        restart()
        return true
    }

    /// Forgets what was before, after a break in the samples.
    public mutating func restart() {
        fast = nil
        held = 0
    }

    private static func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }
}
