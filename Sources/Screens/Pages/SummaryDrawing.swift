import Quantities
import ScreenModels

extension PageDrawing {
    /// A finished run, in six pages.
    func summary(_ page: SummaryPage) {
        statusStrip()
        switch page.view {
        case .result: if isCompact { compactResult(page) } else { result(page) }
        case .laps, .splits: lapRows(page)
        case .body: if isCompact { compactBody(page.figures) } else { body(page.figures) }
        case .course: if isCompact { compactCourse(page) } else { course(page) }
        case .track: sketch(page.track, in: Box(x: 0, y: top, width: isCompact ? width : contentWidth - 4, height: height - top - 1))
        }
        if !isCompact { buttonLabels() }
    }

    // MARK: Result

    private func compactResult(_ page: SummaryPage) {
        let figures = page.figures
        canvas.text(distance(figures.distance), .bold32, x: 72, y: 6, align: .trailing)
        small(word(distanceUnit), x: 74, y: 22)
        signedSmall(.drumstick, drumsticks(figures.energy), right: width, y: 10)
        signedSmall(.flame, NumberText.energy(figures.energy), right: width, y: 23)
        value(NumberText.time(figures.timer), x: 0, y: 34)
        value(NumberText.pace(figures.averagePace, in: units), x: width, y: 34, align: .trailing)
        // What the two values are is told by their form; a record takes the place of their names.
        if let record = page.record { return self.record(record, x: 0, y: row(51, tallWords: 48), right: width) }
        let pace = fit(paceName, short: word(.shortPace), room: width * 2 / 3)
        label(.time, x: 0, y: row(49, tallWords: 48), room: width - pace.width - PageDrawing.wordGap)
        draw(pace, x: width, y: row(49, tallWords: 48), align: .trailing)
    }

    private func result(_ page: SummaryPage) {
        let isTall = layout == .tall, right = contentWidth - 4, half = contentWidth / 2 + 4
        let figures = page.figures
        if let record = page.record {
            // On a tall panel the mark of the first button stands lower.
            self.record(record, x: 0, y: isTall ? 13 : 11, right: isTall ? width - 4 : right)
        } else if let date = page.date {
            let text = language.listDate(date), room = right - Font.regular12.width(of: text) - PageDrawing.wordGap
            label(name(of: page.kind), x: 0, y: isTall ? 14 : 11, room: room)
            small(text, x: right, y: isTall ? 15 : row(11, tallWords: 13), align: .trailing)
        } else {
            let whole = fit(name(of: page.kind), room: right), close = fit(name(of: page.kind), room: whole.width - 1)
            let beside = fit(.unknownDate, room: right - whole.width - phraseGap), kind = beside.fits ? whole : close
            let undated = fit(.unknownDate, room: right - kind.width - phraseGap)
            draw(kind, x: 0, y: isTall ? 14 : 11)
            // Where its words have no room beside the kind, the sign of what is not known says it.
            if undated.fits {
                draw(undated, x: right, y: isTall ? 14 : 11, align: .trailing)
            } else {
                small(NumberText.absent, x: right, y: isTall ? 15 : row(11, tallWords: 13), align: .trailing)
            }
        }
        let unitX = contentWidth - 18, lower = isTall ? 0 : row(0, tallWords: 3)
        canvas.text(
            distance(figures.distance), .bold32, x: unitX - 3, y: (isTall ? 28 : 22) + lower, align: .trailing)
        small(word(distanceUnit), x: unitX, y: (isTall ? 44 : 38) + lower)
        var y = (isTall ? 64 : 53) + lower
        canvas.rule(x: 0, y: y - 2, width: right)
        label(.time, x: 0, y: y, room: half - phraseGap)
        paceLabel(x: half, y: y, room: contentWidth - half)
        values(NumberText.time(figures.timer), NumberText.pace(figures.averagePace, in: units), half: half, y: y + wordHeight - 1)
        y += cellHeight + (isTall ? 12 : row(8, tallWords: 6))
        if isTall {
            cell(.energy, NumberText.energy(figures.energy), unit: .kilocalories, x: 0, y: y, room: half - phraseGap)
            // The sign beside the value tells it too.
            let name = fit(.drumsticks, room: contentWidth - half)
            if name.fits { draw(name, x: half, y: y) }
            canvas.icon(.drumstick, x: half, y: y + wordHeight + 2)
            value(drumsticks(figures.energy), x: half + 14, y: y + wordHeight - 1)
        } else {
            canvas.icon(.flame, x: 0, y: y + 2)
            value(NumberText.energy(figures.energy), x: 11, y: y)
            canvas.icon(.drumstick, x: half, y: y + 2)
            value(drumsticks(figures.energy), x: half + 14, y: y)
        }
    }

    /// The day and the time of the start, `--` for a day that was never known (fault D9).
    private func start(_ page: SummaryPage) -> LineText {
        join(page.date.map { language.listDate($0) } ?? NumberText.absent, "  ", timeOfDay(page.start))
    }

    // MARK: Body

    private func compactBody(_ figures: RunFigures) {
        let area = Box(x: 0, y: 13, width: 54, height: 50), pitch = row(12, tallWords: 17)
        var places = ((x: 64, y: 11), (x: 64, y: 29), (x: 64, y: 47))
        if figures.hasZones || paragraphStyle(word(.noZones), width: area.width, height: area.height + 1, pitch: pitch) != nil {
            zones(figures, in: area, showsTimes: false)
        } else {
            // Words that have no room beside the values stand below them, over the full width.
            places = ((x: 0, y: 10), (x: 68, y: 10), (x: 0, y: 25))
            let y = row(41, tallWords: 31)
            paragraph(word(.noZones), in: Box(x: 0, y: y, width: width, height: height - y), pitch: pitch)
        }
        canvas.icon(.heart, x: places.0.x, y: places.0.y + 5)
        let rateEnd = value(NumberText.heartRate(figures.averageHeartRate), x: places.0.x + 11, y: places.0.y)
        small(join("/", NumberText.heartRate(figures.maximumHeartRate)), x: rateEnd + 2, y: places.0.y + 2)
        canvas.icon(.shoe, x: places.1.x, y: places.1.y + 4)
        value(NumberText.cadence(figures.averageCadence), unit: .stepsPerMinute, x: places.1.x + 11, y: places.1.y)
        canvas.icon(.flag, x: places.2.x, y: places.2.y + 3)
        value(NumberText.count(figures.laps), x: places.2.x + 11, y: places.2.y)
    }

    private func body(_ figures: RunFigures) {
        let isTall = layout == .tall, right = contentWidth - 4
        // The second column begins after the longer name of the first, as far as its values leave room.
        let widest = max(fit(.average, room: right).width, fit(.cadence, room: contentWidth / 2).width) + phraseGap
        let half = min(max(contentWidth / 2 + 4, widest), max(contentWidth / 2 + 4, contentWidth - 46))
        var y = isTall ? 14 : row(11, tallWords: 13)
        cell(.average, NumberText.heartRate(figures.averageHeartRate), unit: .beatsPerMinute, x: 0, y: y, room: half - phraseGap)
        cell(.maximum, NumberText.heartRate(figures.maximumHeartRate), unit: .beatsPerMinute, x: half, y: y, room: contentWidth - half)
        y += cellHeight + row(2, tallWords: 0)
        let barsHeight = isTall ? 66 : row(54, tallWords: 53)
        zones(figures, in: Box(x: 0, y: y, width: right, height: barsHeight), showsTimes: true)
        y += barsHeight + (isTall ? 4 : 0)
        cell(.cadence, NumberText.cadence(figures.averageCadence), unit: .stepsPerMinute, x: 0, y: y, room: half - phraseGap)
        cell(.steps, NumberText.count(figures.steps), x: half, y: y, room: contentWidth - half)
    }

    /// The zones, or what they need: what is not known is not shown as no time (U-B5).
    private func zones(_ figures: RunFigures, in area: Box, showsTimes: Bool) {
        guard figures.hasZones else {
            let drop = showsTimes ? 8 : 0, box = Box(x: area.x, y: area.y + drop, width: area.width, height: area.height - drop + 1)
            return paragraph(word(.noZones), in: box, pitch: row(12, tallWords: 17))
        }
        zoneBars(figures.zoneTimes, in: area, showsTimes: showsTimes, isKnown: figures.averageHeartRate != nil)
    }

    /// Time in zones 5 to 1 as bars, the longest over the full width.
    private func zoneBars(_ times: ZoneTimes, in area: Box, showsTimes: Bool, isKnown: Bool) {
        let pitch = area.height / 5, digitWidth = 8, timeWidth = showsTimes ? 36 : 0
        var longest: Int64 = 1
        for zone in 1...5 { longest = max(longest, times[zone].inMilliseconds) }
        let room = area.width - digitWidth - timeWidth
        for zone in 1...5 {
            let y = area.y + (5 - zone) * pitch
            small(NumberText.count(zone), x: area.x, y: y + pitch / 2 - 6)
            let milliseconds = max(0, times[zone].inMilliseconds)
            // In 1,024ths, so that no product overflows.
            let share = milliseconds >= longest ? 1024 : Int(milliseconds / max(1, longest / 1024 + 1))
            canvas.fill(x: area.x + digitWidth, y: y + 1, width: 1, height: pitch - 2)
            canvas.fill(x: area.x + digitWidth, y: y + 2, width: milliseconds == 0 ? 0 : max(2, room * share / 1024), height: pitch - 4)
            if showsTimes {
                small(isKnown ? NumberText.time(times[zone]) : NumberText.absent, x: area.maxX, y: y + pitch / 2 - 6, align: .trailing)
            }
        }
    }

    // MARK: Course

    private func compactCourse(_ page: SummaryPage) {
        let figures = page.figures, second = 68
        signedSmall(.stopwatch, NumberText.time(figures.elapsed), x: 0, y: 11)
        signedSmall(.runner, NumberText.time(figures.moving), x: second, y: 11)
        signedSmall(.climb, heightWithUnit(figures.ascent), x: 0, y: 24)
        signedSmall(.drop, heightWithUnit(figures.descent), x: second, y: 24)
        signedSmall(.fastest, NumberText.pace(figures.bestSplit, in: units), x: 0, y: 37)
        signedSmall(.slowest, NumberText.pace(figures.slowestSplit, in: units), x: second, y: 37)
        signedSmall(.calendar, start(page), x: 0, y: 50)
    }

    private func course(_ page: SummaryPage) {
        let figures = page.figures, isTall = layout == .tall
        let half = isTall ? contentWidth / 2 + 1 : row(contentWidth / 2 + 1, tallWords: 50)
        var y = isTall ? 14 : row(11, tallWords: 13)
        let pitch = isTall ? (height - y) / 4 : (height - y) / 3
        label(.elapsed, x: 0, y: y, room: half - phraseGap)
        label(.moving, x: half, y: y, room: contentWidth - half)
        values(NumberText.time(figures.elapsed), NumberText.time(figures.moving), half: half, y: y + wordHeight - 1)
        y += pitch
        label(.ascent, x: 0, y: y, room: half - phraseGap)
        label(.descent, x: half, y: y, room: contentWidth - half)
        heights(
            NumberText.height(figures.ascent, in: units), NumberText.height(figures.descent, in: units), half: half, y: y + wordHeight - 1)
        y += pitch
        cell(.best, NumberText.pace(figures.bestSplit, in: units), x: 0, y: y, room: half - phraseGap)
        cell(.slowest, NumberText.pace(figures.slowestSplit, in: units), x: half, y: y, room: contentWidth - half)
        guard isTall else { return }
        y += pitch
        cell(.laps, NumberText.count(figures.laps), x: 0, y: y, room: half - phraseGap)
    }

    // MARK: Laps and splits

    /// Four laps, or four full kilometres or miles, and where in the list they are.
    private func lapRows(_ page: SummaryPage) {
        let slowest = page.figures.slowestSplit
        for index in 0..<Int(LapRows.capacity) {
            guard let figures = page.rows[index] else { break }
            if isCompact {
                compactRow(figures, y: 11 + index * 13, bar: page.view == .splits ? slowest : nil)
            } else {
                fullRow(figures, index, isSplit: page.view == .splits, slowest)
            }
        }
        let x = isCompact ? width - 2 : contentWidth - 2
        scrollBar(first: Int(page.rows.first), shown: Int(LapRows.capacity), count: Int(page.rows.count), x: x)
    }

    private func compactRow(_ figures: LapFigures, y: Int, bar slowest: Pace?) {
        small(NumberText.count(figures.number), x: 18, y: y, align: .trailing)
        small(NumberText.time(figures.timer), x: 68, y: y, align: .trailing)
        if let slowest {
            paceBar(figures.pace, slowest, x: 74, y: y + 3, width: 48)
        } else {
            small(NumberText.pace(figures.pace, in: units), x: width - 6, y: y, align: .trailing)
        }
    }

    private func fullRow(_ figures: LapFigures, _ index: Int, isSplit: Bool, _ slowest: Pace?) {
        let pitch = (height - 12) / 4, right = contentWidth - 4, y = 12 + index * pitch
        let nameY = y + (pitch - 28) / 2, valueY = nameY + row(12, tallWords: 14)
        let number = NumberText.count(figures.number)
        if isSplit {
            let name = word(units == .metric ? .kilometerNumber : .mileNumber, number), time = NumberText.time(figures.timer)
            // The time is small where the name needs the room.
            let isSmall = words.width(of: name) > right - Font.bold16.width(of: time) - PageDrawing.wordGap
            draw(fit(name, room: right - (isSmall ? Font.regular12 : .bold16).width(of: time) - PageDrawing.wordGap), x: 0, y: nameY)
            if isSmall { small(time, x: right, y: nameY + 2, align: .trailing) } else { value(time, x: right, y: nameY, align: .trailing) }
            if let slowest { paceBar(figures.pace, slowest, x: 0, y: valueY + 6, width: right) }
        } else {
            let distance = distanceWithUnit(figures.distance), room = right - Font.regular12.width(of: distance) - PageDrawing.wordGap
            draw(fit(word(.lapNumber, number), room: room), x: 0, y: nameY)
            small(distance, x: right, y: nameY + row(0, tallWords: 2), align: .trailing)
            let time = NumberText.time(figures.timer), pace = NumberText.pace(figures.pace, in: units)
            value(time, x: 0, y: valueY)
            value(pace, x: right, y: valueY, align: .trailing)
        }
    }

    /// A bar as long as a pace is slow, the slowest over the full width.
    private func paceBar(_ pace: Pace?, _ slowest: Pace, x: Int, y: Int, width: Int) {
        guard let pace, slowest > .zero, pace.isFinite else { return }
        canvas.fill(x: x, y: y, width: max(2, Int(rounding: min(1, pace / slowest) * Double(width))), height: 5)
    }

    // MARK: Parts

    /// `Pace /km` over a value, its unit small beside a Chinese name.
    private func paceLabel(x: Int, y: Int, room: Int) {
        guard language.needsTallWords else {
            draw(fit(paceName, short: word(.shortPace), room: room), x: x, y: y)
            return
        }
        small(word(paceUnit), x: canvas.text(word(.pace, ""), words, x: x, y: y) + 1, y: y + 2)
    }

    /// Two values in a row, the second from a column on; both small if the first would reach the second (U-B4).
    private func values(_ first: LineText, _ second: LineText, half: Int, y: Int) {
        let isNarrow = Font.bold16.width(of: first) + 3 > half || half + Font.bold16.width(of: second) > contentWidth
        guard isNarrow else {
            value(first, x: 0, y: y)
            value(second, x: half, y: y)
            return
        }
        small(first, x: 0, y: y + 2)
        small(second, x: half, y: y + 2)
    }

    /// Two heights in a row with their unit; small where the first would reach the second.
    private func heights(_ first: LineText, _ second: LineText, half: Int, y: Int) {
        let unit = word(heightUnit)
        guard Font.bold16.width(of: first) + 2 + Font.regular12.width(of: unit) + 3 > half else {
            value(first, unit: heightUnit, x: 0, y: y)
            value(second, unit: heightUnit, x: half, y: y)
            return
        }
        small(join(first, " ", unit), x: 0, y: y + 2)
        small(join(second, " ", unit), x: half, y: y + 2)
    }

    /// A small value behind its sign.
    private func signedSmall(_ icon: Icon, _ text: LineText, x: Int, y: Int) {
        canvas.icon(icon, x: x + 4, y: y + 6 - icon.height / 2, align: .center)
        small(text, x: x + 13, y: y)
    }

    /// A small value behind its sign, ending at a column.
    private func signedSmall(_ icon: Icon, _ text: LineText, right: Int, y: Int) {
        small(text, x: right, y: y, align: .trailing)
        canvas.icon(icon, x: right - Font.regular12.width(of: text) - 2, y: y + 6 - icon.height / 2, align: .trailing)
    }
}
