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
