import Quantities

/// Draws a window: the watch here, what is said beside it in `SideDrawing.swift`.
struct WindowDrawing {
    let window: WatchWindow
    let layout: WindowLayout
    let abilities: TerminalAbilities
    var grid: CharacterGrid

    init(_ window: WatchWindow, _ layout: WindowLayout, _ abilities: TerminalAbilities) {
        self.window = window
        self.layout = layout
        self.abilities = abilities
        grid = CharacterGrid(columns: layout.columns, rows: layout.rows)
    }

    var isConsole: Bool { abilities.glyphs == .console }

    mutating func draw() {
        guard let panel = layout.panel else { return drawText() }
        var picture = PanelPicture(width: panel.width, height: panel.height, style: layout.style)
        if window.light != .off || window.look == .memoryLCD { picture.draw(window.frame) }
        drawStrap(picture)
        if abilities.hasColours { drawSolidCase(picture) } else { drawLinedCase(picture) }
        drawPanel(picture)
        for button in window.buttons { draw(button, picture) }
        if let side = layout.side {
            drawSide(left: side.left, width: side.width)
        } else if let footer = layout.footer {
            drawFooter(from: footer)
        }
    }

    // MARK: - The watch

    private var panelShade: Shade {
        switch (window.look, window.light) {
        case (.oled, .dim): .oledDim
        case (.oled, _): .oled
        case (.memoryLCD, .on): .silver
        case (.memoryLCD, _): .silverDim
        }
    }

    private mutating func drawPanel(_ picture: PanelPicture) {
        let shade = panelShade
        for row in 0..<picture.rows {
            for column in 0..<picture.columns {
                grid[layout.left + column, layout.top + row] = CharacterGrid.Cell(picture[column, row], shade)
            }
        }
    }

    private mutating func drawStrap(_ picture: PanelPicture) {
        let inset = picture.columns / 6, left = layout.left + inset, width = picture.columns - 2 * inset
        let fill = CharacterGrid.Cell(abilities.hasColours ? "█" : " ", .strap)
        for (row, count) in [(layout.top - 1 - layout.strap, layout.strap), (layout.top + picture.rows + 1, layout.strap)] {
            grid.fill(left, row, columns: width, rows: count, fill)
            guard !abilities.hasColours else { continue }
            grid.fill(left, row, columns: 1, rows: count, CharacterGrid.Cell("│", .strap))
            grid.fill(left + width - 1, row, columns: 1, rows: count, CharacterGrid.Cell("│", .strap))
        }
    }

    /// The case as a body of metal.
    private mutating func drawSolidCase(_ picture: PanelPicture) {
        let left = layout.left - WindowLayout.edge, right = layout.left + picture.columns + WindowLayout.edge - 1
        let top = layout.top - 1, bottom = layout.top + picture.rows
        for column in left...right {
            grid[column, top] = CharacterGrid.Cell("▄", .metal)
            grid[column, bottom] = CharacterGrid.Cell("▀", .metal)
        }
        if !isConsole {
            grid[left, top] = CharacterGrid.Cell("▗", .metal)
            grid[right, top] = CharacterGrid.Cell("▖", .metal)
            grid[left, bottom] = CharacterGrid.Cell("▝", .metal)
            grid[right, bottom] = CharacterGrid.Cell("▘", .metal)
        }
        for row in layout.top..<bottom {
            grid.fill(left, row, columns: WindowLayout.edge, rows: 1, CharacterGrid.Cell("█", .metal))
            grid.fill(layout.left + picture.columns, row, columns: WindowLayout.edge, rows: 1, CharacterGrid.Cell("█", .metal))
        }
    }

    /// The case as a line, where nothing may be told by colours.
    private mutating func drawLinedCase(_ picture: PanelPicture) {
        let left = layout.left - 1, right = layout.left + picture.columns
        let top = layout.top - 1, bottom = layout.top + picture.rows
        for column in left...right {
            for row in [top, bottom] { grid[column, row] = CharacterGrid.Cell("─") }
        }
        for row in top...bottom {
            for column in [left, right] { grid[column, row] = CharacterGrid.Cell("│") }
        }
        let corners: [Unicode.Scalar] = isConsole ? ["┌", "┐", "└", "┘"] : ["╭", "╮", "╰", "╯"]
        for (index, place) in [(left, top), (right, top), (left, bottom), (right, bottom)].enumerated() {
            grid[place.0, place.1] = CharacterGrid.Cell(corners[index])
        }
    }

    /// The middle of a button's tab on the screen, as a part of the panel's height: where the button itself is.
    private static func height(of role: ButtonRole, on panel: WindowLayout.Panel) -> Double {
        let rows: (start: Double, lap: Double, page: Double) =
            switch panel.height {
            case ...64: (19, 37, 55)
            case 128: (28, 69, 110)
            default: (36, 89, 142)
            }
        let row: Double =
            switch role {
            case .start: rows.start
            case .lap: rows.lap
            case .page: rows.page
            }
        return row / Double(max(1, panel.height))
    }

    private mutating func draw(_ button: WatchWindow.Button, _ picture: PanelPicture) {
        guard let panel = layout.panel else { return }
        let column = layout.left + picture.columns + (abilities.hasColours ? WindowLayout.edge : 1)
        let middle = layout.top + Int(rounding: (Self.height(of: button.role, on: panel) * Double(picture.rows)).rounded(.down))
        let half = picture.rows >= 32 ? 1 : 0
        // A button that is down goes into the case, and is told by its sign where there are no colours.
        let sign: Unicode.Scalar = button.isDown ? (abilities.hasColours ? "▌" : "◄") : abilities.hasColours ? "█" : "▐"
        for row in (middle - half)...(middle + half) {
            grid[column, row] = CharacterGrid.Cell(sign, button.isDown ? .pressed : .button)
        }
        let name = button.isDown && !abilities.hasColours ? "[\(button.name)]" : button.name
        grid.put(name, column + 2 - (button.isDown && !abilities.hasColours ? 1 : 0), middle, button.isDown ? .pressed : .faint)
        if half > 0 { grid.put(button.key, column + 2, middle + 1, .faint) }
    }
}
