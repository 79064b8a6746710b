import Quantities
import ScreenModels

extension PageDrawing {
    /// After a stop: what there is, each way on beside its button, and when the run is saved by itself.
    func stopped(_ page: StoppedPage) {
        statusStrip()
        let time = NumberText.time(page.timer)
        if isCompact {
            if page.isTooShort {
                label(.tooShort, x: 0, y: 12)
            } else {
                value(NumberText.distance(page.distance, in: units), unit: distanceUnit, x: 0, y: 11)
            }
            value(time, x: 0, y: 28)
            let seconds = join(NumberText.count(page.secondsToSave), " s")
            let end = small(seconds, x: width, y: 30, align: .trailing)
            canvas.icon(.save, x: end - Font.regular12.width(of: seconds) - 3, y: 32, align: .trailing)
            label(.holdToDiscard, x: 0, y: row(49, tallWords: 47))
        } else {
            let isTall = layout == .tall
            label(page.isTooShort ? .tooShort : .stopped, x: 0, y: top)
            let pitch = isTall ? 34 : 26
            let end = canvas.text(NumberText.distance(page.distance, in: units), .bold24, x: 0, y: top + pitch - 11)
            small(word(distanceUnit), x: end + 2, y: top + pitch - 2)
            canvas.text(time, .bold24, x: 0, y: top + 2 * pitch - 11)
            canvas.text(word(.savesIn, NumberText.count(page.secondsToSave)), words, x: 0, y: top + 3 * pitch - 8)
            label(.holdToDiscard, x: 0, y: height - wordHeight - 2)
        }
        buttonLabels(.words)
    }
}
