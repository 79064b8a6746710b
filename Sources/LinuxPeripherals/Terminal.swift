import CHarrierLinux
import Glibc
import Peripherals
import Quantities

/// The terminal the program was started in, taken over for a full-screen picture and given back as it was.
///
/// Given back means: settings, cursor, and the text that was there, on ``leave()``, at exit, and when the process dies of a crash or of a
/// signal. Writing never blocks: what a slow terminal does not take at once it gets when it can be written (U-A3), once the terminal is
/// joined to a loop.
public final class Terminal {
    /// True if a person sits there: both descriptors are terminals, and not one that cannot move its cursor (`TERM=dumb`).
    public static func isInteractive(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) -> Bool {
        guard isatty(input) == 1, isatty(output) == 1 else { return false }
        guard let kind = getenv("TERM") else { return true }
        return strcmp(kind, "dumb") != 0
    }

    /// To be waited on for keys; non-blocking.
    let descriptor: Int32
    /// True while the program has it.
    public private(set) var isEntered = false
    private weak var loop: EventLoop?
    /// What the terminal has not taken yet.
    private var pending: [UInt8] = []
    private var pendingStart = 0
    private var onKeys: ((_ readiness: Readiness, _ now: MonotonicInstant) -> Void)?
    /// Called when the terminal has taken everything, if it did not at once.
    var onTaken: (() -> Void)?

    /// The other screen, cleared, without a cursor.
    private static let enterBytes = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[0m\u{1B}[2J".utf8)
    private static let leaveText: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    /// The terminal behind a descriptor. It is opened anew, because a descriptor is shared with the shell and must stay blocking there.
    public init(_ output: Int32 = STDOUT_FILENO) throws(PeripheralError) {
        var name = [CChar](repeating: 0, count: 256)
        var descriptor: Int32 = -1
        if ttyname_r(output, &name, name.count) == 0 { descriptor = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) }
        self.descriptor = descriptor
        guard descriptor >= 0 else { throw .system("The terminal", "cannot be used", code: errno, advice: "run it in a terminal") }
    }

    deinit {
        leave()
        loop?.remove(descriptor)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Takes the terminal over: keys arrive one by one and unseen, Ctrl-C and Ctrl-Z stay signals.
    public func enter() throws(PeripheralError) {
        guard !isEntered else { return }
        let status = Self.leaveText.withUTF8Buffer { undo in
            undo.withMemoryRebound(to: CChar.self) { harrier_terminal_guard(descriptor, $0.baseAddress, $0.count) }
        }
        guard status == 0 else { throw .system("The terminal", "cannot be taken over", code: status, advice: "run it in a terminal") }
        isEntered = true
        resume()
    }

    /// Gives the terminal back.
    public func leave() {
        guard isEntered else { return }
        isEntered = false
        forgetPending()
        harrier_terminal_release()
    }

    /// Sets everything up again after the process was stopped and somebody else used the terminal.
    func resume() {
        guard isEntered else { return }
        forgetPending()
        var settings = termios()
        tcgetattr(descriptor, &settings)
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        settings.c_iflag &= ~tcflag_t(IXON)  // else Ctrl-S would stop the picture
        withUnsafeMutableBytes(of: &settings.c_cc) {
            $0[Int(VMIN)] = 0
            $0[Int(VTIME)] = 0
        }
        tcsetattr(descriptor, TCSANOW, &settings)
        write(Self.enterBytes)
    }

    /// Characters and rows; 80 × 24 if the terminal does not say.
    public var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    // MARK: - Writing

    /// True while something is left that the terminal has not taken.
    public var isBusy: Bool { pendingStart < pending.count }

    /// Writes; what the terminal does not take now it gets when it can be written. Without a loop the rest is dropped.
    /// - Returns: false if that is not all yet.
    @discardableResult public func write(_ bytes: [UInt8]) -> Bool {
        guard !isBusy else {
            pending += bytes
            return false
        }
        let done = take(bytes, from: 0)
        guard done < bytes.count else { return true }
        guard loop != nil else { return false }
        pending = bytes
        pendingStart = done
        watch()
        return false
    }

    /// Writes what the terminal takes at once.
    /// - Returns: how far that is.
    private func take(_ bytes: [UInt8], from start: Int) -> Int {
        var done = start
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            done += count
        }
        return done
    }

    private func forgetPending() {
        pending.removeAll(keepingCapacity: true)
        pendingStart = 0
        watch()
    }

    // MARK: - The loop

    /// Lets a loop write what is left, and read keys.
    /// - Parameter keys: called when there are keys, or the terminal has gone; nil to read none.
    func join(_ loop: EventLoop, keys: ((_ readiness: Readiness, _ now: MonotonicInstant) -> Void)? = nil) throws(PeripheralError) {
        if let keys { onKeys = keys }
        if self.loop == nil {
            try loop.add(descriptor, interest) { [weak self] readiness, now in self?.handle(readiness, now) }
            self.loop = loop
        }
        watch()
    }

    /// Reads no keys any more.
    func ignoreKeys() {
        onKeys = nil
        watch()
    }

    /// Has nothing more to do with the loop.
    func leaveLoop() {
        loop?.remove(descriptor)
        loop = nil
        onKeys = nil
    }

    private var interest: Readiness {
        var interest: Readiness = []
        if onKeys != nil { interest.insert(.readable) }
        if isBusy { interest.insert(.writable) }
        return interest
    }

    private func watch() { loop?.change(descriptor, to: interest) }

    private func handle(_ readiness: Readiness, _ now: MonotonicInstant) {
        if readiness.contains(.hungUp), onKeys == nil { return leaveLoop() }
        if readiness.contains(.readable) || readiness.contains(.hungUp) { onKeys?(readiness, now) }
        guard readiness.contains(.writable), isBusy else { return }
        pendingStart = take(pending, from: pendingStart)
        guard !isBusy else { return }
        forgetPending()
        onTaken?()
    }
}
