import Quantities
import ScreenModels

extension PageDrawing {
    /// The newest runs, and how many there are.
    func recentRuns(_ page: RecentRunsPage) {
        statusStrip()
        let right = contentWidth - 4, countY = isCompact ? row(51, tallWords: 48) : top - row(2, tallWords: 3)
        label(.runs, x: isCompact ? 1 : 0, y: countY)
        small(NumberText.count(page.count), x: right, y: countY + row(0, tallWords: 2), align: .trailing)
        let y = isCompact ? 11 : top + row(12, tallWords: 14), pitch = isCompact ? 13 : (height - y) / 3
        if !isCompact { canvas.rule(x: 0, y: y - 1, width: right) }
        recentRun(page.newest, y: y, pitch: pitch, right: right)
        recentRun(page.second, y: y + pitch, pitch: pitch, right: right)
        recentRun(page.third, y: y + 2 * pitch, pitch: pitch, right: right)
        buttonLabels()
    }

    private func recentRun(_ run: HistoryRow?, y: Int, pitch: Int, right: Int) {
        guard let run else { return }
        historyRow(run, y: y, pitch: pitch, right: right)
    }

    /// One of the runs of a day.
    func dayRun(_ page: DayRunPage) {
        statusStrip()
        let right = contentWidth - 4, run = page.run
        let place = join(NumberText.count(page.number), "/", NumberText.count(page.count))
        let pace = NumberText.pace(Pace(run.distance, in: run.timer), in: units), time = NumberText.time(run.timer)
        if isCompact {
            small(join(language.listDate(page.date), " ", NumberText.clock(page.start)), x: 0, y: 11)
            small(place, x: right, y: 11, align: .trailing)
            let end = canvas.text(distance(run.distance), .bold24, x: 0, y: 23)
            small(word(distanceUnit), x: end + 2, y: 32)
            small(time, x: 0, y: 50)
            small(pace, x: right, y: 50, align: .trailing)
        } else {
            let isTall = layout == .tall
            let day = language.day(page.date), isLong = words.width(of: day) + 4 + Font.regular12.width(of: place) > right
            if isLong {
                small(language.listDate(page.date), x: 0, y: top - 1)
            } else {
                canvas.text(day, words, x: 0, y: top - row(1, tallWords: 3))
            }
            small(place, x: right, y: top - row(1, tallWords: 1), align: .trailing)
            let nameY = top + row(13, tallWords: 14)
            label(name(of: run.kind), x: 0, y: nameY)
            small(NumberText.clock(page.start), x: right, y: nameY + row(0, tallWords: 2), align: .trailing)
            let unit = word(distanceUnit), unitX = right - Font.regular12.width(of: unit), distanceY = nameY + (isTall ? 24 : 14)
            canvas.text(distance(run.distance), .bold32, x: unitX - 3, y: distanceY, align: .trailing)
            small(unit, x: unitX, y: distanceY + 16)
            let rowsY = height - (isTall ? 50 : 36)
            canvas.rule(x: 0, y: rowsY - 3, width: right)
            nameAndValue(.time, time, y: rowsY, right: right)
            nameAndValue(.fieldPace, pace, y: rowsY + (isTall ? 24 : 18), right: right)
        }
        buttonLabels()
    }
}
