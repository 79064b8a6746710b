import Quantities

/// The laps of a run in whole units, cut so that they add up to the run exactly: each boundary is rounded once, counted
/// from the start, and a lap is the difference of its boundaries (faults H3, H7).
struct ActivityLapTable {
    /// Amounts as files store them: milliseconds and centimetres.
    struct Amounts: Hashable {
        var elapsed: Int64 = 0
        var timer: Int64 = 0
        var distance: Int64 = 0
    }
    /// One lap.
    struct Row: Hashable {
        /// Milliseconds from the start of the run.
        var start: Int64
        var amounts: Amounts
        /// The lap as it was described.
        var lap: ActivityLap

        var end: Int64 { start + amounts.elapsed }
    }

    private(set) var rows: [Row] = []
    let whole: Amounts

    /// A run without laps has one. A lap that took no time is joined to the next, the last one to the one before.
    init(_ summary: ActivitySummary, laps: [ActivityLap]) throws(ActivityWriteError) {
        let laps = laps.isEmpty ? [ActivityLap(summary.totals, trigger: .end)] : laps
        var sum = Sum()
        sum.add(summary.totals)
        whole = sum.amounts
        sum = Sum()
        var written = Amounts()
        for lap in laps {
            sum.add(lap.totals)
            let end = sum.amounts
            guard end.elapsed > written.elapsed || (rows.isEmpty && laps.count == 1) else { continue }
            rows.append(Row(start: written.elapsed, amounts: end.minus(written), lap: lap))
            written = end
        }
        try check(sum.amounts, lapCount: Int64(laps.count))
        guard let last = rows.indices.last else {
            rows = [Row(start: 0, amounts: whole, lap: laps[laps.count - 1])]
            return
        }
        // What rounding left over, and laps without time at the end, belong to the last one.
        let rest = whole.minus(written)
        rows[last].amounts.elapsed += rest.elapsed
        rows[last].amounts.timer += rest.timer
        rows[last].amounts.distance += rest.distance
    }

    /// Every lap may have been rounded by half a unit before it came here; more is a mistake that must not be hidden.
    private func check(_ sum: Amounts, lapCount: Int64) throws(ActivityWriteError) {
        let difference = whole.minus(sum)
        guard abs(difference.elapsed) <= lapCount else {
            throw .lapsDoNotAddUp(quantity: "elapsed time", laps: Double(sum.elapsed) / 1000, run: Double(whole.elapsed) / 1000)
        }
        guard abs(difference.timer) <= lapCount else {
            throw .lapsDoNotAddUp(quantity: "timer", laps: Double(sum.timer) / 1000, run: Double(whole.timer) / 1000)
        }
        guard abs(difference.distance) <= lapCount else {
            throw .lapsDoNotAddUp(quantity: "distance", laps: Double(sum.distance) / 100, run: Double(whole.distance) / 100)
        }
    }

    private struct Sum {
        var elapsed: Int64 = 0
        var timer: Int64 = 0
        var meters = 0.0

        var amounts: Amounts {
            // A quarter of the range keeps every later sum and difference from overflowing.
            let limit = Int64.max / 4
            return Amounts(
                elapsed: min(max(0, elapsed / 1_000_000), limit), timer: min(max(0, timer / 1_000_000), limit),
                distance: min(max(0, Int64(rounding: meters * 100)), limit))
        }
        mutating func add(_ totals: ActivityTotals) {
            // Nanoseconds, so that a sum past their 292 years saturates where `Duration` would trap.
            elapsed = elapsed.addingSaturating(totals.elapsed.inNanoseconds)
            timer = timer.addingSaturating(totals.timer.inNanoseconds)
            meters += totals.distance.meters
        }
    }
}

extension ActivityLapTable.Amounts {
    fileprivate func minus(_ other: Self) -> Self {
        Self(elapsed: elapsed - other.elapsed, timer: timer - other.timer, distance: distance - other.distance)
    }
}
