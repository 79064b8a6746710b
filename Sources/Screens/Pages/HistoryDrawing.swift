import Quantities
import ScreenModels

extension PageDrawing {
    /// Runs, newest first: a line each on the smallest panel, else two.
    func history(_ page: HistoryPage) {
        statusStrip()
        historyRow(page.rows.0, 0, page)
        historyRow(page.rows.1, 1, page)
        historyRow(page.rows.2, 2, page)
        historyRow(page.rows.3, 3, page)
        scrollBar(first: Int(page.first), shown: 4, count: Int(page.count), x: contentWidth - 2)
        buttonLabels()
    }

    private func historyRow(_ run: HistoryRow?, _ index: Int, _ page: HistoryPage) {
        guard let run else { return }
        let pitch = isCompact ? 13 : (height - 12) / 4, right = contentWidth - 4
        let y = (isCompact ? 11 : 12) + index * pitch
        historyRow(run, y: y, pitch: pitch, right: right)
        if page.first &+ UInt32(index) == page.selected {
            canvas.invert(Box(x: 0, y: y, width: right, height: pitch - (isCompact ? 0 : 1)))
        }
    }

    /// A run of a list.
    func historyRow(_ run: HistoryRow, y: Int, pitch: Int, right: Int) {
        let distance = self.distance(run.distance), time = NumberText.time(run.timer)
        if isCompact {
            small(day(run.date), x: 1, y: y)
            small(distance, x: 64, y: y, align: .trailing)
            small(time, x: right - 2, y: y, align: .trailing)
        } else {
            let nameY = y + (pitch - 28) / 2 - row(0, tallWords: 1), valueY = nameY + row(12, tallWords: 14)
            label(name(of: run.kind), x: 3, y: nameY)
            small(day(run.date), x: right - 3, y: nameY + row(0, tallWords: 2), align: .trailing)
            let end = value(distance, x: 3, y: valueY), unit = word(distanceUnit)
            value(time, x: right - 3, y: valueY, align: .trailing)
            // A long distance beside a long time leaves no room for the unit.
            let room = right - 3 - Font.bold16.width(of: time) - end
            if Font.regular12.width(of: unit) + 6 < room { small(unit, x: end + 2, y: valueY + 2) }
        }
    }

    /// `14 Sep`; `--` for a day that was never known (fault D9).
    private func day(_ date: DayOfYear?) -> LineText { date.map { language.listDate($0) } ?? NumberText.absent }

    /// A thumb in a thin track; nothing while all rows are in view.
    func scrollBar(first: Int, shown: Int, count: Int, x: Int) {
        guard count > shown, shown > 0 else { return }
        let track = height - top, thumb = max(6, track * shown / count)
        let place = (track - thumb) * min(max(0, first), count - shown) / (count - shown)
        canvas.fill(x: x, y: top + place, width: 2, height: thumb)
    }
}
