import CHarrierLinux
import Glibc
import Peripherals
import Quantities

/// What a helper thread holds in order to wake the loop: after it has put a message into its queue it calls ``wake()``.
public final class WakeHandle: Sendable {
    let descriptor: Int32

    init() throws(PeripheralError) {
        descriptor = harrier_wake_create()
        guard descriptor >= 0 else {
            throw .system("The event loop", "could not make a wake handle", code: descriptor, advice: "start the program again")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Wakes the loop; safe from any thread, never blocks. Many calls before the loop gets there make one wake-up.
    public func wake() { harrier_wake_signal(descriptor) }
}

extension EventLoop {
    /// A handle with which other threads call `handler` in the loop's thread. Forget it with ``remove(_:)-(WakeHandle)``.
    public func makeWakeHandle(_ handler: @escaping (_ now: MonotonicInstant) -> Void) throws(PeripheralError) -> WakeHandle {
        let handle = try WakeHandle()
        let descriptor = handle.descriptor
        try add(descriptor, .readable) { _, now in
            harrier_counter_drain(descriptor)
            handler(now)
        }
        return handle
    }

    /// Stops listening to a wake handle. Do this before the last thread lets go of it.
    public func remove(_ handle: WakeHandle) { remove(handle.descriptor) }
}
