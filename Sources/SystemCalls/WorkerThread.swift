import Glibc
import Quantities

/// A thread that sleeps until it is woken or a time has come, a mutex for what it shares with the event loop, and a descriptor by which the
/// loop learns that there are news.
///
/// The mutex is never held during a call that can stall, so that the loop never waits for the thread's work.
public final class WorkerThread: @unchecked Sendable {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var thread: pthread_t?
    /// A pipe that holds one byte while there are news.
    private let pipe: (read: Int32, write: Int32)

    /// Everything but the thread itself, which ``start(stackBytes:_:)`` makes.
    public init() throws(Errno) {
        pipe = try Self.makePipe()
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        join()
        close(pipe.read)
        close(pipe.write)
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Readable while there are news.
    public var newsDescriptor: Int32 { pipe.read }

    /// Starts the thread. What it captures lives until it ends.
    public func start(stackBytes: Int, _ body: @escaping @Sendable () -> Void) throws(Errno) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackBytes)
        var started = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let code = pthread_create(
            &started, &attributes,
            { context in
                guard let context else { return nil }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            throw Errno(code: code)
        }
        thread = started
    }

    /// Waits for the thread's end.
    public func join() {
        if let thread { pthread_join(thread, nil) }
        thread = nil
    }

    /// Holds the mutex for a moment.
    public func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Sleeps until ``wake()`` or an instant, or without reason for a moment. To be called with the mutex held.
    public func wait(until deadline: MonotonicInstant?) {
        guard let deadline else {
            pthread_cond_wait(condition, mutex)
            return
        }
        var time = timespec(
            tv_sec: Int(deadline.nanoseconds / 1_000_000_000), tv_nsec: Int(max(0, deadline.nanoseconds % 1_000_000_000)))
        pthread_cond_timedwait(condition, mutex, &time)
    }

    /// Wakes the thread. Better called after the mutex was given back, else the thread wakes only to wait for it.
    public func wake() { pthread_cond_signal(condition) }

    /// Makes the descriptor readable.
    public func raiseNews() {
        var byte: UInt8 = 1
        _ = write(pipe.write, &byte, 1)
    }

    /// Makes the descriptor quiet again.
    public func lowerNews() {
        var byte: UInt8 = 0
        _ = read(pipe.read, &byte, 1)
    }

    // MARK: -

    /// The monotonic clock.
    public static var now: MonotonicInstant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicInstant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    private static func makePipe() throws(Errno) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw .current }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }
}
