/// Decides whether an estimate is good enough to be shown.
///
/// Showing starts after three seconds in a row of good confidence away from any motion peak, and ends after four in a row of poor
/// confidence. The start gate is what keeps a cadence, met while already moving, from being taken for a heart rate.
public struct HeartRateDisplay: Sendable {
    private static let goodConfidence = 0.8
    private static let poorConfidence = 0.6
    private static let calmMotion = 0.35
    private static let secondsToShow = 3
    private static let secondsToHide = 4

    /// True while the rate is to be shown.
    public private(set) var isShown = false
    private var good = 0
    private var bad = 0

    /// A display that shows nothing yet.
    public init() {}

    /// Takes the estimate of one more second. `mayStart` and `isLost` carry what else is known of the signal; `isPlain` starts at once.
    public mutating func update(
        confidence: Double, onMotion: Double, mayStart: Bool = true, isLost: Bool = false, isPlain: Bool = false
    ) {
        let isAllowed = isShown || (onMotion < Self.calmMotion && mayStart)
        good = confidence >= Self.goodConfidence && isAllowed && !isLost ? good + 1 : 0
        bad = confidence < Self.poorConfidence || isLost ? bad + 1 : 0
        if !isShown, good >= Self.secondsToShow || (isPlain && onMotion < Self.calmMotion) {
            (isShown, bad) = (true, 0)
        } else if isShown, bad >= Self.secondsToHide {
            hide()
        }
    }

    /// Shows nothing until the conditions are met anew.
    public mutating func hide() {
        (isShown, good) = (false, 0)
    }
}
