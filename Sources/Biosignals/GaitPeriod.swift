/// The step period of the last four seconds of acceleration, by autocorrelation of a clipped window.
///
/// Clipping keeps one hard knock from deciding the second; taking the *smallest* lag that is nearly as good as the best one keeps the
/// arm swing (two steps) from being taken for a step. 44 lags cost about 3 500 multiply-adds.
struct GaitPeriod {
    /// Samples in the window: 4 s at 25 Hz.
    static let window = 100
    private static let shortestLag = 4
    private static let longestLag = 42
    /// The slowest and fastest steps a second that are taken for walking or running.
    static let slowest = 1.2
    static let fastest = 3.7
    /// Below this spread of the window, in g, nobody walks.
    private static let stillDeviation = 0.045
    /// Above this spread, in g, the wearer runs.
    static let runningDeviation = 0.40
    private static let rate = 25.0

    /// Samples from one step to the next; 0 where there is none.
    private(set) var lag = 0.0
    /// The autocorrelation at its best lag, about 0...1.
    private(set) var quality = 0.0
    /// Spread of the clipped window in g.
    private(set) var deviation = 0.0
    /// Spread of the window as it came, in g.
    private(set) var wholeDeviation = 0.0

    private var clipped = [Double](repeating: 0, count: window)
    private var ordered = [Double](repeating: 0, count: window)
    private var correlation = [Double](repeating: 0, count: longestLag + 2)

    /// Steps a second, 0 where there is no period.
    var stepRate: Double { lag > 0 ? Self.rate / lag : 0 }

    /// Measures a window that starts at `start` of the ring `samples` (exactly ``window`` long). `isFull` is false before 4 s have passed.
    mutating func measure(_ samples: [Double], from start: Int, isFull: Bool) {
        clip(samples, from: start)
        (lag, quality) = (0, 0)
        guard isFull, deviation >= Self.stillDeviation else { return }
        correlate()
        quality = bestCorrelation()
        guard quality > 0, let found = steppingLag() else {
            quality = max(quality, 0)
            return
        }
        let rate = Self.rate / found
        lag = Self.slowest <= rate && rate <= Self.fastest ? found : 0
    }

    private mutating func clip(_ samples: [Double], from start: Int) {
        let count = Double(Self.window)
        var sum = 0.0
        for index in 0..<Self.window {
            let from = start + index
            let value = samples[from < Self.window ? from : from - Self.window]
            clipped[index] = value
            sum += value
        }
        let mean = sum / count
        var squares = 0.0
        for index in 0..<Self.window {
            clipped[index] -= mean
            squares += clipped[index] * clipped[index]
        }
        wholeDeviation = (squares / count).squareRoot()
        let limit = 2.5 * medianMagnitude()
        sum = 0
        for index in 0..<Self.window {
            clipped[index] = min(max(clipped[index], -limit), limit)
            sum += clipped[index]
        }
        squares = 0
        for index in 0..<Self.window {
            clipped[index] -= sum / count
            squares += clipped[index] * clipped[index]
        }
        deviation = (squares / count).squareRoot()
    }

    /// Insertion sort: a hundred values once a second, and the standard library's sort would allocate.
    private mutating func medianMagnitude() -> Double {
        for index in 0..<Self.window {
            let value = clipped[index].magnitude
            var slot = index
            while slot > 0, ordered[slot - 1] > value {
                ordered[slot] = ordered[slot - 1]
                slot -= 1
            }
            ordered[slot] = value
        }
        return (ordered[Self.window / 2 - 1] + ordered[Self.window / 2]) / 2
    }

    private mutating func correlate() {
        let energy = deviation * deviation * Double(Self.window)
        for lag in 0..<correlation.count {
            var sum = 0.0
            for index in 0..<(Self.window - lag) { sum += clipped[index] * clipped[index + lag] }
            correlation[lag] = sum * Double(Self.window) / Double(Self.window - lag) / energy
        }
    }

    private func isMaximum(_ lag: Int) -> Bool {
        correlation[lag] >= correlation[lag - 1] && correlation[lag] > correlation[lag + 1]
    }

    private func bestCorrelation() -> Double {
        var best = 0.0
        for lag in Self.shortestLag...Self.longestLag where isMaximum(lag) { best = max(best, correlation[lag]) }
        return best
    }

    /// The top of the parabola through a maximum and its neighbours.
    private func refined(_ lag: Int) -> Double {
        let (before, here, after) = (correlation[lag - 1], correlation[lag], correlation[lag + 1])
        let bend = before - 2 * here + after
        return Double(lag) + (bend == 0 ? 0 : 0.5 * (before - after) / bend)
    }

    private func steppingLag() -> Double? {
        var first: Int?
        for lag in Self.shortestLag...Self.longestLag where isMaximum(lag) && correlation[lag] >= 0.8 * quality {
            first = lag
            break
        }
        guard let first else { return nil }
        var period = refined(first)
        if let half = halfLag(of: period) {
            period = half
        } else if Self.rate / period < Self.slowest {
            period /= 2
        }
        if deviation > Self.runningDeviation, 60 * Self.rate / period < 95 {
            period /= 2  // A running arm: the swing, two steps long, outweighs the steps.
        }
        return period
    }

    /// The first maximum near half the period, if it is strong enough and a possible step.
    private func halfLag(of period: Double) -> Double? {
        for lag in Self.shortestLag...Self.longestLag where isMaximum(lag) && (Double(lag) - period / 2).magnitude < 0.06 * period {
            let fine = refined(lag)
            let rate = Self.rate / fine
            return correlation[lag] > 0.4 * quality && Self.slowest <= rate && rate <= 3.4 ? fine : nil
        }
        return nil
    }
}
