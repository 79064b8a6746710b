import Quantities

/// The single beats of the last 8 s of a calm pulse, found near a rate that is already believed.
///
/// The spectrum's rate leans on the middle of its window and the belief lags behind it; counting whole beats from the first to the last gives
/// the mean over the window itself, and how evenly they come says whether it is a pulse at all.
struct PulseBeats {
    /// Where the next beat is looked for, in expected intervals from the one before.
    private static let earliest = 0.65
    private static let latest = 1.4
    private static let fewestIntervals = 4
    private static let samplesPerMinute = 1_500.0

    private var samples = [Double](repeating: 0, count: PulseSpectrum.window)

    /// Mean rate over the beats of the window and the spread of their intervals as a share of the mean; nil where there are too few.
    struct Rhythm {
        var beatsPerMinute: Double
        var irregularity: Double
    }

    /// Measures the beats near a rate in whichever polarity they come more evenly.
    mutating func rhythm(of pulse: WindowBuffer, near beatsPerMinute: Double) -> Rhythm? {
        guard beatsPerMinute > 0 else { return nil }
        pulse.forEachInOrder { index, value in samples[index] = value }
        let upright = chain(interval: Self.samplesPerMinute / beatsPerMinute)
        for index in samples.indices { samples[index] = -samples[index] }
        let inverted = chain(interval: Self.samplesPerMinute / beatsPerMinute)
        guard let upright else { return inverted }
        guard let inverted else { return upright }
        return upright.irregularity <= inverted.irregularity ? upright : inverted
    }

    /// Beats from the highest one outward in both directions.
    private func chain(interval: Double) -> Rhythm? {
        var highest = 1
        for index in 1..<(samples.count - 1) where samples[index] > samples[highest] { highest = index }
        let top = refined(highest)
        var (first, last) = (top, top)
        var (count, sum, squares) = (0, 0.0, 0.0)
        for direction in stride(from: 1, through: -1, by: -2) {
            var at = top
            while let next = neighbour(of: at, interval: interval, direction: direction) {
                let length = (next - at).magnitude
                (count, sum, squares) = (count + 1, sum + length, squares + length * length)
                at = next
            }
            if direction > 0 { last = at } else { first = at }
        }
        guard count >= Self.fewestIntervals else { return nil }
        let mean = (last - first) / Double(count)
        let variance = max(0, squares / Double(count) - (sum / Double(count)) * (sum / Double(count)))
        return Rhythm(beatsPerMinute: Self.samplesPerMinute / mean, irregularity: variance.squareRoot() / mean)
    }

    /// The highest peak about one interval away; nil where the window ends or there is no peak.
    private func neighbour(of beat: Double, interval: Double, direction: Int) -> Double? {
        let near = beat + Double(direction) * Self.earliest * interval
        let far = beat + Double(direction) * Self.latest * interval
        let from = max(1, Int(rounding: min(near, far).rounded(.up)))
        let to = min(samples.count - 2, Int(rounding: max(near, far).rounded(.down)))
        guard from <= to else { return nil }
        var best: Int?
        for index in from...to where samples[index] >= samples[index - 1] && samples[index] > samples[index + 1] {
            if best.map({ samples[index] > samples[$0] }) ?? true { best = index }
        }
        return best.map(refined)
    }

    /// The top of the parabola through a peak and its neighbours.
    private func refined(_ index: Int) -> Double {
        let (before, here, after) = (samples[index - 1], samples[index], samples[index + 1])
        let bend = before - 2 * here + after
        return Double(index) + (bend < 0 ? min(max(0.5 * (before - after) / bend, -0.5), 0.5) : 0)
    }
}
