import Quantities
import ScreenModels

extension PageDrawing {
    /// A run: the time of day and the battery stay in the strip on every view (fault I14). A panel of 64 rows spends none on button marks,
    /// which its runner knows by heart.
    func run(_ page: RunPage) {
        statusStrip()
        switch page.view {
        case .first, .second, .third, .fourth: fields(page)
        case .lap: lap(page)
        case .track: track(page)
        }
        if !isCompact { buttonLabels() }
    }

    /// The values that the runner has chosen for a page. While the timer stands, the reason takes the place of the pace now, which there is
    /// none of, or of the last value; beneath one that has the page for itself.
    private func fields(_ page: RunPage) {
        var area = gridArea
        guard let reason = reason(page.motion) else { return grid(views(of: page), in: area) }
        if page.fields.count > 1 {
            var index = page.fields.count - 1
            for i in 0..<page.fields.count where page.fields[i] == .pace { index = i }
            return grid(views(of: page), in: area, reason: (index, reason))
        }
        area.height -= wordHeight + 4
        grid(views(of: page), in: area)
        tag(reason, x: 0, y: area.maxY + 1, width: area.width - (isCompact ? 0 : 2), height: wordHeight + 2)
    }

    // MARK: The lap

    /// The lap under way in figures as large as on the other pages, and the one before beneath.
    private func lap(_ page: RunPage) {
        var area = gridArea, views = FieldViews()
        views.append(lapTime(page.lap))
        if isCompact {
            views.append(view(of: .lapPace, page))
            views.append(view(of: .lapDistance, page))
            var last = view(of: .lastLapPace, page)
            if let lap = page.lastLap {
                last.name = oneLine(lapName(lap), last.unit)
                last.unitAbove = LineText()
                last.signText = join(NumberText.count(lap.number), " ", word(paceUnit))
            }
            views.append(last)
        } else {
            views.append(view(of: .lapDistance, page))
            views.append(view(of: .lapPace, page))
            area.height -= lastLapHeight
        }
        let lastIndex = views.count - 1
        grid(views, in: area, reason: reason(page.motion).map { (lastIndex, $0) })
        if !isCompact { lastLap(page.lastLap, in: Box(x: 0, y: area.maxY, width: area.width, height: lastLapHeight)) }
    }

    /// Rows of the lap before.
    private var lastLapHeight: Int { layout == .tall ? row(42, tallWords: 45) : row(29, tallWords: 33) }

    private func lastLap(_ lap: LapFigures?, in area: Box) {
        canvas.rule(x: 0, y: area.y, width: area.width - 2)
        guard let lap else {
            let fitted = fit(.noLapYet, room: area.width - 2)
            guard !fitted.fits else {
                draw(fitted, x: 0, y: area.y + (area.height - wordHeight) / 2)
                return
            }
            let box = Box(x: 0, y: area.y + 3, width: area.width - 2, height: area.height - 3)
            return paragraph(fitted.text, in: box, pitch: row(12, tallWords: 16))
        }
        let number = NumberText.count(lap.number)
        let short = language.needsTallWords ? lapName(lap) : join(word(.shortLapNumber), " ", number)
        let time = FieldView(NumberText.time(lap.timer), name: lapName(lap), shortName: short)
        let pace = FieldView(
            NumberText.pace(lap.pace, in: units), name: word(.fieldPace), shortName: word(.shortPace), unit: word(paceUnit))
        let cell = Box(x: 0, y: area.y + 2, width: area.width, height: area.height - 2)
        fieldPair(time, pace, in: cell, figureHeight: layout == .tall ? 20 : 14)
    }

    /// The time of a lap under its number.
    private func lapTime(_ lap: LapFigures) -> FieldView {
        let number = NumberText.count(lap.number)
        var view = FieldView(
            NumberText.time(lap.timer), room: "00:00", name: lapName(lap), shortName: word(.shortLapNumber), unit: number)
        view.unitAbove = LineText()
        view.prefix = .flag
        view.signText = number
        return view
    }

    // MARK: Parts

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
