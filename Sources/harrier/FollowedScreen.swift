import LinuxPeripherals
import Quantities
import TerminalWindow

/// The screen of a watch elsewhere, drawn in the terminal with a line below it. The watch does not wait for the terminal.
final class FollowedScreen {
    private let screen: TerminalScreen
    private let keys: TerminalKeys
    private var picture: Bitmap?
    private var line = ""

    /// Takes the terminal over.
    /// - Parameter quit: called for `q`.
    init(on loop: EventLoop, quit: @escaping () -> Void) throws {
        let terminal = try Terminal()
        screen = try TerminalScreen(terminal, on: loop, abilities: .ofEnvironment())
        // Its other keys press nothing: a press through the socket would come after the key, and a terminal does not tell how long it is down.
        keys = try TerminalKeys(terminal, on: loop) { key, _ in if key == .command(.quit) { quit() } }
        screen.onResize = { [weak self] in self?.draw() }
    }

    /// Gives the terminal back.
    func close() { screen.close() }

    /// Shows a picture with a line below it.
    func draw(_ picture: Bitmap?, below line: String) {
        (self.picture, self.line) = (picture, line)
        draw()
    }

    private func draw() {
        let size = screen.size
        screen.show(Self.grid(picture, below: line, columns: size.columns, rows: size.rows, styles: screen.abilities.styles))
    }

    /// The picture in half blocks where there is room, else in braille where the terminal has it, else a sentence.
    static func grid(
        _ picture: Bitmap?, below line: String, columns: Int, rows: Int, styles: [PanelPicture.Style] = PanelPicture.Style.allCases
    ) -> CharacterGrid {
        var grid = CharacterGrid(columns: columns, rows: rows)
        let drawn = picture.map { Self.lines(of: $0, columns: columns, rows: rows - 3, styles: styles) } ?? []
        for (row, text) in (drawn + ["", line, "q ends it"]).enumerated() { _ = grid.put(text, 0, row) }
        return grid
    }

    private static func lines(of picture: Bitmap, columns: Int, rows: Int, styles: [PanelPicture.Style]) -> [String] {
        for style in styles {
            var drawn = PanelPicture(width: picture.width, height: picture.height, style: style)
            guard drawn.columns <= columns, drawn.rows <= rows else { continue }
            drawn.draw(picture)
            return drawn.lines
        }
        return ["(the window is too small for the picture)"]
    }
}
