import Quantities

// Laps that end while the receiver says nothing.
extension RunTotals {
    /// Laps that ended in the gap, by a button or by time, had run their share of its metres. Laps by distance are as long as they are.
    mutating func spreadOverLaps(to end: RunTime, timer: UInt32) {
        let mark = GapSpread.Mark(time: end, timer: timer, distanceMillimeters: counters.distanceMillimeters)
        for i in finishedLaps.indices.reversed() {
            guard finishedLaps[i].end > spread.start.time else { return }
            guard finishedLaps[i].trigger != .distance else { continue }
            let distance = max(finishedLaps[i].countersAtEnd.distanceMillimeters, spread.distance(at: finishedLaps[i].end, to: mark))
            finishedLaps[i].countersAtEnd.distanceMillimeters = distance
            if i + 1 < finishedLaps.count {
                let next = max(finishedLaps[i + 1].countersAtEnd.distanceMillimeters, distance)
                finishedLaps[i + 1].countersAtStart.distanceMillimeters = distance
                finishedLaps[i + 1].countersAtEnd.distanceMillimeters = next
            } else {
                openLap.countersAtStart.distanceMillimeters = distance
            }
            guard header.energyRule == .distance else { continue }
            finishedLaps[i].energy = energyByDistance(finishedLaps[i].distance)
            if i + 1 < finishedLaps.count { finishedLaps[i + 1].energy = energyByDistance(finishedLaps[i + 1].distance) }
        }
    }
}
