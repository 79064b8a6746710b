import Quantities

/// Tells a worn sensor from one that looks at the air, a table or a wall, from the level of the raw counts.
///
/// The level is counts per milliampere of LED current, so that automatic gain does not look like taking the watch off. On skin at 411 µs a
/// MAX3010x gives 5 000 and more; in air its own crosstalk.
struct WearDetector {
    /// Counts per milliampere below which nothing is in front of the sensor, where the current is known.
    private static let floor = 1_000.0
    /// Share of the worn level below which the sensor has lost the skin, and the shares between which it has found it again.
    private static let lost = 0.4
    private static let found = 0.6...1.6
    private static let secondsToLose = 2
    private static let secondsToFind = 3
    /// Pulsation ÷ level below which there is no blood, and for how long.
    private static let leastPulsation = 0.0002
    private static let secondsWithoutPulse = 10
    /// Spread of the acceleration in g below which the watch lies on something dead, and for how long.
    private static let deadStill = 0.003
    private static let secondsDeadStill = 180

    /// False once the sensor is judged to be off the wrist.
    private(set) var isWorn = true
    private var worn = SlowMedian()
    private var low = 0
    private var back = 0
    private var flat = 0
    private var still = 0

    /// Takes one second: mean level, its current if known, spread of the band-passed counts, spread of the acceleration and confidence.
    mutating func update(level: Double, hasCurrent: Bool, pulsation: Double, intensity: Double?, confidence: Double) {
        let reference = worn.value
        let isDark = hasCurrent && (level < Self.floor || reference.map { level < Self.lost * $0 } ?? false)
        low = isDark ? low + 1 : 0
        flat = pulsation < Self.leastPulsation * level.magnitude ? flat + 1 : 0
        still = confidence < 0.5 && (intensity.map { $0 < Self.deadStill } ?? false) ? still + 1 : 0
        if isWorn {
            if low >= Self.secondsToLose || flat >= Self.secondsWithoutPulse || still >= Self.secondsDeadStill {
                (isWorn, back) = (false, 0)
            } else if hasCurrent, !isDark {
                worn.append(level)
            }
        } else {
            let isBack = !hasCurrent || reference.map { Self.found.contains(level / $0) } ?? (level >= Self.floor)
            back = isBack && flat == 0 && still < Self.secondsDeadStill ? back + 1 : 0
            if back >= Self.secondsToFind { (isWorn, low, flat, still) = (true, 0, 0, 0) }
        }
    }
}

/// The median of the last minute's values, one a second.
struct SlowMedian {
    private static let depth = 60
    private var values = [Double](repeating: 0, count: depth)
    private var ordered = [Double](repeating: 0, count: depth)
    private var next = 0
    private var count = 0
    /// The median; nil before the third value.
    private(set) var value: Double?

    /// Takes the next value.
    mutating func append(_ newValue: Double) {
        values[next] = newValue
        next = next + 1 == Self.depth ? 0 : next + 1
        count = min(count + 1, Self.depth)
        for index in 0..<count {
            var slot = index
            while slot > 0, ordered[slot - 1] > values[index] {
                ordered[slot] = ordered[slot - 1]
                slot -= 1
            }
            ordered[slot] = values[index]
        }
        value = count < 3 ? nil : ordered[count / 2]
    }
}
