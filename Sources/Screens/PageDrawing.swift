import Quantities
import ScreenModels

/// One frame being drawn: what to say, in which language, in which layout. The pages are extensions of it, a file each in `Pages/`.
struct PageDrawing {
    /// The whole layout.
    let panel: Canvas
    /// The page's own area: the layout without a margin to the left, which a panel of 64 rows cannot spare.
    let canvas: Canvas
    /// What to say.
    let screen: Screen
    /// In which language.
    let language: Language
    /// In which arrangement.
    let layout: Layout

    /// A frame to draw.
    init(panel: Canvas, screen: Screen, language: Language, layout: Layout) {
        self.panel = panel
        self.screen = screen
        self.language = language
        self.layout = layout
        canvas = panel.moved(x: layout == .compact ? 0 : PageDrawing.margin)
    }

    private static let margin = 2

    /// Draws the frame.
    func draw() {
        switch screen.page {
        case .clock(let page): clock(page)
        case .setUp(let page): setUp(page)
        case .ready(let page): ready(page)
        case .countdown(let secondsLeft): countdown(secondsLeft)
        case .run(let page): run(page)
        case .lapBanner(let banner): lapBanner(banner)
        case .stopped(let page): stopped(page)
        case .summary(let page): summary(page)
        case .history(let page): history(page)
        case .menu(let page): menu(page)
        case .goals(let page): goals(page)
        case .goalCard(let page): goalCard(page)
        case .trophyShelf(let page): trophyShelf(page)
        case .caffeine(let page): privately { caffeine(page) }
        case .drinkList(let page): privately { drinkList(page) }
        case .drink(let page): privately { drink(page) }
        case .caffeineCurve(let page): privately { caffeineCurve(page) }
        case .week(let page): week(page)
        case .calendar(let page): calendar(page)
        case .dayRun(let page): dayRun(page)
        case .totals(let page): totals(page)
        case .recordList(let page): recordList(page)
        case .recentRuns(let page): recentRuns(page)
        case .computer(let page): computer(page)
        case .message(let message): self.message(message)
        case .dark: break
        }
    }

    // MARK: Measures

    /// Pixels across the layout.
    var width: Int { layout.width }
    /// Rows of the layout.
    var height: Int { layout.height }
    /// True on a panel of 64 rows.
    var isCompact: Bool { layout == .compact }
    /// The first row below the status strip.
    var top: Int { isCompact ? 11 : 14 }
    /// The column after the page's own area; button marks stand to the right of it.
    var contentWidth: Int { (hasLabels ? width - 13 : width) - (isCompact ? 0 : PageDrawing.margin) }
    /// True if a button does something.
    var hasLabels: Bool { screen.labels != ButtonLabels() }
    /// Kilometres or miles.
    var units: UnitSystem { screen.units }
    /// How times of day are written.
    var clockForm: ClockForm { screen.clockForm }
    /// The font of words.
    var words: Font { language.words }
    /// Rows of a line of words.
    var wordHeight: Int { words.height }

    /// A row or a number of rows: the first for words of 12 pixels, the second for those of 16.
    func row(_ low: Int, tallWords high: Int) -> Int { language.needsTallWords ? high : low }

    // MARK: Words and values

    /// The words of a key.
    func word(_ key: StringKey) -> LineText { LineText(language.text(key)) }

    /// The words of a key around a number or a name.
    func word(_ key: StringKey, _ argument: LineText) -> LineText { word(key).filling(argument) }

    /// Draws the words of a key.
    @discardableResult
    func label(_ key: StringKey, x: Int, y: Int, align: Alignment = .leading) -> Int {
        canvas.text(word(key), words, x: x, y: y, align: align)
    }

    /// Draws a value of the second size. Returns the column after it.
    @discardableResult
    func value(_ text: LineText, x: Int, y: Int, align: Alignment = .leading) -> Int {
        canvas.text(text, .bold16, x: x, y: y, align: align)
    }

    /// Draws a small value, a unit or the like. Returns the column after it.
    @discardableResult
    func small(_ text: LineText, x: Int, y: Int, align: Alignment = .leading) -> Int {
        canvas.text(text, .regular12, x: x, y: y, align: align)
    }

    /// Draws a value of the second size with its unit. Returns the column after them.
    @discardableResult
    func value(_ text: LineText, unit: StringKey, x: Int, y: Int) -> Int {
        small(word(unit), x: value(text, x: x, y: y) + 2, y: y + 2)
    }

    /// Draws a name, in a room, over its value. Returns the row below.
    @discardableResult
    func cell(_ name: StringKey, _ text: LineText, unit: StringKey? = nil, x: Int, y: Int, room: Int) -> Int {
        label(name, x: x, y: y, room: room)
        let valueY = y + wordHeight - 1
        if let unit { value(text, unit: unit, x: x, y: valueY) } else { value(text, x: x, y: valueY) }
        return y + cellHeight
    }

    /// Rows of a name over its value.
    var cellHeight: Int { wordHeight + 14 }

    /// Draws words, inverted, in the middle of a box.
    func tag(_ text: LineText, x: Int, y: Int, width: Int, height: Int) {
        tag(fit(text, room: width - 2), Box(x: x, y: y, width: width, height: height))
    }

    /// Draws the words of a key, inverted, in the middle of a box, as they fit in it.
    func tag(_ key: StringKey, x: Int, y: Int, width: Int, height: Int) {
        tag(fit(key, room: width - 2), Box(x: x, y: y, width: width, height: height))
    }

    private func tag(_ fitted: FittedWords, _ plate: Box) {
        let textY = plate.y + (plate.height - wordHeight + row(1, tallWords: 0)) / 2 + (wordHeight - fitted.font.height) / 2
        canvas.text(fitted.text, fitted.font, x: plate.x + plate.width / 2, y: textY, align: .center, plate: plate)
        canvas.invert(plate)
    }

    /// A text as a computer gave it, cut to a room behind its last whole character that leaves one for `…`. Words of the watch's own fit as they are.
    func fitted(_ text: LineText, _ font: Font, room: Int) -> LineText {
        guard font.width(of: text) > room else { return text }
        let mark: LineText = "."
        var end = text.count
        while end > 0 {
            end = text.start(ofCharacterBefore: end)
            let part = join(text.part(0..<end), mark, mark)
            if font.width(of: part) <= room { return part }
        }
        return LineText()
    }

    // MARK: Units

    /// `km` or `mi`.
    var distanceUnit: StringKey { units == .metric ? .kilometers : .miles }
    /// `/km` or `/mi`.
    var paceUnit: StringKey { units == .metric ? .perKilometer : .perMile }
    /// `m` or `ft`.
    var heightUnit: StringKey { units == .metric ? .meters : .feet }

    /// A distance with its unit: `12.34 km`.
    func distanceWithUnit(_ distance: Distance) -> LineText { join(self.distance(distance), " ", word(distanceUnit)) }

    /// A distance as the language writes it.
    func distance(_ distance: Distance?) -> LineText { NumberText.distance(distance, in: units, mark: language.decimalMark) }

    /// A time of day as it is set to be written: `19:05`, `7:05 PM`.
    func timeOfDay(_ time: TimeOfDay?) -> LineText { NumberText.clock(time, in: clockForm) }

    /// An energy in drumsticks as the language writes it: `x1.89`.
    func drumsticks(_ energy: Energy?) -> LineText { join("x", NumberText.drumsticks(energy, mark: language.decimalMark)) }

    /// A height with its unit: `123 m`.
    func heightWithUnit(_ height: Distance?) -> LineText { join(NumberText.height(height, in: units), " ", word(heightUnit)) }

    /// Texts in a row.
    func join(_ first: LineText, _ second: LineText, _ third: LineText = LineText()) -> LineText {
        var text = first
        text.append(second)
        text.append(third)
        return text
    }

    /// The name of a kind of run.
    func name(of kind: RunKind) -> StringKey {
        switch kind {
        case .run: .run
        case .trailRun: .trailRun
        case .walk: .walk
        case .indoorRun: .indoorRun
        }
    }
}
