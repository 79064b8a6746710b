import Quantities
import ScreenModels

/// Where the name of a value stands.
private enum FieldLabel {
    /// To the left of the figures, the unit beneath the name.
    case beside
    /// Above the figures, in one line with the unit.
    case above
    /// Above the figures, as signs and the unit: where Chinese characters are too high.
    case signs
}

// Up to four values of a run in one grid, all in one size: the most legible that all of them fit in. Names stand where that size is better.
extension PageDrawing {
    /// The area of a run's page: all below the strip and beside the button marks.
    var gridArea: Box { Box(x: 0, y: isCompact ? 10 : 12, width: contentRoom, height: height - (isCompact ? 10 : 12)) }

    /// Pixels across a run's page. A panel of 64 rows has no button marks in a run.
    private var contentRoom: Int { isCompact ? width : contentWidth - 2 }

    /// Draws values in rows; four of them on a panel of 64 rows in two columns.
    /// - Parameter reason: why the timer stands, in the place of the value at an index.
    func grid(_ views: FieldViews, in area: Box, reason: (index: Int, key: StringKey)? = nil) {
        guard views.count > 0 else { return }
        let columns = isCompact && views.count == 4 ? 2 : 1, rows = (views.count + columns - 1) / columns
        let cellWidth = (area.width - Self.columnGap * (columns - 1)) / columns, cellHeight = area.height / rows
        let (label, figures) = arrangement(of: views, width: cellWidth, height: cellHeight)
        for index in 0..<views.count {
            guard let view = views[index] else { continue }
            let cell = Box(
                x: area.x + index % columns * (cellWidth + Self.columnGap), y: area.y + index / columns * area.height / rows,
                width: cellWidth,
                height: cellHeight)
            if let reason, reason.index == index {
                fieldTag(reason.key, in: cell)
            } else if label == .beside {
                besideLabel(view, figures, in: cell)
            } else {
                belowLabel(view, figures, in: cell, usesSigns: label == .signs, isAlone: views.count == 1)
            }
        }
    }

    /// Draws two values beside each other under their names in one size, the largest that both fit in, at most so high.
    func fieldPair(_ first: FieldView, _ second: FieldView, in area: Box, figureHeight: Int) {
        func width(_ view: FieldView, _ figures: Figures) -> Int { max(figures.width(of: view.extent), labelWidth(of: view)) }
        let figures = Figures.best(heights: 0...figureHeight) {
            width(first, $0) + Self.columnGap + width(second, $0) <= area.width
        }
        let secondWidth = width(second, figures)
        var cell = area
        cell.width = min(width(first, figures), area.width - secondWidth - Self.columnGap)
        belowLabel(first, figures, in: cell, usesSigns: false, isAlone: false)
        cell.x = area.maxX - secondWidth
        cell.width = secondWidth
        belowLabel(second, figures, in: cell, usesSigns: false, isAlone: false)
    }

    /// Draws a value under its name in the largest size that fits, at most so high.
    func fieldCell(_ view: FieldView, in cell: Box, figureHeight: Int) {
        let figures = Figures.best(heights: 0...figureHeight) { $0.width(of: view.extent) <= cell.width }
        belowLabel(view, figures, in: cell, usesSigns: isCompact && language.needsTallWords, isAlone: false)
    }

    /// Pixels between two columns: more than between two digits at any size, so that two values are never read as one (fault U-B4).
    private static let columnGap = 7

    // MARK: Size

    /// Rows of a main value at least, on a panel read in motion.
    private var leastFigureHeight: Int {
        switch layout {
        case .compact: 14
        case .square: 20
        case .tall: 26
        }
    }

    private func arrangement(of views: FieldViews, width: Int, height: Int) -> (FieldLabel, Figures) {
        let above: FieldLabel = isCompact && language.needsTallWords && views.count == 4 ? .signs : .above
        let below = figures(of: views, width: width, height: height - labelHeight(above) - (isCompact ? 1 : 4))
        // One value has the page for itself; a column of two has no room for a name beside its value.
        guard views.count > 1, width > self.width / 2 else { return (above, below) }
        let beside = figures(of: views, width: width - labelWidth(of: views, height: height) - 4, height: height - (isCompact ? 3 : 4))
        let isBesideAtLeast = rank(beside) >= rank(below)
        return isBesideAtLeast || height < 2 * labelHeight(.above) ? (.beside, beside) : (.above, below)
    }

    /// Sizes by legibility, those that are high enough before the others.
    private func rank(_ figures: Figures) -> Int { figures.legibility + (figures.height >= leastFigureHeight ? 1_000_000 : 0) }

    private func figures(of views: FieldViews, width: Int, height: Int) -> Figures {
        // A value is large and is not copied for each size; room on the stack, because a frame asks for no memory.
        withUnsafeTemporaryAllocation(of: FigureExtent.self, capacity: 2 * views.count) { extents in
            var count = 0
            for index in 0..<views.count {
                guard let view = views[index] else { continue }
                extents.initializeElement(at: count, to: view.extent)
                extents.initializeElement(at: count + 1, to: view.room)
                count += 2
            }
            let heights = min(leastFigureHeight, max(0, height))...max(0, height)
            return Figures.best(heights: heights) { figures in (0..<count).allSatisfy { figures.width(of: extents[$0]) <= width } }
        }
    }

    // MARK: Names

    /// The font of names: larger where the panel has more pixels.
    private var nameFont: Font { layout == .tall && !language.needsTallWords ? .regular16 : words }

    /// The font of units.
    private var unitFont: Font { layout == .tall ? .regular16 : .regular12 }

    /// Rows of a name above its value.
    private func labelHeight(_ label: FieldLabel) -> Int {
        switch (label, nameFont.height) {
        case (.signs, _): 10
        case (_, 12): 11
        default: layout == .tall && !language.needsTallWords ? 14 : 17
        }
    }

    /// Rows of a name and a unit below it.
    private var twoLines: Int { nameLine + (unitFont.height == 16 ? 12 : 9) }

    /// Rows from a name to the unit below it.
    private var nameLine: Int { language.needsTallWords ? 17 : nameFont.height == 16 ? 15 : 11 }

    /// Whether name and unit stand below each other in a row of this height.
    private func hasTwoLines(_ height: Int) -> Bool { twoLines + (isCompact ? 3 : 1) <= height }

    private func labelWidth(of views: FieldViews, height: Int) -> Int {
        var widest = 0
        for index in 0..<views.count {
            guard let view = views[index] else { continue }
            if hasTwoLines(height) {
                widest = max(widest, nameFont.width(of: view.shortName), unitFont.width(of: view.unit))
            } else {
                widest = max(widest, labelWidth(of: view))
            }
        }
        return widest
    }

    /// A name and a unit in one line.
    func oneLine(_ name: LineText, _ unit: LineText) -> LineText { unit.isEmpty ? name : join(name, " ", unit) }

    /// Pixels of a name and a unit in one line.
    private func lineWidth(_ name: LineText, _ unit: LineText) -> Int {
        nameFont.width(of: name) + (unit.isEmpty ? 0 : 4 + unitFont.width(of: unit))
    }

    /// Pixels of the shorter line over a value.
    private func labelWidth(of view: FieldView) -> Int { lineWidth(view.shortName, view.unit) }

    /// Draws a name and a unit in one line. Returns the column after them.
    @discardableResult
    private func line(_ name: LineText, _ unit: LineText, x: Int, y: Int) -> Int {
        let end = canvas.text(name, nameFont, x: x, y: y)
        guard !unit.isEmpty else { return end }
        return canvas.text(
            unit, unitFont, x: end + 4,
            y: y + (nameFont.height - unitFont.height) / 4 * 3 + (language.needsTallWords && unitFont.height == 16 ? 1 : 0))
    }

    // MARK: Cells

    private func besideLabel(_ view: FieldView, _ figures: Figures, in cell: Box) {
        let isTwo = hasTwoLines(cell.height) && !view.unit.isEmpty
        let rows = isTwo ? twoLines : language.needsTallWords ? 16 : nameFont.height == 16 ? 10 : 8
        let rise = language.needsTallWords ? 0 : nameFont.height == 16 ? 3 : 2
        let y = cell.y + (cell.height - rows) / 2 - rise
        let nameEnd = line(view.shortName, isTwo ? LineText() : view.unit, x: cell.x, y: y)
        if isTwo { canvas.text(view.unit, unitFont, x: cell.x, y: y + rise + nameLine - (unitFont.height == 16 ? 3 : 2)) }
        let top = cell.y + (cell.height - figures.height) / 2
        canvas.figures(view.text, figures, x: cell.maxX, y: top, align: .trailing)
        if view.hasGauge {
            let left = nameEnd + 6, right = cell.maxX - figures.width(of: view.extent) - 6
            gauge(view.zone, from: left, to: right, figures, top: top)
        }
    }

    private func belowLabel(_ view: FieldView, _ figures: Figures, in cell: Box, usesSigns: Bool, isAlone: Bool) {
        let labelRows = labelHeight(usesSigns ? .signs : .above)
        let spare = max(0, cell.height - figures.height - labelRows)
        // A name stands nearer to its own value than to the one above.
        let labelY = cell.y + (isAlone ? spare / 3 : spare * 2 / 3), top = labelY + labelRows + (isAlone ? spare / 3 : 0)
        if usesSigns {
            signs(of: view, x: cell.x, y: labelY)
        } else {
            let unit = view.unitAbove ?? view.unit
            let isShort = lineWidth(view.name, unit) > cell.width
            let (name, nameUnit) = isShort ? (view.shortName, view.unit) : (view.name, unit)
            let rise = language.needsTallWords ? 0 : nameFont.height == 16 ? 3 : 2
            let width = lineWidth(name, nameUnit), x = isAlone ? cell.x + (cell.width - width) / 2 : cell.x
            // Where the short name has no room either, its letters are low.
            if width > cell.width, nameUnit.isEmpty {
                draw(fit(name, room: cell.width), x: x, y: labelY - rise + (nameFont.height - wordHeight) / 4 * 3)
            } else {
                line(name, nameUnit, x: x, y: labelY - rise)
            }
        }
        let width = figures.width(of: view.extent), gaugeWidth = isAlone ? cell.width / 3 : cell.width - width - 6
        let x = !isAlone ? cell.x : cell.x + (cell.width - width - (view.hasGauge ? gaugeWidth + 8 : 0)) / 2
        canvas.figures(view.text, figures, x: x, y: top)
        if view.hasGauge {
            gauge(view.zone, from: x + width + (isAlone ? 8 : 6), to: x + width + gaugeWidth + (isAlone ? 8 : 6), figures, top: top)
        }
    }

    /// The five blocks of the zones, if there is room for them.
    private func gauge(_ zone: UInt8?, from left: Int, to right: Int, _ figures: Figures, top: Int) {
        guard right - left >= 24 else { return }
        let height = max(7, figures.height / 2)
        zoneGauge(zone, x: left, y: top + (figures.height - height) / 2, width: right - left, height: height)
    }

    /// Draws the signs of a value and its unit, eight rows high.
    private func signs(of view: FieldView, x: Int, y: Int) {
        var x = x
        if let prefix = view.prefix {
            canvas.icon(prefix, x: x, y: y + (8 - prefix.height) / 2)
            x += prefix.width + 3
        }
        if let sign = view.sign {
            canvas.icon(sign, x: x, y: y + max(0, (8 - sign.height) / 2))
            x += sign.width + 3
        }
        small(view.signText ?? view.unit, x: x, y: y - 2)
    }

    /// Why the timer stands, in the place of a value.
    private func fieldTag(_ key: StringKey, in cell: Box) {
        let height = min(cell.height - (cell.height > wordHeight + 3 ? 2 : 0), wordHeight + 14), width = cell.width - (isCompact ? 0 : 2)
        let plate = Box(x: cell.x, y: cell.y + (cell.height - height) / 2, width: width, height: height)
        let fitted = fit(key, room: width - 2), text = fitted.text
        let isBold = !isCompact && !language.needsTallWords && Font.bold16.width(of: text) <= width - 6
        let font = isBold ? Font.bold16 : fitted.font
        let y = plate.y + (height - font.height) / 2
        canvas.text(text, font, x: plate.x + plate.width / 2, y: y, align: .center, plate: plate)
        canvas.invert(plate)
    }
}
