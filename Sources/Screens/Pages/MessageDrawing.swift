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

    /// What happened, inverted; then what to do.
    func message(_ message: Message) {
        statusStrip()
        let words = words(for: message)
        let right = contentWidth - (hasLabels ? 3 : 0)
        let barHeight = isCompact ? row(14, tallWords: 18) : 18
        var y = isCompact ? 11 : top + 4
        if !isCompact, words.isTrouble {
            canvas.icon(.warning, x: right / 2, y: y + 2, align: .center)
            y += 16
        }
        if !isCompact, case .goalReached(_, let trophy, _, _) = message {
            self.trophy(trophy, x: right / 2 - 7, y: y)
            y += 19
        }
        title(words.title, Box(x: 0, y: y, width: right, height: barHeight))
        y += barHeight + (isCompact ? row(1, tallWords: 0) : 5)
        if let figure = words.figure {
            canvas.text(figure, language.needsTallWords && !Font.bold16.canDraw(figure) ? self.words : .bold16, x: 0, y: y)
            y += isCompact ? row(14, tallWords: 17) : 20
        }
        // The larger font where all of the text fits in it.
        let isLarge = !isCompact && !language.needsTallWords && fits(words.advice, .regular16, width: right, height: height - y, pitch: 16)
        let pitch = isCompact ? row(12, tallWords: 17) : isLarge ? 16 : row(13, tallWords: 18)
        paragraph(words.advice, isLarge ? .regular16 : self.words, x: 0, y: y, width: right, pitch: pitch)
        buttonLabels()
    }

    /// What happened, in the second size if it fits.
    private func title(_ text: LineText, _ bar: Box) {
        guard !isCompact, !language.needsTallWords, Font.bold16.width(of: text) + 4 <= bar.width else {
            guard words.width(of: text) > bar.width - 2 else {
                return tag(text, x: bar.x, y: bar.y, width: bar.width, height: bar.height)
            }
            canvas.text(text, .regular12, x: bar.x + bar.width / 2, y: bar.y + (bar.height - 12) / 2, align: .center, plate: bar)
            return canvas.invert(bar)
        }
        canvas.text(text, .bold16, x: bar.x + bar.width / 2, y: bar.y + 2, align: .center, plate: bar)
        canvas.invert(bar)
    }

    /// True if all lines of a text fit in a height and none of its words has to be broken.
    private func fits(_ text: LineText, _ font: Font, width: Int, height: Int, pitch: Int) -> Bool {
        var start = 0, lines = 0
        while start < text.count {
            let end = lineEnd(of: text, from: start, font, width: width)
            guard end == text.count || text.scalar(at: end).value == 0x20 else { return false }
            start = end
            while start < text.count, text.scalar(at: start).value == 0x20 { start += 1 }
            lines += 1
        }
        return lines * pitch <= height
    }

    /// Draws a text in as many lines as it needs, broken at spaces, or before and after any Chinese character but before a
    /// closing mark.
    func paragraph(_ text: LineText, _ font: Font, x: Int, y: Int, width: Int, pitch: Int, most: Int = .max) {
        var start = 0, y = y, lines = 0
        while start < text.count, lines < most {
            lines += 1
            let end = lineEnd(of: text, from: start, font, width: width)
            canvas.text(text.part(start..<end), font, x: x, y: y)
            start = end
            while start < text.count, text.scalar(at: start).value == 0x20 { start += 1 }
            y += pitch
        }
    }

    /// Marks that stand at no line's beginning: 、 。 ！ ， ： ； ？
    private func isClosing(_ character: UInt32) -> Bool {
        switch character {
        case 0x3001, 0x3002, 0xFF01, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF1F: true
        default: false
        }
    }

    /// Where a line that starts at a byte ends.
    private func lineEnd(of text: LineText, from start: Int, _ font: Font, width: Int) -> Int {
        var used = 0, index = start, lastBreak = start, followsWide = false
        while index < text.count {
            let (character, next) = text.scalar(at: index)
            let isWide = character >= 0x2E80
            let isBreak = character == 0x20 || (isWide || followsWide) && !isClosing(character)
            if index > start, isBreak { lastBreak = index }
            followsWide = isWide
            used += font.advance(of: character)
            if used > width, index > start { return lastBreak > start ? lastBreak : index }
            index = next
        }
        return text.count
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
