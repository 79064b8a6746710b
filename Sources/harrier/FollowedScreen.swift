@preconcurrency import Glibc
import LinuxPeripherals
import Quantities

/// The screen of a watch elsewhere, drawn in the terminal with a line below it. It may wait for the terminal: the watch does not wait for it.
final class FollowedScreen {
    private let terminal: Terminal
    private let keys: TerminalKeys
    private var signals: SignalSource?
    private var picture: Bitmap?
    private var line = ""

    /// Takes the terminal over.
    /// - Parameter quit: called for `q`.
    init(on loop: EventLoop, quit: @escaping () -> Void) throws {
        terminal = try Terminal()
        // Its keys press nothing: a press through the socket would come after the key, and only as long as the key was down.
        keys = try TerminalKeys(terminal, on: loop, presses: TimedPresses(on: loop) { _ in }) { if $0 == .quit { quit() } }
        signals = try SignalSource([.windowChanged], on: loop) { [weak self] _, _ in self?.draw() }
        try terminal.enter()
    }

    /// Gives the terminal back.
    func close() {
        signals = nil
        terminal.leave()
    }

    /// Shows a picture with a line below it.
    func draw(_ picture: Bitmap?, below line: String) {
        (self.picture, self.line) = (picture, line)
        draw()
    }

    private func draw() {
        let size = terminal.size
        var text = "\u{1B}[?2026h\u{1B}[H"
        for row in Self.rows(picture, columns: size.columns, rows: size.rows - 2) + ["", String(line.prefix(size.columns))] {
            text += row + "\u{1B}[K\r\n"
        }
        text += "q ends it\u{1B}[J\u{1B}[?2026l"
        fputs(text, stdout)
        fflush(stdout)
    }

    /// The picture in half blocks where there is room, else in braille, else nothing.
    static func rows(_ picture: Bitmap?, columns: Int, rows: Int) -> [String] {
        guard let picture else { return [] }
        for style in TerminalPicture.Style.allCases {
            var drawn = TerminalPicture(width: picture.width, height: picture.height, style: style)
            guard drawn.columns <= columns, drawn.rows < rows else { continue }
            drawn.draw(picture)
            return drawn.lines
        }
        return ["(the window is too small for the picture)"]
    }
}
