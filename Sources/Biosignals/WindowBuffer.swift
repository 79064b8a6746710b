/// The last 200 samples (8 s at 25 Hz) of a signal.
struct WindowBuffer {
    private var values = [Double](repeating: 0, count: PulseSpectrum.window)
    private var next = 0

    /// Replaces the oldest sample.
    mutating func push(_ value: Double) {
        values[next] = value
        next = next + 1 == values.count ? 0 : next + 1
    }

    /// The sample that the next ``push(_:)`` will replace.
    var oldest: Double { values[next] }

    /// The arithmetic mean.
    var mean: Double {
        var sum = 0.0
        for value in values { sum += value }
        return sum / Double(values.count)
    }

    /// The mean squared distance from the mean.
    var variance: Double {
        let mean = mean
        var sum = 0.0
        for value in values { sum += (value - mean) * (value - mean) }
        return sum / Double(values.count)
    }

    /// Visits the samples from the oldest to the newest.
    @inline(__always)
    func forEachInOrder(_ visit: (Int, Double) -> Void) {
        let tail = values.count - next
        for index in 0..<tail { visit(index, values[next + index]) }
        for index in 0..<next { visit(tail + index, values[index]) }
    }
}
