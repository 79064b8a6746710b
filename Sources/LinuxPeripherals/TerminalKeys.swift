import Glibc
import Peripherals
import Quantities

/// A terminal's keys as the watch's buttons. A terminal tells that a key was pressed, never that it was let go: a small letter is a short
/// press, a capital a hold, which lasts longer while the key repeats.
public final class TerminalKeys {
    /// What the keys do, for the line below the picture.
    public static let legend = "s start  l lap  p page  ·  capital = hold (S stop, L lock, P menu)  ·  q quit"

    /// A hold that stops a run (1 s) without being the longer one that discards it (2 s).
    static let hold = Duration.milliseconds(1200)
    /// How long after a repeat the button stays down: keyboards repeat each 30 to 50 ms, after up to 0.7 s, which ``hold`` spans.
    static let repeatGap = Duration.milliseconds(300)

    private let terminal: Terminal
    private let loop: EventLoop
    private let presses: TimedPresses
    private let command: (Command) -> Void
    private var reader = KeyReader()

    /// What a key may ask for besides a button.
    public enum Command: Sendable {
        /// `q`, or the terminal has gone.
        case quit
        /// Ctrl-L.
        case redraw
    }

    /// Reads the keys of a terminal that has been entered.
    public init(
        _ terminal: Terminal, on loop: EventLoop, presses: TimedPresses, command: @escaping (Command) -> Void
    ) throws(PeripheralError) {
        self.terminal = terminal
        self.loop = loop
        self.presses = presses
        self.command = command
        try loop.add(terminal.descriptor, .readable) { [weak self] readiness, now in self?.read(readiness, now) }
    }

    deinit { loop.remove(terminal.descriptor) }

    private func read(_ readiness: Readiness, _ now: MonotonicInstant) {
        let gone: Bool = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
            let count = Glibc.read(terminal.descriptor, buffer.baseAddress, buffer.count)
            guard count > 0 else { return readiness.contains(.hungUp) || (count < 0 && errno == EIO) }
            for byte in buffer.prefix(count) {
                if let key = reader.key(byte) { press(key, now) }
            }
            return false
        }
        guard gone else { return }
        loop.remove(terminal.descriptor)
        command(.quit)
    }

    private func press(_ key: KeyReader.Key, _ now: MonotonicInstant) {
        switch key {
        case .short(let role): _ = presses.press(role, at: now)
        case .hold(let role):
            if !presses.press(role, hold: Self.hold, at: now) { presses.keepDown(role, until: now + Self.repeatGap) }
        case .command(let asked): command(asked)
        }
    }
}

/// Bytes from a terminal to keys. Escape sequences (arrows, mouse) and letters that mean nothing are swallowed.
struct KeyReader {
    /// One key that means something.
    enum Key: Equatable {
        case short(ButtonRole)
        case hold(ButtonRole)
        case command(TerminalKeys.Command)
    }

    private enum State { case plain, escape, sequence }
    private var state = State.plain

    /// The key that a byte completes.
    mutating func key(_ byte: UInt8) -> Key? {
        switch state {
        case .escape where byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"):
            state = .sequence
            return nil
        case .sequence:
            if 0x40...0x7E ~= byte { state = .plain }
            return nil
        case .plain, .escape: break
        }
        state = byte == 0x1B ? .escape : .plain
        switch byte {
        case UInt8(ascii: "s"): return .short(.start)
        case UInt8(ascii: "l"): return .short(.lap)
        case UInt8(ascii: "p"): return .short(.page)
        case UInt8(ascii: "S"): return .hold(.start)
        case UInt8(ascii: "L"): return .hold(.lap)
        case UInt8(ascii: "P"): return .hold(.page)
        case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x03: return .command(.quit)
        case 0x0C: return .command(.redraw)
        default: return nil
        }
    }
}
