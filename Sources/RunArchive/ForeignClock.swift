import ActivityFiles
import ForeignRuns
import Quantities

/// When a run of another device began and ended, and when its timer stood: elapsed time and timer are the file's own where it states them.
///
/// Pauses are written in whole seconds, or not at all, while totals are written in milliseconds. So pauses give or take what is between the
/// two; where none is stated, the timer stood after the last point, or in the longest silences between points.
struct ForeignClock {
    /// When the run began.
    let start: UTCInstant
    /// Milliseconds from start to end.
    let elapsed: Int64
    /// Milliseconds from the start at which the timer stopped and went on, in order and apart.
    private(set) var pauses: [Range<Int64>] = []
    /// How long the timer stood beside that; nobody knows when.
    private(set) var notPlaced: Int64 = 0

    private let times: [Int64]
    /// How long the timer had stood before each pause.
    private var standingBefore: [Int64] = []

    /// What rounding to whole seconds may take at an end.
    private static let second: Int64 = 1000
    /// Some recorders write on for a moment after they were stopped: points that much later, milliseconds, belong to the end.
    private static let lastPoints: Int64 = 10_000
    /// A timer that ran on for longer after the last point of a file without elapsed time did not: milliseconds.
    private static let longestTail: Int64 = 60_000
    /// So little standing that nobody knows when of is put at the end: milliseconds.
    private static let little: Int64 = 5000

    /// The clock of a piece; nil where it has no two moments.
    init?(_ piece: ActivityPiece) {
        let stated = piece.totals.start
        guard let first = piece.moments.first?.time ?? stated, let last = piece.moments.last?.time ?? stated else { return nil }
        if let stated, stated <= first.advanced(by: .seconds(1)), stated.duration(to: first) <= MomentOrder.longestSilence {
            start = stated
        } else {
            start = first
        }
        let start = start
        times = piece.moments.map { max(0, start.duration(to: $0.time).inMilliseconds) }
        let span = max(0, start.duration(to: last).inMilliseconds), timer = piece.totals.timer?.inMilliseconds
        let silence = MomentOrder.longestSilence.inMilliseconds
        // A session without points is as long as it says.
        let longest = piece.moments.isEmpty ? Int64.max : span.addingSaturating(silence)
        if let whole = piece.totals.elapsed?.inMilliseconds, whole >= span - Self.lastPoints, whole <= longest {
            elapsed = whole
        } else if piece.totals.elapsed == nil, let timer, timer > span, timer - span <= Self.longestTail || piece.moments.isEmpty {
            elapsed = timer
        } else {
            elapsed = span
        }
        guard elapsed > 0 else { return nil }
        pauses = clipped(
            piece.pauses.map {
                start.duration(to: $0.start)
                    .inMilliseconds..<max(
                        start.duration(to: $0.start).inMilliseconds, start.duration(to: $0.end).inMilliseconds)
            })
        if let timer, timer >= 0 {
            settle(standing: max(0, elapsed - timer))
        } else {
            pauses = clipped(pauses + silences(in: piece.moments))
        }
        var sum: Int64 = 0
        standingBefore = pauses.map { pause in
            defer { sum += Int64(pause.count) }
            return sum
        }
    }

    /// Milliseconds of all pauses.
    var standing: Int64 { pauses.reduce(0) { $0 + Int64($1.count) } }

    /// True while the timer stands, its first and last moment not included.
    func isStanding(at time: Int64) -> Bool {
        let index = firstPause(endingAfter: time)
        return pauses.indices.contains(index) && pauses[index].lowerBound < time
    }

    /// Milliseconds that the timer ran until a moment.
    func timer(at time: Int64) -> Int64 {
        let inside = max(0, min(elapsed, time)), index = firstPause(endingAfter: inside)
        let standing = standingBefore.indices.contains(index) ? standingBefore[index] : self.standing
        return inside - standing - (pauses.indices.contains(index) ? max(0, inside - pauses[index].lowerBound) : 0)
    }

    /// The place of the first pause that is not over at a moment.
    func firstPause(endingAfter time: Int64) -> Int {
        var low = 0, high = pauses.count
        while low < high {
            let middle = low + (high - low) / 2
            if pauses[middle].upperBound <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: -

    /// Pauses within the run, joined where they touch, in order.
    private func clipped(_ pauses: [Range<Int64>]) -> [Range<Int64>] {
        let inside = pauses.map { max(0, min(elapsed, $0.lowerBound))..<max(0, min(elapsed, $0.upperBound)) }
        var joined: [Range<Int64>] = []
        for pause in inside.sorted(by: { $0.lowerBound < $1.lowerBound }) where !pause.isEmpty {
            if let last = joined.last, pause.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, pause.upperBound)
            } else {
                joined.append(pause)
            }
        }
        return joined
    }

    /// Recording was interrupted, and nothing says whether the timer was: then it was, unless a pause says so already.
    private func silences(in moments: [RecordedMoment]) -> [Range<Int64>] {
        moments.indices.dropFirst().compactMap { index in
            let gap = times[index - 1]..<max(times[index - 1], times[index])
            guard moments[index].startsStretch, Int64(gap.count) > MomentOrder.longestBreath.inMilliseconds else { return nil }
            let next = firstPause(endingAfter: gap.lowerBound)
            return pauses.indices.contains(next) && pauses[next].lowerBound < gap.upperBound ? nil : gap
        }
    }

    /// Makes the pauses as long in all as the file's totals have it.
    private mutating func settle(standing target: Int64) {
        let rest = target - standing
        if rest < 0 { shrink(to: target) } else if rest > 0 { grow(by: rest) }
    }

    /// Each pause by its share.
    private mutating func shrink(to target: Int64) {
        let all = standing
        guard all > 0 else { return }
        var left = target, before = all
        pauses = pauses.map { pause in
            let length = Int64(pause.count)
            // Whole milliseconds, such that all shares together are the target.
            let share = before > 0 ? Int64(rounding: Double(left) * Double(length) / Double(before)) : 0
            before -= length
            let taken = min(length, max(0, share))
            left -= taken
            return pause.lowerBound..<pause.lowerBound + taken
        }
        pauses.removeAll { $0.isEmpty }
    }

    private mutating func grow(by rest: Int64) {
        var rest = rest
        if rest <= Self.second * Int64(pauses.count) { stretch(by: &rest) }
        guard rest > 0 else { return }
        var added: [Range<Int64>] = []
        let last = max(times.last ?? 0, pauses.last?.upperBound ?? 0)
        let tail = min(rest, max(0, elapsed - last + (elapsed > last ? Self.second : 0)))
        if tail > 0, elapsed - tail >= pauses.last?.upperBound ?? 0 {
            added.append(elapsed - tail..<elapsed)
            rest -= tail
        }
        for gap in gaps() where rest > 0 {
            let length = min(rest, Int64(gap.count)), from = gap.lowerBound + (Int64(gap.count) - length) / 2
            added.append(from..<from + length)
            rest -= length
        }
        if rest > 0, rest <= Self.little, added.isEmpty, pauses.last?.upperBound ?? 0 <= elapsed - rest {
            added.append(elapsed - rest..<elapsed)
            rest = 0
        }
        pauses = clipped(pauses + added)
        notPlaced = max(0, rest)
    }

    /// Each pause takes its share of what whole seconds left over, at most a second: after its end and before its start as far as there is no
    /// point, and only then over points.
    private mutating func stretch(by rest: inout Int64) {
        for overPoints in [false, true] {
            for index in pauses.indices where rest > 0 {
                let pause = pauses[index], share = min(Self.second, (rest + Int64(pauses.count - index) - 1) / Int64(pauses.count - index))
                let limits = limits(of: index, overPoints: overPoints)
                let after = max(0, min(share, limits.upper - pause.upperBound))
                let before = max(0, min(share - after, pause.lowerBound - limits.lower))
                pauses[index] = pause.lowerBound - before..<pause.upperBound + after
                rest -= after + before
            }
        }
    }

    /// How far a pause may reach: to its neighbours, and to the points around it.
    private func limits(of index: Int, overPoints: Bool) -> (lower: Int64, upper: Int64) {
        var lower = index > 0 ? pauses[index - 1].upperBound + 1 : 0
        var upper = index + 1 < pauses.count ? pauses[index + 1].lowerBound - 1 : elapsed
        guard !overPoints else { return (lower, upper) }
        let next = firstPoint(at: pauses[index].upperBound), last = firstPoint(at: pauses[index].lowerBound + 1) - 1
        if times.indices.contains(next) { upper = min(upper, times[next]) }
        if times.indices.contains(last) { lower = max(lower, times[last]) }
        return (lower, upper)
    }

    /// The place of the first point at a moment or later.
    private func firstPoint(at time: Int64) -> Int {
        var low = 0, high = times.count
        while low < high {
            let middle = low + (high - low) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// What is left of silences between points when the recording's usual interval is taken off, the longest first, those with a pause in them
    /// not among them.
    private func gaps() -> [Range<Int64>] {
        guard times.count > 1 else { return [] }
        let intervals = zip(times, times.dropFirst()).map { $1 - $0 }
        let usual = max(Self.second, intervals.sorted()[intervals.count / 2])
        var gaps: [Range<Int64>] = []
        var pause = 0
        for (from, to) in zip(times, times.dropFirst()) where to - from > usual {
            while pause < pauses.count, pauses[pause].upperBound <= from { pause += 1 }
            if pause < pauses.count, pauses[pause].lowerBound < to { continue }
            gaps.append(from + usual / 2..<to - (usual - usual / 2))
        }
        return gaps.filter { !$0.isEmpty }.sorted { ($1.count, $0.lowerBound) < ($0.count, $1.lowerBound) }
    }
}
