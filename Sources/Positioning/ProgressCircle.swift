import Quantities

/// Watches, while the step sensor says that nothing moves, whether the positions leave a circle of several times their own error in one
/// direction. A zero counts only while nothing contradicts it: a dead sensor says zero as well.
struct ProgressCircle: Sendable {
    /// What positions have proved.
    struct Proof: Sendable {
        /// Metres from the place where it began, in a straight line.
        var metres: Double
        /// What was counted when it began, metres.
        var countedBefore: Double
        /// When the place was left.
        var since: MonotonicInstant
    }

    /// Errors, and metres at least. A receiver in a street canyon wanders by three times its error within minutes; seven it does not reach.
    private static let errors = 7.0, least = 15.0
    /// Fixes in a row out there that prove it; a single one may be an outlier.
    private static let fixes = 3
    /// Fixes that the resting place is the mean of.
    private static let restingFixes = 30.0

    /// When it began; nil while nothing denies movement.
    private(set) var began: MonotonicInstant?
    private var anchor: PlaneVector?
    private var weight = 0.0
    private var counted = 0.0
    private var leftAt = MonotonicInstant(nanoseconds: 0)
    private var outside = 0
    private var lastDistance = 0.0

    /// Begins at a place where the runner is thought to have stopped.
    mutating func begin(at place: PlaneVector, counted now: Double, since instant: MonotonicInstant) {
        (anchor, weight, counted, leftAt, outside, began) = (place, 1, now, instant, 0, instant)
    }

    /// Takes in a used fix; returns the proof when there is one.
    mutating func take(_ place: PlaneVector, error: Double, counted now: Double, at instant: MonotonicInstant) -> Proof? {
        guard let anchor else {
            begin(at: place, counted: now, since: instant)
            return nil
        }
        let distance = (place - anchor).length
        defer { lastDistance = distance }
        if distance <= 2 * error {
            weight = min(weight + 1, Self.restingFixes)
            self.anchor = anchor + (place - anchor) * (1 / weight)
            leftAt = instant
            outside = 0
        } else if distance > max(Self.least, Self.errors * error), distance >= lastDistance - error {
            outside += 1
        } else {
            outside = 0
        }
        return outside >= Self.fixes ? proof(at: place) : nil
    }

    /// What is proved if the runner is at a place by other evidence.
    func proof(at place: PlaneVector) -> Proof? {
        anchor.map { Proof(metres: (place - $0).length, countedBefore: counted, since: leftAt) }
    }

    mutating func forget() { (anchor, outside, began) = (nil, 0, nil) }

    mutating func shiftOrigin(by shift: PlaneVector) { anchor = anchor.map { $0 - shift } }
}
