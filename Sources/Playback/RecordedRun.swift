import ForeignRuns
import Quantities

/// A recording made fit to be played: in the order of time, without times that cannot be, in a length that its points bound.
///
/// What a replay costs must depend on how much was recorded and not on what is written in two time stamps. So times that the others
/// contradict are left out, silences that are too long are jumped, and all of it is kept in ``notes``.
public struct RecordedRun: Sendable {
    /// What the recorder's timer or its buttons did.
    public enum Mark: Hashable, Sendable {
        /// The timer stopped.
        case timerStop
        /// The timer went on.
        case timerStart
        /// A lap began.
        case lap
    }

    /// The moments that are played, each later than the one before.
    public private(set) var moments: [RecordedMoment] = []
    /// What happened, as time since the first moment, in order.
    public private(set) var marks: [(after: Duration, mark: Mark)] = []
    /// What was left out or changed.
    public private(set) var notes: [RecordingNote] = []
    /// Longer times between two moments are gaps: several times the recording's own usual interval.
    public private(set) var longestLine = RecordedFeed.usualLongestLine

    /// The distance that the recording states, as it is handed on; 0 if it states none.
    public private(set) var statedDistance = Distance.zero

    /// How many of the moments have a place, also one that was filled in.
    public var placedCount: Int { moments.reduce(0) { $1.position == nil ? $0 : $0 + 1 } }

    /// From the first moment to the last.
    public var length: Duration { moments.first.flatMap { first in moments.last.map { first.time.duration(to: $0.time) } } ?? .zero }

    /// When the recorder was stopped, as time since the first moment: after the last moment if its timer had stood already.
    public private(set) var stop = Duration.zero

    /// Nothing longer is played; the longest races on foot last some 225 hours.
    public static let longestReplay = Duration.seconds(240 * 3600)
    /// A longer silence is jumped. A lunch is not; a night is.
    static let longestSilence = MomentOrder.longestSilence
    /// All silences that are waited for, together: one of the longest and a minute for each point, so that a few points cannot claim hours.
    static func silenceBudget(points: Int) -> Duration { longestSilence + .seconds(60 * Int64(clamping: points)) }
    /// What is left of a silence that is jumped.
    static let jumpedSilence = Duration.seconds(60)

    /// The times of moments as they stood in the file; parallel to ``moments``.
    private var fileTimes: [UTCInstant] = []
    private var jumps: [Int] = []

    /// Puts a recording in order.
    /// - Parameters:
    ///   - recorded: in the order of the file.
    ///   - untimed: how many more points it has that have no time.
    ///   - pauses: when its timer stood.
    ///   - laps: when its laps began.
    ///   - timer: how long it ran, where the recording says so to the millisecond.
    ///   - end: when the recorder was stopped for good.
    public init(
        _ recorded: [RecordedMoment], untimed: Int = 0, pauses: [(start: UTCInstant, end: UTCInstant)] = [], laps: [UTCInstant] = [],
        timer: Duration? = nil, end: UTCInstant? = nil
    ) {
        if untimed > 0 { notes.append(.withoutTime(untimed)) }
        let ordered = MomentOrder(recorded)
        moments = ordered.moments
        if ordered.contradicted > 0 { notes.append(.contradictedTimes(ordered.contradicted)) }
        if ordered.backward > 0 { notes.append(.outOfOrder(ordered.backward)) }
        if ordered.sameTime > 0 { notes.append(.sameTime(ordered.sameTime)) }
        leaveOutImpossibleCadence()
        setLongestLine()
        fillPlaces()
        boundLength()
        let stood = mark(pauses, laps, timer)
        markStop(end)
        let stated = StatedDistance(settling: &moments, pauses: stood)
        statedDistance = stated.total
        if stated.leaps > 0 { notes.append(.distanceLeaps(stated.leaps)) }
        if stated.whilePaused > .zero { notes.append(.distanceWhilePaused(stated.whilePaused)) }
    }

    // MARK: - What each moment says

    private mutating func leaveOutImpossibleCadence() {
        var count = 0
        for index in moments.indices.dropFirst() where moments[index].cadence == .stepsPerMinute(0) {
            guard let from = moments[index - 1].position, let to = moments[index].position else { continue }
            let seconds = moments[index - 1].time.duration(to: moments[index].time).inSeconds
            guard Self.metres(from, to) > seconds * Self.movingSpeed else { continue }
            moments[index].cadence = nil
            count += 1
        }
        if count > 0 { notes.append(.stepless(count)) }
    }

    /// Metres a second that are more than a receiver's wander.
    private static let movingSpeed = 1.0

    /// On a sphere of the earth's mean radius, which is near enough to tell moving from standing.
    private static func metres(_ a: Coordinate, _ b: Coordinate) -> Double {
        let perDegree = 111_195.0, north = b.latitude - a.latitude
        let scale = max(0, 1 - a.latitude * a.latitude / 8_100)
        let east = (b.longitude - a.longitude) * scale.squareRoot()
        return (north * north + east * east).squareRoot() * perDegree
    }

    /// Recorders that look for a place now and then only tell none in between: it lies on the line between the two.
    private mutating func fillPlaces() {
        var count = 0
        var placed: Int?
        for index in moments.indices {
            if moments[index].startsStretch { placed = nil }
            guard moments[index].position != nil else { continue }
            defer { placed = index }
            guard let from = placed, from + 1 < index, moments[from].time.duration(to: moments[index].time) <= longestLine else { continue }
            for between in (from + 1)..<index {
                let line = moments[from].moment(after: moments[from].time.duration(to: moments[between].time), towards: moments[index])
                moments[between].position = line.position
                moments[between].altitude = moments[between].altitude ?? line.altitude
                count += 1
            }
        }
        if count > 0 { notes.append(.placesFilled(count)) }
    }

    private mutating func setLongestLine() {
        guard moments.count > 2 else { return }
        let gaps = zip(moments, moments.dropFirst()).map { $0.time.duration(to: $1.time) }.sorted()
        let usual = gaps[gaps.count / 2]
        longestLine = max(RecordedFeed.usualLongestLine, min(.seconds(600), usual * 3))
    }

    // MARK: - Length

    private mutating func boundLength() {
        var shift = Duration.zero, waited = Duration.zero, jumped = Duration.zero
        fileTimes = moments.map(\.time)
        let budget = Self.silenceBudget(points: moments.count)
        for index in moments.indices.dropFirst() {
            let gap = fileTimes[index - 1].duration(to: fileTimes[index])
            if gap > longestLine {
                if gap > Self.longestSilence || waited + gap > budget {
                    if gap > Self.jumpedSilence {
                        shift += gap - Self.jumpedSilence
                        jumped += gap
                        jumps.append(index)
                    }
                } else {
                    waited += gap
                }
            }
            moments[index].time = fileTimes[index].advanced(by: .zero - shift)
        }
        if !jumps.isEmpty { notes.append(.silences(jumps.count, jumped)) }
        guard let first = moments.first?.time else { return }
        let end = moments.firstIndex { first.duration(to: $0.time) > Self.longestReplay } ?? moments.count
        guard end < moments.count else { return }
        notes.append(.afterLongestReplay(moments.count - end))
        moments.removeSubrange(end...)
        fileTimes.removeSubrange(end...)
        jumps.removeAll { $0 >= end }
    }

    /// When an instant of the file comes in the replay.
    private func played(_ instant: UTCInstant) -> Duration {
        guard let first = moments.first?.time else { return .zero }
        var low = 0, high = fileTimes.count
        while low < high {
            let middle = low + (high - low) / 2
            if fileTimes[middle] <= instant { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return .zero }
        let since = fileTimes[low - 1].duration(to: instant)
        let after = first.duration(to: moments[low - 1].time) + since
        return min(after, low < moments.count ? first.duration(to: moments[low].time) : length)
    }

    // MARK: - Timer and laps

    /// Times that are shorter are not worth a press.
    private static let shortestPause = Duration.seconds(1)

    /// Marks what the timer and the buttons did. Returns when the timer stood.
    private mutating func mark(
        _ stated: [(start: UTCInstant, end: UTCInstant)], _ laps: [UTCInstant], _ timer: Duration?
    ) -> [(start: Duration, end: Duration)] {
        guard let first = moments.first?.time else { return [] }
        var pauses = stated.filter { $0.start < $0.end }.map { (start: played($0.start), end: played($0.end)) }
        pauses.sort { $0.start < $1.start }
        var known = pauses[...]
        var jumped = jumps[...]
        for index in moments.indices.dropFirst() {
            let isJump = jumped.first == index
            if isJump { jumped = jumped.dropFirst() }
            let start = moments[index - 1].time, gap = start.duration(to: moments[index].time)
            guard isJump || moments[index].startsStretch && gap > MomentOrder.longestBreath else { continue }
            let silence = (start: first.duration(to: start), end: first.duration(to: moments[index].time))
            while let pause = known.first, pause.end <= silence.start { known.removeFirst() }
            // Where the recorder says when its timer stood, it knows better than its silence.
            if !isJump, let pause = known.first, pause.start < silence.end { continue }
            pauses.append(silence)
        }
        pauses.sort { $0.start < $1.start }
        var merged: [(start: Duration, end: Duration)] = []
        for pause in pauses {
            if let last = merged.last, pause.start < last.end + Self.shortestPause {
                merged[merged.count - 1].end = max(last.end, pause.end)
            } else {
                merged.append(pause)
            }
        }
        merged.removeAll { $0.end - $0.start < Self.shortestPause }
        if let timer { fit(&merged, to: timer) }
        for pause in merged {
            marks.append((pause.start, .timerStop))
            if pause.end < length { marks.append((pause.end, .timerStart)) }
        }
        addLaps(laps.map { played($0) }.sorted(), merged)
        marks.sort { $0.after < $1.after }
        return merged
    }

    /// A recorder whose timer stood when it was stopped writes no more points, but says when that was.
    private mutating func markStop(_ end: UTCInstant?) {
        stop = length
        guard let end, let last = fileTimes.last else { return }
        let wait = last.duration(to: end)
        guard wait >= Self.shortestPause, wait <= Self.longestSilence else { return }
        stop = length + wait
        if marks.last(where: { $0.mark != .lap })?.mark != .timerStop { marks.append((length, .timerStop)) }
    }

    /// Pauses are written in whole seconds, the timer in milliseconds: each pause gives or takes its part of what is between the two, up to
    /// a second.
    private func fit(_ pauses: inout [(start: Duration, end: Duration)], to timer: Duration) {
        let ran = pauses.reduce(length) { $0 - ($1.end - $1.start) }
        let inside = pauses.indices.filter { pauses[$0].end < length }
        guard !inside.isEmpty else { return }
        let share = (ran - timer) / inside.count
        guard share >= .seconds(-1), share <= .seconds(1) else { return }
        for index in inside {
            let shortest = pauses[index].start + Self.shortestPause
            let longest = (index + 1 < pauses.count ? pauses[index + 1].start : length) - Self.shortestPause
            pauses[index].end = max(shortest, min(pauses[index].end + share, max(longest, pauses[index].end)))
        }
    }

    private mutating func addLaps(_ laps: [Duration], _ pauses: [(start: Duration, end: Duration)]) {
        var last = Duration.zero
        var rest = pauses[...]
        for lap in laps {
            while let pause = rest.first, pause.end <= lap { rest = rest.dropFirst() }
            // A watch takes no lap while its timer stands.
            let isPaused = rest.first.map { $0.start <= lap } ?? false
            let after = isPaused ? (rest.first?.end ?? lap) + .milliseconds(500) : lap
            guard after - last >= .seconds(1), length - after >= .seconds(1) else { continue }
            last = after
            marks.append((after, .lap))
        }
    }
}
