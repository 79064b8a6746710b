import Quantities
import ScreenModels

extension PageDrawing {
    /// A record that was beaten, in one inverted line: the word in full or short, over what, and by what where there is room for it; how
    /// many others, where there is room for that too.
    func record(_ record: BrokenRecord, x: Int, y: Int, right: Int) {
        let kind = name(of: record.kind), figure = figure(of: record), others = join(" +", NumberText.count(record.others))
        let long = join(word(.newRecord), " ", kind), short = join(word(.newRecordShort), " ", kind)
        let all = record.others > 0 ? join(figure, others) : figure
        // What is left out first stands last.
        let forms = [(long, all), (long, figure), (short, all), (short, figure), (long, LineText())]
        let room = right - x - 7
        let form = forms.first { words.width(of: $0.0) + Font.regular12.width(of: $0.1) <= room } ?? (short, LineText())
        let nameRight = x + 2 + words.width(of: form.0)
        let left = Box(x: x, y: y, width: nameRight - x, height: wordHeight)
        let rest = Box(x: nameRight, y: y, width: right - nameRight, height: wordHeight)
        canvas.text(form.0, words, x: x + 2, y: y, plate: left)
        // Figures are small in each language: beside tall words they stand on the same line.
        canvas.text(form.1, .regular12, x: right - 2, y: y + row(0, tallWords: 2), align: .trailing, plate: rest)
        canvas.invert(Box(x: x, y: y, width: right - x, height: wordHeight))
    }

    /// By what a record was beaten, or how good it is.
    func figure(of record: BrokenRecord) -> LineText {
        switch record.figure {
        case .time(let time): NumberText.time(time)
        case .distance(let distance): distanceWithUnit(distance)
        case .climb(let height): heightWithUnit(height)
        }
    }

    /// What was compared.
    func name(of kind: BrokenRecord.Kind) -> LineText {
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
