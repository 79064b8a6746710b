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
        /// Metres by the reported speeds since the trail began.
        var dopplerWay: Double
    }

    /// Room for 8.5 s of fixes at the smallest step, and more.
    private static let capacity = 16
    /// s. The span over which displacement is compared with speed.
    private static let displacementSpan = 8.5
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

    /// Adds an accepted position with the direction of its step, if that is known already, the factor for the projection, and the metres
    /// that the reported speed makes of the step.
    mutating func append(at now: MonotonicInstant, place: PlaneVector, direction: PlaneVector?, stretch: Double, dopplerStep: Double) {
        let way = (points.last?.dopplerWay ?? 0) + dopplerStep
        points.append(Point(at: now, place: place, direction: direction, stretch: stretch, isCounted: false, dopplerWay: way))
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

    /// The metres of the next step that can be counted, marked as counted; nil when there is none. When `settling`, chords are taken as
    /// far as they go.
    mutating func takeStep(at now: MonotonicInstant, halfWindow: Double, settling: Bool) -> Double? {
        var i = 1
        while i < points.count {
            if !points[i].isCounted {
                let waits = points[i].direction == nil && now.seconds(since: points[i].at) < halfWindow - Self.jitter
                if waits && !settling { return nil }
                points[i].isCounted = true
                return metres(ofStep: i, halfWindow: halfWindow)
            }
            i += 1
        }
        return nil
    }

    private func metres(ofStep i: Int, halfWindow: Double) -> Double {
        let step = points[i].place - points[i - 1].place
        let direction = points[i].direction ?? chord(aroundStep: i, reach: halfWindow + Self.jitter)
        let length = direction.length
        return length > 1e-6 ? step.dot(direction) / length * points[i].stretch : 0
    }

    private func chord(aroundStep i: Int, reach: Double) -> PlaneVector {
        var from = i - 1, to = i
        while from > 0, points[i - 1].at.seconds(since: points[from - 1].at) <= reach { from -= 1 }
        while to + 1 < points.count, points[to + 1].at.seconds(since: points[i].at) <= reach { to += 1 }
        return points[to].place - points[from].place
    }

    /// Speed by displacement over about 8 s, m/s; nil when less than 2 s are known.
    func displacementSpeed(at now: MonotonicInstant) -> Double? {
        guard let old = oldest(at: now), let last = points.last else { return nil }
        let span = now.seconds(since: old.at)
        return span >= 2 ? (last.place - old.place).length / span : nil
    }

    /// True if the positions went clearly further over the last 8 s than the reported speeds allow: a speed from another sensor, or a
    /// receiver that holds its speed at 0.
    func deniesSpeed(at now: MonotonicInstant, place: PlaneVector, error: Double) -> Bool {
        guard let old = oldest(at: now), let last = points.last else { return false }
        return (place - old.place).length > last.dopplerWay - old.dopplerWay + max(10, 4 * error)
    }

    private func oldest(at now: MonotonicInstant) -> Point? {
        for i in 0..<points.count where now.seconds(since: points[i].at) <= Self.displacementSpan { return points[i] }
        return nil
    }
}
