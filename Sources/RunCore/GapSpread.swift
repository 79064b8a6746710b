import Quantities

/// Where metres that one second brings were run: in that second, or over a gap that ends with it.
///
/// A gap in the receiver's reports is a gap in time. Its metres become known in one second, but were run over all of it, so splits and laps
/// that end in it are dated by even pace (positioning's chord across three minutes would otherwise make a kilometre of one second).
struct GapSpread: Hashable, Sendable {
    /// A point of the run from which metres count.
    struct Mark: Hashable, Sendable {
        var time = RunTime.start
        /// Timer milliseconds.
        var timer: UInt32 = 0
        var distanceMillimeters: UInt32 = 0
    }

    /// mm/s. Nobody runs faster, as in `PositioningSettings.maximumSpeed`; a larger step closes a gap.
    static let fastest: UInt64 = 12_000
    /// mm. What a fix may correct at once: the error of a position.
    static let correction: UInt64 = 5_000

    /// The last second that told how far the runner was.
    private var told = Mark()
    /// The last one that did by a fix.
    private var fixed = Mark()

    /// Where the metres of the sample that was taken last begin.
    private(set) var start = Mark()

    /// True if a second tells how far the runner was: by a fix or by strides, or because nobody ran.
    static func tells(_ sample: RunSample) -> Bool {
        !sample.flags.isDisjoint(with: [.hasFix, .isReckoned, .isStill, .isPaused])
    }

    /// True if a growth is more than anyone runs in the time: then it was run in a longer one.
    static func isJump(_ millimeters: UInt32, in milliseconds: UInt32) -> Bool {
        UInt64(millimeters) > fastest * UInt64(milliseconds) / 1000 + correction
    }

    /// Takes the next sample with the timer and the distance counted after it. Returns true if the metres of strides before it have to be
    /// dated anew, because the fix that ends the gap corrected them by more than a step.
    mutating func take(_ sample: RunSample, timer: UInt32, distance: UInt32, isCounted: Bool) -> Bool {
        let mark = Mark(time: sample.time, timer: timer, distanceMillimeters: distance)
        guard isCounted else {
            (told, fixed, start) = (mark, mark, mark)
            return false
        }
        start = told
        let growth = distance > told.distanceMillimeters ? distance - told.distanceMillimeters : 0
        let hasFix = sample.flags.contains(.hasFix)
        let isCorrection = hasFix && Self.isJump(growth, in: sample.time.millisecondsSince(told.time))
        if isCorrection { start = fixed }
        if growth > 0 || Self.tells(sample) { told = mark }
        if hasFix { fixed = mark }
        return isCorrection
    }

    /// The distance at a time within the span of the last sample, by even pace.
    func distance(at time: RunTime, to end: Mark) -> UInt32 {
        let span = end.time.millisecondsSince(start.time)
        guard span > 0, end.distanceMillimeters > start.distanceMillimeters else { return end.distanceMillimeters }
        let share = Double(min(time.millisecondsSince(start.time), span)) / Double(span)
        return start.distanceMillimeters + UInt32(rounding: share * Double(end.distanceMillimeters - start.distanceMillimeters))
    }
}
