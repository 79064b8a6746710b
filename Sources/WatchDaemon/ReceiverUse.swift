import LinuxPeripherals
import Quantities

/// When the receiver is listened to: while a run needs it, and once after the start until the time is known.
///
/// A Pi without a network does not know the time when it starts, and gpsd does (U-B13). Nobody waits longer than ``patience`` for that: a
/// receiver that has no view of the sky is let go, and the next run asks again.
final class ReceiverUse {
    /// The almanac and the time itself are sent within 12.5 minutes, the time alone each 30 s (IS-GPS-200, 20.3.3): who has not heard it ten
    /// times over does not hear.
    static let patience = Duration.seconds(300)

    /// What it is listened to for.
    enum Purpose: Hashable {
        /// Nothing: it is not listened to.
        case none
        /// The time only.
        case time
        /// A run.
        case run
    }

    /// What it is listened to for now.
    private(set) var purpose = Purpose.none
    private let loop: EventLoop
    private let patienceForTime: Duration
    private let change: (_ isOn: Bool) -> Void
    private var isWantedByRun = false
    private var isWantedForTime = false
    private var timer: LoopTimer?

    /// - Parameter change: begins to listen, or ends it.
    init(on loop: EventLoop, patience: Duration = ReceiverUse.patience, change: @escaping (_ isOn: Bool) -> Void) {
        self.loop = loop
        patienceForTime = patience
        self.change = change
    }

    deinit { if let timer { loop.remove(timer) } }

    /// Listens for the time, for a while.
    func beginWithTime(at now: MonotonicInstant) {
        isWantedForTime = true
        timer = loop.makeTimer { [weak self] _ in self?.endWithTime() }
        timer?.setDeadline(now + patienceForTime, tolerance: min(.seconds(30), patienceForTime / 10))
        update()
    }

    /// True while the time is still looked for.
    var looksForTime: Bool { isWantedForTime }

    /// The time is known, or nobody waits for it any more.
    func endWithTime() {
        guard isWantedForTime else { return }
        isWantedForTime = false
        if let timer { loop.remove(timer) }
        timer = nil
        update()
    }

    /// A run needs it, or does not any more.
    func setRun(_ needsIt: Bool) {
        isWantedByRun = needsIt
        update()
    }

    private func update() {
        let wanted: Purpose = isWantedByRun ? .run : isWantedForTime ? .time : .none
        guard wanted != purpose else { return }
        let wasOn = purpose != .none
        purpose = wanted
        // A run that begins meanwhile hears of the receiver's state anew.
        if wanted == .run, wasOn { change(false) }
        change(wanted != .none)
    }
}
