import Quantities
import WatchRuntime

/// Keys of a keyboard as presses of a simulated watch's buttons, by the watch's own clock: a press is as long at any speed, and begins when
/// the key came (U-A2, U-A4).
///
/// A keyboard tells that a key went down, never that it was let go, and repeats a key that is kept down. A press is told whole, with both
/// of its edges, so it cannot be stretched or lost by how often the simulation is woken.
public struct KeyPresses: Sendable {
    /// A short press: longer than any debouncing (40 ms), shorter than a hold (0.6 s).
    public static let short = Duration.milliseconds(100)
    /// Between two presses of one button: longer than debouncing, shorter than what tells two presses from a double one (0.35 s).
    public static let gap = Duration.milliseconds(60)

    private struct Button {
        /// When it is let go, by the watch's clock.
        var upAt: MonotonicInstant?
        /// When the key of a hold came last, in real time.
        var holdAt: MonotonicInstant?
    }
    private var buttons = [Button](repeating: Button(), count: ButtonRole.allCases.count)
    private let hasLapButton: Bool

    /// Keyboards repeat for the first time after 0.2 to 0.7 s.
    private static let repeatWithin = Duration.milliseconds(750)
    /// How long after a repeat a button stays down: keyboards repeat each 30 to 50 ms.
    private static let repeatGap = Duration.milliseconds(300)
    /// Presses that would have to wait for longer are left out: somebody leans on a key.
    private static let longestQueue = Duration.seconds(1)

    /// Keys of a watch with three buttons, or with START and PAGE only: LAP is PAGE pressed twice then, or held.
    public init(hasLapButton: Bool) { self.hasLapButton = hasLapButton }

    /// How long a button is held by a capital letter: all that a hold does, it does within 1 s.
    public static let hold = Duration.milliseconds(1_200)

    /// A small letter.
    /// - Parameter now: when the key came, by the watch's clock.
    public mutating func press(_ role: ButtonRole, at now: MonotonicInstant, on loop: VirtualLoop) {
        guard role == .lap, !hasLapButton else { return add(role, Self.short, at: now, on: loop) }
        add(.page, Self.short, at: now, on: loop)
        add(.page, Self.short, at: now, on: loop)
    }

    /// A capital letter; while it repeats the button stays down.
    public mutating func hold(_ role: ButtonRole, at now: MonotonicInstant, real: MonotonicInstant, on loop: VirtualLoop) {
        let button = role == .lap && !hasLapButton ? ButtonRole.page : role
        let index = Int(button.rawValue)
        let isRepeat = buttons[index].holdAt.map { $0.duration(to: real) <= Self.repeatWithin } ?? false
        buttons[index].holdAt = real
        guard isRepeat else { return add(button, Self.hold, at: now, on: loop) }
        let until = now.advanced(by: Self.repeatGap)
        guard let upAt = buttons[index].upAt, now < upAt, upAt < until else { return }
        loop.keepDown(button, until: until)
        buttons[index].upAt = until
    }

    private mutating func add(_ role: ButtonRole, _ length: Duration, at now: MonotonicInstant, on loop: VirtualLoop) {
        let index = Int(role.rawValue)
        let start = max(now, buttons[index].upAt?.advanced(by: Self.gap) ?? now)
        guard now.duration(to: start) <= Self.longestQueue else { return }
        loop.press(role, at: start, for: length)
        buttons[index].upAt = start.advanced(by: length)
    }
}
