import Glibc

/// A thread beside the event loop, that does one thing which can stall: the card, a bus, the history.
///
/// What it works with is handed to it; it must not hold the object that owns this one, or it would be asked to wait for its own end
/// (R-B24). How it waits for work and how it tells of it: ``Guarded`` and ``Mailbox``.
public final class WorkerThread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private var thread: pthread_t?

    /// Starts a thread that lives until `body` returns.
    /// - Throws: the system gives no thread.
    public init(stackBytes: Int, _ body: @escaping @Sendable () -> Void) throws(Errno) {
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

    deinit { if let thread { pthread_detach(thread) } }

    /// Waits for the thread's end. Harmless if it was waited for already.
    public func join() {
        if let thread { pthread_join(thread, nil) }
        thread = nil
    }
}
