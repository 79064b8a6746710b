import Glibc
import Peripherals
import Quantities

/// The other end of a ``ControlSocket``: asks a running watch, and receives its answers.
public final class ControlClient {
    /// The longest answer: a picture of the largest panel with what is said of the watch takes a tenth of it.
    private static let longestAnswer = 64 << 10

    /// To be waited on for answers.
    public let descriptor: Int32
    private let path: String

    /// Connects to the watch that listens at a path. Errors: there is none.
    public init(_ path: String) throws(PeripheralError) {
        let address = try UnixAddress(path)
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        // A watch that is stuck is not waited for.
        var patience = timeval(tv_sec: 2, tv_usec: 0)
        if descriptor >= 0 { setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size)) }
        guard descriptor >= 0, UnixAddress.unnamed.use(descriptor, bind) == 0, address.use(descriptor, connect) == 0 else {
            throw ControlSocket.failure(path, "does not answer", errno)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Sends a line; waits for two seconds at most while the watch has others to answer. Errors: it has gone, or does not answer.
    public func send(_ line: String) throws(PeripheralError) { try send(Array(line.utf8)) }

    /// Sends a packet, as the other a line.
    public func send(_ bytes: [UInt8]) throws(PeripheralError) {
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw ControlSocket.failure(path, "does not answer", errno)
        }
    }

    /// The answer that has come; nil if there is none.
    public func receive() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: Self.longestAnswer)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    /// Waits for an answer; nil if none comes in time.
    public func wait(_ patience: Duration) -> [UInt8]? {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, Int32(clamping: patience.inMilliseconds)) == 1 ? receive() : nil
    }

    /// Sends a line and waits for the answer. Errors: none comes in time.
    public func ask(_ line: String, patience: Duration = .seconds(2)) throws(PeripheralError) -> [UInt8] {
        try send(line)
        guard let answer = wait(patience) else { throw ControlSocket.failure(path, "does not answer", ETIMEDOUT) }
        return answer
    }

    /// Sends a line that is answered with `ok`. Errors: it is refused; `refusal` says what the watch did, such as "refused the press".
    public func obey(_ line: String, refusal: String, patience: Duration = .seconds(2)) throws(PeripheralError) {
        let answer = String(decoding: try ask(line, patience: patience), as: UTF8.self)
        guard answer != "ok" else { return }
        throw PeripheralError(
            part: "The watch", problem: refusal, advice: answer.hasPrefix("error ") ? String(answer.dropFirst(6)) : "try again")
    }
}
