import LinuxPeripherals
import Peripherals
import Quantities
import SystemCalls

/// Plays a window in a terminal until it is over or somebody quits.
final class TerminalPlay {
    private let window: PlayedWindow
    private let screen: TerminalScreen
    private let terminal: Terminal
    private let loop: EventLoop
    private var timer: LoopTimer?

    /// Whatever the speed, the window is looked at no oftener: 25 times a second.
    private static let shortestWait = Duration.milliseconds(40)
    /// And no less often: its clock and its progress go on.
    private static let longestWait = Duration.milliseconds(500)

    init(_ window: PlayedWindow, _ screen: TerminalScreen, _ terminal: Terminal, on loop: EventLoop) {
        self.window = window
        self.screen = screen
        self.terminal = terminal
        self.loop = loop
    }

    func run() throws {
        timer = loop.makeTimer { [weak self] now in self?.wake(now) }
        screen.onResize = { [weak self] in self?.draw() }
        let keys = try TerminalKeys(terminal, on: loop) { [weak self] key, now in self?.obey(key, now) }
        wake(MonotonicClock.now())
        try withExtendedLifetime(keys) { try loop.run() }
        screen.onResize = nil
        if let timer { loop.remove(timer) }
    }

    private func wake(_ now: MonotonicInstant) {
        window.live(at: now)
        draw()
        if window.player.isOver { return loop.stop() }
        let wait = window.player.loop.nextInstant.flatMap { window.clock.wait(until: $0) } ?? Self.longestWait
        timer?.setDeadline(now.advanced(by: min(max(wait, Self.shortestWait), Self.longestWait)))
    }

    private func draw() {
        let size = screen.size
        screen.show(window.draw(columns: size.columns, rows: size.rows))
    }

    private func obey(_ key: TerminalKey, _ now: MonotonicInstant) {
        switch key {
        case .short(let role): window.press(role, isHold: false, at: now)
        case .hold(let role): window.press(role, isHold: true, at: now)
        case .command(.quit): return loop.stop()
        case .command(.redraw): return screen.redraw()
        case .command(.faster): window.changeSpeed(faster: true, at: now)
        case .command(.slower): window.changeSpeed(faster: false, at: now)
        case .command(.pause): window.togglePause(at: now)
        }
        wake(now)
    }
}
