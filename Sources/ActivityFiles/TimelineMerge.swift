import Quantities

/// A file in the making, as it takes a run in the order of time.
protocol TimelineWriting: ~Copyable {
    /// Takes a point that counts.
    ///
    /// - Parameters:
    ///   - time: milliseconds from the start of the run.
    ///   - startsPiece: true if nothing joins it to the last point that was written.
    /// - Returns: false if the format leaves the point out, so that the next one has to begin the piece.
    mutating func add(_ point: ActivityPoint, at time: Int64, startsPiece: Bool) throws(ActivityWriteError) -> Bool
    /// Ends a lap; never the last one.
    mutating func endLap(_ index: Int) throws(ActivityWriteError)
    /// There are no more points; laps may still end.
    mutating func endPoints() throws(ActivityWriteError)
}

extension TimelineWriting where Self: ~Copyable {
    /// Most formats do not tell laps.
    mutating func endLap(_ index: Int) throws(ActivityWriteError) {}
    /// Most formats have nothing to say then.
    mutating func endPoints() throws(ActivityWriteError) {}
}

/// Merges a run's points with its laps and pauses (``ActivityFormatWriter`` states the rules).
struct TimelineMerge {
    private let timeline: ActivityTimeline
    private let start: Int64
    private var nextMark = 0
    private var isPaused = false
    private var startsPiece = true
    private var last = Int64.min
    /// Points that were left out.
    private(set) var skipped = 0

    init(_ timeline: ActivityTimeline, from start: UTCInstant) {
        self.timeline = timeline
        self.start = start.milliseconds
    }

    /// Hands on everything.
    mutating func run<Writing: TimelineWriting & ~Copyable>(
        _ nextPoint: () throws(ActivityWriteError) -> ActivityPoint?, into writing: inout Writing
    ) throws(ActivityWriteError) {
        while let point = try nextPoint() {
            if point.startsPiece { startsPiece = true }
            guard let time = point.time?.milliseconds.subtractingSaturating(start), time >= 0, time <= timeline.stop else {
                skipped += 1
                continue
            }
            if nextMark < timeline.marks.count { try handOnMarks(before: time, into: &writing) }
            guard !isPaused, time > last else {
                skipped += 1
                continue
            }
            if try writing.add(point, at: time, startsPiece: startsPiece) { startsPiece = false } else { skipped += 1 }
            last = time
        }
        try handOnMarks(before: timeline.stop, into: &writing)
        try writing.endPoints()
        try handOnMarks(before: .max, into: &writing)
    }

    private mutating func handOnMarks<Writing: TimelineWriting & ~Copyable>(
        before time: Int64, into writing: inout Writing
    ) throws(ActivityWriteError) {
        while nextMark < timeline.marks.count {
            let (markTime, mark) = timeline.marks[nextMark]
            if case .pause = mark { guard markTime < time else { return } } else { guard markTime <= time else { return } }
            nextMark += 1
            switch mark {
            case .pause: isPaused = true
            case .resume: (isPaused, startsPiece) = (false, true)
            case .lapEnd(let index): try writing.endLap(index)
            }
        }
    }
}
