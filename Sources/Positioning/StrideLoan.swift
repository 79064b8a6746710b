import Quantities

/// Metres by strides while no fix tells better: a loan that the next fix settles, up or down.
///
/// The stride is measured while both speak: what a run's own positions make of its steps is worth more than any table.
struct StrideLoan: Sendable {
    /// m. The measured stride counts after this way, and remembers this much.
    private static let knownAfter = 40.0, memory = 400.0
    /// A ratio outside these is a fault of a sensor, not a stride (half and twice the table's, and the table may be off by a half).
    private static let plausibleScale = 0.3...3.0
    /// Strides that counted for this part of a gap told all of it.
    private static let complete = 0.9

    /// A measured stride is known within this part of the way; the chord within the error of both ends.
    private static let strideError = 0.02
    /// A chord that is longer than a measured stride allows by more than this is a wrong position.
    private static let largestRaise = 1.25
    /// The chord over the metres of a stride that was never measured, −40 % to +150 % off.
    private static let unmeasured = 0.4...2.5

    private var positionWay = 0.0, strideWay = 0.0
    /// Metres counted since the fix was lost.
    private(set) var metres = 0.0
    /// Seconds that they stand for.
    private(set) var seconds = 0.0

    /// True once the stride has been measured.
    var isMeasured: Bool { positionWay >= Self.knownAfter && strideWay >= Self.knownAfter / 2 }

    /// True stride over assumed stride; 1 until it is measured.
    var scale: Double {
        guard isMeasured else { return 1 }
        return max(Self.plausibleScale.lowerBound, min(Self.plausibleScale.upperBound, positionWay / strideWay))
    }

    /// Takes in a step that both told: metres by positions and by strides.
    mutating func measure(positions: Double, strides: Double) {
        guard strides > 0 else { return }
        let fading = max(0, 1 - strides * scale / Self.memory)
        positionWay = positionWay * fading + positions
        strideWay = strideWay * fading + strides
    }

    /// Counts a time by strides; returns its metres.
    mutating func lend(speed: Double, seconds time: Double) -> Double {
        let way = speed * scale * time
        metres += way
        seconds += time
        return way
    }

    /// Everything lent so far is settled.
    mutating func clear() { (metres, seconds) = (0, 0) }

    /// What a gap is worth that lasted some time, given its chord, the speeds before it (m and m/s) and the error of its two ends together.
    ///
    /// The chord is the least that was run, unless it is within that error. A measured stride that told the whole gap stands, raised to a
    /// chord that is clearly longer; one that was never measured gives way to the chord. Strides that told only a part prove movement, not
    /// its amount.
    func settlement(gap: Double, chord: Double, speedBefore: ClosedRange<Double>, slow: Double, error: Double) -> Double {
        let isWay = speedBefore.upperBound > slow && chord > error
        let fits = isWay && chord >= 0.5 * speedBefore.lowerBound * gap && chord <= 1.5 * speedBefore.upperBound * gap
        guard metres > 0 else { return fits ? chord : 0 }
        guard seconds >= Self.complete * gap else { return fits ? max(chord, metres) : metres }
        // The last second is told by the fix that ends the gap.
        let metres = metres * max(1, gap / seconds)
        if isMeasured {
            let clearly = metres * Self.strideError + error
            return chord > metres + clearly && chord <= metres * Self.largestRaise ? chord : metres
        }
        return chord >= Self.unmeasured.lowerBound * metres && chord <= Self.unmeasured.upperBound * metres ? chord : metres
    }
}
