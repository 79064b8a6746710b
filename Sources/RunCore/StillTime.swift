/// Timer time in which the runner stood without the run being paused, so that moving ≤ timer (faults B7, H14).
struct StillTime: Hashable, Sendable {
    private(set) var milliseconds: UInt32 = 0
    private var stretchFrom: RunTime?
    private var beforeStretch: UInt32 = 0

    mutating func add(milliseconds ran: UInt32, at time: RunTime, isStill: Bool) {
        guard isStill else {
            stretchFrom = nil
            return
        }
        if stretchFrom == nil {
            stretchFrom = RunTime(milliseconds: time.milliseconds - min(ran, time.milliseconds))
            beforeStretch = milliseconds
        }
        milliseconds &+= ran
    }

    /// A pause or stop turned out to have begun inside the stretch: what came after it is not timer time.
    mutating func cut(at time: RunTime) {
        guard let from = stretchFrom else { return }
        milliseconds = min(milliseconds, beforeStretch &+ time.millisecondsSince(from))
        stretchFrom = nil
    }
}
