import Boards
import LinuxPeripherals
import Peripherals
import Quantities
import SystemCalls
import WatchDaemon

/// The buzzer of a board, if it is on a GPIO line. Its line is left alone unless it is to sound.
struct BuzzerExamination {
    /// What is played, and how long the loop must go on for it.
    private static let pattern = BuzzPattern.start, length = Duration.milliseconds(400)

    /// When the sound is over; nil if there is none.
    private(set) var end: MonotonicInstant?
    private let line: GPIOLine
    private var buzzer: GPIOBuzzer?
    private var failure: PeripheralError?

    /// Nil if the board has no such buzzer, or its chip cannot be opened.
    init?(_ board: Board, isUsable: (_ chip: String) -> Bool) {
        guard case .gpio(let line) = board.buzzer, isUsable(line.chip) else { return nil }
        self.line = GPIOLine(line)
    }

    /// True if somebody else has its line.
    var isInUse: Bool { failure?.isInUse ?? false }

    /// Sounds it once.
    mutating func sound(on loop: EventLoop) {
        do throws(PeripheralError) {
            buzzer = try GPIOBuzzer(line, on: loop)
            try buzzer?.play(Self.pattern)
            end = MonotonicClock.now() + Self.length
        } catch { failure = error }
    }

    var finding: Finding {
        if let failure { return .warning("buzzer", "\(failure.part) \(failure.problem)", failure.advice) }
        return .ok(
            "buzzer", end == nil ? "\(line); --buzz sounds it" : "\(line) was on for a moment: if you heard nothing, check its wires")
    }
}
