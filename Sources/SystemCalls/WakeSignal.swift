import CHarrierLinux
import Glibc

/// Tells an event loop from another thread that something waits for it: a descriptor that is readable while it is raised.
public protocol WakeSignaling: AnyObject, Sendable {
    /// Readable while the signal is raised; -1 where nothing can be waited on.
    var descriptor: Int32 { get }
    /// Makes the descriptor readable. Never blocks.
    func raise()
    /// Makes the descriptor quiet.
    func lower()
}

/// An eventfd(2). However often it is raised, lowering it once makes it quiet.
public final class WakeSignal: WakeSignaling {
    /// Readable while the signal is raised.
    public let descriptor: Int32

    /// A signal that is not raised.
    /// - Throws: the system gives no descriptor.
    public init() throws(Errno) {
        descriptor = harrier_wake_create()
        guard descriptor >= 0 else { throw Errno(code: descriptor.magnitude > UInt32(Int32.max) ? EIO : abs(descriptor)) }
    }

    deinit { close(descriptor) }

    /// Makes the descriptor readable.
    public func raise() { harrier_wake_signal(descriptor) }
    /// Makes the descriptor quiet.
    public func lower() { harrier_counter_drain(descriptor) }
}
