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
            label(.totals, x: 0, y: top - row(2, tallWords: 3), room: right)
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
        let chosen = Int(page.selected) - Int(page.first)
        var count = 0, rowY = y
        while count < RecordListPage.capacity, page[count] != nil { count += 1 }
        let inView = rowsInView(count: count, chosen: chosen, room: height - y) { index in
            page[index].map { recordHeight($0, pitch: pitch, right: right) } ?? pitch
        }
        for index in inView {
            guard let item = page[index] else { break }
            let rowHeight = recordHeight(item, pitch: pitch, right: right)
            recordRow(item, y: rowY, height: rowHeight, isTwo: rowHeight > pitch, right: right)
            if index == chosen { canvas.invert(Box(x: 0, y: rowY, width: right, height: rowHeight - (isCompact ? 0 : 1))) }
            rowY += rowHeight
        }
        let shown = min(RecordListPage.capacity, inView.count + max(0, height - rowY) / pitch)
        scrollBar(first: Int(page.first) + inView.lowerBound, shown: shown, count: Int(page.count), x: contentWidth - 2)
        buttonLabels()
    }

    /// What a row of totals or records says.
    private struct RecordLine {
        var name: LineText
        var figure: LineText
        var isIndoor: Bool
    }

    private func line(of item: RecordListPage.Row) -> RecordLine {
        switch item {
        case .distance(let distance): RecordLine(name: word(.totals), figure: distanceWithUnit(distance), isIndoor: false)
        case .energy(let energy):
            RecordLine(name: word(.totals), figure: join(NumberText.energy(energy), " ", word(.kilocalories)), isIndoor: false)
        case .record(let record, let isIndoor):
            RecordLine(name: name(of: record.kind), figure: figure(of: record), isIndoor: isIndoor)
        }
    }

    /// The name of a row on the smallest panel, and whether the figure fits beside it.
    private func compactName(_ line: RecordLine, right: Int) -> FittedWords {
        fit(line.isIndoor ? word(.indoorRun) : line.name, room: right - 4 - Font.regular12.width(of: line.figure) - PageDrawing.wordGap)
    }

    private func recordHeight(_ item: RecordListPage.Row, pitch: Int, right: Int) -> Int {
        isCompact && !compactName(line(of: item), right: right).fits ? 2 * row(12, tallWords: 16) + 1 : pitch
    }

    private func recordRow(_ item: RecordListPage.Row, y: Int, height: Int, isTwo: Bool, right: Int) {
        let line = line(of: item)
        if isCompact {
            let lower = isTwo ? row(12, tallWords: 16) : 0, textY = y + (height - lower - wordHeight + row(1, tallWords: 0)) / 2
            draw(
                isTwo ? fit(line.isIndoor ? word(.indoorRun) : line.name, room: right - 4) : compactName(line, right: right), x: 2, y: textY
            )
            small(line.figure, x: right - 2, y: textY + lower + row(0, tallWords: 2), align: .trailing)
        } else {
            let nameY = y + (height - 28) / 2 - row(0, tallWords: 1), figureY = nameY + row(12, tallWords: 14)
            let name = fit(line.name, room: right - 6), indoor = word(.indoorRun)
            draw(name, x: 3, y: nameY)
            guard line.isIndoor, words.width(of: indoor) + phraseGap + name.width > right - 6 else {
                if line.isIndoor { canvas.text(indoor, words, x: right - 3, y: nameY, align: .trailing) }
                value(line.figure, x: right - 3, y: figureY, align: .trailing)
                return
            }
            // Without room beside the name it stands beside the figure, which is small for it.
            let room = right - 6 - Font.regular12.width(of: line.figure) - PageDrawing.wordGap
            draw(fit(indoor, room: room), x: 3, y: figureY + row(2, tallWords: 0))
            small(line.figure, x: right - 3, y: figureY + 2, align: .trailing)
        }
    }
}
