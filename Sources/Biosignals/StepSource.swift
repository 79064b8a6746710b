/// Turns a pedometer's raw counter into steps that never go back: through 16-bit wraps, resets of the chip and reboots of the watch.
public struct PedometerCounter: Hashable, Sendable {
    /// More steps a second than any runner takes; a larger difference is not steps.
    private static let fastest = 5.0
    /// Steps that may have been taken before the first look after a reset without being noticed.
    private static let allowance = 16.0

    private let modulus: Int64
    private var last: Int64?
    private var lastSeconds = 0.0
    /// Steps since the first reading.
    public private(set) var total: UInt64 = 0

    /// A counter of so many bits, 8...32: 16 for the LSM6DSOX, 32 for BMA and BMI chips.
    public init(bits: Int) { modulus = Int64(1) << Int64(min(max(bits, 8), 32)) }

    /// Takes a reading of the register at a time in seconds of the monotonic clock; returns the new steps. The first reading gives none.
    ///
    /// A lower reading is a wrap if the steps across it can have been taken in the time, else a reset, after which the reading itself is new.
    /// More steps than can have been taken are not believed.
    public mutating func update(raw: UInt32, atSeconds seconds: Double) -> UInt64 {
        let reading = Int64(raw) % modulus
        defer { (last, lastSeconds) = (reading, seconds) }
        guard let last else { return 0 }
        let most = max(0, seconds - lastSeconds) * Self.fastest + Self.allowance
        let forward = (reading - last + modulus) % modulus
        let steps = Double(forward) <= most ? forward : reading < last && Double(reading) <= most ? reading : 0
        total &+= UInt64(steps)
        return UInt64(steps)
    }

    /// The chip was reset or has been silent for long: the next reading is a new start.
    public mutating func restart() { last = nil }
}

/// The day's running count of steps from whichever source counts just now: the watch's own counter while acceleration is read, the chip's
/// pedometer while the watch idles. Each step is counted by one of them only, and the sum never goes back.
public struct StepLedger: Hashable, Sendable {
    private var own: UInt64?
    private var chip: PedometerCounter
    private var usesChip = false
    /// Steps of both sources so far.
    public private(set) var total: UInt64 = 0

    /// A ledger for a board whose chip counts in so many bits.
    public init(pedometerBits: Int = 16) { chip = PedometerCounter(bits: pedometerBits) }

    /// The watch's own counter stands at `count`. A lower count than before means that it was restarted (fault F3).
    public mutating func update(own count: UInt64) {
        if !usesChip, let own { total &+= count >= own ? count - own : count }
        own = count
        usesChip = false
    }

    /// The chip's register reads `raw` while the watch idles. The first reading after the own counter has counted gives no steps.
    public mutating func update(chip raw: UInt32, atSeconds seconds: Double) {
        if !usesChip { chip.restart() }
        total &+= chip.update(raw: raw, atSeconds: seconds)
        usesChip = true
    }
}
