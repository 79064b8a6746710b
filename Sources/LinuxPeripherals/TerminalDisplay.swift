import Glibc
import Peripherals
import Quantities

/// A terminal as the watch's display: the panel with its pixels and colours, the buttons' labels beside it, the keys below.
///
/// Only characters that changed are sent. The window's size may change at any time; if the panel does not fit, the display says what it needs.
public final class TerminalDisplay: Display {
    /// The colours of a panel.
    public enum Look: Sendable {
        /// An OLED: pixels shine.
        case lightOnDark
        /// A memory LCD: pixels are dark on grey, and stay when the light goes.
        case darkOnLight
    }

    /// How the terminal shows the panel.
    public struct Options: Sendable {
        /// The characters; nil takes half blocks if they fit, else braille.
        public var style: TerminalPicture.Style?
        /// The colours.
        public var look: Look
        /// The buttons' labels from top to bottom, at most 8 characters each.
        public var labels: [String]
        /// What the keys do.
        public var legend: String
        /// Half blocks if they fit, an OLED, three buttons, the keys of ``TerminalKeys``.
        public init(
            style: TerminalPicture.Style? = nil, look: Look = .lightOnDark, labels: [String] = ["START", "LAP", "PAGE"],
            legend: String = TerminalKeys.legend
        ) {
            self.style = style
            self.look = look
            self.labels = labels
            self.legend = legend
        }
    }

    /// Pixels per row of the panel.
    public let width: Int
    /// Rows of the panel.
    public let height: Int
    private let terminal: Terminal
    private let options: Options
    private var signals: SignalSource?
    private var shown: ShownFrame
    private var light = DisplayLight.on
    private var picture: TerminalPicture?
    private var drawn: [UInt8] = []
    private var isDrawnKnown = false
    private var output: [UInt8] = []

    /// Where the bezel's upper left corner stands, counted from 0.
    private static let left = 1
    /// Unchanged characters up to this many are sent again rather than jumped over: a jump costs 6 to 8 bytes.
    private static let shortGap = 2

    /// Takes the terminal over and draws an empty panel.
    public init(
        _ terminal: Terminal, on loop: EventLoop, width: Int, height: Int, options: Options = Options()
    ) throws(PeripheralError) {
        self.terminal = terminal
        self.width = width
        self.height = height
        self.options = options
        shown = ShownFrame(width: width, height: height)
        signals = try SignalSource([.windowChanged, .stopRequested, .continued], on: loop) { [weak self] signal, _ in self?.obey(signal) }
        try terminal.enter()
        redraw()
    }

    deinit { close() }

    /// Gives the terminal back. Frames are ignored from now on.
    public func close() {
        signals = nil
        terminal.leave()
    }

    /// Gives the terminal back.
    public func shutDown() throws(PeripheralError) { close() }

    /// Sends the characters that changed.
    public func show(_ frame: Bitmap) throws(PeripheralError) {
        guard terminal.isEntered, shown.replace(with: frame) else { return }
        output.removeAll(keepingCapacity: true)
        draw()
        send()
    }

    /// Full, half or no contrast; a memory LCD without light keeps its picture.
    public func setLight(_ light: DisplayLight) throws(PeripheralError) {
        guard light != self.light else { return }
        self.light = light
        guard terminal.isEntered else { return }
        isDrawnKnown = false
        output.removeAll(keepingCapacity: true)
        draw()
        send()
    }

    /// Draws everything anew, for the window's present size.
    public func redraw() {
        guard terminal.isEntered else { return }
        let size = terminal.size
        let styles = options.style.map { [$0] } ?? TerminalPicture.Style.allCases
        let pictures = styles.map { TerminalPicture(width: width, height: height, style: $0) }
        picture = pictures.first { fits($0, size) }
        isDrawnKnown = false
        output.removeAll(keepingCapacity: true)
        append("\u{1B}[0m\u{1B}[2J")
        if let picture {
            drawSurroundings(picture, size)
            draw()
        } else if let smallest = pictures.last {
            let need = needed(smallest)
            append(
                "\u{1B}[1;1HThe window is \(size.columns) × \(size.rows),\r\nthe watch needs \(need.columns) × \(need.rows):\r\nenlarge it."
            )
        }
        send()
    }

    private func obey(_ signal: ProcessSignal) {
        switch signal {
        case .windowChanged: redraw()
        case .stopRequested:
            terminal.leave()
            raise(SIGSTOP)
        case .continued:
            if terminal.isEntered { terminal.resume() } else { try? terminal.enter() }
            redraw()
        case .terminate, .interrupt, .hangUp: break
        }
    }

    // MARK: Drawing

    private func needed(_ picture: TerminalPicture) -> (columns: Int, rows: Int) {
        let labels = options.labels.map(\.count).max() ?? 0
        return (Self.left + picture.columns + 2 + (labels > 0 ? labels + 3 : 0), picture.rows + 3)
    }

    private func fits(_ picture: TerminalPicture, _ size: (columns: Int, rows: Int)) -> Bool {
        let need = needed(picture)
        return need.columns <= size.columns && need.rows <= size.rows
    }

    private func drawSurroundings(_ picture: TerminalPicture, _ size: (columns: Int, rows: Int)) {
        let bar = String(repeating: "─", count: picture.columns)
        move(row: 0, column: Self.left)
        append("╭\(bar)╮")
        for row in 1...max(1, picture.rows) {
            move(row: row, column: Self.left)
            append("│")
            move(row: row, column: Self.left + picture.columns + 1)
            append("│")
        }
        move(row: picture.rows + 1, column: Self.left)
        append("╰\(bar)╯")
        for (index, label) in options.labels.enumerated() {
            let share = options.labels.count > 1 ? index * (picture.rows - 1) / (options.labels.count - 1) : 0
            move(row: 1 + share, column: Self.left + picture.columns + 3)
            append("◂ \(label)")
        }
        move(row: picture.rows + 2, column: Self.left)
        append(String(options.legend.prefix(size.columns - Self.left)))
    }

    /// Appends the characters that differ from what stands there.
    private func draw() {
        guard var picture else { return }
        self.picture = nil  // so that drawing into it does not copy it
        if light == .off, options.look == .lightOnDark {
            picture = TerminalPicture(width: width, height: height, style: picture.style)
        } else {
            picture.draw(shown.bitmap)
        }
        if drawn.count != picture.cells.count {
            drawn = [UInt8](repeating: 0, count: picture.cells.count)
            isDrawnKnown = false
        }
        append(colours)
        for row in 0..<picture.rows { draw(row: row, of: picture) }
        append("\u{1B}[0m")
        isDrawnKnown = true
        self.picture = picture
    }

    private func draw(row: Int, of picture: TerminalPicture) {
        let first = row * picture.columns
        var cursor = -1  // the column that the next character would go to
        for column in 0..<picture.columns {
            let cell = picture.cells[first + column]
            guard !isDrawnKnown || cell != drawn[first + column] else { continue }
            if cursor >= 0, column - cursor <= Self.shortGap {
                for skipped in cursor..<column { picture.append(picture.cells[first + skipped], to: &output) }
            } else if cursor != column {
                move(row: row + 1, column: Self.left + 1 + column)
            }
            picture.append(cell, to: &output)
            drawn[first + column] = cell
            cursor = column + 1
        }
    }

    /// Ink and ground in the 256 colours that every terminal of today has; dimmed light takes half the contrast.
    private var colours: StaticString {
        switch (options.look, light) {
        case (.lightOnDark, .dim): "\u{1B}[0;38;5;244;48;5;16m"
        case (.lightOnDark, _): "\u{1B}[0;38;5;255;48;5;16m"
        case (.darkOnLight, .on): "\u{1B}[0;38;5;16;48;5;252m"
        case (.darkOnLight, _): "\u{1B}[0;38;5;16;48;5;245m"
        }
    }

    private func send() {
        if !terminal.write(output) { isDrawnKnown = false }
    }

    private func append(_ text: String) { output.append(contentsOf: text.utf8) }
    private func append(_ text: StaticString) { text.withUTF8Buffer { output.append(contentsOf: $0) } }

    private func move(row: Int, column: Int) {
        append("\u{1B}[" as StaticString)
        append(number: row + 1)
        output.append(UInt8(ascii: ";"))
        append(number: column + 1)
        output.append(UInt8(ascii: "H"))
    }

    private func append(number: Int) {
        if number >= 10 { append(number: number / 10) }
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}
