import Quantities
import ScreenModels

extension PageDrawing {
    /// What somebody drinks is nobody else's business: while the keys are locked, pages about it show that they are hidden and nothing else.
    func privately(_ draw: () -> Void) {
        guard screen.status.isLocked else { return draw() }
        statusStrip()
        canvas.text(word(.hidden), words, x: contentWidth / 2, y: height / 2 - wordHeight / 2, align: .center)
        buttonLabels()
    }

    /// Caffeine now with a gauge, the cups of the day, when it falls below the level of bedtime.
    func caffeine(_ page: CaffeinePage) {
        statusStrip()
        let right = contentWidth - 3, amount = milligrams(page.milligrams),
            cups = NumberText.threeDigits(page.cups, mark: language.decimalMark)
        let below = join("<", NumberText.count(page.level), " mg"), at = page.belowAt.map { timeOfDay($0) }
        if isCompact {
            let end = canvas.text(amount, .bold32, x: 0, y: top - 3)
            small(word(.milligrams), x: end + 2, y: top + 13)
            marks(page.mark, x: right - 16, y: top + 3)
            gauge(page, x: 0, y: top + 27, width: right, height: 6)
            let y = height - row(13, tallWords: 17)
            if let at {
                small(below, x: 0, y: y + row(0, tallWords: 3))
                small(at, x: right, y: y + row(0, tallWords: 3), align: .trailing)
            } else {
                label(.cups, x: 0, y: y, room: right - Font.regular12.width(of: cups) - PageDrawing.wordGap)
                small(cups, x: right, y: y + row(0, tallWords: 2), align: .trailing)
            }
        } else {
            label(.caffeine, x: 0, y: top, room: right - 18)
            marks(page.mark, x: right - 16, y: top + 3)
            let end = canvas.text(amount, .bold32, x: 0, y: top + 13)
            small(word(.milligrams), x: end + 3, y: top + 29)
            var y = top + 48
            gauge(page, x: 0, y: y, width: right, height: 8)
            y += layout == .tall ? 26 : 14
            label(.cups, x: 0, y: y + row(3, tallWords: 0), room: right - 22 - Font.bold16.width(of: cups) - PageDrawing.wordGap)
            marks(page.cupsMark, x: right - 16, y: y + 6)
            value(cups, x: right - 22, y: y, align: .trailing)
            y = height - (layout == .tall ? 34 : 22)
            if let at {
                small(below, x: 0, y: y + 3)
                value(at, x: right, y: y, align: .trailing)
            }
        }
        buttonLabels()
    }

    /// One to three blocks: how much is much.
    private func marks(_ mark: CaffeineMark, x: Int, y: Int) {
        for index in 0..<3 {
            if index <= Int(mark.rawValue) {
                canvas.fill(x: x + index * 6, y: y, width: 4, height: 6)
            } else {
                canvas.frame(x: x + index * 6, y: y, width: 4, height: 6)
            }
        }
    }

    /// Up to 500 mg, with strokes at 200 and 400.
    private func gauge(_ page: CaffeinePage, x: Int, y: Int, width: Int, height: Int) {
        canvas.frame(x: x, y: y, width: width, height: height)
        canvas.fill(x: x, y: y, width: width * Int(page.fill) / 100, height: height)
        for mark in [2, 4] { canvas.fill(x: x + width * mark / 5, y: y - 2, width: 1, height: height + 4, .invert) }
    }

    /// Milligrams as they are told.
    func milligrams(_ milligrams: Double?) -> LineText { NumberText.threeDigits(milligrams, mark: language.decimalMark) }

    // MARK: - Drinks

    /// What a drink is called.
    func name(of drink: DrinkName) -> LineText {
        switch drink {
        case .text(let text): return LineText(text)
        case .unnamed: return word(.otherDrink)
        case .builtIn(let place):
            let keys: [StringKey] = [
                .smallCoffee, .mediumCoffee, .largeCoffee, .singleEspresso, .doubleEspresso, .quadEspresso, .blackTea, .greenTea,
                .softDrink,
                .energyDrink, .chocolate,
            ]
            return word(keys[min(Int(place), keys.count - 1)])
        }
    }

    /// Drinks to choose from, or those of the day with their times.
    func drinkList(_ page: DrinkListPage) {
        statusStrip()
        let right = contentWidth - 4, y = 12
        let isDay = if case .drunk = page.rows[0] { true } else { false }
        let pitch = isCompact ? row(13, tallWords: 17) : isDay ? 29 : min(28, (height - y) / DrinkListPage.capacity)
        let most = min(DrinkListPage.capacity, (height - y) / pitch), chosen = Int(page.selected) - Int(page.first)
        func rows(_ index: Int) -> Int { page.rows[index].map { drinkHeight($0, pitch: pitch, right: right) } ?? pitch }
        // The chosen one in the middle, as far as rows of two lines leave room for it.
        var first = max(0, min(chosen - most / 2, DrinkListPage.capacity - most)), rowY = y, shown = 0
        while first < chosen, (first...chosen).reduce(0, { $0 + rows($1) }) > height - y { first += 1 }
        for index in first..<DrinkListPage.capacity {
            let rowHeight = rows(index)
            guard shown < most, rowY + rowHeight <= height else { break }
            shown += 1
            guard let item = page.rows[index] else { continue }
            drinkRow(item, y: rowY, height: rowHeight, right: right)
            if index == chosen { canvas.invert(Box(x: 0, y: rowY, width: right, height: rowHeight)) }
            rowY += rowHeight
        }
        scrollBar(first: Int(page.first) + first, shown: shown, count: Int(page.count), x: contentWidth - 2)
        buttonLabels()
    }

    /// A drink's name as it fits in a room.
    private func fit(_ drink: DrinkName, room: Int) -> FittedWords {
        let isOwn = if case .text = drink { false } else { true }
        return fit(name(of: drink), isOwn: isOwn, room: room)
    }

    /// A drink's name beside its caffeine.
    private func fit(_ drink: DrinkName, beside amount: LineText, right: Int) -> FittedWords {
        fit(drink, room: right - 9 - Font.regular12.width(of: amount))
    }

    /// Rows of pixels of a row: two lines where a name has no room beside its caffeine.
    private func drinkHeight(_ item: DrinkListPage.Row, pitch: Int, right: Int) -> Int {
        guard case .kind(let drink, let amount) = item, !fit(drink, beside: milligrams(amount), right: right).fits else { return pitch }
        return max(pitch, 2 * row(12, tallWords: 16) + 1)
    }

    private func drinkRow(_ item: DrinkListPage.Row, y: Int, height: Int, right: Int) {
        let textY = y + (height - wordHeight + row(1, tallWords: 0)) / 2, numberY = textY + row(0, tallWords: 2)
        switch item {
        case .kind(let drink, let amount):
            let amount = milligrams(amount), beside = fit(drink, beside: amount, right: right)
            if beside.fits {
                draw(beside, x: 2, y: textY)
                small(amount, x: right - 3, y: numberY, align: .trailing)
            } else {
                let half = row(6, tallWords: 8)
                draw(fit(drink, room: right - 4), x: 2, y: textY - half)
                small(amount, x: right - 3, y: numberY + half, align: .trailing)
            }
        case .drunk(let time, let drink, let amount):
            let time = timeOfDay(time), name = name(of: drink), end = 2 + Font.regular12.width(of: time) + 4
            let amount = join(milligrams(amount), " ", word(.milligrams))
            if !isCompact {
                let nameY = y + (height - 28) / 2 - row(0, tallWords: 1), valueY = nameY + row(13, tallWords: 15)
                draw(fit(drink, room: right - 4), x: 2, y: nameY)
                small(time, x: 2, y: valueY)
                small(amount, x: right - 3, y: valueY, align: .trailing)
            } else if end + words.width(of: name) <= right - 2 {
                small(time, x: 2, y: numberY)
                canvas.text(name, words, x: end, y: textY)
            } else {
                // What it was says more than when; START tells the rest.
                draw(fit(drink, room: right - 4), x: 2, y: textY)
            }
        case .today: label(.drinksToday, x: 2, y: textY, room: right - 4)
        case .forecast: label(.forecast, x: 2, y: textY, room: right - 4)
        }
    }

    /// A drink whose time is being chosen.
    func drink(_ page: DrinkPage) {
        statusStrip()
        let right = contentWidth - 3
        if page.asksToDelete {
            tag(word(.deleteDrink), x: 0, y: top, width: right, height: row(15, tallWords: 17))
        } else {
            label(.drinkTime, x: 0, y: top - row(0, tallWords: 1), room: right)
        }
        let y = top + row(16, tallWords: 18), name = fit(page.name, room: right)
        if isCompact {
            value(timeOfDay(page.time), x: right, y: height - 20, align: .trailing)
            draw(name, x: 0, y: y - row(2, tallWords: 1))
            small(join(milligrams(page.milligrams), " ", word(.milligrams)), x: 0, y: height - 16)
        } else {
            canvas.text(timeOfDay(page.time), .bold32, x: right / 2, y: y + 8, align: .center)
            draw(name, x: 0, y: height - 36)
            small(join(milligrams(page.milligrams), " ", word(.milligrams)), x: 0, y: height - 16)
        }
        buttonLabels()
    }

    // MARK: - The next day

    /// A curve over an axis of 24 hours, bedtime as a stroke, and how much there is then.
    func caffeineCurve(_ page: CaffeineCurvePage) {
        statusStrip()
        let right = contentWidth - 3, bottom = height - row(14, tallWords: 18)
        let room = bottom - top - 14, highest = max(500, (0..<64).reduce(0) { max($0, Int(page.values[$1])) })
        small(
            join(NumberText.threeDigits(Double(page.values[0]) / 10, mark: language.decimalMark), " ", word(.milligrams)), x: 0, y: top - 2)
        func place(_ index: Int) -> (x: Int, y: Int) {
            (index * (right - 1) / 63, bottom - 2 - Int(page.values[index]) * room / highest)
        }
        for index in 1..<64 {
            let from = place(index - 1), to = place(index)
            canvas.line(fromX: from.x, y: from.y, toX: to.x, y: to.y, thickness: 1)
        }
        canvas.fill(x: 0, y: bottom - 1, width: right, height: 1)
        for hour in stride(from: 0, through: 24, by: 6) { canvas.fill(x: hour * (right - 1) / 24, y: bottom, width: 1, height: 2) }
        if let bedtime = page.bedtime {
            let x = Int(bedtime) * (right - 1) / 63
            for y in stride(from: top + 12, to: bottom, by: 3) { canvas.fill(x: x, y: y, width: 1, height: 2) }
            let rest = join(milligrams(page.atBedtime), " ", word(.milligrams))
            label(.bedtime, x: 0, y: bottom + 1, room: right - Font.regular12.width(of: rest) - PageDrawing.wordGap)
            small(rest, x: right, y: bottom + 2 + row(0, tallWords: 2), align: .trailing)
        }
        buttonLabels()
    }
}
