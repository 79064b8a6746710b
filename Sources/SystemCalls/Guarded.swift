import Glibc
import Quantities

/// What two threads share: a value that can only be touched under its lock.
///
/// The lock is held for moments only, never during a call that can stall, so that the event loop never waits for a helper thread's work.
public final class Guarded<State: ~Copyable>: @unchecked Sendable {
    /// What a waiting thread finds.
    public enum Finding<Result> {
        /// Something to do.
        case ready(Result)
        /// Nothing before an instant, or before ``Guarded/signal()``.
        case wait(until: MonotonicInstant?)
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State
    /// Called after the lock was given back, where another thread may come in between: a test lets it. Nil but in tests.
    package var afterUnlock: (() -> Void)?
    /// True while the lock is held by whoever asks.
    package private(set) var isHeld = false

    /// Guards a value.
    public init(_ state: consuming State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // Waits end by the clock that no one sets.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Touches the value with the lock held.
    public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        isHeld = true
        defer {
            isHeld = false
            pthread_mutex_unlock(mutex)
            afterUnlock?()
        }
        return try body(&state)
    }

    /// Touches the value with the lock held, then wakes the thread that waits. After the lock was given back, else that thread would only
    /// wake to wait for it.
    public func withLockAndSignal<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        defer { signal() }
        return try withLock(body)
    }

    /// Wakes the thread that waits.
    public func signal() { pthread_cond_signal(condition) }

    /// Sleeps until the value holds something to do: asks at once, after each ``signal()``, and at the instant that the last answer named.
    /// The only way in which a helper thread waits.
    public func wait<Result>(_ find: (inout State) -> Finding<Result>) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            switch find(&state) {
            case .ready(let result): return result
            case .wait(until: nil): pthread_cond_wait(condition, mutex)
            case .wait(until: let instant?):
                var time = timespec(
                    tv_sec: Int(clamping: max(0, instant.nanoseconds) / 1_000_000_000),
                    tv_nsec: Int(clamping: max(0, instant.nanoseconds) % 1_000_000_000))
                pthread_cond_timedwait(condition, mutex, &time)
            }
        }
    }
}
