import Quantities
import ScreenModels

extension PageDrawing {
    /// A run: the time of day and the battery stay in the strip on every view (fault I14). A run of 64 rows spends none on button marks,
    /// which its runner knows by heart.
    func run(_ page: RunPage) {
        statusStrip()
        switch page.view {
        case .primary: if isCompact { compactPrimary(page) } else { primary(page) }
        case .secondary: if isCompact { compactSecondary(page) } else { secondary(page) }
        case .lap: if isCompact { compactLap(page) } else { lap(page) }
        case .track: track(page)
        }
        if !isCompact { buttonLabels() }
    }

    // MARK: 128 × 64

    private func compactPrimary(_ page: RunPage) {
        distance(page, right: 82, y: 6)
        small(word(distanceUnit), x: 84, y: 22)
        let heartX = 100
        canvas.icon(.heart, x: heartX, y: 13)
        small(NumberText.heartRate(page.heartRate), x: heartX + 9, y: 10)
        zoneGauge(page.zone, x: heartX, y: 25, width: 28, height: 6)
        namedRow(.time, NumberText.time(page.timer), paceName, NumberText.pace(page.pace, in: units), page.motion)
    }

    private func compactSecondary(_ page: RunPage) {
        let end = canvas.text(NumberText.heartRate(page.heartRate), .bold32, x: 0, y: 6)
        small(word(.beatsPerMinute), x: end + 2, y: 22)
        canvas.text(zoneName(page.zone), words, x: 127, y: language.needsTallWords ? 10 : 11, align: .trailing)
        zoneGauge(page.zone, x: 78, y: 26, width: 50, height: 6)
        namedRow(
            .cadence, NumberText.cadence(page.cadence), word(.ascent), heightWithUnit(page.ascent), page.motion)
    }

    private func compactLap(_ page: RunPage) {
        let end = main(NumberText.time(page.lap.timer), x: 0, y: 6, room: 96)
        let right = 127
        canvas.text(
            word(.lapNumber, NumberText.count(page.lap.number)), words, x: right, y: language.needsTallWords ? 10 : 9, align: .trailing)
        if let last = page.lastLap, end < 84 {
            let pace = join(NumberText.count(last.number), ": ", NumberText.pace(last.pace, in: units))
            small(pace, x: right, y: language.needsTallWords ? 25 : 22, align: .trailing)
        }
        namedRow(.distance, distanceWithUnit(page.lap.distance), paceName, NumberText.pace(page.lap.pace, in: units), page.motion)
    }

    /// Two values with their names beneath. While the timer stands, the second gives way to the reason.
    private func namedRow(
        _ firstName: StringKey, _ first: LineText, _ secondName: LineText, _ second: LineText, _ motion: RunPage.Motion
    ) {
        let valueY = 34, nameY = language.needsTallWords ? 48 : 49
        value(first, x: 0, y: valueY)
        label(firstName, x: 0, y: nameY)
        if let reason = reason(motion) {
            tag(word(reason), x: 62, y: 37, width: 66, height: 26)
        } else {
            value(second, x: 128, y: valueY, align: .trailing)
            canvas.text(secondName, words, x: 128, y: nameY, align: .trailing)
        }
    }

    // MARK: 128 × 128 and 144 × 168

    private func primary(_ page: RunPage) {
        let isTall = layout == .tall
        let unitX = contentWidth - (isTall ? 22 : 16), right = contentWidth - 4
        distance(page, right: unitX - 3, y: isTall ? 9 : 8)
        small(word(distanceUnit), x: unitX, y: isTall ? 25 : 24)
        let time = NumberText.time(page.timer)
        canvas.text(time, .bold32, x: max(unitX - 3, Font.bold32.width(of: time)), y: isTall ? 39 : 35, align: .trailing)
        if isTall {
            if let reason = reason(page.motion) {
                tag(word(reason), x: 0, y: 75, width: right, height: 23)
            } else {
                canvas.text(NumberText.pace(page.pace, in: units), .bold32, x: unitX - 3, y: 69, align: .trailing)
                small(word(paceUnit), x: unitX, y: 85)
            }
        }
        let y = isTall ? 106 : language.needsTallWords ? 69 : 70, half = contentWidth / 2 + (language.needsTallWords ? 15 : 8)
        canvas.rule(x: 0, y: y - 3, width: right)
        let valueY = y + wordHeight - (language.needsTallWords ? 2 : 2)
        if isTall {
            label(.cadence, x: 0, y: y)
            canvas.text(NumberText.cadence(page.cadence), .bold24, x: 0, y: valueY)
        } else if let reason = reason(page.motion) {
            tag(word(reason), x: 0, y: y + 1, width: half - 4, height: wordHeight + 18)
        } else {
            canvas.text(paceName, words, x: 0, y: y)
            canvas.text(NumberText.pace(page.pace, in: units), .bold24, x: 0, y: valueY)
        }
        canvas.icon(.heart, x: half, y: y + (wordHeight - 7) / 2 + 1)
        canvas.text(zoneName(page.zone), words, x: half + 9, y: y)
        canvas.text(NumberText.heartRate(page.heartRate), .bold24, x: half, y: valueY)
        zoneGauge(page.zone, x: 0, y: height - (isTall ? 14 : 12), width: right, height: isTall ? 10 : 9)
    }

    private func secondary(_ page: RunPage) {
        let isTall = layout == .tall
        let end = canvas.text(NumberText.heartRate(page.heartRate), .bold32, x: 0, y: isTall ? 10 : 8)
        small(word(.beatsPerMinute), x: end + 2, y: isTall ? 26 : 24)
        let right = contentWidth - 4
        canvas.text(zoneName(page.zone), words, x: right, y: isTall ? 15 : 13, align: .trailing)
        zoneGauge(page.zone, x: 0, y: isTall ? 42 : 38, width: right, height: 8)
        var y = isTall ? 56 : (language.needsTallWords ? 49 : 52)
        if let reason = reason(page.motion) {
            tag(word(reason), x: 0, y: y, width: right, height: cellHeight - 4)
            if !isTall { return cells(page, y: y + cellHeight, rows: 1) }
            y += cellHeight + 1
            return cells(page, y: y, rows: 2)
        }
        cells(page, y: y, rows: isTall ? 3 : 2)
    }

    private func cells(_ page: RunPage, y: Int, rows: Int) {
        let half = 52
        let pitch = layout == .tall ? (height - y) / max(rows, 2) - (rows == 3 ? 1 : 3) : (height - y) / max(rows, 1)
        var y = y
        cell(word(.cadence), NumberText.cadence(page.cadence), unit: .stepsPerMinute, x: 0, y: y)
        cell(word(.ascent), NumberText.height(page.ascent, in: units), unit: heightUnit, x: half, y: y)
        guard rows > 1 else { return }
        y += pitch
        cell(word(.steps), NumberText.count(page.steps), x: 0, y: y)
        cell(word(.energy), NumberText.energy(page.energy), unit: .kilocalories, x: half, y: y)
        guard rows > 2 else { return }
        y += pitch
        cell(word(.average), NumberText.pace(page.averagePace, in: units), x: 0, y: y)
        cell(word(.time), NumberText.time(page.timer), x: half, y: y)
    }

    private func lap(_ page: RunPage) {
        let isTall = layout == .tall
        let right = contentWidth - 4
        canvas.text(word(.lapNumber, NumberText.count(page.lap.number)), words, x: 0, y: isTall ? 14 : 12)
        if let reason = reason(page.motion) {
            tag(word(reason), x: right - 66, y: isTall ? 14 : 12, width: 66, height: wordHeight + 2)
        } else {
            small(NumberText.heartRate(page.lap.heartRate), x: right, y: isTall ? 15 : 13, align: .trailing)
            let rateWidth = Font.regular12.width(of: NumberText.heartRate(page.lap.heartRate))
            canvas.icon(.heart, x: right - rateWidth - 2, y: isTall ? 18 : 16, align: .trailing)
        }
        main(NumberText.time(page.lap.timer), x: 0, y: isTall ? 28 : (language.needsTallWords ? 25 : 22), room: contentWidth)
        let y = isTall ? 64 : (language.needsTallWords ? 53 : 54)
        let half = contentWidth / 2 + 2
        cell(word(.distance), NumberText.distance(page.lap.distance, in: units), unit: distanceUnit, x: 0, y: y)
        cell(paceName, NumberText.pace(page.lap.pace, in: units), x: half, y: y)
        let ruleY = y + cellHeight + (isTall ? 8 : language.needsTallWords ? 2 : 6)
        canvas.rule(x: 0, y: ruleY, width: right)
        lastLap(page.lastLap, y: ruleY + (language.needsTallWords ? 3 : 5), half: half)
    }

    /// The lap before, as a name over its time beside its pace.
    private func lastLap(_ lap: LapFigures?, y: Int, half: Int) {
        guard let lap else {
            label(.noLapYet, x: 0, y: y)
            return
        }
        cell(word(.lapNumber, NumberText.count(lap.number)), NumberText.time(lap.timer), x: 0, y: y)
        cell(paceName, NumberText.pace(lap.pace, in: units), x: half, y: y)
    }

    // MARK: Parts

    /// The distance, right-aligned; `~` in front while it comes from strides.
    private func distance(_ page: RunPage, right: Int, y: Int) {
        let text = NumberText.distance(page.distance, in: units)
        canvas.text(text, .bold32, x: right, y: y, align: .trailing)
        if page.isReckoned { value("~", x: right - Font.bold32.width(of: text) - 1, y: y + 8, align: .trailing) }
    }

    /// Five blocks, filled up to the zone.
    func zoneGauge(_ zone: UInt8?, x: Int, y: Int, width: Int, height: Int) {
        let filled = Int(zone ?? 0)
        for block in 0..<5 {
            let left = x + (width + 2) * block / 5, right = x + (width + 2) * (block + 1) / 5 - 2
            if block < filled {
                canvas.fill(x: left, y: y, width: right - left, height: height)
            } else {
                canvas.frame(x: left, y: y, width: right - left, height: height)
            }
        }
    }

    /// `Zone 3`.
    func zoneName(_ zone: UInt8?) -> LineText { word(.zone, NumberText.count(zone)) }

    /// `Pace /km`.
    var paceName: LineText { word(.pace, word(paceUnit)) }

    /// Why the timer stands.
    func reason(_ motion: RunPage.Motion) -> StringKey? {
        switch motion {
        case .running: nil
        case .autoPaused: .autoPaused
        case .paused: .paused
        }
    }
}
