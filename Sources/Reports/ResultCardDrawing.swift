import Quantities

/// Draws a card. Text is left to the fonts of whoever looks at it, and is fitted to the room by guess.
struct ResultCardDrawing {
    let card: ResultCard
    let layout: CardLayout
    private let shape: ResultCard.Shape
    var out = SVGText()

    /// Colours on the dark ground; all text has a contrast of at least 4.5 to it (WCAG 2.2, 1.4.3).
    enum Ink {
        static let paper = "#0b1424", paperBelow = "#16263f", panel = "#101d33"
        static let strong = "#f5f8fc", soft = "#9fb2cc", faint = "#2b3c57"
    }
    private static let fonts = "Helvetica Neue, Helvetica, Arial, Noto Sans, DejaVu Sans, Noto Sans CJK SC, sans-serif"

    init(_ card: ResultCard, _ shape: ResultCard.Shape) {
        self.card = card
        self.shape = shape
        layout = CardLayout(shape)
    }

    mutating func svg() -> String {
        let language = card.language
        let label = "\(card.kindText), \(card.distanceText) \(unit), \(card.dateText)"
        out.add(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(shape.width)\" height=\"\(shape.height)\" "
                + "viewBox=\"0 0 \(shape.width) \(shape.height)\" xml:lang=\"\(language.tag)\" role=\"img\" "
                + "aria-label=\"\(SVGText.escaped(label))\" font-family=\"\(Self.fonts)\">")
        addDefinitions()
        out.add("<rect width=\"\(shape.width)\" height=\"\(shape.height)\" fill=\"url(#paper)\"/>")
        addHead()
        addPicture()
        addDistance()
        addFigures()
        addDrumsticks()
        text("HARRIER", x: layout.width / 2, y: layout.footer, size: 20, anchor: "middle", ink: Ink.soft, spacing: 8)
        out.add("</svg>")
        return out.text
    }

    var unit: String { (card.inMiles ? CardWord.mile : .kilometer).text(card.language) }
    var perUnit: String { (card.inMiles ? CardWord.perMile : .perKilometer).text(card.language) }

    private mutating func addDefinitions() {
        let colours: [TrackColour] = [.slow, .middle, .fast]
        let stops = colours.enumerated().map { "<stop offset=\"\($0.offset * 50)%\" stop-color=\"\($0.element.hexadecimal)\"/>" }.joined()
        out.add(
            "<defs><linearGradient id=\"paper\" x2=\"0\" y2=\"1\"><stop stop-color=\"\(Ink.paper)\"/>"
                + "<stop offset=\"1\" stop-color=\"\(Ink.paperBelow)\"/></linearGradient>"
                + "<linearGradient id=\"speed\">\(stops)</linearGradient>"
                + "<linearGradient id=\"meat\" x2=\"0\" y2=\"1\"><stop stop-color=\"#ffbe6b\"/><stop offset=\"1\" stop-color=\"#e27a33\"/>"
                + "</linearGradient>\(DrumstickDrawing.definition)</defs>")
    }

    // MARK: Parts

    /// Name or kind, date, rank.
    private mutating func addHead() {
        let label = CardWord.rank.text(card.language)
        let rank = FittedText(card.rankText, size: 32, width: 300)
        let room = FittedText.width(of: label) * 24 + FittedText.width(of: rank.text) * rank.size
        let right = layout.width - layout.margin, width = room + 64, top = layout.title.y - 54
        out.add(
            "<rect x=\"\(SVGText.number(right - width))\" y=\"\(SVGText.number(top))\" width=\"\(SVGText.number(width))\" height=\"72\" "
                + "rx=\"36\" fill=\"\(Ink.panel)\" stroke=\"\(rankInk)\" stroke-width=\"2\"/>")
        out.add(
            "<text x=\"\(SVGText.number(right - width / 2))\" y=\"\(SVGText.number(top + 47))\" text-anchor=\"middle\">"
                + "<tspan font-size=\"24\" fill=\"\(Ink.soft)\">\(SVGText.escaped(label))</tspan>"
                + "<tspan dx=\"14\" font-size=\"\(SVGText.number(rank.size))\" font-weight=\"bold\" fill=\"\(rankInk)\">"
                + "\(SVGText.escaped(rank.text))</tspan></text>")
        let title = FittedText(card.name ?? card.kindText, size: layout.title.size, width: right - width - 24 - layout.margin)
        text(title.text, x: layout.margin, y: layout.title.y, size: title.size, isBold: true)
        let subtitle = card.name == nil ? card.dateText : "\(card.kindText) · \(card.dateText)"
        let fitted = FittedText(subtitle, size: layout.subtitle.size, width: layout.width - 2 * layout.margin)
        text(fitted.text, x: layout.margin, y: layout.subtitle.y, size: fitted.size, ink: Ink.soft)
    }

    /// Gold, silver and bronze for the first three, but not for the last.
    private var rankInk: String {
        guard let rank = card.rank, rank.place < rank.count else { return Ink.soft }
        return switch rank.place {
        case 1: "#ffd166"
        case 2: "#d5dee8"
        case 3: "#e6a06a"
        default: Ink.soft
        }
    }

    private mutating func addDistance() {
        let room = layout.distance.width - FittedText.width(of: unit) * layout.distance.size * 0.36
        let fitted = FittedText(card.distanceText, size: layout.distance.size, width: room)
        out.add(
            "<text x=\"\(SVGText.number(layout.margin))\" y=\"\(SVGText.number(layout.distance.y))\" fill=\"\(Ink.strong)\">"
                + "<tspan font-size=\"\(SVGText.number(fitted.size))\" font-weight=\"bold\">\(SVGText.escaped(fitted.text))</tspan>"
                + "<tspan dx=\"16\" font-size=\"\(SVGText.number(layout.distance.size * 0.36))\" fill=\"\(Ink.soft)\">"
                + "\(SVGText.escaped(unit))</tspan></text>")
    }

    /// Time, pace and energy.
    private mutating func addFigures() {
        let right = layout.width - layout.margin, column = (right - layout.margin) / 3
        out.add(
            "<path d=\"M\(SVGText.number(layout.margin)) \(SVGText.number(layout.rule))H\(SVGText.number(right))\" "
                + "stroke=\"\(Ink.faint)\" stroke-width=\"2\"/>")
        let figures = [
            (CardWord.time.text(card.language), card.timeText),
            ("\(CardWord.pace.text(card.language)) \(perUnit)", card.paceText),
            (CardWord.kilocalories.text(card.language), card.energyText),
        ]
        for (index, figure) in figures.enumerated() {
            let x = layout.margin + Double(index) * column, room = column - 24
            let label = FittedText(figure.0, size: layout.label.size, width: room)
            text(label.text, x: x, y: layout.label.y, size: label.size, ink: Ink.soft)
            let value = FittedText(figure.1, size: layout.value.size, width: room)
            text(value.text, x: x, y: layout.value.y, size: value.size, isBold: true)
        }
    }

    /// A drumstick for every 300 kilocalories, the last one as far as it was burned.
    private mutating func addDrumsticks() {
        let place = layout.drumsticks, right = layout.width - layout.margin, isRow = shape == .story
        let count = card.figures.energy.map(\.drumsticks).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        let number = FittedText(count == nil ? card.drumsticksText : "× \(card.drumsticksText)", size: place.height * 0.62, width: 250)
        let numberWidth = FittedText.width(of: number.text) * number.size * 0.85
        let most = place.most, shares = DrumstickDrawing.shares(count ?? 0, most: most)
        let step = place.height * 1.02
        let left = isRow ? layout.margin + 270 : right - numberWidth - 12 - Double(shares.count) * step
        for (index, share) in shares.enumerated() {
            out.add(
                DrumstickDrawing.use(
                    x: left + Double(index) * step, y: place.y - place.height * 0.94, height: place.height, share: share, index: index))
        }
        let label = CardWord.burned.text(card.language)
        if isRow {
            let fitted = FittedText(label, size: layout.label.size, width: 250)
            text(fitted.text, x: layout.margin, y: place.y - place.height * 0.28, size: fitted.size, ink: Ink.soft)
            let x = left + Double(shares.count) * step + 20
            text(number.text, x: x, y: place.y - place.height * 0.22, size: number.size, isBold: true)
        } else {
            let fitted = FittedText(label, size: layout.label.size, width: 360)
            text(fitted.text, x: right, y: place.y - place.height - 24, size: fitted.size, anchor: "end", ink: Ink.soft)
            text(number.text, x: right, y: place.y - place.height * 0.22, size: number.size, anchor: "end", isBold: true)
        }
    }

    // MARK: Text

    /// Adds a line of text.
    mutating func text(
        _ text: String, x: Double, y: Double, size: Double, anchor: String = "start", ink: String = Ink.strong, isBold: Bool = false,
        spacing: Double = 0
    ) {
        out.add(
            "<text x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y))\" font-size=\"\(SVGText.number(size))\" fill=\"\(ink)\""
                + (anchor == "start" ? "" : " text-anchor=\"\(anchor)\"") + (isBold ? " font-weight=\"bold\"" : "")
                + (spacing > 0 ? " letter-spacing=\"\(SVGText.number(spacing))\"" : "") + ">\(SVGText.escaped(text))</text>")
    }
}
