/// A foot strike that stands alone in the acceleration.
struct FootStrike {
    /// Number of the sample of its peak, 25 a second.
    var sample = 0
    /// How lively the half seconds beside it are, as a share of its height: 0.1–0.25 at a slow walk, 0.3 and more at a desk.
    var roughness = 0.0
    /// Its step has been counted.
    var isCredited = false
}

/// Finds single foot strikes in the length of the acceleration vector as it came, not band-passed: the strike of a slow walk is a peak of
/// 0.2 s, and what a filter rings on with is as long as the rest between two of them.
struct FootStrikes {
    /// Samples that are looked at before a peak, and behind it: 0.56 s.
    static let reach = 14
    /// So near to a peak, in samples, its own flanks are.
    private static let flank = 4
    /// The least height of a strike over its sides in g.
    private static let smallest = 0.07
    private static let width = 2 * reach + 1

    /// The last 29 samples twice over, so that the latest ones stand in one piece whatever the slot.
    private var recent = [Double](repeating: 0, count: 2 * width)
    private var slot = 0
    private var samples = 0

    /// Takes the next sample in g; the strike 0.56 s ago, if there was one.
    mutating func push(_ magnitude: Double) -> FootStrike? {
        recent[slot] = magnitude
        recent[slot + Self.width] = magnitude
        slot = slot + 1 == Self.width ? 0 : slot + 1
        samples &+= 1
        guard samples >= Self.width else { return nil }
        let peak = slot + Self.reach
        guard recent[peak] >= recent[peak - 1], recent[peak] > recent[peak + 1], isHighest(peak) else { return nil }
        let before = side(from: slot)
        let behind = side(from: peak + Self.flank)
        let height = recent[peak] - max(before.mean, behind.mean)
        guard height >= Self.smallest else { return nil }
        let roughness = ((before.variance + behind.variance) / 2).squareRoot() / height
        return FootStrike(sample: samples &- Self.reach &- 1, roughness: roughness)
    }

    private func isHighest(_ peak: Int) -> Bool {
        for place in slot..<(slot + Self.width) where recent[place] > recent[peak] { return false }
        return true
    }

    /// What one side of a peak is like, without the peak's own flank.
    private func side(from start: Int) -> (mean: Double, variance: Double) {
        let end = start + Self.reach - Self.flank + 1
        let count = Double(end - start)
        var sum = 0.0
        for place in start..<end { sum += recent[place] }
        let mean = sum / count
        var squares = 0.0
        for place in start..<end { squares += (recent[place] - mean) * (recent[place] - mean) }
        return (mean, squares / count)
    }
}
