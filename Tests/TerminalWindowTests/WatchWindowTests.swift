import Quantities
import Testing

@testable import TerminalWindow

@Suite("The window of a played watch") struct WatchWindowTests {
    private static let plain = TerminalAbilities(term: "xterm", noColour: "1")
    private static let console = TerminalAbilities(term: "linux", noColour: "1")
    private static let large = WindowLayout.Panel(width: 128, height: 128)

    private static func window(hasLap: Bool = true) -> WatchWindow {
        var window = WatchWindow()
        window.title = "A run"
        window.time = "14:14:46"
        window.speed = "×10"
        window.progress = 0.5
        window.progressText = "5:00 of 10:00"
        window.buttons = [.init(.start, key: "s")] + (hasLap ? [.init(.lap, key: "l")] : []) + [.init(.page, key: "p")]
        window.figures = [.init("distance", truth: "1.24", shown: "1.23", unit: "km")]
        window.zone = 3
        window.card = "written 3 s ago"
        window.happenings = [.init("14:14:40", "fix lost"), .init("14:14:46", "runner presses LAP", isPress: true)]
        window.line = "1.23 km"
        window.keys = ["s START", "q quit"]
        return window
    }

    private static func layout(_ columns: Int, _ rows: Int, _ panel: WindowLayout.Panel = large, _ abilities: TerminalAbilities = plain)
        -> WindowLayout
    {
        WindowLayout(columns: columns, rows: rows, panel: panel, styles: abilities.styles)
    }

    struct Size: Sendable, CustomTestStringConvertible {
        var columns: Int, rows: Int, width: Int?, style: PanelPicture.Style, hasSide: Bool
        var height: Int { width == nil ? 0 : style == .halfBlocks || hasSide || rows > 30 ? 128 : 64 }
        var testDescription: String { "\(columns) × \(rows)" }
    }
    static let sizes = [
        Size(columns: 80, rows: 24, width: 128, style: .braille, hasSide: false),
        Size(columns: 120, rows: 40, width: 128, style: .braille, hasSide: true),
        Size(columns: 140, rows: 72, width: 128, style: .halfBlocks, hasSide: false),
        Size(columns: 200, rows: 72, width: 128, style: .halfBlocks, hasSide: true),
        Size(columns: 60, rows: 15, width: nil, style: .halfBlocks, hasSide: false),
        Size(columns: 10, rows: 1, width: nil, style: .halfBlocks, hasSide: false),
    ]

    @Test("U-C13: a smaller window takes smaller characters, a smaller panel, then text", arguments: sizes)
    func fits(size: Size) {
        let layout = Self.layout(size.columns, size.rows)
        #expect(layout.panel?.width == size.width && layout.panel?.height ?? 0 == size.height)
        #expect(layout.panel == nil || layout.style == size.style)
        #expect((layout.side != nil) == size.hasSide)
    }

    @Test("In a window of any size everything is inside, and the keys are told where there are two rows")
    func anySize() {
        for columns in stride(from: 1, through: 220, by: 17) {
            for rows in stride(from: 1, through: 90, by: 8) {
                for panel in [Self.large, .init(width: 144, height: 168), .init(width: 128, height: 64)] {
                    let layout = Self.layout(columns, rows, panel)
                    if layout.panel != nil {
                        let picture = PanelPicture(width: layout.panel?.width ?? 0, height: layout.panel?.height ?? 0, style: layout.style)
                        #expect(layout.left >= 2 && layout.left + picture.columns + 10 <= columns)
                        #expect(layout.top >= 1 && layout.top + picture.rows + 1 <= rows)
                        #expect((layout.side?.left ?? 0) + (layout.side?.width ?? 0) <= columns)
                    }
                    let grid = Self.window().draw(layout, Self.plain)
                    #expect(grid.columns == columns && grid.rows == rows)
                    if rows > 1, columns >= 20 { #expect(grid.lines.contains { $0.contains("q quit") }, "\(columns) × \(rows)") }
                }
            }
        }
    }

    @Test("The watch, its buttons at the height of their tabs, and what happens beside it")
    func whole() {
        var window = Self.window()
        window.frame = Bitmap(width: 128, height: 64)
        window.frame[0, 0] = true
        let layout = WindowLayout(columns: 116, rows: 24, panel: .init(width: 128, height: 64), styles: [.braille])
        let lines = window.draw(layout, Self.plain).lines
        let case_ = lines.indices.filter { lines[$0].contains("╭") || lines[$0].contains("╰") }
        #expect(case_.count == 2 && case_[1] - case_[0] == 17)
        let top = case_[0] + 1
        #expect(lines[top].contains("│⠁"))
        for (name, row) in [("START", 19 * 16 / 64), ("LAP", 37 * 16 / 64), ("PAGE", 55 * 16 / 64)] {
            #expect(lines[top + row].contains("▐ \(name)"), "\(name)")
        }
        let text = lines.joined(separator: "\n")
        for part in [
            "A run", "14:14:46  ×10", "5:00 of 10:00", "1.24", "1.23 km", "zone", "███ ███ ███ ░░░ ░░░", "written 3 s ago", "fix lost",
            "runner presses LAP",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test("A button that is down is told by a sign, and by its shade where there are colours")
    func pressed() {
        var window = Self.window()
        window.buttons[1].isDown = true
        let plain = window.draw(Self.layout(80, 24), Self.plain).lines.joined(separator: "\n")
        #expect(plain.contains("◄[LAP]") && !plain.contains("[START]"))
        let coloured = window.draw(Self.layout(80, 24), TerminalAbilities())
        let pressed = (0..<24).flatMap { row in (0..<80).map { coloured[$0, row] } }.filter { $0.shade == .pressed }
        #expect(String(String.UnicodeScalarView(pressed.map(\.character))).contains("LAP"))
    }

    @Test("U-C12: a board with two buttons has two")
    func twoButtons() {
        let text = Self.window(hasLap: false).draw(Self.layout(120, 40), Self.plain).lines.joined()
        #expect(text.contains("▐ PAGE") && !text.contains("▐ LAP"))
    }

    @Test("U-C12: a memory LCD is dark on silver and keeps its picture without light; an OLED is dark then")
    func looks() {
        var window = Self.window()
        window.frame = Bitmap(width: 128, height: 64)
        window.frame.fill(x: 0, y: 0, width: 128, height: 64)
        let layout = Self.layout(80, 24)
        func panel(_ look: WatchWindow.Look, _ light: WatchWindow.Light) -> CharacterGrid.Cell {
            window.look = look
            window.light = light
            return window.draw(layout, TerminalAbilities())[layout.left + 3, layout.top + 3]
        }
        #expect(panel(.memoryLCD, .on) == .init("⣿", .silver))
        #expect(panel(.memoryLCD, .off) == .init("⣿", .silverDim))
        #expect(panel(.oled, .on) == .init("⣿", .oled))
        #expect(panel(.oled, .off) == .init(" ", .oled))
    }

    @Test("U-C12: the Linux console gets only characters that its fonts have", arguments: [(80, 25), (100, 37), (150, 50), (240, 67)])
    func consoleFont(columns: Int, rows: Int) {
        var window = Self.window()
        window.frame = Bitmap(width: 128, height: 128)
        window.frame[1, 1] = true
        window.track = (0..<50).map { TrackPoint(east: Double($0 * 5), north: Double($0 % 7 * 9)) }
        // Code page 437, which the kernel's own font and Debian's have, besides ASCII and Latin 1.
        let known: Set<Unicode.Scalar> = ["█", "▀", "▄", "▌", "▐", "░", "▒", "▓", "─", "│", "┌", "┐", "└", "┘", "◄", "►"]
        for abilities in [Self.console, TerminalAbilities(term: "linux", noColour: nil)] {
            let grid = window.draw(Self.layout(columns, rows, Self.large, abilities), abilities)
            for line in grid.lines {
                for character in line.unicodeScalars where character.value >= 0x100 { #expect(known.contains(character), "\(character)") }
            }
        }
    }

    @Test("The smallest window says the figures in a line")
    func line() {
        #expect(Self.window().draw(Self.layout(40, 1), Self.plain).lines == ["1.23 km"])
        let lines = Self.window().draw(Self.layout(60, 15), Self.plain).lines
        #expect(lines[0] == "1.23 km" && lines[1].hasPrefix("14:14:46  ×10") && lines[14] == "s START  q quit")
    }
}
