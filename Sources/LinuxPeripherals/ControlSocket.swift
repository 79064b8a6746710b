import CHarrierLinux
import Glibc
import Peripherals
import Quantities

/// The socket in the data folder through which other programs ask a running watch for something: `harrier press`, `status` and `delete`, and
/// through which they hand it changes.
///
/// One datagram is one line, or a packet of bytes that begins with no letter, answered with another datagram, at once or later. Presses
/// (``PressCommand``) are answered with `ok` or `error REASON`; what other lines and packets mean is for the owner to say. A datagram socket
/// keeps the bounds of each request and loses none of them, holds no connections, so nobody can use them up, and tells of each request who
/// sent it: only the watch's own user may write to it (mode 0600), and root. Answering never waits: whoever does not read an answer loses it.
public final class ControlSocket {
    /// Whoever sent a line.
    public struct Sender: Hashable, Sendable {
        /// A `sockaddr_un`, as far as the kernel filled it in.
        let address: [UInt8]
    }

    /// Takes a line that is no press; answers now or later through ``answer(_:to:)``. False if it means nothing.
    public typealias Handler = (_ line: String, _ sender: Sender) -> Bool

    /// Takes a packet; answers now or later through ``answer(_:to:)``. False if it means nothing. The bytes last as long as the call.
    public typealias PacketHandler = (_ bytes: UnsafeRawBufferPointer, _ sender: Sender) -> Bool

    private let path: String
    private let loop: EventLoop
    private let descriptor: Int32
    private let presses: TimedPresses?
    private let take: Handler
    private let takePacket: PacketHandler
    private var ownsFile = false

    static let longestLine = 128
    /// A longer packet is refused unread.
    public static let longestPacket = 64 << 10
    /// Lines a wake-up before other sources get their turn.
    private static let linesPerTurn = 16

    /// Listens at a path. A socket left behind by a watch that was killed is replaced; one that a watch still answers at is refused.
    /// - Parameters:
    ///   - presses: what presses the buttons; nil for a watch with buttons of its own.
    ///   - take: takes all lines but presses, in the loop's thread.
    ///   - takePacket: takes all packets, in the loop's thread.
    public init(
        _ path: String, on loop: EventLoop, presses: TimedPresses?, take: @escaping Handler = { _, _ in false },
        takePacket: @escaping PacketHandler = { _, _ in false }
    ) throws(PeripheralError) {
        let address = try UnixAddress(path)
        try Self.clear(path, address)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.path = path
        self.loop = loop
        self.presses = presses
        self.take = take
        self.takePacket = takePacket
        self.descriptor = descriptor
        // Linux gives the file the mode of the socket, so it is never open to others, not for an instant.
        guard descriptor >= 0, fchmod(descriptor, 0o600) == 0, harrier_socket_name_senders(descriptor) == 0,
            address.use(descriptor, bind) == 0
        else {
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
            // How long the next one is; it stays where it is.
            let length = recv(descriptor, nil, 0, Int32(MSG_PEEK) | Int32(MSG_TRUNC) | Int32(MSG_DONTWAIT))
            guard length >= 0 else { return }
            let room = min(max(length, 1), Self.longestPacket)
            let isTaken = withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { takeNext(UnsafeMutableRawBufferPointer($0), now) }
            guard isTaken else { return }
        }
    }

    /// Takes what comes next. False if there is nothing.
    private func takeNext(_ memory: UnsafeMutableRawBufferPointer, _ now: MonotonicInstant) -> Bool {
        var address = sockaddr_un(), size = UInt32(MemoryLayout<sockaddr_un>.size), user: Int64 = -1
        let count = withUnsafeMutableBytes(of: &address) {
            harrier_socket_receive(descriptor, memory.baseAddress, memory.count, $0.baseAddress, &size, &user)
        }
        guard count >= 0 else { return false }
        let sender = withUnsafeBytes(of: &address) { Sender(address: Array($0.prefix(Int(clamping: size)))) }
        guard Self.mayAsk(user, ofWatchOf: geteuid()) else {
            refuse("only the watch's own user and root may ask", sender)
            return true
        }
        guard count <= memory.count else {
            refuse("that is too long: \(Self.longestPacket) bytes at most", sender)
            return true
        }
        let bytes = UnsafeRawBufferPointer(rebasing: memory.prefix(Int(count)))
        if let first = bytes.first, first >= 0x80 {
            if !takePacket(bytes, sender) { refuse("there is no such request", sender) }
        } else {
            takeLine(bytes.count <= Self.longestLine ? Self.text(bytes) : "", sender, now)
        }
        return true
    }

    private func takeLine(_ line: String, _ sender: Sender, _ now: MonotonicInstant) {
        if line.hasPrefix("press ") || line.hasPrefix("press") && line.utf8.count == 5 {
            answer(Array(obey(line, now).utf8), to: sender)
        } else if !take(line, sender) {
            refuse("there is no such request", sender)
        }
    }

    private func refuse(_ reason: String, _ sender: Sender) { answer(Array("error \(reason)".utf8), to: sender) }

    /// True for the watch's own user and for root; -1, whom the kernel does not name, is neither.
    static func mayAsk(_ user: Int64, ofWatchOf owner: UInt32) -> Bool { user == Int64(owner) || user == 0 }

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
