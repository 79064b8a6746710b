import ActivityFiles
import ForeignRuns
import Quantities

/// The distance along a run of another device: its own where it states one, at each point or of the whole; else that of its places.
struct ForeignDistance {
    /// Millimetres since the start, one for each moment, never falling.
    private(set) var millimeters: [UInt32]
    /// True if the device states it.
    private(set) var isStated = false
    private(set) var notes: [ImportNote] = []

    /// What is covered between the last point and the end, metres.
    private static let lastMoment = 20.0
    /// Metres at the first point that belong to the run: more were covered before it.
    private static let firstMoment = 20.0
    /// A log counts millimetres in 32 bits.
    private static let most = Double(UInt32.max) / 1000

    var total: Distance { .meters(Double(millimeters.last ?? 0) / 1000) }

    init(_ piece: ActivityPiece, _ clock: ForeignClock) {
        let moments = piece.moments
        let whole = piece.totals.distance?.meters ?? 0
        if moments.contains(where: { $0.distance ?? .zero > .zero }) {
            isStated = true
            millimeters = []
            settle(moments, whole, clock)
            return
        }
        let places = PlaceDistance(moments), evened = places.evened(moments)
        if whole > 0, whole <= Self.most {
            isStated = true
            millimeters = Self.spread(whole, along: evened, moments, clock)
        } else {
            millimeters = evened.map { UInt32(rounding: min($0, Self.most) * 1000) }
            notes.append(places.total > 0 ? .distanceOfPlaces(passedOver: places.passedOver) : .noDistance)
        }
    }

    /// What the points state, without leaps and without what was covered while the timer stood.
    private mutating func settle(_ recorded: [RecordedMoment], _ whole: Double, _ clock: ForeignClock) {
        var moments = recorded
        if let first = moments.firstIndex(where: { $0.distance != nil }), let last = moments.lastIndex(where: { $0.distance != nil }) {
            let base = moments[first].distance?.meters ?? 0, start = base <= Self.firstMoment ? 0 : base
            let latest = (moments[last].distance?.meters ?? 0) - start
            // Recorders often write their last point a moment before they stop: the session's distance is the last word.
            if latest < whole, whole <= latest + Self.lastMoment { moments[moments.count - 1].distance = .meters(whole + start) }
        }
        let offset = moments.first.map { clock.start.duration(to: $0.time) } ?? .zero
        let pauses = clock.pauses.map { pause in
            (start: Duration.milliseconds(pause.lowerBound) - offset, end: Duration.milliseconds(pause.upperBound) - offset)
        }
        let stated = StatedDistance(settling: &moments, pauses: pauses)
        if stated.leaps > 0 { notes.append(.distanceLeaps(stated.leaps)) }
        if stated.whilePaused > .zero { notes.append(.distanceWhilePaused(stated.whilePaused)) }
        var furthest: UInt32 = 0
        millimeters = moments.map { moment in
            furthest = max(furthest, moment.distance.map { UInt32(rounding: min($0.meters, Self.most) * 1000) } ?? furthest)
            return furthest
        }
    }

    /// A whole of which the points tell nothing grows as the way between their places does, else with the timer.
    private static func spread(_ whole: Double, along way: [Double], _ moments: [RecordedMoment], _ clock: ForeignClock) -> [UInt32] {
        let length = way.last ?? 0
        // Places that cannot be those of this distance tell nothing of it.
        let isOnPlaces = length > 0.5 * whole && length < 2 * whole
        let end = Double(max(1, clock.elapsed - clock.standing))
        var shares = moments.indices.map { index in
            if isOnPlaces { return way[index] / length }
            return min(1, Double(clock.timer(at: clock.start.duration(to: moments[index].time).inMilliseconds)) / end)
        }
        if let last = shares.indices.last { shares[last] = 1 }
        return shares.map { UInt32(rounding: $0 * whole * 1000) }
    }
}
