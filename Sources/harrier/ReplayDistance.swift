import ActivityFiles
import Playback
import Quantities

/// Where the distance of a replay comes from.
///
/// What a watch is for is measuring: positions of another device are measured anew. The recording's own distance is taken where measuring
/// again would say less than what was measured on the spot: of a run that Harrier itself recorded, because its positions are already
/// filtered and what it knew beside them is not in the file; indoors; where most places are missing; and of sports whose speeds and
/// movements are not a runner's.
enum ReplayDistance: String {
    /// The recording states it.
    case file
    /// The watch measures it from the positions.
    case positions
    /// The watch counts strides.
    case strides
    /// Nothing tells it.
    case none

    /// With fewer places than this share of the points there is more to be guessed than to be measured.
    private static let enoughPlaces = 0.5

    /// The rule.
    init(_ activity: ImportedActivity, _ run: RecordedRun) {
        let sport = activity.sport, placed = run.placedCount
        let isOwn = activity.run != nil, isOnFoot = sport?.isOnFoot ?? true, isIndoors = sport == .indoorRun
        if run.statedDistance > .zero, isOwn || isIndoors || !isOnFoot || Double(placed) < Self.enoughPlaces * Double(run.moments.count) {
            self = .file
        } else if placed > 0, !isIndoors {
            self = .positions
        } else {
            self = Self.hasSteps(run) ? .strides : .none
        }
    }

    /// True if the recording tells of steps.
    static func hasSteps(_ run: RecordedRun) -> Bool { run.moments.contains { ($0.cadence?.stepsPerMinute ?? 0) > 0 } }

    /// In words.
    var text: String {
        switch self {
        case .file: "as the recording states it"
        case .positions: "measured from the recording's positions"
        case .strides: "from the recording's cadence and the runner's stride"
        case .none: "not known: the recording has no positions, no cadence and no distance"
        }
    }

    /// The distance that each point states. Where no point does but laps or the session, the points at their ends do.
    static func stated(_ activity: ImportedActivity) -> [Distance?] {
        var stated = activity.points.map(\.distance)
        guard let whole = activity.deviceDistance, let first = activity.points.firstIndex(where: { $0.time != nil }),
            let last = activity.points.lastIndex(where: { $0.time != nil }), first < last
        else { return stated }
        let latest = stated.last { $0 != nil } ?? nil
        if let latest, latest > .zero {
            // Recorders often write their last point a moment before they stop: the session's distance is the last word.
            if latest < whole, whole <= latest + lastMoment { stated[last] = whole }
            return stated
        }
        stated[first] = .zero
        stated[last] = whole
        for (time, distance) in lapEnds(activity, whole) {
            let index = activity.points.firstIndex { $0.time.map { time <= $0 } ?? false }
            if let index, first < index, index < last { stated[index] = distance }
        }
        return stated
    }

    /// What is covered between the last point and the end.
    private static let lastMoment = Distance.meters(20)
    /// More laps than this in a file that states no distance with its points are not looked for.
    private static let mostLaps = 200

    /// When each lap but the last ended, and the distance until then; nothing if the laps do not make the whole.
    private static func lapEnds(_ activity: ImportedActivity, _ whole: Distance) -> [(UTCInstant, Distance)] {
        let laps = activity.laps.compactMap { lap in lap.start.flatMap { start in lap.distance.map { (start: start, distance: $0) } } }
        let sum = laps.reduce(Distance.zero) { $0 + $1.distance }
        guard laps.count == activity.laps.count, laps.count <= mostLaps, abs(sum.meters - whole.meters) <= max(10, 0.01 * whole.meters)
        else { return [] }
        var total = Distance.zero
        return zip(laps, laps.dropFirst()).map { lap, next in
            total = total + lap.distance
            return (next.start, total)
        }
    }
}
