import ScreenModels

extension PageDrawing {
    /// The watch at rest: the time large, the date in its usual place in the strip, steps and distance of the day below.
    func clock(_ page: ClockPage) {
        statusStrip(showsTime: false)
        // Without the time it stands there for how long that has been so.
        let date = page.date.map { language.day($0) } ?? page.withoutTimeFor.map { withoutTime(for: $0) }
        let time = NumberText.clockFigures(page.time, in: clockForm)
        let middle = contentWidth / 2
        if isCompact {
            // Below the time stand what is too high for the strip, as Chinese characters are, and what is too long for it beside the battery.
            let isBelow = language.needsTallWords || page.date == nil
            let lines = date.map { isBelow ? self.lines(of: $0) : 1 } ?? 0
            if let date, isBelow {
                dateLines(date, lines, y: row(34, tallWords: 31) - (lines > 1 ? 4 : 0))
            } else if let date {
                canvas.text(date, words, x: 0, y: -1)
            }
            // Two lines below leave less room for a time that is not known.
            if lines > 1 {
                canvas.text(time, .bold24, x: middle, y: 3, align: .center)
            } else {
                largeTime(time, page, x: middle, y: isBelow ? 4 : 12)
            }
            dayRow(page, y: row(48, tallWords: 49))
        } else {
            let isTall = layout == .tall, lift = row(0, tallWords: 3)
            if let date { dateLines(date, lines(of: date), y: (isTall ? 24 : 18) - lift) }
            largeTime(time, page, x: middle, y: isTall ? 44 : 34)
            let pitch = isTall ? 32 : 25, right = contentWidth - 4
            var y = isTall ? 98 : 74
            canvas.rule(x: 0, y: y - (isTall ? 8 : 4), width: right)
            dayValue(.steps, NumberText.count(page.steps), y: y, right: right)
            y += pitch
            dayDistance(distance(page.distance), y: y, right: right)
            if isTall, let goal = page.nearestGoal { nearestGoal(goal, y: y + 24, right: right) }
        }
        buttonLabels()
    }

    /// The goal that is nearest to done, below the values of the day, where there is room for it; a tick and a full bar when all are.
    private func nearestGoal(_ goal: GoalMark, y: Int, right: Int) {
        guard !goal.isAwarded else {
            canvas.icon(.tick, x: 0, y: y - 2)
            return bar(100, x: 13, y: y, width: right - 13, height: 5)
        }
        let percent = percent(goal)
        let textX = small(percent, x: right, y: y - 4, align: .trailing)
        canvas.icon(icon(of: goal.kind), x: 0, y: y - 2)
        bar(goal.percent, x: 13, y: y, width: textX - Font.regular12.width(of: percent) - 18, height: 5)
    }

    /// The time, and small beside it the half of the day where it is told.
    private func largeTime(_ time: LineText, _ page: ClockPage, x: Int, y: Int) {
        let end = canvas.text(time, .bold32, x: x, y: y, align: .center), half = NumberText.halfDay(of: page.time, in: clockForm)
        if !half.isEmpty { small(half, x: end + 3, y: y + 16) }
    }

    /// Into how many lines the date or its place-holder is broken.
    private func lines(of date: LineText) -> Int {
        let fitted = fit(date, room: contentWidth - 2)
        return fitted.fits ? 1 : max(1, lineCount(of: date, fitted.font, width: contentWidth - 2) ?? 1)
    }

    /// Draws the date in the middle, several lines around the row of a single one.
    private func dateLines(_ date: LineText, _ lines: Int, y: Int) {
        let fitted = fit(date, room: contentWidth - 2), pitch = row(11, tallWords: 16), font = lines > 1 ? words : fitted.font
        var start = 0, y = y - (lines - 1) * pitch / 2 + (wordHeight - font.height) / 2
        while start < date.count {
            let end = lines > 1 ? lineEnd(of: date, from: start, font, width: contentWidth - 2) : date.count
            canvas.text(date.part(start..<end), font, x: contentWidth / 2, y: y, align: .center)
            start = end
            while start < date.count, date.scalar(at: start).value == 0x20 { start += 1 }
            y += pitch
        }
    }

    /// In whole minutes, from two hours on in whole hours.
    private func withoutTime(for duration: Duration) -> LineText {
        let minutes = max(0, duration.inMilliseconds / 60_000)
        let amount = minutes < 120 ? join(NumberText.count(minutes), " min") : join(NumberText.count(minutes / 60), " h")
        return word(.withoutTime, amount)
    }

    /// The distance of the day; its unit is small where the language's word for it is long.
    private func dayDistance(_ distance: LineText, y: Int, right: Int) {
        let unit = word(distanceUnit), text = join(distance, " ", unit)
        guard
            fit(.distance, room: right - Font.bold16.width(of: distance) - Font.regular12.width(of: unit) - 3).width + 8
                + Font.bold16.width(of: text) > right
        else {
            return dayValue(.distance, text, y: y, right: right)
        }
        small(unit, x: right, y: y + 2, align: .trailing)
        dayValue(.distance, distance, y: y, right: right - Font.regular12.width(of: unit) - 2)
    }

    /// A name, and its value at the right edge.
    private func dayValue(_ name: StringKey, _ text: LineText, y: Int, right: Int) {
        label(name, x: 0, y: y + row(3, tallWords: 0), room: right - Font.bold16.width(of: text) - PageDrawing.wordGap)
        value(text, x: right, y: y, align: .trailing)
    }

    private func dayRow(_ page: ClockPage, y: Int) {
        canvas.icon(.shoe, x: 0, y: y + 5)
        value(NumberText.count(page.steps), x: 12, y: y)
        let distance = self.distance(page.distance)
        let right = contentWidth - 2
        let unitWidth = Font.regular12.width(of: word(distanceUnit))
        small(word(distanceUnit), x: right, y: y + 2, align: .trailing)
        value(distance, x: right - unitWidth - 2, y: y, align: .trailing)
    }
}
