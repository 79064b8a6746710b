import RunCore

/// The smoothed heart rates of a run in the order of time.
struct SmoothedHeartRates: Sendable {
    /// Milliseconds of the run; beats a minute, 0 where the rate is not known after all.
    private var seconds: [(milliseconds: UInt64, beats: UInt8)] = []

    /// Adds what a record tells; the first to tell of a second counts.
    mutating func append(_ rates: SmoothedHeartRate) {
        for i in 0..<Int(min(rates.count, 16)) {
            let milliseconds = UInt64(rates.first.milliseconds) + UInt64(i) * 1000
            if let last = seconds.last, last.milliseconds >= milliseconds { continue }
            seconds.append((milliseconds, rates.beats[i]))
        }
    }

    /// The value of a second, by the rule of the totals: the one that lies within half a second; nil if none was told.
    func beats(at time: RunTime) -> UInt8? {
        let latest = UInt64(time.milliseconds) + 500
        var low = 0, high = seconds.count
        while low < high {
            let middle = (low + high) / 2
            if seconds[middle].milliseconds <= latest { low = middle + 1 } else { high = middle }
        }
        guard low > 0, seconds[low - 1].milliseconds + 1000 > latest else { return nil }
        return seconds[low - 1].beats
    }
}
