import Quantities
import ScreenModels

extension PageDrawing {
    /// A run: the time of day and the battery stay in the strip on every view (fault I14). A panel of 64 rows spends none on button marks,
    /// which its runner knows by heart.
    func run(_ page: RunPage) {
        statusStrip()
        switch (page.view, layout) {
        case (.primary, .compact): compactPrimary(page)
        case (.primary, .square): squarePrimary(page)
        case (.primary, .tall): tallPrimary(page)
        case (.secondary, .compact): compactSecondary(page)
        case (.secondary, _): secondary(page)
        case (.lap, .compact): compactLap(page)
        case (.lap, _): lap(page)
        case (.track, _): track(page)
        }
        if !isCompact { buttonLabels() }
    }

    // MARK: Distance, time, pace

    private func squarePrimary(_ page: RunPage) {
        let unitX = contentWidth - 16, right = contentWidth - 4
        distanceAndTime(page, unitX: unitX, y: 8, pitch: 27)
        let y = row(70, tallWords: 69), half = contentWidth / 2 + row(8, tallWords: 15)
        canvas.rule(x: 0, y: y - 3, width: right)
        if let reason = reason(page.motion) {
            tag(word(reason), x: -1, y: y + 1, width: half - 3, height: wordHeight + 18)
        } else {
            largeCell(paceName, NumberText.pace(page.pace, in: units), x: 0, y: y)
        }
        heartCell(zoneName(page.zone), page.heartRate, x: half, y: y)
        zoneGauge(page.zone, x: 0, y: height - 12, width: right, height: 9)
    }

    private func tallPrimary(_ page: RunPage) {
        let unitX = contentWidth - 22, right = contentWidth - 4
        distanceAndTime(page, unitX: unitX, y: 9, pitch: 30)
        if let reason = reason(page.motion) {
            tag(word(reason), x: 0, y: 75, width: right, height: 23)
        } else {
            canvas.text(NumberText.pace(page.pace, in: units), .bold32, x: unitX - 3, y: 69, align: .trailing)
            small(word(paceUnit), x: unitX, y: 85)
        }
        canvas.rule(x: 0, y: 103, width: right)
        largeCell(word(.cadence), NumberText.cadence(page.cadence), x: 0, y: 106)
        heartCell(zoneName(page.zone), page.heartRate, x: contentWidth / 2 + row(8, tallWords: 15), y: 106)
        zoneGauge(page.zone, x: 0, y: height - 14, width: right, height: 10)
    }

    /// The distance over the time, right-aligned before a column of units; a time of eight characters takes that column too.
    private func distanceAndTime(_ page: RunPage, unitX: Int, y: Int, pitch: Int) {
        distance(page, right: unitX - 3, y: y)
        small(word(distanceUnit), x: unitX, y: y + 16)
        let time = NumberText.time(page.timer)
        canvas.text(time, .bold32, x: max(unitX - 3, Font.bold32.width(of: time)), y: y + pitch, align: .trailing)
    }

    // MARK: Heart rate, cadence, steps, ascent, energy

    private func secondary(_ page: RunPage) {
        let isTall = layout == .tall, right = contentWidth - 4, y = isTall ? 10 : 8
        let end = canvas.text(NumberText.heartRate(page.heartRate), .bold32, x: 0, y: y)
        small(word(.beatsPerMinute), x: end + 2, y: y + 16)
        canvas.text(zoneName(page.zone), words, x: right, y: y + 5, align: .trailing)
        zoneGauge(page.zone, x: 0, y: isTall ? 42 : 38, width: right, height: 8)
        let cellsY = isTall ? 56 : row(52, tallWords: 49), rows = isTall ? 3 : 2
        if let reason = reason(page.motion) {
            tag(word(reason), x: 0, y: cellsY, width: right, height: cellHeight - 4)
            secondaryCells(page, y: cellsY + cellHeight + 1, rows: rows - 1)
        } else {
            secondaryCells(page, y: cellsY, rows: rows)
        }
    }

    private func secondaryCells(_ page: RunPage, y: Int, rows: Int) {
        let half = 52, pitch = min(40, (height - y - cellHeight) / max(1, rows - 1))
        cell(word(.cadence), NumberText.cadence(page.cadence), unit: .stepsPerMinute, x: 0, y: y)
        cell(word(.ascent), NumberText.height(page.ascent, in: units), unit: heightUnit, x: half, y: y)
        guard rows > 1 else { return }
        cell(word(.steps), NumberText.count(page.steps), x: 0, y: y + pitch)
        cell(word(.energy), NumberText.energy(page.energy), unit: .kilocalories, x: half, y: y + pitch)
        guard rows > 2 else { return }
        cell(word(.average), NumberText.pace(page.averagePace, in: units), x: 0, y: y + 2 * pitch)
        cell(word(.time), NumberText.time(page.timer), x: half, y: y + 2 * pitch)
    }

    // MARK: The lap

    private func lap(_ page: RunPage) {
        let isTall = layout == .tall, right = contentWidth - 4, half = contentWidth / 2 + 2, nameY = isTall ? 14 : 12
        canvas.text(lapName(page.lap), words, x: 0, y: nameY)
        if let reason = reason(page.motion) {
            tag(word(reason), x: right - 66, y: nameY, width: 66, height: wordHeight + 2)
        } else {
            rate(page.lap.heartRate, right: right, y: nameY + 1)
        }
        mainValue(NumberText.time(page.lap.timer), x: 0, y: isTall ? 28 : row(22, tallWords: 25), room: contentWidth)
        let y = isTall ? 64 : row(54, tallWords: 53)
        cell(word(.distance), NumberText.distance(page.lap.distance, in: units), unit: distanceUnit, x: 0, y: y)
        cell(paceName, NumberText.pace(page.lap.pace, in: units), x: half, y: y)
        let ruleY = y + cellHeight + (isTall ? 8 : row(6, tallWords: 2)), lastY = ruleY + row(5, tallWords: 3)
        canvas.rule(x: 0, y: ruleY, width: right)
        if let last = page.lastLap {
            cell(lapName(last), NumberText.time(last.timer), x: 0, y: lastY)
            cell(paceName, NumberText.pace(last.pace, in: units), x: half, y: lastY)
        } else {
            label(.noLapYet, x: 0, y: lastY)
        }
    }

    // MARK: Parts

    /// The distance, right-aligned; `~` in front while it comes from strides.
    func distance(_ page: RunPage, right: Int, y: Int) {
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

    /// `Lap 3`.
    func lapName(_ lap: LapFigures) -> LineText { word(.lapNumber, NumberText.count(lap.number)) }

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
