import CHarrierLinux
import Glibc
import Peripherals
import Quantities

/// Another program that is run, and whose end the event loop tells.
///
/// It gets the watch's standard output and error, an empty input, no other descriptor, no blocked and no ignored signal. It is always waited
/// for, also when nobody holds this object any more, so that no zombie stays while the loop runs.
public final class ChildProcess {
    /// How a program ended.
    public enum Ending: Hashable, Sendable {
        /// By itself, with a status; 0 is success.
        case exited(status: Int32)
        /// By a signal.
        case killed(signal: Int32)
    }

    private let process: pid_t
    private var descriptor: Int32
    private weak var loop: EventLoop?
    private var ended: ((Ending, MonotonicInstant) -> Void)?

    /// Starts a program, which is looked for in `PATH`. `ended` is called once, in the loop's thread, never before this returns.
    /// - Throws: there is no such program, or the system gives no process or descriptor.
    public init(
        _ command: [String], on loop: EventLoop, ended: @escaping (_ ending: Ending, _ now: MonotonicInstant) -> Void
    ) throws(PeripheralError) {
        let name = command.first ?? ""
        func failure(_ code: Int32) -> PeripheralError {
            .system("The program \(name)", "could not be started", code: code, advice: "check that it is installed")
        }
        let process = Self.spawn(command)
        guard process > 0 else { throw failure(-process) }
        let descriptor = harrier_process_watch(process)
        self.process = process
        self.descriptor = descriptor
        self.loop = loop
        self.ended = ended
        do throws(PeripheralError) {
            guard descriptor >= 0 else { throw failure(descriptor) }
            // The loop keeps this object until the program's end.
            try loop.add(descriptor, .readable) { _, now in self.collect(now) }
        } catch {
            // Nobody would notice its end.
            Glibc.kill(process, SIGKILL)
            waitpid(process, nil, 0)
            throw error
        }
    }

    deinit { closeDescriptor() }

    /// Ends the program, whatever it does. Its end is told as always.
    public func kill() { if ended != nil { Glibc.kill(process, SIGKILL) } }

    private func collect(_ now: MonotonicInstant) {
        var status: Int32 = 0
        let waited = waitpid(process, &status, WNOHANG)
        guard waited != 0 else { return }
        closeDescriptor()
        let ended = ended
        self.ended = nil
        // waitpid(2): the low seven bits are the signal, the next byte the status.
        let signal = status & 0x7F
        ended?(
            waited == process && signal != 0 ? .killed(signal: signal) : .exited(status: waited == process ? status >> 8 & 0xFF : -1), now)
    }

    private func closeDescriptor() {
        guard descriptor >= 0 else { return }
        loop?.remove(descriptor)
        close(descriptor)
        descriptor = -1
    }

    /// The process, or a negative errno.
    private static func spawn(_ command: [String]) -> pid_t {
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        return harrier_process_start(&arguments)
    }
}
