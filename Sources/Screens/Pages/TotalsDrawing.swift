import Quantities
import ScreenModels

extension PageDrawing {
    /// What all runs add up to: the distance large, then runs, mean pace and energy.
    func totals(_ page: TotalsPage) {
        statusStrip()
        let right = contentWidth - 4, distance = distance(page.distance)
        if isCompact {
            let end = canvas.text(distance, .bold32, x: 0, y: 7)
            small(word(distanceUnit), x: end + 2, y: 24)
            canvas.icon(.runner, x: 0, y: 43)
            small(NumberText.count(page.runs), x: 12, y: 40)
            canvas.icon(.mean, x: 50, y: 43)
            small(NumberText.pace(page.averagePace, in: units), x: 63, y: 40)
            canvas.icon(.flame, x: 1, y: 54)
            small(NumberText.energy(page.energy), x: 12, y: 52)
        } else {
            let isTall = layout == .tall, pitch = isTall ? 25 : 18, rowsY = height - 3 * pitch + (isTall ? 2 : 0)
            label(.totals, x: 0, y: top - row(2, tallWords: 3))
            let unit = word(distanceUnit), unitX = right - Font.regular12.width(of: unit)
            let isLarge = Font.bold32.width(of: distance) + 3 <= unitX
            let middle = (top + 12 + rowsY - 4) / 2
            canvas.text(distance, isLarge ? .bold32 : .bold24, x: unitX - 3, y: middle - (isLarge ? 16 : 12), align: .trailing)
            small(unit, x: unitX, y: middle + (isLarge ? 0 : -3))
            canvas.rule(x: 0, y: rowsY - 3, width: right)
            nameAndValue(.runs, NumberText.count(page.runs), y: rowsY, right: right)
            nameAndValue(.fieldAveragePace, NumberText.pace(page.averagePace, in: units), y: rowsY + pitch, right: right)
            nameAndValue(
                .energy, NumberText.energy(page.energy), unit: page.energy == nil ? nil : .kilocalories, y: rowsY + 2 * pitch, right: right)
        }
        buttonLabels()
    }

    /// Totals and records: a line each on the smallest panel, else two.
    func recordList(_ page: RecordListPage) {
        statusStrip()
        let right = contentWidth - 4, y = isCompact ? 11 : 12
        let pitch = isCompact ? row(13, tallWords: 17) : (height - y) / RecordListPage.capacity
        let shown = min(RecordListPage.capacity, (height - y) / pitch)
        let chosen = Int(page.selected) - Int(page.first), skipped = max(0, chosen - shown + 1)
        for index in 0..<shown {
            guard let item = page[index + skipped] else { break }
            recordRow(item, y: y + index * pitch, height: pitch, right: right)
            if index + skipped == chosen {
                canvas.invert(Box(x: 0, y: y + index * pitch, width: right, height: pitch - (isCompact ? 0 : 1)))
            }
        }
        scrollBar(first: Int(page.first) + skipped, shown: shown, count: Int(page.count), x: contentWidth - 2)
        buttonLabels()
    }

    private func recordRow(_ item: RecordListPage.Row, y: Int, height: Int, right: Int) {
        let name: LineText, figure: LineText, isIndoor: Bool
        switch item {
        case .distance(let distance): (name, figure, isIndoor) = (word(.totals), distanceWithUnit(distance), false)
        case .energy(let energy):
            (name, figure, isIndoor) = (word(.totals), join(NumberText.energy(energy), " ", word(.kilocalories)), false)
        case .record(let record, let isOfIndoorRuns):
            (name, figure, isIndoor) = (self.name(of: record.kind), self.figure(of: record), isOfIndoorRuns)
        }
        if isCompact {
            let textY = y + (height - wordHeight + row(1, tallWords: 0)) / 2
            canvas.text(isIndoor ? word(.indoorRun) : name, words, x: 2, y: textY)
            small(figure, x: right - 2, y: textY + row(0, tallWords: 2), align: .trailing)
        } else {
            let nameY = y + (height - 28) / 2 - row(0, tallWords: 1), figureY = nameY + row(12, tallWords: 14)
            canvas.text(name, words, x: 3, y: nameY)
            if isIndoor { canvas.text(word(.indoorRun), words, x: right - 3, y: nameY, align: .trailing) }
            value(figure, x: right - 3, y: figureY, align: .trailing)
        }
    }
}
