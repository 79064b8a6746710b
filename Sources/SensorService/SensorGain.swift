import Biosignals
import Quantities

/// Gathers two seconds of one optical channel for the automatic gain of its LED: median count and share of clipped samples.
struct SensorGain {
    private static let interval = Duration.milliseconds(1_900)
    /// 0.4 % of full scale a step: the gain's band is seventy times as wide.
    private static let countsPerStep = 1024.0
    private static let steps = 256

    private var gain = LEDGain()
    private var histogram = [UInt16](repeating: 0, count: steps)
    private var samples = 0
    private var clipped = 0
    private var since: MonotonicInstant?

    /// Takes the count of a sample.
    mutating func add(_ count: Double) {
        let step = min(max(Int(rounding: (count / Self.countsPerStep).rounded(.down)), 0), Self.steps - 1)
        histogram[step] &+= 1
        samples += 1
        if count >= LEDGain.clippingCount { clipped += 1 }
    }

    /// The register value to set now; nil to leave the current as it is. The confidence is that of the heart rate.
    mutating func adjustment(at now: MonotonicInstant, confidence: Double) -> UInt8? {
        guard let since else {
            self.since = now
            return nil
        }
        guard since.duration(to: now) >= Self.interval, samples > 0 else { return nil }
        let share = Double(clipped) / Double(samples), median = median
        restart(at: now)
        guard
            case .setCurrent(let register, _) = gain.update(
                median: median, clipped: share, atSeconds: now.seconds, confidence: confidence)
        else { return nil }
        return register
    }

    /// Forgets samples: there was a break.
    mutating func restart(at now: MonotonicInstant) {
        for step in histogram.indices { histogram[step] = 0 }
        (samples, clipped, since) = (0, 0, now)
    }

    private var median: Double {
        var left = samples / 2
        for step in histogram.indices {
            left -= Int(histogram[step])
            if left < 0 { return (Double(step) + 0.5) * Self.countsPerStep }
        }
        return 0
    }
}
