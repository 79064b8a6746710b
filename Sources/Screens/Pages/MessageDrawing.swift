import Quantities
import ScreenModels

extension PageDrawing {
    /// What a message says: what happened, a figure, what to do.
    private struct Words {
        var title: LineText
        var figure: LineText?
        var advice: LineText
        var isTrouble: Bool
    }

    /// Where the parts of a message stand.
    private struct Arrangement {
        /// The title, and in how many lines.
        var title: FittedWords
        var titleLines = 1
        /// Its plate.
        var bar: Box
        /// How what to do is set; nil if it has no room.
        var advice: ParagraphStyle?
        /// Where it begins.
        var adviceY: Int
        /// Whether the strip and the sign of trouble are there.
        var hasStrip: Bool
        var hasSign: Bool
    }

    /// What happened, inverted; then what to do.
    func message(_ message: Message) {
        let words = words(for: message), right = contentWidth - (hasLabels ? 3 : 0)
        var trophy: TrophyKind?
        if case .goalReached(_, let kind, _, _) = message { trophy = kind }
        // Where the words have no room the sign of trouble gives way, and on the smallest panel the strip: words are never cut.
        var place = arrange(words, right: right, hasTrophy: trophy != nil, hasStrip: true, hasSign: true)
        if place.advice == nil { place = arrange(words, right: right, hasTrophy: trophy != nil, hasStrip: true, hasSign: false) }
        if place.advice == nil, isCompact {
            place = arrange(words, right: right, hasTrophy: false, hasStrip: false, hasSign: false)
        }
        if place.hasStrip { statusStrip() }
        if place.hasSign, words.isTrouble, !isCompact { canvas.icon(.warning, x: right / 2, y: top + 6, align: .center) }
        if let trophy, !isCompact { self.trophy(trophy, x: right / 2 - 7, y: place.bar.y - 19) }
        title(place)
        if let figure = words.figure {
            canvas.text(
                figure, language.needsTallWords && !Font.bold16.canDraw(figure) ? self.words : .bold16, x: 0,
                y: place.adviceY - figureHeight)
        }
        let style = place.advice ?? ParagraphStyle(font: language.condensedWords, pitch: row(11, tallWords: 16))
        paragraph(words.advice, style.font, x: 0, y: place.adviceY, width: right, pitch: style.pitch)
        buttonLabels()
    }

    /// Rows of a figure.
    private var figureHeight: Int { isCompact ? row(14, tallWords: 17) : 20 }

    private func arrange(_ words: Words, right: Int, hasTrophy: Bool, hasStrip: Bool, hasSign: Bool) -> Arrangement {
        let isBold = !isCompact && Font.bold16.width(of: words.title) + 4 <= right
        let title = fit(words.title, room: right - 2, largest: isBold ? .bold16 : nil)
        let lines = title.fits ? 1 : max(1, lineCount(of: words.title, title.font, width: right - 2) ?? 1)
        var y = isCompact ? (hasStrip ? 11 : 0) : top + 4
        if !isCompact, words.isTrouble, hasSign { y += 16 }
        if !isCompact, hasTrophy { y += 19 }
        let oneLine = isCompact ? row(hasStrip ? 14 : 13, tallWords: 18) : 18
        let bar = Box(x: 0, y: y, width: right, height: oneLine + (lines - 1) * row(11, tallWords: 16))
        y += bar.height + (isCompact ? row(1, tallWords: 0) : 5)
        if words.figure != nil { y += figureHeight }
        var advice: ParagraphStyle?
        // The larger font where all of the text fits in it.
        if !isCompact, !language.needsTallWords, let count = lineCount(of: words.advice, .regular16, width: right), count * 16 <= height - y
        {
            advice = ParagraphStyle(font: .regular16, pitch: 16)
        } else {
            let pitch = isCompact ? row(12, tallWords: 17) : row(13, tallWords: 18)
            advice = paragraphStyle(words.advice, width: right, height: height - y, pitch: pitch)
        }
        return Arrangement(
            title: title, titleLines: lines, bar: bar, advice: advice, adviceY: y, hasStrip: hasStrip, hasSign: hasSign)
    }

    /// What happened, in the second size if it fits.
    private func title(_ place: Arrangement) {
        let bar = place.bar, font = place.title.font, text = place.title.text, pitch = row(11, tallWords: 16)
        let rows = wordHeight + (place.titleLines - 1) * pitch
        let drop = font.height > wordHeight ? -1 : (wordHeight - font.height) / 2
        var y = bar.y + (bar.height - rows + row(1, tallWords: 0)) / 2 + drop, start = 0
        while start < text.count {
            let end = place.titleLines == 1 ? text.count : lineEnd(of: text, from: start, font, width: bar.width - 2)
            // Lines of their own are within the plate; a single one is the plate.
            canvas.text(
                text.part(start..<end), font, x: bar.x + bar.width / 2, y: y, align: .center, plate: place.titleLines == 1 ? bar : nil)
            start = end
            while start < text.count, text.scalar(at: start).value == 0x20 { start += 1 }
            y += pitch
        }
        canvas.invert(bar)
    }

    private func words(for message: Message) -> Words {
        switch message {
        case .runRecovered(let timer, let distance):
            return words(.runRecovered, .runRecoveredAdvice, figure: timeAndDistance(timer, distance))
        case .runInterrupted(let timer, let distance, let secondsToSave):
            var words = words(.runInterrupted, .runInterruptedAdvice, figure: timeAndDistance(timer, distance))
            words.advice = words.advice.filling(NumberText.count(secondsToSave))
            return words
        case .saving: return words(.saving, .savingAdvice)
        case .saved: return words(.saved, .savedAdvice)
        case .discarded: return words(.discarded, .discardedAdvice)
        case .locked(let role): return words(.locked, .lockedAdvice, holding: role)
        case .lockChanged(let isLocked, let role):
            return words(isLocked ? .justLocked : .unlocked, isLocked ? .lockedAdvice : .unlockedAdvice, holding: role)
        case .alert(let news): return words(for: news)
        case .forgottenRun(let secondsToStop):
            return words(.forgottenRun, .forgottenRunAdvice, figure: NumberText.time(.seconds(Int64(secondsToStop))), isTrouble: true)
        case .readyTimedOut: return words(.readyTimedOut, .readyTimedOutAdvice)
        case .storageFull: return words(.storageFull, .storageFullAdvice, isTrouble: true)
        case .storageFailed: return words(.storageFailed, .storageFailedAdvice, isTrouble: true)
        case .storageReadOnly: return words(.storageReadOnly, .storageReadOnlyAdvice, isTrouble: true)
        case .settingsNotStored: return words(.settingsNotStored, .settingsNotStoredAdvice, isTrouble: true)
        case .settingsUnreadable: return words(.settingsUnreadable, .settingsUnreadableAdvice, isTrouble: true)
        case .storageRestored: return words(.storageRestored, .storageRestoredAdvice)
        case .simulatedParts: return words(.simulatedParts, .simulatedPartsAdvice, isTrouble: true)
        case .reading: return words(.reading, .readingAdvice)
        case .storageRebuilt: return words(.storageRebuilt, .storageRebuiltAdvice)
        case .sensorDoubted(let kind):
            return words(.sensorDoubted, .sensorDoubtedAdvice, argument: name(of: kind), isTrouble: true)
        case .sensorFailed(let kind): return words(.sensorFailed, .sensorFailedAdvice, argument: name(of: kind), isTrouble: true)
        case .gpsDaemonMissing: return words(.gpsDaemonMissing, .gpsDaemonMissingAdvice, isTrouble: true)
        case .buttonStuck(let role): return words(.buttonStuck, .buttonStuckAdvice, argument: name(of: role), isTrouble: true)
        case .batteryLow(let percent):
            return words(.batteryLow, .batteryLowAdvice, figure: join(NumberText.count(percent), " %"), isTrouble: true)
        case .batteryEmpty: return words(.batteryEmpty, .batteryEmptyAdvice, isTrouble: true)
        case .sensorBack(let kind): return words(.sensorBack, .sensorBackAdvice, argument: name(of: kind))
        case .noRuns: return words(.noRuns, .noRunsAdvice)
        case .goalReached(let goal, _, let points, let others):
            let name = name(of: goal)
            let title = word(.goalReached), figure = join("+", NumberText.count(points), join(" ", word(.points)))
            return Words(title: title, figure: figure, advice: others > 0 ? word(.goalReachedMore, name) : name, isTrouble: false)
        case .noGoals: return words(.noGoals, .noGoalsAdvice)
        case .drinkLogged(let milligrams):
            let advice = milligrams.map { word(.drinkLoggedAdvice, self.milligrams($0)) } ?? LineText()
            return Words(title: word(.drinkLogged), figure: nil, advice: advice, isTrouble: false)
        case .drinkDeleted: return words(.drinkDeleted, .drinkDeletedAdvice)
        case .noDrinks: return words(.noDrinks, .noDrinksAdvice)
        case .caffeineHigh(let news, let milligrams):
            switch news {
            case .dose: return words(.caffeineHigh, .caffeineDoseAdvice)
            case .day: return words(.caffeineHigh, .caffeineDayAdvice)
            case .bedtime: return words(.caffeineHigh, advising: word(.caffeineBedtimeAdvice, self.milligrams(milligrams)))
            }
        case .caffeineLow(let milligrams):
            return words(.caffeineLow, advising: word(.caffeineLowAdvice, NumberText.count(milligrams)))
        case .timeUnknown: return words(.timeUnknown, .timeUnknownAdvice)
        case .pictureKept: return words(.pictureKept, .pictureKeptAdvice)
        case .pictureNotKept: return words(.pictureNotKept, .pictureNotKeptAdvice, isTrouble: true)
        case .noRunThatDay: return Words(title: word(.noRunThatDay), figure: nil, advice: LineText(), isTrouble: false)
        case .deleteRun(let isAskedAgain, let distance):
            // 64 rows have no room for the figure above two lines of tall words.
            let figure = isCompact && language.needsTallWords ? nil : distanceWithUnit(distance)
            return words(isAskedAgain ? .deleteRunAgain : .deleteRun, .runDeletedAdvice, figure: figure)
        case .runDeleted: return words(.runDeleted, .runDeletedAdvice)
        case .holdToTurnOff: return words(.holdToTurnOff, .holdToTurnOffAdvice)
        case .poweringOff: return words(.poweringOff, .poweringOffAdvice)
        case .about(let major, let minor, let patch):
            let version = join(NumberText.count(major), ".", join(NumberText.count(minor), ".", NumberText.count(patch)))
            return words(.aboutTitle, .aboutAdvice, argument: version)
        }
    }

    private func words(for news: AlertNews) -> Words {
        func beats(_ rate: HeartRate) -> LineText { join(NumberText.heartRate(rate), " ", word(.beatsPerMinute)) }
        func pace(_ pace: Pace) -> LineText { join(NumberText.pace(pace, in: units), " ", word(paceUnit)) }
        switch news {
        case .heartRateAbove(let rate): return words(.alertHeartRateAbove, .alertAboveAdvice, figure: beats(rate))
        case .heartRateBelow(let rate): return words(.alertHeartRateBelow, .alertBelowAdvice, figure: beats(rate))
        case .paceFaster(let value): return words(.alertPaceFaster, .alertFasterAdvice, figure: pace(value))
        case .paceSlower(let value): return words(.alertPaceSlower, .alertSlowerAdvice, figure: pace(value))
        case .distance(let distance):
            let figure = join(NumberText.chosen(distance, in: units, mark: language.decimalMark), " ", word(distanceUnit))
            return words(.distance, .alertFullAdvice, figure: figure)
        case .time(let time): return words(.time, .alertFullAdvice, figure: NumberText.time(time))
        }
    }

    private func words(
        _ title: StringKey, _ advice: StringKey, argument: LineText? = nil, figure: LineText? = nil, isTrouble: Bool = false
    ) -> Words {
        Words(title: argument.map { word(title, $0) } ?? word(title), figure: figure, advice: word(advice), isTrouble: isTrouble)
    }

    private func words(_ title: StringKey, advising advice: LineText) -> Words {
        Words(title: word(title), figure: nil, advice: advice, isTrouble: false)
    }

    private func words(_ title: StringKey, _ advice: StringKey, holding role: ButtonRole) -> Words {
        Words(title: word(title), figure: nil, advice: word(advice, name(of: role)), isTrouble: false)
    }

    private func timeAndDistance(_ timer: Duration, _ distance: Distance) -> LineText {
        join(NumberText.time(timer), " ", distanceWithUnit(distance))
    }

    private func name(of kind: SensorKind) -> LineText {
        switch kind {
        case .gps: word(.gpsReceiver)
        case .heartRate: word(.heartRateSensor)
        case .motion: word(.stepSensor)
        case .barometer: word(.barometerSensor)
        case .battery: word(.batteryGauge)
        }
    }

    /// The roles have the names that are printed beside the buttons.
    private func name(of role: ButtonRole) -> LineText {
        switch role {
        case .start: "START"
        case .lap: "LAP"
        case .page: "PAGE"
        }
    }
}
