import ActivityFiles
import Quantities
import RunCore

/// Where the laps of a run of another device end, the last one's end not among them.
struct ForeignLaps {
    /// A boundary between two laps.
    struct Boundary: Hashable {
        /// Milliseconds from the start of the run.
        var at: Int64
        /// The distance until then; nil where the file's laps do not make its distance.
        var millimeters: UInt32?
    }
    private(set) var boundaries: [Boundary] = []
    /// What ended them: a distance or a time if each but the last has the same, else a button.
    let trigger: LapTrigger

    /// Starts of laps are written in whole seconds, their lengths in milliseconds.
    private static let rounding: Int64 = 1500

    init(_ laps: [ImportedTotals], _ clock: ForeignClock, total: Distance) {
        trigger = Self.trigger(laps.dropLast())
        var elapsed: Int64? = 0, meters = 0.0, areElapsedKnown = true
        let tellsDistance = Self.makeWhole(laps, total)
        for (lap, next) in zip(laps, laps.dropFirst()) {
            elapsed = lap.elapsed.flatMap { length in elapsed?.addingSaturating(length.inMilliseconds) }
            if elapsed == nil { areElapsedKnown = false }
            meters += lap.distance?.meters ?? 0
            let start = next.start.map { clock.start.duration(to: $0).inMilliseconds }
            let sum = areElapsedKnown ? elapsed : nil
            let isSumRight = sum.flatMap { sum in start.map { $0.subtractingSaturating(sum).magnitude <= UInt64(Self.rounding) } } ?? true
            guard let at = isSumRight ? sum ?? start : start else { return }
            guard at > boundaries.last?.at ?? 0, at < clock.elapsed else { continue }
            boundaries.append(Boundary(at: at, millimeters: tellsDistance ? UInt32(rounding: meters * 1000) : nil))
        }
    }

    private static func trigger(_ laps: ArraySlice<ImportedTotals>) -> LapTrigger {
        func areAlike(_ values: [Double], within share: Double) -> Bool {
            guard let least = values.min(), let most = values.max(), values.count == laps.count, laps.count > 1, least > 0 else {
                return false
            }
            return most - least <= share * most
        }
        if areAlike(laps.compactMap { $0.distance?.meters }, within: 0.01) { return .distance }
        return areAlike(laps.compactMap { ($0.timer ?? $0.elapsed)?.inSeconds }, within: 0.005) ? .time : .manual
    }

    /// True if each lap states its distance and they are the whole's in all, to 1 %.
    private static func makeWhole(_ laps: [ImportedTotals], _ total: Distance) -> Bool {
        let known = laps.compactMap(\.distance)
        guard known.count == laps.count, total > .zero else { return false }
        let sum = known.reduce(0) { $0 + $1.meters }
        return abs(sum - total.meters) <= max(10, 0.01 * total.meters)
    }
}
