import Quantities
import ScreenModels

extension PageDrawing {
    /// The goals of the day: a sign, the per cent and a bar of each, in two columns; the points below.
    func goals(_ page: GoalsPage) {
        statusStrip()
        let right = contentWidth - 3, column = right / 2
        let rows = page.count <= 2 ? 1 : page.count <= 4 ? 2 : 3
        let bottom = height - (isCompact ? row(13, tallWords: 16) : 20)
        let pitch = min((bottom - top) / rows, isCompact ? 20 : 36)
        for index in 0..<InView<GoalMark>.capacity {
            guard let mark = page.goals[index] else { break }
            goalCell(mark, x: index % 2 * column, y: top + index / 2 * pitch, width: column - 5, height: pitch)
        }
        let pointsY = bottom + (isCompact ? 0 : 3)
        if !isCompact { canvas.rule(x: 0, y: bottom, width: right) }
        // More goals than are in view are said beside the points.
        let more = page.count > 6 ? join("  +", NumberText.count(page.count - 6)) : LineText()
        let name = join(word(.points), more)
        let today = NumberText.count(page.pointsToday), points = join(today, " / ", NumberText.count(page.points))
        let fittedName = fit(
            name, short: more.isEmpty ? nil : word(.points), room: right - Font.regular12.width(of: today) - PageDrawing.wordGap)
        draw(fittedName, x: 0, y: pointsY)
        let room = right - fittedName.width - 4
        let text = Font.regular12.width(of: points) <= room ? points : NumberText.count(page.pointsToday)
        small(text, x: right, y: pointsY + row(0, tallWords: 2), align: .trailing)
        buttonLabels()
    }

    private func goalCell(_ mark: GoalMark, x: Int, y: Int, width: Int, height: Int) {
        let isLow = height < 24, icon = icon(of: mark.kind)
        canvas.icon(icon, x: x, y: y + (isLow ? 1 : 4))
        let percent = percent(mark), right = x + width
        // The tick, and then the size, give way to a great number.
        let tick = mark.isAwarded ? Icon.tick.width + 3 : 0, room = width - icon.width - 3
        let isLarge = !isLow && Font.bold16.width(of: percent) <= room
        let textWidth = (isLarge ? Font.bold16 : .regular12).width(of: percent)
        if mark.isAwarded, textWidth + tick <= room { canvas.icon(.tick, x: x + icon.width + 2, y: y + (isLow ? 1 : 4)) }
        if isLarge {
            value(percent, x: right, y: y, align: .trailing)
        } else {
            small(percent, x: right, y: y + (isLow ? -2 : 3), align: .trailing)
        }
        bar(mark.percent, x: x, y: y + (isLow ? height - 3 : 19), width: width, height: isLow ? 2 : 6)
    }

    /// A bar that is full at 100 per cent, however far a goal has come; empty where nothing is known.
    func bar(_ percent: UInt32?, x: Int, y: Int, width: Int, height: Int) {
        let filled = width * Int(min(percent ?? 0, 100)) / 100
        if height > 3 {
            canvas.frame(x: x, y: y, width: width, height: height)
        } else {
            for dot in stride(from: x, to: x + width, by: 3) { canvas.fill(x: dot, y: y + height - 1, width: 1, height: 1) }
        }
        canvas.fill(x: x, y: y, width: filled, height: height)
    }

    /// The sign of what a goal counts.
    func icon(of kind: GoalKind) -> Icon {
        switch kind {
        case .steps: .shoe
        case .walking: .walker
        case .running: .runner
        case .unknown: .unknownGoal
        }
    }

    // MARK: - One goal

    /// One goal: what it is called, what is to be done where there is room, how far it has come, what it brings.
    func goalCard(_ page: GoalCardPage) {
        statusStrip()
        let right = contentWidth - 3
        var y = top
        let isOwn = if case .builtIn = page.name { true } else { false }
        let fittedName = fit(name(of: page.name), isOwn: isOwn, room: right), name = fittedName.text
        if isCompact {
            draw(fittedName, x: 0, y: y - 1)
            y += row(13, tallWords: 17)
            progressLine(page, y: y - row(1, tallWords: 0), right: right)
            y += row(13, tallWords: 13)
            bar(page.mark.percent, x: 0, y: y, width: right, height: 5)
            y += 7
            trophy(page.trophy, page.mark.kind, x: 0, y: y)
            small(join("+", NumberText.count(page.points)), x: 28, y: y + 3)
            if page.mark.isAwarded { canvas.icon(.tick, x: 56, y: y + 6) }
            value(percent(page.mark), x: right, y: y + 1, align: .trailing)
        } else {
            let isBold = !language.needsTallWords && Font.bold16.width(of: name) <= right
            if isBold { canvas.text(name, .bold16, x: 0, y: y) } else { draw(fittedName, x: 0, y: y) }
            y += 18
            let details = details(of: page)
            let pitch = row(12, tallWords: 17), progressY = height - 72
            if page.details.isEmpty {
                paragraph(details, in: Box(x: 0, y: y, width: right, height: progressY - y), pitch: pitch)
            } else {
                paragraph(details, words, x: 0, y: y, width: right, pitch: pitch, most: (progressY - y) / pitch)
            }
            y = progressY
            progressLine(page, y: y, right: right)
            y += 15
            bar(page.mark.percent, x: 0, y: y, width: right, height: 7)
            y += 12
            value(percent(page.mark), x: right, y: y, align: .trailing)
            if page.mark.isAwarded { canvas.icon(.tick, x: right - Font.bold16.width(of: percent(page.mark)) - 14, y: y + 5) }
            y += 20
            trophy(page.trophy, page.mark.kind, x: 0, y: y)
            small(join("+", NumberText.count(page.points)), x: 30, y: y + 2)
            small(join(NumberText.count(page.number), "/", NumberText.count(page.count)), x: right, y: y + 2, align: .trailing)
        }
        buttonLabels()
    }

    /// As far as four digits tell it.
    func percent(_ mark: GoalMark) -> LineText {
        mark.percent.map { $0 > 9999 ? ">9999%" : join(NumberText.count($0), "%") } ?? NumberText.absent
    }

    /// `4200 / 6000`, `2.000 / 5 km`; the unit gives way where there is no room for it.
    private func progressLine(_ page: GoalCardPage, y: Int, right: Int) {
        let current = page.current.map { amount($0, isTarget: false) } ?? NumberText.absent
        let text = join(current, " / ", amount(page.target, isTarget: true))
        let unit: LineText
        switch page.target {
        case .steps: unit = word(.steps)
        case .distance: unit = word(distanceUnit)
        case .number: unit = LineText()
        }
        small(text, x: 0, y: y)
        let font = Font.regular12.canDraw(unit) ? Font.regular12 : words
        guard Font.regular12.width(of: text) + 4 + font.width(of: unit) <= right else { return }
        canvas.text(unit, font, x: right, y: y - (font.height - 12) / 2, align: .trailing)
    }

    /// A distance so far has three decimals, as in iHealth; a goal as many as it needs.
    private func amount(_ amount: GoalAmount, isTarget: Bool) -> LineText {
        switch amount {
        case .steps(let steps), .number(let steps): return NumberText.count(steps)
        case .distance(let distance): return NumberText.thousandths(distance, in: units, mark: language.decimalMark, isShort: isTarget)
        }
    }

    private func details(of page: GoalCardPage) -> LineText {
        if !page.details.isEmpty { return LineText(page.details) }
        switch page.target {
        case .steps: return word(.goalSteps, amount(page.target, isTarget: true))
        case .distance:
            let target = join(amount(page.target, isTarget: true), " ", word(distanceUnit))
            return word(page.mark.kind == .walking ? .goalWalk : .goalRun, target)
        case .number: return LineText()
        }
    }

    /// What a goal is called.
    func name(of goal: GoalName) -> LineText {
        switch goal {
        case .text(let text): return LineText(text)
        case .builtIn(let place):
            let keys: [StringKey] = [.goalFirstSteps, .goalOnTheMove, .goalManySteps, .goalShortWalk, .goalQuickRun, .goalZombieRun]
            return word(keys[min(Int(place), keys.count - 1)])
        }
    }

    // MARK: - Trophies

    /// A trophy: 14 × 15 pixels.
    func trophy(_ trophy: TrophyKind, x: Int, y: Int) {
        switch trophy {
        case .bronze, .silver, .gold:
            canvas.icon(.medal, x: x, y: y)
            canvas.sign(trophy == .gold ? .rankOne : trophy == .silver ? .rankTwo : .rankThree, x: x + 5, y: y + 8)
        case .zombieHand: canvas.icon(.zombieHand, x: x, y: y)
        case .unknown: canvas.icon(.cup, x: x, y: y)
        }
    }

    /// A trophy, and the sign of what it was for: 25 × 15 pixels.
    private func trophy(_ trophy: TrophyKind, _ kind: GoalKind, x: Int, y: Int) {
        self.trophy(trophy, x: x, y: y)
        canvas.icon(icon(of: kind), x: x + 16, y: y + 6)
    }

    /// The six trophies with how often each was awarded, and all points.
    func trophyShelf(_ page: TrophyShelfPage) {
        statusStrip()
        let right = contentWidth - 3,
            kinds: [(TrophyKind, GoalKind)] = [
                (.bronze, .steps), (.silver, .steps), (.gold, .steps), (.bronze, .walking), (.silver, .running), (.zombieHand, .running),
            ]
        var y = top
        if !isCompact {
            let title = word(.trophies), room = page.others > 0 ? right - 46 : right
            let isBold = !language.needsTallWords && Font.bold16.width(of: title) <= room
            if isBold { canvas.text(title, .bold16, x: 0, y: y) } else { draw(fit(title, room: room), x: 0, y: y) }
            if page.others > 0 {
                let count = NumberText.count(page.others)
                small(count, x: right, y: y + 3, align: .trailing)
                canvas.icon(.cup, x: right - Font.regular12.width(of: count) - 18, y: y)
            }
            y += 20
        }
        let columns = isCompact ? 3 : 2, rows = 6 / columns, bottom = height - row(isCompact ? 12 : 16, tallWords: 16)
        let pitch = (bottom - y) / rows, column = right / columns
        for (index, kind) in kinds.enumerated() {
            let x = index % columns * column, cellY = y + index / columns * pitch
            if isCompact {
                trophy(kind.0, x: x, y: cellY)
                canvas.icon(icon(of: kind.1), x: x + 16, y: cellY - 1)
                small(NumberText.count(page.counts[index]), x: x + 16, y: cellY + 6)
            } else {
                trophy(kind.0, kind.1, x: x, y: cellY)
                small(NumberText.count(page.counts[index]), x: x + 28, y: cellY + 3)
            }
        }
        let pointsY = bottom
        let points = NumberText.count(page.points)
        label(.points, x: 0, y: pointsY, room: right - Font.regular12.width(of: points) - PageDrawing.wordGap)
        small(points, x: right, y: pointsY + row(0, tallWords: 2), align: .trailing)
        buttonLabels()
    }
}
