import Quantities

/// What a replay leaves out of a recording or does otherwise than the recording has it.
public enum RecordingNote: Hashable, Sendable {
    /// So many points have no time.
    case withoutTime(Int)
    /// So many points do not stand in the order of time.
    case outOfOrder(Int)
    /// So many points have a time that those around them contradict.
    case contradictedTimes(Int)
    /// So many points have the time of another.
    case sameTime(Int)
    /// So many points say that nobody steps, while their places move.
    case stepless(Int)
    /// So many points have no place; they were put on the line between those that have one.
    case placesFilled(Int)
    /// The distance that the recording states grew so many times faster than anything on land.
    case distanceLeaps(Int)
    /// So much of the distance that the recording states was covered while its timer stood.
    case distanceWhilePaused(Distance)
    /// So many silences were too long to be waited for; they lasted this long in all.
    case silences(Int, Duration)
    /// So many points come after the longest replay there is.
    case afterLongestReplay(Int)
}

extension RecordingNote: CustomStringConvertible {
    /// A sentence for the runner.
    public var description: String {
        switch self {
        case .withoutTime(let count): "\(Self.points(count)) without a time: left out"
        case .outOfOrder(let count): "\(Self.points(count)) not in the order of time: played in its order"
        case .contradictedTimes(let count): "\(Self.points(count)) with a time that the others contradict: left out"
        case .sameTime(let count): "\(Self.points(count)) with the time of another: what that one lacks was taken, the rest left out"
        case .stepless(let count): "\(Self.points(count)) with a cadence of 0 while the place moves: that cadence was left out"
        case .placesFilled(let count): "\(Self.points(count)) without a place: put on the line between the places around"
        case .distanceLeaps(let count):
            "the stated distance leaps \(count == 1 ? "once" : "\(count) times"): those metres were left out"
        case .distanceWhilePaused(let distance):
            "\(Int64(rounding: distance.meters)) m of the stated distance were covered while the timer stood: left out"
        case .silences(let count, let whole):
            "\(count == 1 ? "a silence" : "\(count) silences") of \(Self.hours(whole)) in all: jumped; the timer stood, and "
                + "what follows is dated earlier than in the file"
        case .afterLongestReplay(let count):
            "\(Self.points(count)) after \(RecordedRun.longestReplay.components.seconds / 3600) h: left out"
        }
    }
    private static func hours(_ duration: Duration) -> String {
        let minutes = duration.components.seconds / 60
        return minutes >= 120 ? "\(minutes / 60) h" : "\(minutes) min"
    }
    private static func points(_ count: Int) -> String { count == 1 ? "1 point" : "\(count) points" }
}
