import Quantities

/// Tells a worn sensor from one that looks at the air, a table or a wall, from the levels of the raw counts.
///
/// A level is counts per milliampere of LED current, so that automatic gain does not look like taking the watch off. On skin at 411 µs a
/// MAX3010x gives 5 000 and more; in air its own crosstalk. The best channel decides: one that is lit and pulsates suffices, because red
/// light sees far less blood at the wrist than green or infrared does.
struct WearDetector {
    /// One flag a channel.
    typealias ChannelFlags = SIMDMask<SIMD3<Int64>>

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
    /// The worn level of each channel.
    private var worn: [SlowMedian]
    private var low = 0
    private var back = 0
    private var flat = 0
    private var still = 0

    /// A detector for a sensor of some channels, at most three, taken to be worn.
    init(channels: Int) {
        worn = (0..<min(max(channels, 0), 3)).map { _ in SlowMedian() }
    }

    /// One second of the optical sensor, channel by channel.
    struct Light {
        /// Mean counts, per milliampere where the current is known.
        var levels: SIMD3<Double>
        /// Where the current is known.
        var hasCurrent: ChannelFlags
        /// Spread of the band-passed counts over the last 8 s, in the same unit.
        var pulsations: SIMD3<Double>
    }

    /// Takes one second; `intensity` is the spread of the acceleration in g, nil without a live accelerometer.
    mutating func update(_ light: Light, intensity: Double?, confidence: Double) {
        let dark = darkness(of: light)
        low = areAll(dark) ? low + 1 : 0
        flat = hasBlood(light, dark) ? 0 : flat + 1
        still = confidence < 0.5 && (intensity.map { $0 < Self.deadStill } ?? false) ? still + 1 : 0
        if isWorn {
            if low >= Self.secondsToLose || flat >= Self.secondsWithoutPulse || still >= Self.secondsDeadStill {
                (isWorn, back) = (false, 0)
            } else {
                for channel in worn.indices where light.hasCurrent[channel] && !dark[channel] {
                    worn[channel].append(light.levels[channel])
                }
            }
        } else {
            back = isBack(light) && flat == 0 && still < Self.secondsDeadStill ? back + 1 : 0
            if back >= Self.secondsToFind { (isWorn, low, flat, still) = (true, 0, 0, 0) }
        }
    }

    private func darkness(of light: Light) -> ChannelFlags {
        var dark = ChannelFlags(repeating: false)
        for channel in worn.indices where light.hasCurrent[channel] {
            let level = light.levels[channel]
            dark[channel] = level < Self.floor || worn[channel].value.map { level < Self.lost * $0 } ?? false
        }
        return dark
    }

    private func areAll(_ dark: ChannelFlags) -> Bool {
        for channel in worn.indices where !dark[channel] { return false }
        return true
    }

    /// A dark channel has no blood: the noise of a sensor in the air would keep the watch worn.
    private func hasBlood(_ light: Light, _ dark: ChannelFlags) -> Bool {
        for channel in worn.indices where !dark[channel] {
            if light.pulsations[channel] >= Self.leastPulsation * light.levels[channel].magnitude { return true }
        }
        return false
    }

    /// True if some channel is back at its worn level, or may be for all that is known.
    private func isBack(_ light: Light) -> Bool {
        for channel in worn.indices {
            let level = light.levels[channel]
            guard light.hasCurrent[channel] else { return true }
            if worn[channel].value.map({ Self.found.contains(level / $0) }) ?? (level >= Self.floor) { return true }
        }
        return false
    }
}
