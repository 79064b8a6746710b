/// A wiring plan as a picture in SVG 1.1, the same bytes each time. It has a white ground of its own, so that it reads the same on a light and
/// on a dark page.
public struct WiringDrawing: Sendable {
    private let plan: WiringPlan
    private let layout: WiringLayout
    private var text = ""

    /// A drawing of a plan.
    public init(_ plan: WiringPlan) {
        self.plan = plan
        layout = WiringLayout(plan)
    }

    /// The document.
    public var svg: String {
        var drawing = self
        drawing.draw()
        return drawing.text
    }

    private static let typeface = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"

    private mutating func draw() {
        let size = "width=\"\(layout.width)\" height=\"\(layout.height)\" viewBox=\"0 0 \(layout.width) \(layout.height)\""
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) font-family=\"\(Self.typeface)\" role=\"img\">")
        add("<title>Wiring: \(Self.escaped(plan.title))</title>")
        add("<rect width=\"\(layout.width)\" height=\"\(layout.height)\" rx=\"12\" fill=\"#ffffff\"/>")
        drawHeader()
        drawWires()
        for part in layout.parts {
            add(Self.rectangle(part.box, radius: 8, fill: "#fbfcfd", edge: "#9aa3ad"))
            part.labels.forEach { add($0) }
        }
        drawEnds()
        for tag in layout.tags {
            add(Self.rectangle(tag.box, radius: 8, fill: "#ffffff", edge: tag.signal.colour))
            add(tag.label)
        }
        for entry in layout.legend {
            add(Self.line(entry.from, entry.to, colour: entry.signal.colour, width: 3))
            add(entry.label)
        }
        layout.labels.forEach { add($0) }
        add("</svg>")
    }

    // MARK: - Header

    private mutating func drawHeader() {
        add(Self.rectangle(layout.header, radius: 10, fill: "#eef1f4", edge: "#c3cad1"))
        for pin in layout.pins {
            add(Self.rectangle(pin.field, radius: 4, fill: pin.signal?.colour ?? "#ffffff", edge: pin.signal?.colour ?? "#d5dae0"))
            add(pin.label)
            // The first pin is square, as on the board.
            let fill = pin.signal?.colour ?? "#b4bbc3"
            let (x, y) = (pin.contact.x, pin.contact.y)
            if pin.pin.number == 1 {
                add(Self.rectangle(Box(x: x - 8, y: y - 8, width: 16, height: 16), radius: 2, fill: fill, edge: fill))
            } else {
                add("<circle cx=\"\(x)\" cy=\"\(y)\" r=\"8\" fill=\"\(fill)\"/>")
            }
            add(
                Label(
                    text: "\(pin.pin.number)", at: Point(x: x, y: y + 3), anchor: .middle, size: 9, colour: "#ffffff", isBold: true))
        }
    }

    // MARK: - Wires

    /// A straight piece of a net.
    private struct Piece: Hashable {
        var net: Int
        var from: Point
        var to: Point
        var isVertical: Bool { from.x == to.x }

        init(net: Int, _ one: Point, _ other: Point) {
            self.net = net
            (from, to) = (one.x, one.y) < (other.x, other.y) ? (one, other) : (other, one)
        }
    }

    /// Verticals first, then horizontals on a white edge, so that a wire that crosses another is seen to pass over it.
    private mutating func drawWires() {
        var pieces: [Piece] = [], seen: Set<Piece> = [], colours: [Int: String] = [:]
        for wire in layout.wires {
            colours[wire.net] = wire.signal.colour
            for (one, other) in zip(wire.corners, wire.corners.dropFirst()) where one != other {
                let piece = Piece(net: wire.net, one, other)
                if seen.insert(piece).inserted { pieces.append(piece) }
            }
        }
        for piece in pieces where piece.isVertical {
            add(Self.line(piece.from, piece.to, colour: colours[piece.net] ?? "#000000", width: 3))
        }
        for piece in pieces where !piece.isVertical {
            let inner = (Point(x: piece.from.x + 5, y: piece.from.y), Point(x: piece.to.x - 5, y: piece.to.y))
            if inner.0.x < inner.1.x { add(Self.line(inner.0, inner.1, colour: "#ffffff", width: 7, isButt: true)) }
        }
        for piece in pieces where !piece.isVertical {
            add(Self.line(piece.from, piece.to, colour: colours[piece.net] ?? "#000000", width: 3))
        }
        drawJunctions(pieces, colours)
    }

    /// A dot where three or four pieces of a net meet, so that it is not taken for a crossing.
    private mutating func drawJunctions(_ pieces: [Piece], _ colours: [Int: String]) {
        struct Place: Hashable {
            var net: Int
            var point: Point
        }
        var done: Set<Place> = []
        for piece in pieces where !piece.isVertical {
            for point in [piece.from, piece.to] where done.insert(Place(net: piece.net, point: point)).inserted {
                let own = pieces.filter { $0.net == piece.net }
                let left = own.contains { !$0.isVertical && $0.to == point }, right = own.contains { !$0.isVertical && $0.from == point }
                let verticals = own.filter { $0.isVertical && $0.from.x == point.x }
                let above = verticals.contains { $0.from.y < point.y && $0.to.y >= point.y }
                let below = verticals.contains { $0.to.y > point.y && $0.from.y <= point.y }
                guard [left, right, above, below].count(where: { $0 }) > 2 else { continue }
                add("<circle cx=\"\(point.x)\" cy=\"\(point.y)\" r=\"4\" fill=\"\(colours[piece.net] ?? "#000000")\"/>")
            }
        }
    }

    /// The terminals, over the edges of the parts.
    private mutating func drawEnds() {
        for (part, place) in zip(plan.parts, layout.parts) {
            for (terminal, point) in zip(part.terminals, place.anchors) {
                let circle = "<circle cx=\"\(point.x)\" cy=\"\(point.y)\" r=\"4\""
                add("\(circle) fill=\"#ffffff\" stroke=\"\(terminal.signal.colour)\" stroke-width=\"2\"/>")
            }
        }
    }

    // MARK: - Elements

    private mutating func add(_ element: String) { text += element + "\n" }

    private mutating func add(_ label: Label) {
        let weight = label.isBold ? " font-weight=\"bold\"" : ""
        let anchor = label.anchor == .start ? "" : " text-anchor=\"\(label.anchor.rawValue)\""
        let place = "x=\"\(label.at.x)\" y=\"\(label.at.y)\" font-size=\"\(label.size)\""
        add("<text \(place) fill=\"\(label.colour)\"\(anchor)\(weight)>\(Self.escaped(label.text))</text>")
    }

    private static func rectangle(_ box: Box, radius: Int, fill: String, edge: String) -> String {
        let place = "x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(box.height)\" rx=\"\(radius)\""
        return "<rect \(place) fill=\"\(fill)\" stroke=\"\(edge)\"/>"
    }

    private static func line(_ from: Point, _ to: Point, colour: String, width: Int, isButt: Bool = false) -> String {
        let place = "x1=\"\(from.x)\" y1=\"\(from.y)\" x2=\"\(to.x)\" y2=\"\(to.y)\""
        return "<line \(place) stroke=\"\(colour)\" stroke-width=\"\(width)\"\(isButt ? "" : " stroke-linecap=\"round\"")/>"
    }

    /// Text for XML 1.0, which lacks control characters and two others.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: escaped += "?"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
