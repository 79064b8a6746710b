import Glibc
import Peripherals
import Quantities

/// The socket in the data folder through which other programs ask a running watch for something: `harrier press`, `status` and `delete`.
///
/// One datagram is one line, answered with another datagram, at once or later. Presses (``PressCommand``) are answered with `ok` or
/// `error REASON`; what other lines mean is for the owner to say. A datagram socket holds no connections, so nobody can use them up; only the
/// watch's own user may write to it (mode 0600). Answering never waits: whoever does not read an answer loses it.
public final class ControlSocket {
    /// Whoever sent a line.
    public struct Sender: Hashable, Sendable {
        /// A `sockaddr_un`, as far as the kernel filled it in.
        let address: [UInt8]
    }

    /// Takes a line that is no press; answers now or later through ``answer(_:to:)``. False if it means nothing.
    public typealias Handler = (_ line: String, _ sender: Sender) -> Bool

    private let path: String
    private let loop: EventLoop
    private let descriptor: Int32
    private let presses: TimedPresses?
    private let take: Handler
    private var ownsFile = false

    static let longestLine = 128
    /// Lines a wake-up before other sources get their turn.
    private static let linesPerTurn = 16

    /// Listens at a path. A socket left behind by a watch that was killed is replaced; one that a watch still answers at is refused.
    /// - Parameters:
    ///   - presses: what presses the buttons; nil for a watch with buttons of its own.
    ///   - take: takes all lines but presses, in the loop's thread.
    public init(
        _ path: String, on loop: EventLoop, presses: TimedPresses?, take: @escaping Handler = { _, _ in false }
    ) throws(PeripheralError) {
        let address = try UnixAddress(path)
        try Self.clear(path, address)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.path = path
        self.loop = loop
        self.presses = presses
        self.take = take
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
            let from = withUnsafeBytes(of: &sender) { Sender(address: Array($0.prefix(Int(clamping: size)))) }
            if line.hasPrefix("press ") || line.hasPrefix("press") && line.utf8.count == 5 {
                answer(Array(obey(line, now).utf8), to: from)
            } else if !take(line, from) {
                answer(Array("error there is no such request".utf8), to: from)
            }
        }
    }

    /// Printable ASCII with an optional line end; anything else reads as an empty line.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        var line = Array(bytes)
        if line.last == 0x0A { line.removeLast() }
        return line.allSatisfy { 0x20...0x7E ~= $0 } ? String(decoding: line, as: UTF8.self) : ""
    }

    private func obey(_ line: String, _ now: MonotonicInstant) -> String {
        guard let presses else { return "error this watch has buttons of its own: press those" }
        do {
            let command = try PressCommand(line)
            return presses.press(command.role, hold: command.hold, at: now) ? "ok" : "error the button is down already"
        } catch {
            return "error \(error.reason)"
        }
    }

    /// Answers whoever sent a line. A sender that has gone, or that does not read its answers, loses this one.
    /// - Returns: true if the kernel has taken it.
    @discardableResult public func answer(_ bytes: [UInt8], to sender: Sender) -> Bool {
        guard sender.address.count > MemoryLayout<sa_family_t>.size else { return false }
        return sender.address.withUnsafeBytes { address in
            sendto(
                descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL),
                address.bindMemory(to: sockaddr.self).baseAddress, socklen_t(address.count)) == bytes.count
        }
    }

    /// Presses a button of the watch that listens at `path`, for `harrier press`. Returns when the watch has taken the press, which is
    /// before a hold ends; waits `patience` for that.
    public static func press(
        _ role: ButtonRole, hold: Duration = TimedPresses.short, at path: String, patience: Duration = .seconds(2)
    ) throws(PeripheralError) {
        let client = try ControlClient(path)
        try client.obey(PressCommand(role: role, hold: hold).line, refusal: "refused the press", patience: patience)
    }

    static func failure(_ path: String, _ problem: String, _ code: Int32) -> PeripheralError {
        .system(
            "The control socket \(path)", problem, code: code,
            advice: "check the data folder, and that harrierd runs there")
    }
}
