import Quantities

// The picture of a card: the way, else the paces of kilometres, else the lanes of a running track.
extension ResultCardDrawing {
    /// Below the way stand the bar of its scale and the colours of its speeds.
    private static let footing = 64.0

    mutating func addPicture() {
        let picture = layout.picture
        out.add(
            "<rect x=\"\(SVGText.number(picture.x))\" y=\"\(SVGText.number(picture.y))\" width=\"\(SVGText.number(picture.width))\" "
                + "height=\"\(SVGText.number(picture.height))\" rx=\"32\" fill=\"\(Ink.panel)\"/>")
        let size = DrawingSize(width: picture.width, height: picture.height - Self.footing)
        out.add("<g transform=\"translate(\(SVGText.number(picture.x)) \(SVGText.number(picture.y)))\">")
        if let frame = TrackFrame(card.track, size: size, margin: 44),
            let track = TrackDrawing(card.track, in: frame, inMiles: card.inMiles, mostMarks: 12)
        {
            add(track)
        } else if card.splits.count > 1 {
            addSplits(DrawingSize(width: picture.width, height: picture.height))
        } else {
            addLanes(DrawingSize(width: picture.width, height: picture.height))
        }
        out.add("</g>")
    }

    // MARK: The way

    private mutating func add(_ track: TrackDrawing) {
        let whole = track.stretches.map(\.path).joined(), width = Self.lineWidth(track)
        out.add("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">")
        out.add("<path d=\"\(whole)\" stroke=\"#43b5fe\" stroke-width=\"\(SVGText.number(width * 2.9))\" opacity=\".13\"/>")
        out.add("<path d=\"\(whole)\" stroke=\"\(Ink.paper)\" stroke-width=\"\(SVGText.number(width * 1.7))\"/>")
        for stretch in track.stretches {
            out.add("<path d=\"\(stretch.path)\" stroke=\"\(stretch.colour.hexadecimal)\" stroke-width=\"\(SVGText.number(width))\"/>")
        }
        out.add("</g>")
        addMarks(track)
        addScale(track)
        addSpeeds(track)
        addNorth()
    }

    /// A way that is long for its drawing, because it goes to and fro in a small place, has thinner lines.
    private static func lineWidth(_ track: TrackDrawing) -> Double {
        let length = track.stretches.reduce(0.0) { sum, stretch in
            zip(stretch.points, stretch.points.dropFirst()).reduce(sum) { sum, line in
                let x = line.1.x - line.0.x, y = line.1.y - line.0.y
                return sum + (x * x + y * y).squareRoot()
            }
        }
        return min(9, max(4, 9 * (2000 / max(length, 1)).squareRoot()))
    }

    private mutating func addMarks(_ track: TrackDrawing) {
        func isNear(_ a: DrawingPoint, _ b: DrawingPoint, _ distance: Double) -> Bool {
            (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) < distance * distance
        }
        var drawn: [DrawingPoint] = []
        let ends = [isStartShown ? track.start : nil, isEndShown ? track.end : nil].compactMap(\.self)
        for mark in track.marks
        where !drawn.contains(where: { isNear($0, mark.point, 42) }) && !ends.contains(where: { isNear($0, mark.point, 38) }) {
            drawn.append(mark.point)
            let x = SVGText.number(mark.point.x), y = SVGText.number(mark.point.y)
            out.add("<circle cx=\"\(x)\" cy=\"\(y)\" r=\"17\" fill=\"\(Ink.paper)\" stroke=\"\(Ink.strong)\" stroke-width=\"2.5\"/>")
            let number = FittedText("\(mark.number)", size: 21, width: 30)
            text(number.text, x: mark.point.x, y: mark.point.y + number.size * 0.36, size: number.size, anchor: "middle", isBold: true)
        }
        if isStartShown {
            let x = SVGText.number(track.start.x), y = SVGText.number(track.start.y)
            out.add(
                "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"15\" fill=\"\(TrackColour.slow.hexadecimal)\" stroke=\"\(Ink.paper)\" stroke-width=\"5\"/>"
            )
        }
        if isEndShown {
            // A chequered flag: two quarters of a white disc are dark.
            out.add(
                "<g transform=\"translate(\(SVGText.number(track.end.x)) \(SVGText.number(track.end.y)))\"><circle r=\"16\" fill=\"#fff\" "
                    + "stroke=\"\(Ink.paper)\" stroke-width=\"4\"/><path d=\"M0 0V-13A13 13 0 0 1 13 0ZM0 0V13A13 13 0 0 1-13 0Z\" "
                    + "fill=\"\(Ink.paper)\"/></g>")
        }
    }

    /// A way that begins only later, because its beginning is hidden or had no places, has no mark for the start: it was elsewhere.
    private var isStartShown: Bool { (card.track.pieces.first?.first?.time.milliseconds ?? .max) <= Self.nearEnd }
    private var isEndShown: Bool {
        let end = card.figures.elapsed.inMilliseconds, last = Int64(card.track.pieces.last?.last?.time.milliseconds ?? 0)
        return end.subtractingSaturating(last) <= Int64(Self.nearEnd)
    }
    /// Milliseconds: a runner is still where the run began, and was already where it ended.
    private static let nearEnd: UInt32 = 15_000

    private mutating func addScale(_ track: TrackDrawing) {
        guard let bar = track.scaleBar else { return }
        let y = layout.picture.height - 34, left = 40.0
        out.add(
            "<path d=\"M\(SVGText.number(left)) \(SVGText.number(y - 8))v8h\(SVGText.number(bar.units))v-8\" fill=\"none\" "
                + "stroke=\"\(Ink.soft)\" stroke-width=\"3\"/>")
        text(card.language.number(bar.text), x: left + bar.units + 14, y: y + 3, size: 24, ink: Ink.soft)
    }

    /// The colours, and the paces that those of the ends stand for.
    private mutating func addSpeeds(_ track: TrackDrawing) {
        guard let speeds = track.speeds else { return }
        let y = layout.picture.height - 34, right = layout.picture.width - 40
        let fast = "\(card.paceText(speeds.upperBound.pace)) \(perUnit)", slow = card.paceText(speeds.lowerBound.pace)
        text(fast, x: right, y: y + 3, size: 24, anchor: "end", ink: Ink.soft)
        let bar = right - FittedText.width(of: fast) * 24 * 0.84 - 16 - 140
        out.add(
            "<rect x=\"\(SVGText.number(bar))\" y=\"\(SVGText.number(y - 11))\" width=\"140\" height=\"10\" rx=\"5\" fill=\"url(#speed)\"/>"
        )
        text(slow, x: bar - 16, y: y + 3, size: 24, anchor: "end", ink: Ink.soft)
    }

    private mutating func addNorth() {
        let x = layout.picture.width - 52
        out.add("<path d=\"M\(SVGText.number(x)) 30l10 26-10-6-10 6Z\" fill=\"\(Ink.soft)\"/>")
        text(CardWord.north.text(card.language), x: x, y: 84, size: 24, anchor: "middle", ink: Ink.soft)
    }

    // MARK: Without a way

    /// A bar for each kilometre or mile, the higher the faster.
    private mutating func addSplits(_ size: DrawingSize) {
        let speeds = card.splits.map { 1000 / max($0.secondsPerKilometer, 1) }
        guard let slowest = speeds.min(), let fastest = speeds.max(), slowest.isFinite, fastest.isFinite else { return addLanes(size) }
        let left = 56.0, top = 84.0, bottom = size.height - 76, step = (size.width - 2 * left) / Double(speeds.count)
        let width = max(1, min(step * 0.72, 96)), every = Self.everyLabel(step)
        // The slowest bar has two fifths of the height of the fastest, unless they hardly differ.
        let floor = max(0, slowest - max(fastest - slowest, fastest * 0.1) * 0.667)
        for (index, speed) in speeds.enumerated() {
            let height = (bottom - top) * (speed - floor) / max(fastest - floor, 1e-9), middle = left + (Double(index) + 0.5) * step
            let colour = TrackColour(
                of: .metersPerSecond(speed), slowest: .metersPerSecond(slowest), fastest: .metersPerSecond(fastest))
            out.add(
                "<rect x=\"\(SVGText.number(middle - width / 2))\" y=\"\(SVGText.number(bottom - height))\" width=\"\(SVGText.number(width))\" "
                    + "height=\"\(SVGText.number(height))\" rx=\"\(SVGText.number(min(10, width / 3)))\" fill=\"\(colour.hexadecimal)\"/>")
            guard (index + 1) % every == 0 else { continue }
            text("\(index + 1)", x: middle, y: bottom + 40, size: 24, anchor: "middle", ink: Ink.soft)
            if step >= 84 {
                text(card.paceText(card.splits[index]), x: middle, y: bottom - height - 14, size: 24, anchor: "middle", ink: Ink.strong)
            }
        }
    }

    /// Every bar has its number, or every fifth, tenth, ...
    private static func everyLabel(_ step: Double) -> Int {
        var every = 1
        for next in [5, 10, 25, 50, 100, 500] where step * Double(every) < 48 { every = next }
        return every
    }

    private mutating func addLanes(_ size: DrawingSize) {
        for lane in 0..<6 {
            let inset = 60 + Double(lane) * 34, height = size.height - 2 * inset
            guard height > 0 else { break }
            out.add(
                "<rect x=\"\(SVGText.number(inset + 40))\" y=\"\(SVGText.number(inset))\" width=\"\(SVGText.number(size.width - 2 * inset - 80))\" "
                    + "height=\"\(SVGText.number(height))\" rx=\"\(SVGText.number(height / 2))\" fill=\"none\" "
                    + "stroke=\"\(lane == 0 ? "url(#speed)" : Ink.faint)\" stroke-width=\"\(lane == 0 ? 9 : 3)\"/>")
        }
    }
}
