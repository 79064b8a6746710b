import Quantities

// Where a lap by distance or time ends.
extension RunTotals {
    /// The event that ends the lap under way, if the latest second filled its distance or time: interpolated between that second and the one
    /// before (fault H15), or over the gap that this second ends. A lap by time counts timer time, so that a pause cannot fill it
    /// (fault B12). nil if the lap is not full.
    func nextAutoLap(_ rule: AutoLap, since previous: RunSample) -> RunEvent? {
        guard let sample = lastSample, openLap.number < .max else { return nil }
        switch rule {
        case .off: return nil
        case .distance(let length): return lapByDistance(length, from: previous, to: sample)
        case .time(let length): return lapByTime(length, from: previous, to: sample)
        }
    }

    private func lapByDistance(_ length: Distance, from previous: RunSample, to sample: RunSample) -> RunEvent? {
        guard length.meters >= 1 else { return nil }
        let (full, overflow) = openLap.countersAtStart.distanceMillimeters.addingReportingOverflow(UInt32(rounding: length.meters * 1000))
        let start = spread.start.time < previous.time ? spread.start.time : previous.time
        let from = spread.start.time < previous.time ? spread.start.distanceMillimeters : previous.distanceMillimeters
        let to = sample.distanceMillimeters
        guard !overflow, to >= full, to > from else { return nil }
        let share = Double(full > from ? full - from : 0) / Double(to - from)
        let span = Double(sample.time.millisecondsSince(start))
        let time = RunTime(milliseconds: start.milliseconds + UInt32(rounding: share * span))
        return RunEvent(time: max(time, openLap.start), kind: .lap(.distance, distanceMillimeters: full))
    }

    private func lapByTime(_ length: Duration, from previous: RunSample, to sample: RunSample) -> RunEvent? {
        guard length >= .seconds(1) else { return nil }
        let timer = clock.timerMilliseconds(at: sample.time)
        let (full, overflow) = openLap.timerAtStart.addingReportingOverflow(UInt32(clamping: length.inMilliseconds))
        guard !overflow, timer >= full else { return nil }
        let time = RunTime(milliseconds: sample.time.milliseconds - min(timer - full, sample.time.milliseconds))
        let span = sample.time.millisecondsSince(previous.time)
        let share = span > 0 ? Double(min(time.millisecondsSince(previous.time), span)) / Double(span) : 1
        let from = previous.distanceMillimeters, to = max(sample.distanceMillimeters, from)
        let distance = from + UInt32(rounding: share * Double(to - from))
        return RunEvent(time: max(time, openLap.start), kind: .lap(.time, distanceMillimeters: distance))
    }
}
