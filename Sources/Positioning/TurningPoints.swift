/// Ascent and descent between turning points. A turn counts once the height has come back by the threshold, so neither noise below it nor
/// the last metres of a true climb are lost; the climb that is under way counts as it stands.
struct TurningPoints: Sendable {
    private enum Direction { case up, down }

    /// Metres that the height must come back before a turn is believed.
    var threshold: Double
    private var climbed = 0.0
    private var dropped = 0.0
    private var direction: Direction?
    private var low = 0.0
    private var high = 0.0
    private var last: Double?
    private var offset = 0.0
    private var continues = false

    init(threshold: Double) { self.threshold = threshold }

    /// Metres climbed so far.
    var ascent: Double { climbed + (direction == .up ? high - low : 0) }
    /// Metres dropped so far.
    var descent: Double { dropped + (direction == .down ? high - low : 0) }

    /// The next height continues from the last one without a step: after a pause, a change of source or a re-based sensor.
    mutating func continueWithoutStep() { continues = true }

    /// Takes in the next height, metres.
    mutating func push(_ height: Double) {
        if let last {
            if continues { offset = height - last }
        } else {
            low = height - offset
            high = low
        }
        continues = false
        let value = height - offset
        last = value
        if direction != .up { low = min(low, value) }
        if direction != .down { high = max(high, value) }
        if direction != .up, value - low >= threshold {
            if direction == .down { dropped += high - low }
            direction = .up
            high = value
        } else if direction != .down, high - value >= threshold {
            if direction == .up { climbed += high - low }
            direction = .down
            low = value
        }
    }
}
