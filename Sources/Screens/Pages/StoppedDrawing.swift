import Quantities
import ScreenModels

extension PageDrawing {
    /// After a stop: what there is, each way on beside its button, and when the run is saved by itself.
    func stopped(_ page: StoppedPage) {
        statusStrip()
        if isCompact { compactStopped(page) } else { fullStopped(page) }
        // The smallest panel has the hold's sign above PAGE, the others its words.
        buttonLabels(.words, saysHolds: true)
    }

    private func title(of page: StoppedPage) -> StringKey { page.asksToDiscard ? .discardQuestion : page.isTooShort ? .tooShort : .stopped }

    private func compactStopped(_ page: StoppedPage) {
        if page.asksToDiscard || page.isTooShort {
            label(title(of: page), x: 0, y: 12)
        } else {
            value(NumberText.distance(page.distance, in: units), unit: distanceUnit, x: 0, y: 11)
        }
        value(NumberText.time(page.timer), x: 0, y: 28)
        guard !page.asksToDiscard else { return }
        let seconds = join(NumberText.count(page.secondsToSave), " s"), right = width - 13
        let end = small(seconds, x: right, y: 30, align: .trailing)
        canvas.icon(.save, x: end - Font.regular12.width(of: seconds) - 3, y: 32, align: .trailing)
        label(.holdToDiscardShort, x: 0, y: row(49, tallWords: 47))
    }

    private func fullStopped(_ page: StoppedPage) {
        let isTall = layout == .tall, title = word(title(of: page)), pitch = isTall ? 34 : row(24, tallWords: 20)
        if page.asksToDiscard {
            tag(title, x: -1, y: top, width: words.width(of: title) + 6, height: wordHeight + 2)
        } else {
            canvas.text(title, words, x: 0, y: top - row(0, tallWords: 2))
        }
        var y = top + row(13, tallWords: 12) + (page.asksToDiscard ? 6 : 0)
        let end = canvas.text(NumberText.distance(page.distance, in: units), .bold24, x: 0, y: y)
        small(word(distanceUnit), x: end + 2, y: y + 9)
        y += pitch
        canvas.text(NumberText.time(page.timer), .bold24, x: 0, y: y)
        y += pitch + row(3, tallWords: 2)
        canvas.text(word(.savesIn, NumberText.count(page.secondsToSave)), words, x: 0, y: y)
        // What to hold, and for what, above the label of PAGE (U-C5).
        if !page.asksToDiscard { label(.holdToDiscard, x: 0, y: y + wordHeight) }
    }
}
