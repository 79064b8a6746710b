/// Mean and standard deviation of values that come one by one (Welford 1962).
struct RunningMoments: Hashable, Sendable {
    private(set) var count = 0.0
    private(set) var mean = 0.0
    private var squares = 0.0

    mutating func add(_ value: Double) {
        count += 1
        let before = value - mean
        mean += before / count
        squares += before * (value - mean)
    }

    /// Of the sample; 0 of fewer than two values.
    var deviation: Double { count > 1 ? (squares / (count - 1)).squareRoot() : 0 }
}
