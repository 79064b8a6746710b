import Quantities
import ScreenModels

extension PageDrawing {
    /// A record that was beaten, in one inverted line of words: what it is called, over what, and by what where there is room for it; how
    /// many others, where there is room for that too.
    func record(_ record: BrokenRecord, x: Int, y: Int, right: Int) {
        let plate = Box(x: x, y: y, width: right - x, height: wordHeight)
        let name = join(word(.newRecord), " ", name(of: record.kind)), figure = figure(of: record)
        let end = canvas.text(name, words, x: x + 2, y: y, plate: plate)
        // Figures are small in each language: beside tall words they stand on the same line.
        let smallY = y + row(0, tallWords: 2), room = right - 2 - end - 4
        let others = join(" +", NumberText.count(record.others)), both = join(figure, others)
        if record.others > 0, Font.regular12.width(of: both) <= room {
            canvas.text(both, .regular12, x: right - 2, y: smallY, align: .trailing, plate: plate)
        } else if Font.regular12.width(of: figure) <= room {
            canvas.text(figure, .regular12, x: right - 2, y: smallY, align: .trailing, plate: plate)
        }
        canvas.invert(plate)
    }

    private func figure(of record: BrokenRecord) -> LineText {
        switch record.figure {
        case .time(let time): NumberText.time(time)
        case .distance(let distance): distanceWithUnit(distance)
        case .climb(let height): heightWithUnit(height)
        }
    }

    private func name(of kind: BrokenRecord.Kind) -> LineText {
        switch kind {
        case .fourHundredMeters: join("400 ", word(.meters))
        case .kilometer: join("1 ", word(.kilometers))
        case .mile: join("1 ", word(.miles))
        case .threeKilometers: join("3 ", word(.kilometers))
        case .fiveKilometers: join("5 ", word(.kilometers))
        case .tenKilometers: join("10 ", word(.kilometers))
        case .halfMarathon: word(.halfMarathon)
        case .marathon: word(.marathon)
        case .hour: word(.oneHour)
        case .longest: word(.longestRun)
        case .mostClimb: word(.mostClimb)
        }
    }
}
