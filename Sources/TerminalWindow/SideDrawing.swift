import Quantities

/// What is said beside the watch, below it, or instead of it.
extension WindowDrawing {
    // MARK: - Beside

    mutating func drawSide(left: Int, width: Int) {
        var row = layout.rows > 30 ? max(1, layout.top - 1) : 0
        let last = layout.rows - window.keys.count - (layout.rows > 30 ? 2 : 1)
        grid.put(window.title, left, row, .strong, width: width)
        row += 1
        drawState(left, row, width)
        row += 1
        drawBar(left, row, width)
        row += 2
        row = drawFigures(left, row, width)
        row = drawZones(left, row)
        grid.put("card", left, row, .faint)
        grid.put(window.card, left + 10, row, .plain, width: width - 10)
        row += 2
        let room = last - row
        if room >= 14, !isConsole {
            let height = min(10, room - 8)
            drawTrack(left, row, columns: min(width, height * 4), rows: height)
            row += height + 1
        }
        drawHappenings(left, row, width, rows: last - row)
        for (index, keys) in window.keys.enumerated() {
            grid.put(keys, left, last + 1 + index, .faint, width: width)
        }
    }

    private mutating func drawState(_ left: Int, _ row: Int, _ width: Int) {
        let end = grid.put(window.time, left, row, .plain, width: width)
        let state = window.isPaused ? "  paused, space goes on" : "  \(window.speed)"
        grid.put(state, end, row, window.isPaused ? .accent : .plain, width: max(0, left + width - end))
    }

    private mutating func drawBar(_ left: Int, _ row: Int, _ width: Int) {
        let text = window.progressText, length = max(0, min(40, width - text.unicodeScalars.count - 2))
        let done = Int(rounding: Double(length) * min(1, max(0, window.progress)))
        for index in 0..<length {
            grid[left + index, row] =
                index < done ? CharacterGrid.Cell("█", .bar) : CharacterGrid.Cell("░", .faint)
        }
        grid.put(text, left + length + 2, row, .faint)
    }

    private mutating func drawFigures(_ left: Int, _ first: Int, _ width: Int) -> Int {
        guard !window.figures.isEmpty else { return first }
        var row = first
        let hasTruth = window.figures.contains { $0.truth != nil }
        let truthEnd = left + 18, shownEnd = hasTruth ? left + 27 : left + 18
        if hasTruth { grid.put("true", before: truthEnd, row, .faint) }
        grid.put("watch", before: shownEnd, row, .faint)
        row += 1
        for figure in window.figures {
            grid.put(figure.name, left, row, .faint)
            if let truth = figure.truth { grid.put(truth, before: truthEnd, row) }
            grid.put(figure.shown, before: shownEnd, row, .strong)
            grid.put(figure.unit, shownEnd + 1, row, .faint, width: max(0, left + width - shownEnd - 1))
            row += 1
        }
        return row
    }

    private mutating func drawZones(_ left: Int, _ row: Int) -> Int {
        guard let zone = window.zone else { return row }
        grid.put("zone", left, row, .faint)
        for number in 1...5 {
            let column = left + 10 + (number - 1) * 4
            let shade = number <= zone ? Shade.zone(number) : .faint
            let sign: Unicode.Scalar = number <= zone ? "█" : "░"
            for index in 0..<3 { grid[column + index, row] = CharacterGrid.Cell(sign, shade) }
        }
        if zone > 0 { grid.put("\(zone)", left + 31, row, Shade.zone(zone)) }
        return row + 1
    }

    private mutating func drawHappenings(_ left: Int, _ row: Int, _ width: Int, rows: Int) {
        guard rows > 0 else { return }
        for (index, happening) in window.happenings.suffix(rows).enumerated() {
            let end = grid.put(happening.time + "  ", left, row + index, .faint, width: width)
            grid.put(happening.text, end, row + index, happening.isPress ? .accent : .plain, width: max(0, left + width - end))
        }
    }

    // MARK: - The track

    /// The way in braille, north above, each character in the shade of the zone that was last run there.
    private mutating func drawTrack(_ left: Int, _ top: Int, columns: Int, rows: Int) {
        guard let first = window.track.first, columns > 0, rows > 0 else { return }
        var low = first, high = first
        for point in window.track {
            low.east = min(low.east, point.east)
            low.north = min(low.north, point.north)
            high.east = max(high.east, point.east)
            high.north = max(high.north, point.north)
        }
        let width = Double(columns * 2 - 1), height = Double(rows * 4 - 1)
        let scale = min(width / max(40, high.east - low.east), height / max(40, high.north - low.north))
        guard scale.isFinite, scale > 0 else { return }
        var dots = Bitmap(width: columns * 2, height: rows * 4)
        var shades = [Shade](repeating: .track, count: columns * rows)
        func mark(_ east: Double, _ north: Double, _ zone: Int) {
            let x = Int(rounding: (east - low.east) * scale), y = rows * 4 - 1 - Int(rounding: (north - low.north) * scale)
            dots[x, y] = true
            if x >= 0, x / 2 < columns, y >= 0, y / 4 < rows { shades[y / 4 * columns + x / 2] = zone > 0 ? Shade.zone(zone) : .track }
        }
        var before = first
        for point in window.track {
            let dx = point.east - before.east, dy = point.north - before.north
            let steps = min(400, max(1, Int(rounding: max(abs(dx), abs(dy)) * scale)))
            for step in 1...steps {
                let part = Double(step) / Double(steps)
                mark(before.east + dx * part, before.north + dy * part, point.zone)
            }
            before = point
        }
        var picture = PanelPicture(width: columns * 2, height: rows * 4, style: .braille)
        picture.draw(dots)
        for row in 0..<rows {
            for column in 0..<columns {
                let character = picture[column, row]
                if character != " " {
                    grid[left + column, top + row] = CharacterGrid.Cell(character, shades[row * columns + column])
                }
            }
        }
    }

    // MARK: - Below, or instead

    mutating func drawFooter(from first: Int) {
        let room = layout.rows - first, width = max(0, layout.columns - 2)
        guard room > 0 else { return }
        let keys = window.keys.joined(separator: "  ")
        grid.put(keys, 1, layout.rows - 1, .faint, width: max(0, layout.columns - 2))
        guard room > 1, !layout.isAlone else { return }
        var row = first
        if room > 3 {
            let end = grid.put(window.title + "  ", 1, row, .strong, width: width)
            drawState(end, row, max(0, layout.columns - 1 - end))
            row += 1
        }
        grid.put(comparison, 1, row, .plain, width: width)
        row += 1
        if room > 4 {
            drawBar(1, row, width)
            row += 1
        }
        drawHappenings(1, row, width, rows: layout.rows - 1 - row)
    }

    /// What is true against what is shown, in a line.
    private var comparison: String {
        window.figures.map { figure in
            "\(figure.name) \(figure.shown)\(figure.truth.map { " (\($0))" } ?? "") \(figure.unit)"
        }.joined(separator: "  ")
    }

    mutating func drawText() {
        let width = layout.columns
        guard layout.rows > 1 else {
            grid.put(window.line, 0, 0, .plain, width: width)
            return
        }
        grid.put(window.line, 0, 0, .strong, width: width)
        let joined = window.keys.joined(separator: "  ")
        let keys = joined.unicodeScalars.count > width && layout.rows > 6 ? window.keys : [joined]
        for (index, line) in keys.enumerated() { grid.put(line, 0, layout.rows - keys.count + index, .faint, width: width) }
        guard layout.rows > 3 else { return }
        drawState(0, 1, width)
        guard layout.rows > 4 else { return }
        drawBar(0, 2, width)
        drawHappenings(0, 3, width, rows: layout.rows - 3 - keys.count)
    }
}
