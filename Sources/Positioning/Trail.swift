import Quantities

/// The accepted positions of the last seconds, and how far each step between them went.
///
/// A step counts by its projection on the direction of travel. That removes the noise across the track, which is what inflates sums of
/// fixes; along a straight the projections telescope; corners are not cut as by a smoothed velocity; and a biased Doppler scale cancels
/// (faults A12, A14, A15). With Doppler the direction is the filtered velocity and the step counts at once; without it the chord from 2 s
/// before to 2 s after the step, so the step counts 2 s late.
struct Trail: Sendable {
    private struct Point: Sendable {
        var at: MonotonicInstant
        var place: PlaneVector
        /// Direction of the step that led here, any length; nil: take the chord.
        var direction: PlaneVector?
        /// What the projection on the direction is multiplied with.
        var stretch = 1.0
        var isCounted: Bool
        /// Metres by the reported speeds since the trail began, and by strides.
        var dopplerWay: Double
        var strideWay = 0.0
        /// Where the measured velocities alone would have led since the trail began.
        var travel = PlaneVector.zero
    }

    /// A step that counts.
    struct Step: Sendable {
        /// When it ended.
        var at: MonotonicInstant
        /// Metres between the positions along the way.
        var metres: Double
        /// Metres by the reported speed, and by strides; 0 where they told nothing.
        var doppler: Double
        var strides: Double
        /// Seconds.
        var duration: Double
        /// Its direction is known: the chord that tells it is long enough.
        var isSure: Bool
        /// Short enough for the witnesses to be compared: no gap lies in it.
        var isShort: Bool
    }

    /// Room for the longest window on both sides at the smallest step.
    private static let capacity = 36
    /// s. Over a longer step speeds at its ends say little about its metres.
    private static let longestCompared = 12.0
    /// s. The span over which a speed in one direction proves progress, and the least of it.
    private static let progressSpan = 12.0, leastProgressSpan = 10.0
    /// The legs of a sharp turn, in shortest chords: noise makes short ones longer than they are.
    private static let turnLegs = 1.3
    /// m/s. A mean velocity above this is no noise of a receiver: 0.35 m/s in each of twelve fixes leaves 0.1.
    private static let progressSpeed = 0.55
    /// s. The span over which displacement is compared with speed, and the least of it.
    private static let displacementSpan = 8.5, leastDisplacementSpan = 5.0
    /// s. Fixes come with jitter; windows are this much wider.
    private static let jitter = 0.25

    private var points = Ring<Point>(
        capacity: Trail.capacity,
        filler: Point(at: MonotonicInstant(nanoseconds: 0), place: .zero, direction: nil, isCounted: true, dopplerWay: 0))

    /// Begins anew at a place.
    mutating func begin(at now: MonotonicInstant, place: PlaneVector) {
        points.removeAll()
        points.append(Point(at: now, place: place, direction: nil, isCounted: true, dopplerWay: 0))
    }

    /// Adds an accepted position with the direction of its step, if that is known already, the factor for the projection, the metres that
    /// the reported speed and strides make of the step, and the measured velocity over it.
    mutating func append(
        at now: MonotonicInstant, place: PlaneVector, direction: PlaneVector?, stretch: Double, dopplerStep: Double, strideStep: Double,
        travel: PlaneVector
    ) {
        let before = points.last
        points.append(
            Point(
                at: now, place: place, direction: direction, stretch: stretch, isCounted: false,
                dopplerWay: (before?.dopplerWay ?? 0) + dopplerStep, strideWay: (before?.strideWay ?? 0) + strideStep,
                travel: (before?.travel ?? .zero) + travel))
    }

    mutating func removeAll() { points.removeAll() }

    /// What has not been counted never will be: the straight line across a stop stands for it.
    mutating func markAllCounted() {
        for i in 0..<points.count { points[i].isCounted = true }
    }

    /// Moves the origin of the plane by a vector.
    mutating func shiftOrigin(by shift: PlaneVector) {
        for i in 0..<points.count { points[i].place = points[i].place - shift }
    }

    /// The next step that can be counted, marked as counted; nil when there is none. When `settling`, chords are taken as far as they go;
    /// while metres are held back for a possible stop, no longer chord is waited for.
    mutating func takeStep(at now: MonotonicInstant, settings: PositioningSettings, isHolding: Bool, settling: Bool) -> Step? {
        let shortest = settings.chordHalfWindow.inSeconds
        for i in 0..<points.count where i > 0 && !points[i].isCounted {
            let waited = now.seconds(since: points[i].at)
            if points[i].direction == nil, !settling {
                if waited < shortest - Self.jitter { return nil }
                let reach = max(shortest, min(waited, settings.longestChordHalfWindow.inSeconds)) + Self.jitter
                let isLong = tells(chord(aroundStep: i, reach: reach), aroundStep: i, settings)
                if !isLong, !isHolding, waited < settings.longestChordHalfWindow.inSeconds - Self.jitter { return nil }
            }
            points[i].isCounted = true
            return step(i, at: now, settings: settings)
        }
        return nil
    }

    private func step(_ i: Int, at now: MonotonicInstant, settings: PositioningSettings) -> Step {
        let before = points[i - 1], after = points[i], way = after.place - before.place
        let duration = after.at.seconds(since: before.at)
        let direction = after.direction ?? directionOfChord(aroundStep: i, settings: settings)
        let length = direction.length
        return Step(
            at: after.at, metres: length > 1e-6 ? way.dot(direction) / length * after.stretch : 0,
            doppler: after.dopplerWay - before.dopplerWay,
            strides: after.strideWay - before.strideWay, duration: duration,
            isSure: after.direction != nil || tells(direction, aroundStep: i, settings), isShort: duration <= Self.longestCompared)
    }

    /// The usual window where that is long enough; else the smallest that is.
    private func directionOfChord(aroundStep i: Int, settings: PositioningSettings) -> PlaneVector {
        var reach = settings.chordHalfWindow.inSeconds
        let longest = settings.longestChordHalfWindow.inSeconds
        var direction = chord(aroundStep: i, reach: reach + Self.jitter)
        while !tells(direction, aroundStep: i, settings), reach < longest {
            reach += 1
            direction = chord(aroundStep: i, reach: reach + Self.jitter)
        }
        return direction
    }

    /// A chord tells the direction of travel if it is long enough; so does a short one around a sharp turn, whose two legs are long.
    private func tells(_ chord: PlaneVector, aroundStep i: Int, _ settings: PositioningSettings) -> Bool {
        let least = settings.shortestChord.meters
        if chord.length >= least { return true }
        let reach = settings.chordHalfWindow.inSeconds + Self.jitter
        var from = i - 1, to = i
        while from > 0, points[i - 1].at.seconds(since: points[from - 1].at) <= reach { from -= 1 }
        while to + 1 < points.count, points[to + 1].at.seconds(since: points[i].at) <= reach { to += 1 }
        let legs = (points[i - 1].place - points[from].place).length + (points[to].place - points[i].place).length
        return legs + (points[i].place - points[i - 1].place).length >= Self.turnLegs * least
    }

    private func chord(aroundStep i: Int, reach: Double) -> PlaneVector {
        var from = i - 1, to = i
        while from > 0, points[i - 1].at.seconds(since: points[from - 1].at) <= reach { from -= 1 }
        while to + 1 < points.count, points[to + 1].at.seconds(since: points[i].at) <= reach { to += 1 }
        return points[to].place - points[from].place
    }

    /// True if positions and measured velocities of the last seconds lead in one direction at a speed that noise does not make.
    /// Only what came after an instant counts: before that the runner had not been thought to stand. Nor does a way within the error of its
    /// ends, in metres.
    func progresses(at now: MonotonicInstant, since start: MonotonicInstant, error: Double) -> Bool {
        guard let last = points.last,
            let from = (0..<points.count).first(where: { points[$0].at >= start && now.seconds(since: points[$0].at) <= Self.progressSpan })
        else { return false }
        let old = points[from], span = last.at.seconds(since: old.at)
        let travel = last.travel - old.travel, length = travel.length
        guard span >= Self.leastProgressSpan, length >= Self.progressSpeed * span else { return false }
        return (last.place - old.place).dot(travel) / length >= max(0.5 * length, error)
    }

    /// Speed by displacement over about 8 s, m/s; nil when less than 5 s are known: over less, noise makes a walk a stop.
    func displacementSpeed(at now: MonotonicInstant) -> Double? {
        guard let old = oldest(at: now), let last = points.last else { return nil }
        let span = now.seconds(since: old.at)
        return span >= Self.leastDisplacementSpan ? (last.place - old.place).length / span : nil
    }

    /// True if the positions went clearly further over the last 8 s than the reported speeds allow: a speed from another sensor, or a
    /// receiver that holds its speed at 0.
    /// The step that leads to the place counts with the speed that is reported there.
    func deniesSpeed(at now: MonotonicInstant, place: PlaneVector, step: Double, error: Double) -> Bool {
        guard let old = oldest(at: now), let last = points.last else { return false }
        return (place - old.place).length > last.dopplerWay - old.dopplerWay + step + max(10, 4 * error)
    }

    private func oldest(at now: MonotonicInstant) -> Point? {
        for i in 0..<points.count where now.seconds(since: points[i].at) <= Self.displacementSpan { return points[i] }
        return nil
    }
}
