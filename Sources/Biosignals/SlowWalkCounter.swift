/// Knows a slow walk, 29–72 steps a minute, where ``StepCounter`` finds no period: single foot strikes with quiet between them.
///
/// A slow walker's strikes are no clockwork, and many of the other foot do not reach the wrist; what tells them from a desk, from cooking
/// and from dressing is that each stands alone. Ten in a row that do on the average begin a walk, and are then credited with hindsight.
/// What knocks on the wrist once a second, and keeps still between, is taken for a walk as well.
struct SlowWalkCounter {
    /// Strikes that are judged together.
    private static let strikesToEnter = 10
    /// Their mean roughness at most on entering, and inside a walk.
    private static let entryRoughness = 0.24
    private static let walkRoughness = 0.30
    /// Seconds from strike to strike on the average: 72...29 a minute.
    private static let intervals = 0.83...2.05
    /// How far the intervals are from their mean on the average, as a share of it, at most on entering.
    private static let unevenness = 0.27
    /// Samples without a strike that end a walk: 2.5 s.
    private static let longestGap = 62
    private static let rate = 25.0

    private var finder = FootStrikes()
    private var samples = 0
    private var next = 0
    private var count = 0
    /// The latest strikes, in no order, of which the first ``known`` are there.
    var strikes = [FootStrike](repeating: FootStrike(), count: strikesToEnter)
    /// How many strikes are known.
    var known: Int { count }
    /// True while a slow walk goes on.
    private(set) var isWalking = false
    private var interval = 0.0

    /// Steps per minute; nil unless a slow walk goes on.
    var cadence: Double? { isWalking ? 60 / interval : nil }

    /// Takes |a| in g, and whether the main counter counts already. True if that brought a strike of a slow walk: those of ``strikes``
    /// that are not credited are then steps.
    mutating func push(_ magnitude: Double, isCountedElsewhere: Bool) -> Bool {
        let found = finder.push(magnitude)
        samples &+= 1
        if count > 0, samples &- strikes[latest].sample > Self.longestGap + FootStrikes.reach { (count, next, isWalking) = (0, 0, false) }
        guard let found else { return false }
        strikes[next] = found
        next = next + 1 == Self.strikesToEnter ? 0 : next + 1
        count = min(count + 1, Self.strikesToEnter)
        isWalking = count == Self.strikesToEnter && isSlowWalk() && !isCountedElsewhere
        return isWalking
    }

    /// The main counter counts from now on.
    mutating func stop() { isWalking = false }

    private var latest: Int { next == 0 ? Self.strikesToEnter - 1 : next - 1 }

    /// Judges the ring when it is full; the oldest strike then stands at `next`.
    private mutating func isSlowWalk() -> Bool {
        let gaps = Double(Self.strikesToEnter - 1)
        interval = Double(strikes[latest].sample &- strikes[next].sample) / Self.rate / gaps
        var roughness = 0.0
        for strike in strikes { roughness += strike.roughness }
        roughness /= Double(Self.strikesToEnter)
        guard Self.intervals.contains(interval), roughness <= (isWalking ? Self.walkRoughness : Self.entryRoughness) else { return false }
        if isWalking { return true }
        var off = 0.0
        var place = next
        for _ in 1..<Self.strikesToEnter {
            let following = place + 1 == Self.strikesToEnter ? 0 : place + 1
            off += (Double(strikes[following].sample &- strikes[place].sample) / Self.rate - interval).magnitude
            place = following
        }
        return off / gaps <= Self.unevenness * interval
    }
}
