/// Counts steps of a slow walk, 30–72 a minute, where ``StepCounter`` finds no period: single foot strikes that follow each other evenly.
///
/// Eight strikes in a row with steady intervals are needed, and then credited with hindsight. That leaves out desk work, cooking and dressing;
/// a slow walk whose strikes do not reach the wrist is left out too, because there it looks like them.
struct SlowWalkCounter {
    /// Samples of a second of the grid.
    private static let rate = 25.0
    /// The least height of a strike in g.
    private static let strike = 0.07
    /// Seconds in which further peaks are the ringing of the same strike.
    private static let ringing = 0.55
    /// Seconds from strike to strike: 72...29 a minute.
    private static let intervals = 0.83...2.05
    /// How far an interval may be off the running mean, as a share of it.
    private static let steadiness = 0.2
    private static let intervalsToEnter = 7

    private var sinceStrike: Int?
    private var run = 0
    private var interval = 0.0
    /// Steps credited so far.
    private(set) var total = 0.0
    /// True while a slow walk goes on.
    private(set) var isWalking = false

    /// Steps per minute; nil unless a slow walk goes on.
    var cadence: Double? { isWalking ? 60 / interval : nil }

    /// Takes one sample's news: the height in g of a peak, if there was one, and whether the main counter counts already.
    mutating func push(peak: Double?, isCountedElsewhere: Bool) {
        if isCountedElsewhere { return reset() }
        if let since = sinceStrike {
            sinceStrike = since + 1
            if Double(since + 1) / Self.rate > Self.intervals.upperBound { reset() }
        }
        guard let peak, peak > Self.strike else { return }
        guard let since = sinceStrike else {
            sinceStrike = 0
            return
        }
        let length = Double(since) / Self.rate
        if length < Self.ringing { return }
        if length < Self.intervals.lowerBound {
            (run, isWalking) = (0, false)
        } else {
            follow(length)
        }
        sinceStrike = 0
    }

    private mutating func follow(_ length: Double) {
        if run > 0, (length - interval).magnitude > Self.steadiness * interval { (run, isWalking) = (0, false) }
        run = min(run + 1, 1_000)
        interval = run == 1 ? length : 0.7 * interval + 0.3 * length
        if isWalking {
            total += 1
        } else if run >= Self.intervalsToEnter {
            isWalking = true
            total += Double(run + 1)
        }
    }

    private mutating func reset() {
        (sinceStrike, run, isWalking) = (nil, 0, false)
    }
}
