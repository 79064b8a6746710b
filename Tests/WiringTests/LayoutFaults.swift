import Wiring

/// What is wrong with the drawing of a plan, in words.
struct LayoutFaults {
    private(set) var faults: [String] = []
    private let plan: WiringPlan
    private let layout: WiringLayout
    /// The straight pieces of the wires, with their thickness.
    private let pieces: [(net: Int, box: Box)]

    init(_ plan: WiringPlan) {
        self.plan = plan
        layout = WiringLayout(plan)
        pieces = layout.wires.flatMap { wire in zip(wire.corners, wire.corners.dropFirst()).map { (wire.net, Self.box(of: $0, $1)) } }
        findWireFaults()
        findNetFaults()
        findWordFaults()
        findOutlineFaults()
    }

    private mutating func demand(_ isSo: Bool, _ fault: @autoclosure () -> String) {
        if !isSo { faults.append(fault()) }
    }

    /// Each terminal has its wire, which begins at its pin and ends at the terminal; joined terminals share one.
    private mutating func findWireFaults() {
        for (part, content) in plan.parts.enumerated() {
            for (index, terminal) in content.terminals.enumerated() {
                let name = "\(content.title) \(terminal.name)"
                let own = layout.wires.filter { $0.part == part && $0.terminal == index }
                let anchor = layout.parts[part].anchors[index]
                switch terminal.end {
                case .pin(let number):
                    let pin = layout.pins[number.number - 1]
                    demand(own.count == 1, "\(name) has \(own.count) wires")
                    demand(own.first?.corners.first == pin.anchor, "\(name) does not begin at its pin")
                    demand(own.first?.corners.last == anchor, "\(name) does not end at its terminal")
                    demand(pin.pin == number && pin.signal == terminal.signal, "\(name): pin \(number.number) carries something else")
                case .terminal(let other, let otherIndex):
                    let both = own + layout.wires.filter { $0.part == other && $0.terminal == otherIndex }
                    let ends = Set(both.flatMap { [$0.corners.first, $0.corners.last] }.compactMap { $0 })
                    demand(both.count == 1, "\(name) has \(both.count) wires")
                    demand(ends == [anchor, layout.parts[other].anchors[otherIndex]], "\(name) does not join the two")
                }
            }
        }
        for wire in layout.wires {
            let isStraight = zip(wire.corners, wire.corners.dropFirst()).allSatisfy { $0.x == $1.x || $0.y == $1.y }
            demand(isStraight, "a wire runs aslant")
        }
    }

    /// Wires that are not connected may cross, but never lie on each other, nor turn on each other.
    private mutating func findNetFaults() {
        for (place, (net, one)) in pieces.enumerated() {
            for (otherNet, other) in pieces.dropFirst(place + 1) where otherNet != net {
                let areParallel = (one.width > one.height) == (other.width > other.height)
                demand(!areParallel || !one.intersects(other), "nets \(net) and \(otherNet) lie on each other at \(one) \(other)")
            }
        }
        for wire in layout.wires {
            for corner in wire.corners.dropFirst().dropLast() {
                let place = Box(x: corner.x - 3, y: corner.y - 3, width: 6, height: 6)
                for (net, piece) in pieces where net != wire.net {
                    demand(!piece.intersects(place), "net \(wire.net) turns on net \(net)")
                }
            }
        }
    }

    /// No words lie on other words or under a wire, and those of a part are within it.
    private mutating func findWordFaults() {
        let unwired = layout.labels + layout.parts.flatMap(\.labels) + layout.pins.map(\.label) + layout.legend.map(\.label)
        let words = (unwired + layout.tags.map(\.label)).map { (text: $0.text, box: $0.box) }
        for (place, one) in words.enumerated() {
            for other in words.dropFirst(place + 1) { demand(!one.box.intersects(other.box), "\(one.text) lies on \(other.text)") }
            for (_, piece) in pieces where place < unwired.count {
                demand(!piece.intersects(one.box), "a wire runs through \(one.text)")
            }
        }
        for part in layout.parts {
            for label in part.labels { demand(Self.contains(part.box, label.box), "\(label.text) leaves its part") }
        }
        for pin in layout.pins { demand(Self.contains(pin.field, pin.label.box), "\(pin.label.text) leaves its field") }
        for tag in layout.tags { demand(Self.contains(tag.box, tag.label.box), "\(tag.label.text) leaves its tag") }
    }

    /// No outline lies on another or on a wire, and everything is on the drawing.
    private mutating func findOutlineFaults() {
        let outlines = layout.parts.map(\.box) + [layout.header]
        for (place, one) in outlines.enumerated() {
            for other in outlines.dropFirst(place + 1) { demand(!one.intersects(other), "outlines lie on each other") }
        }
        for (_, piece) in pieces {
            for box in layout.parts.map(\.box) + layout.pins.map(\.field) {
                let inside = Box(x: box.x + 6, y: box.y, width: box.width - 12, height: box.height)
                demand(!piece.intersects(inside), "a wire runs through a part or a pin")
            }
            for tag in layout.tags where piece.intersects(tag.box) {
                let isAlong = piece.height <= 4 && piece.y + piece.height / 2 == tag.box.y + tag.box.height / 2
                demand(isAlong, "a wire runs through the tag \(tag.label.text)")
            }
        }
        let whole = Box(x: 0, y: 0, width: layout.width, height: layout.height)
        let words = layout.labels + layout.legend.map(\.label)
        for box in words.map(\.box) + outlines + pieces.map(\.box) + layout.tags.map(\.box) + layout.pins.map(\.field) {
            demand(Self.contains(whole, box), "\(box) is not on the drawing")
        }
    }

    private static func contains(_ outer: Box, _ inner: Box) -> Bool {
        outer.x <= inner.x && outer.y <= inner.y && inner.right <= outer.right && inner.bottom <= outer.bottom
    }

    private static func box(of one: Point, _ other: Point) -> Box {
        Box(x: min(one.x, other.x) - 2, y: min(one.y, other.y) - 2, width: abs(one.x - other.x) + 4, height: abs(one.y - other.y) + 4)
    }
}
