/// Decides whether an estimate is good enough to be shown.
///
/// Showing starts after three seconds in a row of good confidence away from any motion peak, or in the clear although moving, and ends after
/// three in a row of poor confidence. The start gate is what keeps a cadence, met while already moving, from being taken for a heart rate;
/// hiding when the belief jumps is what puts a change of mind to the cadence before the same gate.
public struct HeartRateDisplay: Sendable {
    /// What is known of a second's signal besides the estimate's own figures.
    public struct Circumstances: Hashable, Sendable {
        /// What there is looks enough like a pulse to start with.
        public var allowsStart = true
        /// What was taken for a pulse no longer looks like one.
        public var isLost = false
        /// The pulse is so clear that it needs no further second.
        public var isPlain = false
        /// The mean share of the motion-cancelled pulse's power at the rate over 8 s while the wearer moves; nil while calm.
        public var purityInMotion: Double?

        /// Circumstances; the defaults stand in nobody's way.
        public init(allowsStart: Bool = true, isLost: Bool = false, isPlain: Bool = false, purityInMotion: Double? = nil) {
            self.allowsStart = allowsStart
            self.isLost = isLost
            self.isPlain = isPlain
            self.purityInMotion = purityInMotion
        }
    }

    private static let goodConfidence = 0.8
    private static let poorConfidence = 0.6
    private static let secondsToShow = 3
    private static let secondsToHide = 3
    /// Below this motion at the rate the estimate is off every motion peak.
    private static let calmMotion = 0.35
    /// In the clear while moving: no stronger motion than this at the rate (pulse and cadence 10 bpm apart share a main lobe), and at least
    /// this purity. On people left out of the fit, 3 % of the windows gained above it are wrong, 10 % of those between 0.35 and it.
    private static let clearMotion = 0.60
    private static let clearPurity = 0.45
    /// A belief that is this many bpm from where it was three seconds ago has changed its mind: hearts make 3 bpm a second at most.
    private static let jump = 18.0
    private static let secondsOfJump = 3

    /// True while the rate is to be shown.
    public private(set) var isShown = false
    private var good = 0
    private var bad = 0
    /// The beliefs of the last three seconds, the latest last.
    private var beliefs = SIMD3<Double>.zero
    private var known = 0

    /// A display that shows nothing yet.
    public init() {}

    /// Takes the estimate of one more second in which nothing else forbids to show it. The belief is in bpm.
    public mutating func update(belief: Double, confidence: Double, onMotion: Double, in circumstances: Circumstances = Circumstances()) {
        let jumps = jumps(to: belief)
        let isOffMotion = onMotion < Self.calmMotion && circumstances.allowsStart
        let isClear = onMotion < Self.clearMotion && circumstances.purityInMotion.map { $0 >= Self.clearPurity } ?? false
        let isAllowed = (isShown || isOffMotion || isClear) && !circumstances.isLost && !jumps
        good = confidence >= Self.goodConfidence && isAllowed ? good + 1 : 0
        bad = confidence < Self.poorConfidence || circumstances.isLost ? bad + 1 : 0
        let startsAtOnce = circumstances.isPlain && onMotion < Self.calmMotion && !jumps
        if !isShown, good >= Self.secondsToShow || startsAtOnce {
            (isShown, bad) = (true, 0)
        } else if isShown, bad >= Self.secondsToHide || jumps {
            hide()
        }
    }

    /// Takes one more second that something else forbids to show, and shows nothing until the conditions are met anew.
    public mutating func block(belief: Double) {
        _ = jumps(to: belief)
        hide()
    }

    /// Shows nothing, and forgets what was believed: filters and windows start anew.
    public mutating func restart() {
        hide()
        known = 0
    }

    /// Takes one more second's belief in bpm, shown or not; true if it is a jump away from that of three seconds ago.
    private mutating func jumps(to belief: Double) -> Bool {
        let jumps = known == Self.secondsOfJump && (belief - beliefs.x).magnitude > Self.jump
        beliefs = SIMD3(beliefs.y, beliefs.z, belief)
        known = min(known + 1, Self.secondsOfJump)
        return jumps
    }

    private mutating func hide() { (isShown, good) = (false, 0) }
}
