import Quantities

/// Ascent and descent of a line of heights that nobody can say more of than that a device wrote them: by the rule for a receiver alone, which
/// adds nothing for heights that only wander.
public struct ReceiverAscent: Sendable {
    private var filter = AltitudeFilter()

    /// Before the first height.
    public init() {}

    /// Takes the next height.
    /// - Parameters:
    ///   - at: when; only differences count.
    ///   - moving: false where the height is followed but counts nothing, as after a pause.
    public mutating func take(_ altitude: Altitude, at time: MonotonicInstant, moving: Bool) {
        filter.push(at: time, receiverHeight: altitude.meters, pressure: nil, moving: moving)
    }

    /// Climbed so far.
    public var ascent: Distance { .meters(filter.turns.ascent) }
    /// Descended so far.
    public var descent: Distance { .meters(filter.turns.descent) }
}
