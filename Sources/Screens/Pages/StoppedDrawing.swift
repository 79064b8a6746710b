import Quantities
import ScreenModels

extension PageDrawing {
    /// After a stop: what there is, each way on beside its button, and when the run is saved by itself.
    func stopped(_ page: StoppedPage) {
        statusStrip()
        // The smallest panel has the hold's sign above PAGE, the others its words.
        if isCompact { compactStopped(page) } else { fullStopped(page) }
    }

    private func title(of page: StoppedPage) -> StringKey { page.asksToDiscard ? .discardQuestion : page.isTooShort ? .tooShort : .stopped }

    private func compactStopped(_ page: StoppedPage) {
        if page.asksToDiscard || page.isTooShort {
            label(title(of: page), x: 0, y: 12)
        } else {
            value(distance(page.distance), unit: distanceUnit, x: 0, y: 11)
        }
        value(NumberText.time(page.timer), x: 0, y: 28)
        buttonLabels(.words, saysHolds: true)
        guard !page.asksToDiscard else { return }
        let seconds = join(NumberText.count(page.secondsToSave), " s"), right = width - 13
        let end = small(seconds, x: right, y: 30, align: .trailing)
        canvas.icon(.save, x: end - Font.regular12.width(of: seconds) - 3, y: 32, align: .trailing)
        compactHold(y: row(49, tallWords: 47))
    }

    /// What PAGE held does, beside what PAGE does. Where a long label leaves no room for the words, the sign of the hold takes the place of
    /// the first ones; beside the longest labels only the sign above PAGE tells it.
    private func compactHold(y: Int) {
        let right = width - wordLabelWidth(screen.labels.page) - 2
        let sign = Icon.cross.width + 3
        if words.width(of: word(.holdToDiscardShort)) <= right {
            label(.holdToDiscardShort, x: 0, y: y)
        } else if sign + words.width(of: word(.discardLabel)) <= right {
            let signY = y + (wordHeight - Icon.cross.height) / 2
            canvas.icon(.cross, x: 0, y: signY)
            canvas.fill(x: 0, y: signY + Icon.cross.height + 1, width: Icon.cross.width, height: 1)
            label(.discardLabel, x: sign, y: y)
        }
    }

    private func fullStopped(_ page: StoppedPage) {
        let isTall = layout == .tall, title = fit(title(of: page), room: contentWidth - 8), pitch = isTall ? 34 : row(24, tallWords: 20)
        if page.asksToDiscard {
            tag(title.text, x: -1, y: top, width: title.width + 6, height: wordHeight + 2)
        } else {
            draw(title, x: 0, y: top - row(0, tallWords: 2))
        }
        var y = top + row(13, tallWords: 12) + (page.asksToDiscard ? 6 : 0)
        let end = canvas.text(distance(page.distance), .bold24, x: 0, y: y)
        small(word(distanceUnit), x: end + 2, y: y + 9)
        y += pitch
        canvas.text(NumberText.time(page.timer), .bold24, x: 0, y: y)
        y += pitch + row(3, tallWords: 2)
        draw(fit(word(.savesIn, NumberText.count(page.secondsToSave)), room: contentWidth), x: 0, y: y)
        // What to hold, and for what, above the label of PAGE (U-C5).
        if !page.asksToDiscard { label(.holdToDiscard, x: 0, y: y + wordHeight, room: contentWidth + 11) }
        // A button's word gives way to the title, and is a sign then.
        buttonLabels(.words, saysHolds: true, startRoom: contentWidth + 13 - title.width)
    }
}
