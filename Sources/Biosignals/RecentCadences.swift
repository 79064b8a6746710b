/// The cadences of the last five good seconds, in steps per minute.
struct RecentCadences {
    private var values = SIMD8<Double>.zero
    private var count = 0
    private var next = 0

    mutating func removeAll() { (count, next) = (0, 0) }

    mutating func append(_ cadence: Double) {
        values[next] = cadence
        next = next == 4 ? 0 : next + 1
        count = min(count + 1, 5)
    }

    /// The middle value, or the mean of the middle two; nil when empty.
    var median: Double? {
        guard count > 0 else { return nil }
        var ordered = values
        for index in 1..<max(count, 2) where index < count {
            var slot = index
            while slot > 0, ordered[slot - 1] > ordered[slot] {
                (ordered[slot - 1], ordered[slot]) = (ordered[slot], ordered[slot - 1])
                slot -= 1
            }
        }
        return count % 2 == 1 ? ordered[count / 2] : (ordered[count / 2 - 1] + ordered[count / 2]) / 2
    }
}
