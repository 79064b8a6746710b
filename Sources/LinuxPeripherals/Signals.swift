import CHarrierLinux
import Glibc
import Peripherals
import Quantities

/// A signal that the loop delivers as an event, in the loop's thread, where anything may be done.
public enum ProcessSignal: CaseIterable, Sendable {
    /// SIGTERM: end in good order.
    case terminate
    /// SIGINT: the user pressed Ctrl-C.
    case interrupt
    /// SIGHUP: the terminal has gone, or the configuration is to be read again.
    case hangUp
    /// SIGWINCH: the terminal has another size.
    case windowChanged
    /// SIGTSTP: the user pressed Ctrl-Z.
    case stopRequested
    /// SIGCONT: the process was stopped and goes on.
    case continued

    /// The kernel's number.
    public var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        case .hangUp: SIGHUP
        case .windowChanged: SIGWINCH
        case .stopRequested: SIGTSTP
        case .continued: SIGCONT
        }
    }
}

/// Signals delivered by an ``EventLoop`` instead of interrupting it.
public final class SignalSource {
    private let loop: EventLoop
    private let descriptor: Int32

    /// Takes signals away from their defaults: they are blocked in this thread and in threads started later, so call it before any helper
    /// thread starts, once for each signal.
    public init(
        _ signals: [ProcessSignal], on loop: EventLoop, handler: @escaping (_ signal: ProcessSignal, _ now: MonotonicInstant) -> Void
    ) throws(PeripheralError) {
        let numbers = signals.map(\.number)
        let descriptor = harrier_signals_open(numbers, Int32(numbers.count))
        guard descriptor >= 0 else {
            throw .system("The event loop", "could not take over signals", code: descriptor, advice: "start the program again")
        }
        self.loop = loop
        self.descriptor = descriptor
        try loop.add(descriptor, .readable) { _, now in
            while true {
                let number = harrier_signals_next(descriptor)
                guard number != 0 else { return }
                if let signal = signals.first(where: { $0.number == number }) { handler(signal, now) }
            }
        }
    }

    /// Stops delivering; the signals stay blocked.
    public func close() { loop.remove(descriptor) }

    deinit {
        loop.remove(descriptor)
        Glibc.close(descriptor)
    }
}
