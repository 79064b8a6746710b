/// Coordinates: header, parts, wires.
extension LayoutBuilder {
    mutating func placeHeader() {
        let top = shift
        layout.header = Box(
            x: centre - Measure.headerReach + 8, y: top - 32, width: 2 * (Measure.headerReach - 8), height: 19 * Measure.pitch + 64)
        let used = plan.usedPins
        for pin in HeaderPin.all {
            let y = top + pin.row * Measure.pitch
            let sign = pin.isOdd ? -1 : 1
            let contact = Point(x: centre + sign * Measure.contactOffset, y: y)
            let inner = Measure.contactOffset + Measure.contactRadius + 6
            let field = Box(
                x: pin.isOdd ? centre - inner - Measure.fieldWidth : centre + inner, y: y - 8, width: Measure.fieldWidth, height: 16)
            let wired = used[pin]?.first?.terminal
            let use = wired.map(\.use) ?? ""
            let label = Label(
                text: use.isEmpty ? pin.name : "\(pin.name) \(use)",
                at: Point(x: pin.isOdd ? field.right - 6 : field.x + 6, y: y + 4), anchor: pin.isOdd ? .end : .start, size: 11,
                colour: wired == nil ? "#8a9099" : "#ffffff", isBold: wired != nil)
            layout.pins.append(
                WiringLayout.Pin(
                    pin: pin, contact: contact, field: field, label: label, signal: wired?.signal,
                    anchor: Point(x: pin.isOdd ? field.x : field.right, y: y)))
        }
        layout.labels.append(
            Label(text: "SD card at this end", at: Point(x: centre, y: top - 17), anchor: .middle, size: 11, colour: "#5a6169"))
        layout.labels.append(
            Label(
                text: "header of the Raspberry Pi", at: Point(x: centre, y: top + 19 * Measure.pitch + 23), anchor: .middle, size: 11,
                colour: "#5a6169"))
    }

    mutating func placeParts() {
        for (index, part) in plan.parts.enumerated() {
            let side = isLeft[index]
            let edge = partEdge(isLeft: side)
            let rows = Self.rows(of: part)
            let top = shift + tops[index]
            let box = Box(
                x: side ? edge - Measure.partWidth : edge, y: top - Measure.overhang, width: Measure.partWidth,
                height: rows * Measure.pitch + 2 * Measure.overhang)
            var labels: [Label] = []
            let text = PartText(part).lines
            var baseline = top + (rows * Measure.pitch - 16 * text.count) / 2 + 12
            for line in text {
                labels.append(
                    Label(
                        text: line.text, at: Point(x: side ? box.x + Measure.padding : box.right - Measure.padding, y: baseline),
                        anchor: side ? .start : .end, size: line.isTitle ? 13 : 11, colour: line.isTitle ? "#1b1f24" : "#5a6169",
                        isBold: line.isTitle))
                baseline += 16
            }
            var anchors: [Point] = []
            for (row, terminal) in part.terminals.enumerated() {
                let y = top + row * Measure.pitch + Measure.pitch / 2
                anchors.append(Point(x: edge, y: y))
                labels.append(
                    Label(
                        text: terminal.name, at: Point(x: side ? edge - Measure.padding : edge + Measure.padding, y: y + 4),
                        anchor: side ? .end : .start, size: 12, colour: "#1b1f24"))
            }
            layout.parts.append(WiringLayout.Part(box: box, labels: labels, anchors: anchors))
        }
    }

    /// Leads each wire from its pin to its terminal through the lane of its net, and says the pin's number beside the terminal.
    mutating func lead(_ placed: [NetList.Placed]) {
        for (number, net) in nets.nets.enumerated() {
            let leftX = laneX(left.lanes[number], isLeft: true), rightX = laneX(right.lanes[number], isLeft: false)
            for end in net.ends {
                let side = isLeft[end.part]
                let terminal = layout.parts[end.part].anchors[end.terminal]
                let x = side ? leftX : rightX
                var corners: [Point]
                if let pin = net.pin {
                    let start = layout.pins[pin.number - 1].anchor
                    corners = [start]
                    if pin.isOdd == side {
                        corners.append(Point(x: x, y: start.y))
                    } else if let around = placed[number].around {
                        let near = side ? rightX : leftX
                        let y = around + shift
                        corners += [Point(x: near, y: start.y), Point(x: near, y: y), Point(x: x, y: y)]
                    }
                    tag("\(pin.number)", net.signal, at: terminal, isLeft: side)
                } else {
                    guard let first = net.ends.first, end.part != first.part else { continue }
                    let start = layout.parts[first.part].anchors[first.terminal]
                    corners = [start, Point(x: x, y: start.y)]
                }
                corners += [Point(x: x, y: terminal.y), terminal]
                layout.wires.append(
                    WiringLayout.Wire(part: end.part, terminal: end.terminal, signal: net.signal, net: number, corners: corners))
            }
        }
    }

    private mutating func tag(_ text: String, _ signal: Signal, at terminal: Point, isLeft: Bool) {
        let x = isLeft ? terminal.x + 8 : terminal.x - 8 - Measure.tagWidth
        let box = Box(x: x, y: terminal.y - 8, width: Measure.tagWidth, height: 16)
        let label = Label(
            text: text, at: Point(x: x + Measure.tagWidth / 2, y: terminal.y + 4), anchor: .middle, size: 11, colour: signal.colour,
            isBold: true)
        layout.tags.append(WiringLayout.Tag(box: box, label: label, signal: signal))
    }

    // MARK: - Words

    /// Title, legend and notes, and the size of the whole.
    mutating func placeWords() {
        let legendX = partEdge(isLeft: false)
        layout.width = legendX + Measure.partWidth + Measure.margin
        layout.labels.append(Label(text: plan.title, at: Point(x: Measure.margin, y: 36), size: 18, colour: "#1b1f24", isBold: true))
        let letters = (layout.width - 2 * Measure.margin) * 100 / (12 * 62)
        let reading = "The number on a wire is that of its pin. The Pi is seen from above, its edge to the right of the header."
        var y = 56
        for line in PartText.broken(reading, at: max(20, letters)).prefix(2) {
            layout.labels.append(Label(text: line, at: Point(x: Measure.margin, y: y), size: 12, colour: "#5a6169"))
            y += 16
        }

        var bottom = max(layout.header.bottom, layout.parts.map(\.box.bottom).max() ?? 0)
        for wire in layout.wires { bottom = max(bottom, wire.corners.map(\.y).max() ?? 0) }
        let signals = Signal.allCases.filter { signal in nets.nets.contains { $0.signal == signal } }
        let rightBottom = zip(layout.parts, isLeft).filter { !$0.1 }.map(\.0.box.bottom).max() ?? layout.header.y
        // Beside the lower end of the left stack where there is room, else below the right one.
        y = max(rightBottom + 40, bottom - (signals.count - 1) * Measure.pitch - 8)
        for signal in signals {
            layout.legend.append(
                (
                    signal, Point(x: legendX, y: y), Point(x: legendX + 28, y: y),
                    Label(text: signal.label, at: Point(x: legendX + 38, y: y + 4), size: 12, colour: "#1b1f24")
                ))
            bottom = max(bottom, y + 8)
            y += Measure.pitch
        }

        y = bottom + 40
        for note in plan.notes {
            layout.labels.append(Label(text: "•", at: Point(x: Measure.margin, y: y), size: 12, colour: "#3a4048"))
            for line in PartText.broken(note, at: max(20, letters - 2)) {
                layout.labels.append(Label(text: line, at: Point(x: Measure.margin + 16, y: y), size: 12, colour: "#3a4048"))
                y += 18
            }
            y += 2
        }
        layout.height = (plan.notes.isEmpty ? bottom : y - 20) + Measure.margin
    }
}
