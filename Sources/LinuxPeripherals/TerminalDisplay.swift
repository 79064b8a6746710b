import Peripherals
import Quantities
import TerminalWindow

/// A terminal as the watch's display: the watch with its panel and buttons, the keys below.
///
/// The window's size may change at any time; if the panel does not fit, the display says what it needs.
public final class TerminalDisplay: Display {
    /// Pixels per row of the panel.
    public let width: Int
    /// Rows of the panel.
    public let height: Int
    private let screen: TerminalScreen
    private var shown: ShownFrame
    private var window = WatchWindow()

    /// Takes the terminal over and draws an empty panel.
    /// - Parameter buttons: the buttons that the watch has.
    public init(
        _ terminal: Terminal, on loop: EventLoop, width: Int, height: Int, buttons: [ButtonRole] = ButtonRole.allCases,
        abilities: TerminalAbilities = .ofEnvironment(), legend: String = TerminalKeys.legend
    ) throws(PeripheralError) {
        self.width = width
        self.height = height
        shown = ShownFrame(width: width, height: height)
        screen = try TerminalScreen(terminal, on: loop, abilities: abilities)
        window.buttons = buttons.map { WatchWindow.Button($0, key: $0 == .start ? "s" : $0 == .lap ? "l" : "p") }
        window.keys = [legend]
        screen.onResize = { [weak self] in self?.draw() }
        draw()
    }

    /// Gives the terminal back. Frames are ignored from now on.
    public func close() { screen.close() }

    /// Gives the terminal back.
    public func shutDown() throws(PeripheralError) { close() }

    /// Shows a frame.
    public func show(_ frame: Bitmap) throws(PeripheralError) {
        guard screen.isOpen, shown.replace(with: frame) else { return }
        draw()
    }

    /// Full, half or no contrast.
    public func setLight(_ light: DisplayLight) throws(PeripheralError) {
        window.light = WatchWindow.Light(light)
        draw()
    }

    /// Draws everything anew.
    public func redraw() { screen.redraw() }

    private func draw() {
        guard screen.isOpen else { return }
        let size = screen.size, abilities = screen.abilities
        let panel = WindowLayout.Panel(width: width, height: height)
        let layout = WindowLayout(columns: size.columns, rows: size.rows, panel: panel, styles: abilities.styles, isAlone: true)
        if layout.panel == panel {
            window.frame = shown.bitmap
            screen.show(window.draw(layout, abilities))
        } else {
            // What the daemon has drawn is of one size.
            var grid = CharacterGrid(columns: size.columns, rows: size.rows)
            grid.put("The window is \(size.columns) × \(size.rows): too small for", 0, 0)
            grid.put("\(width) × \(height) pixels. Enlarge it.", 0, 1)
            screen.show(grid)
        }
    }
}

extension WatchWindow.Light {
    /// The display's word.
    public init(_ light: DisplayLight) {
        switch light {
        case .on: self = .on
        case .dim: self = .dim
        case .off: self = .off
        }
    }
}
