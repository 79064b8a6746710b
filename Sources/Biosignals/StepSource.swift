import Quantities

/// How far a growing counter of steps may be believed: as far as a runner can get since the last reading that was believed (``StepLimit``).
///
/// A reading that says more is refused, and is not what the next one is compared with. If the next one goes on from it, though, the source
/// has jumped for good: then counting goes on from there, without the jump.
struct BelievedGrowth: Hashable, Sendable {
    /// A reading and its time.
    private struct Mark: Hashable, Sendable {
        var reading: UInt64
        var at: MonotonicInstant
    }

    private let credited: Duration
    private var believed: Mark?
    private var refused: Mark?

    /// `credited`: the time whose steps the source may credit at once.
    init(credited: Duration) { self.credited = credited }

    /// Takes a reading; returns the new steps, of which the first reading gives none. `growth` says how many there are between two
    /// readings, at most so many; nil if there are more.
    mutating func update(
        _ reading: UInt64, at instant: MonotonicInstant, growth: (_ from: UInt64, _ to: UInt64, _ most: UInt64) -> UInt64?
    ) -> UInt64 {
        guard let base = believed else {
            believed = Mark(reading: reading, at: instant)
            return 0
        }
        let now = Mark(reading: reading, at: max(instant, base.at))
        if let steps = growth(base.reading, reading, StepLimit.most(in: now.at - base.at, credited: credited)) {
            (believed, refused) = (now, nil)
            return steps
        }
        if let doubt = refused, let steps = growth(doubt.reading, reading, StepLimit.most(in: now.at - doubt.at, credited: credited)) {
            (believed, refused) = (now, nil)
            return steps
        }
        refused = now
        return 0
    }

    /// The next reading is a new start.
    mutating func restart() { (believed, refused) = (nil, nil) }
}

/// Turns a pedometer's raw counter into steps that never go back: through 16-bit wraps, resets of the chip and reboots of the watch.
public struct PedometerCounter: Hashable, Sendable {
    /// An LSM6DSOX shows the first steps of a walk ten at once (PEDO_DEB_STEPS_CONF), which at the limit's pace is two seconds.
    private static let creditedAtOnce = Duration.seconds(2)

    private let modulus: UInt64
    private var growth = BelievedGrowth(credited: creditedAtOnce)
    /// Steps since the first reading.
    public private(set) var total: UInt64 = 0

    /// A counter of so many bits, 8...32: 16 for the LSM6DSOX, 32 for BMA and BMI chips.
    public init(bits: Int) { modulus = 1 << UInt64(min(max(bits, 8), 32)) }

    /// Takes a reading of the register at a time in seconds of the monotonic clock; returns the new steps. The first reading gives none.
    ///
    /// A lower reading is a wrap if the steps across it can have been taken in the time, else a reset, after which the reading itself is new.
    /// More steps than can have been taken are not believed: ``StepLimit``.
    public mutating func update(raw: UInt32, atSeconds seconds: Double) -> UInt64 {
        let modulus = modulus
        let steps = growth.update(UInt64(raw) % modulus, at: MonotonicInstant(seconds: seconds)) { from, to, most in
            let forward = (to + modulus - from) % modulus
            return forward <= most ? forward : to < from && to <= most ? to : nil
        }
        total &+= steps
        return steps
    }

    /// The chip was reset or has been silent for long: the next reading is a new start.
    public mutating func restart() { growth.restart() }
}

/// The day's running count of steps from whichever source counts just now: the watch's own counter while acceleration is read, the chip's
/// pedometer while the watch idles. Each step is counted by one of them only, and the sum never goes back.
public struct StepLedger: Hashable, Sendable {
    private var own = BelievedGrowth(credited: StepLimit.creditedTime)
    private var chip: PedometerCounter
    private var usesChip = false
    /// Steps of both sources so far.
    public private(set) var total: UInt64 = 0

    /// A ledger for a board whose chip counts in so many bits.
    public init(pedometerBits: Int = 16) { chip = PedometerCounter(bits: pedometerBits) }

    /// The watch's own counter stands at `count` at a time in seconds of the monotonic clock. A lower count than before means that it was
    /// restarted (fault F3). The first reading after the chip has counted gives no steps.
    public mutating func update(own count: UInt64, atSeconds seconds: Double) {
        if usesChip { own.restart() }
        let steps = own.update(count, at: MonotonicInstant(seconds: seconds)) { from, to, most in
            let grown = StepLimit.growth(from: from, to: to)
            return grown <= most ? grown : nil
        }
        total &+= steps
        usesChip = false
    }

    /// The chip's register reads `raw` while the watch idles. The first reading after the own counter has counted gives no steps.
    public mutating func update(chip raw: UInt32, atSeconds seconds: Double) {
        if !usesChip { chip.restart() }
        total &+= chip.update(raw: raw, atSeconds: seconds)
        usesChip = true
    }
}
