import Glibc
import Peripherals
import Quantities

/// One key of a terminal that means something. A terminal tells that a key was pressed, never that it was let go: a small letter is a short
/// press, a capital a hold.
public enum TerminalKey: Hashable, Sendable {
    /// `s`, `l`, `p`.
    case short(ButtonRole)
    /// `S`, `L`, `P`.
    case hold(ButtonRole)
    /// Something besides the buttons.
    case command(TerminalCommand)
}

/// What a key may ask for besides a button.
public enum TerminalCommand: Hashable, Sendable {
    /// `q`, or the terminal has gone.
    case quit
    /// Ctrl-L.
    case redraw
    /// `+`: time goes faster, where it can.
    case faster
    /// `-`: slower.
    case slower
    /// Space: time stands, or goes on.
    case pause
}

/// Reads a terminal's keys.
public final class TerminalKeys {
    /// What the keys do, for the line below the picture.
    public static let legend = "s start  l lap  p page  ·  capital = hold (S stop, L lock, P menu)  ·  q quit"

    private let terminal: Terminal
    private let key: (_ key: TerminalKey, _ now: MonotonicInstant) -> Void
    private var reader = KeyReader()

    /// Reads the keys of a terminal that has been entered; `key` is called for each in the loop's thread.
    public init(
        _ terminal: Terminal, on loop: EventLoop, key: @escaping (_ key: TerminalKey, _ now: MonotonicInstant) -> Void
    ) throws(PeripheralError) {
        self.terminal = terminal
        self.key = key
        try terminal.join(loop) { [weak self] readiness, now in self?.read(readiness, now) }
    }

    deinit { terminal.ignoreKeys() }

    private func read(_ readiness: Readiness, _ now: MonotonicInstant) {
        let gone: Bool = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
            let count = Glibc.read(terminal.descriptor, buffer.baseAddress, buffer.count)
            guard count > 0 else { return readiness.contains(.hungUp) || (count < 0 && errno == EIO) }
            for byte in buffer.prefix(count) {
                if let key = reader.key(byte) { self.key(key, now) }
            }
            return false
        }
        guard gone else { return }
        terminal.leaveLoop()
        key(.command(.quit), now)
    }
}

extension TerminalKeys {
    /// A hold that stops a run (1 s) without being the longer one that discards it (2 s).
    static let hold = Duration.milliseconds(1200)
    /// How long after a repeat the button stays down: keyboards repeat each 30 to 50 ms, after up to 0.7 s, which ``hold`` spans.
    static let repeatGap = Duration.milliseconds(300)

    /// A terminal's keys as buttons in real time: a hold lasts longer while its key repeats.
    public convenience init(
        _ terminal: Terminal, on loop: EventLoop, presses: TimedPresses, command: @escaping (TerminalCommand) -> Void
    ) throws(PeripheralError) {
        try self.init(terminal, on: loop) { key, now in
            switch key {
            case .short(let role): _ = presses.press(role, at: now)
            case .hold(let role):
                if !presses.press(role, hold: Self.hold, at: now) { presses.keepDown(role, until: now + Self.repeatGap) }
            case .command(let asked): command(asked)
            }
        }
    }
}

/// Bytes from a terminal to keys. Escape sequences (arrows, mouse) and letters that mean nothing are swallowed.
struct KeyReader {
    private enum State { case plain, escape, sequence }
    private var state = State.plain

    /// The key that a byte completes.
    mutating func key(_ byte: UInt8) -> TerminalKey? {
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
        case UInt8(ascii: "+"), UInt8(ascii: "="): return .command(.faster)
        case UInt8(ascii: "-"), UInt8(ascii: "_"): return .command(.slower)
        case UInt8(ascii: " "): return .command(.pause)
        default: return nil
        }
    }
}
