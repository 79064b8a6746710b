import CHarrierLinux
import Glibc
import Peripherals
import Quantities
import SystemCalls

/// The watch's one loop: waits on descriptors, timers and signals with epoll, and calls their handlers in one thread, which owns all state.
///
/// It never polls: with nothing to do it sleeps until the kernel wakes it. Handlers must not block, and may add and remove sources and
/// timers, their own included. Between wake-ups nothing is allocated.
///
/// One wake-up is one turn: ``onWake``, the handlers of what is ready, the timers that are due, ``onTurnEnd``. All of them get the instant
/// of the wake-up, which is never older than that of an earlier turn.
public final class EventLoop {
    /// Called when a descriptor is ready, with what it is ready for and the instant of the wake-up.
    public typealias Handler = (_ readiness: Readiness, _ now: MonotonicInstant) -> Void

    /// How many times the loop has slept and been woken: what its share of the battery depends on.
    public private(set) var wakeUps: UInt64 = 0

    /// Called first in each turn, before any handler.
    public var onWake: ((_ now: MonotonicInstant) -> Void)?
    /// Called last in each turn, after all handlers and timers, also in the turn in which ``stop()`` was called: the place to do what the
    /// handlers have only noted. Timers that it sets for now are due in a turn of their own, at once.
    public var onTurnEnd: ((_ now: MonotonicInstant) -> Void)?

    private let epoll: Int32
    private let timer: Int32
    private var sources: [Source?] = []  // by descriptor
    private var generation: UInt32 = 0
    /// Nil where a timer was forgotten while the due ones were being called.
    private var timers: [LoopTimer?] = []
    private var isCallingTimers = false
    private var armed: MonotonicInstant?
    private var isStopping = false
    private var latestWakeUp = MonotonicInstant(nanoseconds: .min)
    private let ready: UnsafeMutableBufferPointer<harrier_ready>

    private struct Source {
        var handler: Handler
        /// Tells an event of this source from a late one of a closed descriptor of the same number.
        var generation: UInt32
    }

    /// How far the kernel may delay the thread's timed waits so that wake-ups fall together. The loop's own timers do not need it, they
    /// have a tolerance each; it is for time-outs inside the C library.
    public static let timerSlack = Duration.milliseconds(50)
    private static let timerToken = UInt64.max

    /// A loop for the calling thread.
    public init() throws(PeripheralError) {
        epoll = harrier_epoll_create()
        timer = harrier_timer_create()
        ready = .allocate(capacity: 32)
        guard epoll >= 0, timer >= 0 else { throw Self.failure("could not be created", epoll < 0 ? epoll : timer) }
        let status = harrier_epoll_add(epoll, timer, HARRIER_READABLE, Self.timerToken)
        guard status >= 0 else { throw Self.failure("could not be created", status) }
        harrier_timer_slack(UInt64(Self.timerSlack.inNanoseconds))
    }

    deinit {
        if epoll >= 0 { close(epoll) }
        if timer >= 0 { close(timer) }
        ready.deallocate()
    }

    /// Watches a descriptor, which stays the caller's to close, after ``remove(_:)`` and never before. A number that was closed and given
    /// out again is a new source: what the old one was ready for does not reach its handler (R-B25). The handler must read until nothing is left or the
    /// descriptor is removed, else it is called again at once; ``Readiness/hungUp`` is always reported.
    public func add(_ descriptor: Int32, _ interest: Readiness, handler: @escaping Handler) throws(PeripheralError) {
        guard descriptor >= 0, descriptor < 1 << 20 else { throw Self.failure("cannot watch descriptor \(descriptor)", EBADF) }
        generation &+= 1
        let status = harrier_epoll_add(epoll, descriptor, interest.rawValue, token(descriptor, generation))
        guard status >= 0 else { throw Self.failure("cannot watch descriptor \(descriptor)", status) }
        while sources.count <= Int(descriptor) { sources.append(nil) }
        sources[Int(descriptor)] = Source(handler: handler, generation: generation)
    }

    /// Changes what a watched descriptor is watched for.
    public func change(_ descriptor: Int32, to interest: Readiness) {
        guard sources.indices.contains(Int(descriptor)), let source = sources[Int(descriptor)] else { return }
        harrier_epoll_change(epoll, descriptor, interest.rawValue, token(descriptor, source.generation))
    }

    /// Stops watching a descriptor; its handler is not called again, not even for what was ready already. Harmless if it is not watched.
    public func remove(_ descriptor: Int32) {
        guard sources.indices.contains(Int(descriptor)), sources[Int(descriptor)] != nil else { return }
        harrier_epoll_remove(epoll, descriptor)
        sources[Int(descriptor)] = nil
    }

    /// A timer, not set yet. The loop keeps it until ``remove(_:)-(LoopTimer)``.
    public func makeTimer(_ handler: @escaping (_ now: MonotonicInstant) -> Void) -> LoopTimer {
        let timer = LoopTimer(handler)
        timers.append(timer)
        return timer
    }

    /// Forgets a timer; its handler is not called again.
    public func remove(_ timer: LoopTimer) {
        timer.setDeadline(nil)
        guard let index = timers.firstIndex(where: { $0 === timer }) else { return }
        if isCallingTimers { timers[index] = nil } else { timers.remove(at: index) }
    }

    /// Handles events until ``stop()``. Returns at once if it was called before.
    public func run() throws(PeripheralError) {
        defer { isStopping = false }
        while !isStopping { try turn() }
    }

    /// Ends ``run()`` after the turn in which this is called.
    public func stop() { isStopping = true }

    /// Sleeps once until something happens, and handles it. Not to be called by a handler.
    public func turn() throws(PeripheralError) {
        arm()
        let count = harrier_epoll_wait(epoll, ready.baseAddress, Int32(ready.count))
        guard count >= 0 else { throw Self.failure("cannot wait", count) }
        wakeUps &+= 1
        latestWakeUp = max(latestWakeUp, MonotonicClock.now())
        let now = latestWakeUp
        onWake?(now)
        for index in 0..<Int(count) { dispatch(ready[index], now) }
        callDueTimers(now)
        onTurnEnd?(now)
    }

    private func dispatch(_ event: harrier_ready, _ now: MonotonicInstant) {
        guard event.token != Self.timerToken else {
            harrier_counter_drain(timer)
            armed = nil
            return
        }
        let descriptor = Int(event.token & 0xFFFF_FFFF)
        guard sources.indices.contains(descriptor), let source = sources[descriptor],
            UInt64(source.generation) == event.token >> 32
        else { return }  // an earlier handler of this turn removed it
        source.handler(Readiness(rawValue: event.what), now)
    }

    /// Due timers are called at any wake-up, so that one that another event woke us for costs no wake-up of its own; the earliest first.
    /// Each is called at most once a turn, and those that a handler adds come in the next, so that no chain of them can keep the loop.
    private func callDueTimers(_ now: MonotonicInstant) {
        isCallingTimers = true
        let count = timers.count
        while let timer = earliestDue(of: count, now) { timer.fire(inTurn: wakeUps, at: now) }
        isCallingTimers = false
        timers.removeAll { $0 == nil }
    }

    private func earliestDue(of count: Int, _ now: MonotonicInstant) -> LoopTimer? {
        var earliest: (timer: LoopTimer, deadline: MonotonicInstant)?
        for index in 0..<count {
            guard let timer = timers[index], let deadline = timer.deadline, deadline <= now, timer.lastTurn != wakeUps else { continue }
            if earliest.map({ deadline < $0.deadline }) ?? true { earliest = (timer, deadline) }
        }
        return earliest?.timer
    }

    private func arm() {
        var next: MonotonicInstant?
        for timer in timers {
            guard let latest = timer?.latest else { continue }
            next = next.map { min($0, latest) } ?? latest
        }
        guard next != armed else { return }
        harrier_timer_set(timer, next.map { max(0, $0.nanoseconds) } ?? -1)
        armed = next
    }

    private func token(_ descriptor: Int32, _ generation: UInt32) -> UInt64 {
        UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
    }

    private static func failure(_ problem: String, _ code: Int32) -> PeripheralError {
        .system("The event loop", problem, code: code, advice: "start the program again")
    }
}

/// What a descriptor is ready for, or is watched for.
public struct Readiness: OptionSet, Sendable {
    /// The bits, as the C shim numbers them.
    public let rawValue: UInt32
    /// Wraps the bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Bytes, a connection or an end can be read.
    public static let readable = Readiness(rawValue: HARRIER_READABLE)
    /// Bytes can be written, or a connection is made.
    public static let writable = Readiness(rawValue: HARRIER_WRITABLE)
    /// The other side has gone, or the descriptor failed. Reported without being asked for.
    public static let hungUp = Readiness(rawValue: HARRIER_HUNG_UP)
}

/// One deadline on an ``EventLoop``. All timers share one timerfd.
public final class LoopTimer {
    /// When the handler is to be called; nil while the timer is not set.
    public private(set) var deadline: MonotonicInstant?
    /// The instant that the kernel is asked for: the deadline, plus what it may be late.
    private(set) var latest: MonotonicInstant?
    /// The turn of the loop in which it was called last.
    private(set) var lastTurn: UInt64 = 0
    private let handler: (MonotonicInstant) -> Void

    init(_ handler: @escaping (MonotonicInstant) -> Void) { self.handler = handler }

    /// Sets the timer for one call, in place of any earlier deadline; nil cancels. It is never early. `tolerance` is how late it may be
    /// if nothing else wakes the loop before: a generous one makes a timer free of charge beside a source that speaks every second.
    public func setDeadline(_ instant: MonotonicInstant?, tolerance: Duration = .zero) {
        deadline = instant
        latest = instant.map { $0 + tolerance }
    }

    func fire(inTurn turn: UInt64, at now: MonotonicInstant) {
        lastTurn = turn
        setDeadline(nil)
        handler(now)
    }
}
