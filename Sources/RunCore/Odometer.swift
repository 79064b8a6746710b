import Quantities

/// Distance that another device counts: a foot pod, a treadmill, or the device whose recording is played.
///
/// Once it has spoken in a run, the run's distance is its count from there on and no longer that of positions or strides; the log says so
/// in each second (``RunSample/Flags/hasOdometer``). The two are never mixed: a sum of both is nobody's distance.
struct Odometer: Hashable, Sendable {
    /// True once it has spoken.
    private(set) var isHeard = false
    private var last = Distance.zero
    private var lastAt = MonotonicInstant(nanoseconds: .min)
    private var latestSpeed: Speed?
    /// What grew and was not yet taken, with the fraction of a millimetre that a sample has no room for.
    private var uncountedMillimeters = 0.0

    /// Metres of a reading; no longer ones are believed, so that no sum of them leaves what can be counted: 100,000 km, beyond any log.
    private static let believable = 0...1e8
    /// Readings that are further apart tell no speed.
    private static let longestInterval = Duration.seconds(10)

    /// A reading, as the device counts. A count that falls has begun anew, and counts from there on.
    /// - Parameter counts: false while the timer stands: what is covered meanwhile is forgotten (fault A22).
    mutating func take(_ reading: Distance, at now: MonotonicInstant, counts: Bool) {
        guard Self.believable.contains(reading.meters) else { return }
        let grown = isHeard ? max(.zero, reading - last) : .zero
        if counts { uncountedMillimeters += grown.meters * 1000 }
        let interval = lastAt.duration(to: now)
        let tellsSpeed = isHeard && reading >= last && interval > .zero && interval <= Self.longestInterval
        latestSpeed = tellsSpeed ? .metersPerSecond(grown.meters / interval.inSeconds) : nil
        isHeard = true
        last = reading
        lastAt = now
    }

    /// Whole millimetres since the last call.
    mutating func takeMillimeters() -> UInt32 {
        let whole = UInt32(rounding: uncountedMillimeters.rounded(.down))
        uncountedMillimeters -= Double(whole)
        return whole
    }

    /// The speed between the last two readings; nil when it is old or not known.
    func speed(at now: MonotonicInstant) -> Speed? { lastAt.duration(to: now) <= SensorBoard.fresh ? latestSpeed : nil }
}
