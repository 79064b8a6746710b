import Quantities
import RunCore

/// A minute of running without a break.
struct SteadyMinute: Hashable, Sendable {
    /// Its length: a minute, and what the last sample goes beyond it.
    var milliseconds: UInt32
    /// How far it went.
    var millimeters: UInt32
    /// The mean of the believed heart rates, beats a minute.
    var beats: Double
    /// Metres above where it began; nil without an altitude at both ends.
    var climbed: Double?

    /// Metres a second.
    var speed: Double { Double(millimeters) / Double(max(1, milliseconds)) }
}

/// Cuts a run into minutes of which heart rate and speed are both believed: what rules about the two rest on.
///
/// A pause, standing, a new segment or more than 10 s between two samples break a minute off. In a whole one at least nine tenths of the time
/// have a believed heart rate (its confidence at least 0.8, or a device that tells none, as a chest strap) and a distance that is no reckoning
/// by strides.
struct SteadyMinutes: Sendable {
    /// What a sample brought.
    enum Step: Hashable, Sendable {
        /// The minute goes on.
        case on
        /// A minute is full.
        case full(SteadyMinute)
        /// A minute is full and not to be used, or was broken off: the next does not follow on the one before.
        case broken
    }

    private static let length: UInt32 = 60_000
    private static let longestGap: UInt32 = 10_000
    private static let leastConfidence: UInt8 = 80

    private var last: RunSample?
    private var start: RunSample?
    private var milliseconds: UInt32 = 0
    private var believed: UInt64 = 0
    private var weighted: UInt64 = 0

    /// Takes the next sample.
    /// - Parameters:
    ///   - beats: its heart rate as best known; 0 for "not known".
    ///   - ran: how long the timer ran since the sample before, milliseconds.
    mutating func take(_ sample: RunSample, beats: UInt8, ran: UInt32) -> Step {
        defer { last = sample }
        guard let last, let start, !sample.flags.contains(.isPaused), !sample.flags.contains(.isStill),
            !sample.flags.contains(.startsSegment), ran > 0, ran <= Self.longestGap, ran == sample.time.millisecondsSince(last.time),
            sample.distanceMillimeters >= last.distanceMillimeters
        else {
            begin(at: sample)
            return .broken
        }
        milliseconds &+= ran
        let isSure = sample.confidencePercent >= Self.leastConfidence
        if beats > 0, isSure, !sample.flags.contains(.isReckoned) {
            believed &+= UInt64(ran)
            weighted &+= UInt64(ran) &* UInt64(beats)
        }
        guard milliseconds >= Self.length else { return .on }
        defer { begin(at: sample) }
        guard believed * 10 >= UInt64(milliseconds) * 9 else { return .broken }
        let climbed: Double? =
            if let from = start.altitude, let to = sample.altitude { to.meters - from.meters } else { nil }
        return .full(
            SteadyMinute(
                milliseconds: milliseconds, millimeters: sample.distanceMillimeters - start.distanceMillimeters,
                beats: Double(weighted) / Double(believed), climbed: climbed))
    }

    private mutating func begin(at sample: RunSample) {
        start = sample
        (milliseconds, believed, weighted) = (0, 0, 0)
    }
}
