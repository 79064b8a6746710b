import Quantities
import ScreenModels

extension PageDrawing {
    /// Before a run: the kind of run, the state of the fix, and each sensor by name and state (fault I13).
    func ready(_ page: ReadyPage) {
        statusStrip()
        if isCompact { compactReady(page) } else { fullReady(page) }
        buttonLabels()
    }

    private func compactReady(_ page: ReadyPage) {
        var rows = (12, 30, 47)
        let right = contentWidth - 2
        if page.hasFix, page.accuracy != nil {
            let accuracy = accuracy(page), room = right - Font.regular12.width(of: accuracy) - PageDrawing.wordGap
            label(name(of: page.kind), x: 0, y: rows.0, room: room)
            small(accuracy, x: right, y: rows.0 + row(0, tallWords: 2), align: .trailing)
        } else {
            let (kind, state) = kindAndState(page, room: right)
            // Where the two have no room beside each other, the state stands below.
            if !kind.fits { rows = (row(11, tallWords: 10), row(38, tallWords: 40), row(51, tallWords: 52)) }
            draw(kind, x: 0, y: rows.0)
            draw(state, x: right, y: rows.0 + (kind.fits ? 0 : row(12, tallWords: 15)), align: .trailing)
        }
        let second = 63
        sensor(.gps, receiver(page), satellites(page), x: 0, y: rows.1, right: second - 6)
        sensor(
            .heartRate, page.heartRateSensor, page.heartRate.map { NumberText.heartRate($0) }, x: second, y: rows.1, right: contentWidth - 2
        )
        sensor(.motion, page.motion, nil, x: 0, y: rows.2, right: second - 6)
        // Who runs matters more than the barometer.
        if let runner = page.runner {
            canvas.text(fitted(LineText(runner), words, room: contentWidth - 2 - second), words, x: second, y: rows.2)
        } else {
            sensor(.barometerShort, page.barometer, nil, x: second, y: rows.2, right: contentWidth - 2)
        }
    }

    private func fullReady(_ page: ReadyPage) {
        let right = contentWidth - 4
        let (kind, state) = kindAndState(page, room: right), whole = word(name(of: page.kind)), stateY = top + row(3, tallWords: 0)
        let isBold = !language.needsTallWords && Font.bold16.width(of: whole) + 6 + state.width <= right
        // Where the two have no room beside each other, the state stands below.
        let below = isBold || kind.fits ? 0 : row(6, tallWords: 14)
        if isBold { canvas.text(whole, .bold16, x: 0, y: top) } else { draw(kind, x: 0, y: below == 0 ? stateY : top - 2) }
        draw(state, x: right, y: below == 0 ? stateY : top + row(10, tallWords: 14), align: .trailing)
        canvas.rule(x: 0, y: top + 19 + below, width: right)
        let pitch = (height - top - 22 - below) / (page.runner == nil ? 4 : 5)
        var y = top + 22 + below + (pitch - wordHeight) / 2
        var fix = satellites(page)
        if page.accuracy != nil { fix = fix.map { join($0, " ", accuracy(page)) } ?? accuracy(page) }
        sensor(.gps, receiver(page), fix, x: 0, y: y, right: right)
        y += pitch
        let rate = page.heartRate.map { join(NumberText.heartRate($0), " ", word(.beatsPerMinute)) }
        sensor(.heartRate, page.heartRateSensor, rate, x: 0, y: y, right: right)
        y += pitch
        sensor(.motion, page.motion, nil, x: 0, y: y, right: right)
        y += pitch
        sensor(.barometer, page.barometer, nil, x: 0, y: y, right: right)
        guard let runner = page.runner else { return }
        y += pitch
        let name = fit(.settingsRunner, room: right / 2), room = right - name.width - 4
        draw(name, x: 0, y: y)
        canvas.text(fitted(LineText(runner), words, room: room), words, x: right, y: y, align: .trailing)
    }

    /// The kind of run and the state of the fix beside each other; the kind says whether they fit.
    private func kindAndState(_ page: ReadyPage, room: Int) -> (kind: FittedWords, state: FittedWords) {
        let key = name(of: page.kind), state = fit(fixState(page), room: room)
        let kind = fit(key, room: room - state.width - phraseGap)
        guard !kind.fits else { return (kind, state) }
        let close = FittedWords(text: state.text, font: language.condensedWords, fits: true)
        let beside = fit(key, room: room - close.width - phraseGap)
        if beside.fits { return (beside, close) }
        return (FittedWords(text: word(key), font: fit(key, room: room).font, fits: false), state)
    }

    /// A sensor's name, what it says, and the sign of its state.
    private func sensor(_ name: StringKey, _ state: SensorState, _ reading: LineText?, x: Int, y: Int, right: Int) {
        let icon: Icon =
            switch state {
            case .absent: .none
            case .starting: .waiting
            case .working: .tick
            case .failed: .cross
            }
        let iconY = y + (wordHeight - icon.height + row(0, tallWords: 1)) / 2
        let isRead = reading != nil && (state == .working || state == .starting)
        let readingWidth = isRead ? Font.regular12.width(of: reading ?? LineText()) : 0
        let end = right - (isRead && isCompact ? readingWidth : isRead ? 12 + readingWidth : icon.width + 1)
        label(name, x: x, y: y, room: end - x - PageDrawing.wordGap)
        if let reading, isRead {
            if isCompact {
                small(reading, x: right, y: y + (wordHeight - 12) / 2, align: .trailing)
                return
            }
            small(reading, x: right - 12, y: y + (wordHeight - 12) / 2, align: .trailing)
        }
        canvas.icon(icon, x: right, y: iconY, align: .trailing)
    }

    /// A receiver that works and has no fix is still waited for (U-B12).
    private func receiver(_ page: ReadyPage) -> SensorState { page.gps == .working && !page.hasFix ? .starting : page.gps }

    private func fixState(_ page: ReadyPage) -> StringKey {
        switch page.gps {
        case .absent: .gpsOff
        case .failed: .gpsTrouble
        case .starting, .working: page.hasFix ? .ready : .searching
        }
    }

    /// `±8 m`.
    private func accuracy(_ page: ReadyPage) -> LineText {
        join("±", NumberText.accuracy(page.accuracy, in: units), join(" ", word(heightUnit)))
    }

    /// Satellites used and heard: `7/12`; nil while nothing is known of either.
    private func satellites(_ page: ReadyPage) -> LineText? {
        guard page.satellitesUsed != nil || page.satellitesVisible != nil else { return nil }
        return join(NumberText.count(page.satellitesUsed), "/", NumberText.count(page.satellitesVisible))
    }

    /// 3, 2, 1, as large as the panel allows.
    func countdown(_ secondsLeft: UInt8) {
        statusStrip()
        let scale = isCompact ? 2 : 4
        // The cell's upper and lower fifths are empty.
        panel.text(
            NumberText.count(secondsLeft), .bold32, x: width / 2, y: (height + top - 32 * scale) / 2 - scale / 2, align: .center,
            scale: scale)
        // What holding START will do is said before it is needed (U-C2).
        if isCompact {
            let y = row(20, tallWords: 12)
            paragraph(word(.holdToStop), in: Box(x: 0, y: y, width: 44, height: height - y), pitch: row(12, tallWords: 17))
        } else {
            label(.holdToStop, x: 0, y: height - wordHeight, room: contentWidth)
        }
        buttonLabels()
    }
}
