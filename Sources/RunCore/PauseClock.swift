/// Elapsed and timer time of a run, in whole milliseconds: timer = elapsed − pauses, so timer ≤ elapsed always (fault B7).
public struct PauseClock: Hashable, Sendable {
    /// A stretch in which the timer stood.
    public struct Pause: Hashable, Sendable {
        /// When it began.
        public var from: RunTime
        /// When it ended; nil while it lasts.
        public var to: RunTime?
        /// Why.
        public var cause: PauseCause
    }

    /// All pauses in order; the last may still last.
    public private(set) var pauses: [Pause] = []
    private var closedMilliseconds: UInt32 = 0

    /// No pauses.
    public init() { pauses.reserveCapacity(64) }

    /// The pause that lasts now.
    public var open: Pause? { pauses.last.flatMap { $0.to == nil ? $0 : nil } }

    /// Begins a pause; ignored during one. It is dated no earlier than `floor` and the end of the pause before.
    mutating func begin(at time: RunTime, cause: PauseCause, noEarlierThan floor: RunTime) {
        guard open == nil else { return }
        pauses.append(Pause(from: max(time, floor, pauses.last?.to ?? .start), to: nil, cause: cause))
    }

    /// A pause by hand takes over one that lasts: now only a button ends it.
    mutating func take(over cause: PauseCause) {
        if open != nil, cause == .manual { pauses[pauses.count - 1].cause = .manual }
    }

    /// Ends the pause that lasts; ignored outside one.
    mutating func end(at time: RunTime) {
        guard let pause = open else { return }
        let to = max(time, pause.from)
        pauses[pauses.count - 1].to = to
        closedMilliseconds &+= to.millisecondsSince(pause.from)
    }

    /// Counts a whole pause at once, unless one lasts already.
    mutating func skip(from: RunTime, to: RunTime, cause: PauseCause) {
        guard open == nil else { return }
        begin(at: from, cause: cause, noEarlierThan: .start)
        end(at: to)
    }

    /// Milliseconds on the timer at a time that is no earlier than the last change.
    public func timerMilliseconds(at time: RunTime) -> UInt32 {
        let elapsed = time.milliseconds, running = open.map { time.millisecondsSince($0.from) } ?? 0
        return elapsed >= closedMilliseconds &+ running ? elapsed - closedMilliseconds - running : 0
    }

    /// Milliseconds on the timer at any time of the run, by going through the pauses.
    public func timerMilliseconds(anywhere time: RunTime) -> UInt32 {
        var timer = time.milliseconds
        for pause in pauses where pause.from < time {
            timer -= min(timer, min(pause.to ?? time, time).millisecondsSince(pause.from))
        }
        return timer
    }
}
