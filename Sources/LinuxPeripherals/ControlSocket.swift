import Glibc
import Peripherals
import Quantities

/// The socket in the data folder through which `harrier press` works the buttons of a running watch that has none.
///
/// One datagram is one line (``PressCommand``), answered with `ok` or `error REASON`. A datagram socket holds no connections, so nobody can
/// use them up; only the watch's own user may write to it (mode 0600).
public final class ControlSocket {
    private let path: String
    private let loop: EventLoop
    private let descriptor: Int32
    private let presses: TimedPresses
    private var ownsFile = false

    private static let longestLine = 128
    /// Lines a wake-up before other sources get their turn.
    private static let linesPerTurn = 16

    /// Listens at a path. A socket left behind by a watch that was killed is replaced; one that a watch still answers at is refused.
    public init(_ path: String, on loop: EventLoop, presses: TimedPresses) throws(PeripheralError) {
        let address = try UnixAddress(path)
        try Self.clear(path, address)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.path = path
        self.loop = loop
        self.presses = presses
        self.descriptor = descriptor
        // Linux gives the file the mode of the socket, so it is never open to others, not for an instant.
        guard descriptor >= 0, fchmod(descriptor, 0o600) == 0, address.use(descriptor, bind) == 0 else {
            throw Self.failure(path, "could not be made", errno)
        }
        ownsFile = true
        try loop.add(descriptor, .readable) { [weak self] _, now in self?.drain(now) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        loop.remove(descriptor)
        close(descriptor)
        if ownsFile { unlink(path) }
    }

    private static func clear(_ path: String, _ address: UnixAddress) throws(PeripheralError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw PeripheralError(part: "The control socket \(path)", problem: "is another kind of file", advice: "move it away")
        }
        let probe = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { if probe >= 0 { close(probe) } }
        guard address.use(probe, connect) != 0 else {
            throw PeripheralError(part: "The control socket \(path)", problem: "is in use by another watch", advice: "end that one first")
        }
        unlink(path)
    }

    private func drain(_ now: MonotonicInstant) {
        for _ in 0..<Self.linesPerTurn {
            var sender = sockaddr_un()
            var size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let line: String? = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longestLine) { buffer in
                let count = withUnsafeMutableBytes(of: &sender) { bytes in
                    recvfrom(
                        descriptor, buffer.baseAddress, buffer.count, Int32(MSG_TRUNC),
                        bytes.bindMemory(to: sockaddr.self).baseAddress, &size)
                }
                guard count >= 0 else { return nil }
                return count <= buffer.count ? Self.text(buffer.prefix(count)) : ""
            }
            guard let line else { return }
            answer(obey(line, now), &sender, size)
        }
    }

    /// Printable ASCII with an optional line end; anything else reads as an empty line.
    private static func text(_ bytes: some Collection<UInt8>) -> String {
        var line = Array(bytes)
        if line.last == 0x0A { line.removeLast() }
        return line.allSatisfy { 0x20...0x7E ~= $0 } ? String(decoding: line, as: UTF8.self) : ""
    }

    private func obey(_ line: String, _ now: MonotonicInstant) -> String {
        do {
            let command = try PressCommand(line)
            return presses.press(command.role, hold: command.hold, at: now) ? "ok" : "error the button is down already"
        } catch {
            return "error \(error.reason)"
        }
    }

    /// A sender that does not read its answer loses it.
    private func answer(_ text: String, _ sender: inout sockaddr_un, _ size: socklen_t) {
        guard size > socklen_t(MemoryLayout<sa_family_t>.size) else { return }
        let bytes = Array(text.utf8)
        withUnsafeBytes(of: &sender) {
            _ = sendto(
                descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL),
                $0.bindMemory(to: sockaddr.self).baseAddress, size)
        }
    }

    /// Presses a button of the watch that listens at `path`, for `harrier press`. Returns when the watch has taken the press, which is
    /// before a hold ends; waits `patience` for that.
    public static func press(
        _ role: ButtonRole, hold: Duration = TimedPresses.short, at path: String, patience: Duration = .seconds(2)
    ) throws(PeripheralError) {
        let address = try UnixAddress(path)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, UnixAddress.unnamed.use(descriptor, bind) == 0, address.use(descriptor, connect) == 0 else {
            throw failure(path, "does not answer", errno)
        }
        let line = Array(PressCommand(role: role, hold: hold).line.utf8)
        guard send(descriptor, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else { throw failure(path, "does not answer", errno) }
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, Int32(clamping: patience.inMilliseconds)) == 1 else { throw failure(path, "does not answer", ETIMEDOUT) }
        var reply = [UInt8](repeating: 0, count: longestLine)
        let count = recv(descriptor, &reply, reply.count, 0)
        let answer = text(reply.prefix(max(0, count)))
        guard answer == "ok" else {
            throw PeripheralError(
                part: "The watch", problem: "refused the press",
                advice: answer.hasPrefix("error ") ? String(answer.dropFirst(6)) : "try again")
        }
    }

    private static func failure(_ path: String, _ problem: String, _ code: Int32) -> PeripheralError {
        .system(
            "The control socket \(path)", problem, code: code,
            advice: "check the data folder, and that harrierd runs there with a board whose buttons have the driver \"control\"")
    }
}
