import Quantities

/// The map of a run's page: the track alone, without anything from a network.
struct MapMarkup {
    static let size = DrawingSize(width: 1000, height: 800)
    private static let margin = 45.0
    /// Bytes of the lines, which stand in a page twice: a day's run keeps within its page.
    static let mostBytes = 70_000
    /// Pieces that may be, of some twenty bytes at least.
    static let mostPieces = 3_000

    let frame: TrackFrame
    let drawing: TrackDrawing
    let lines: TrackLines
    /// How far the lines may be from the positions, metres.
    let tolerance: Double
    /// Which positions are drawn: all for 1, every second for 2 ...
    let every: Int
    private let unit: ReportUnit

    /// Nil without a place that is shown.
    init?(_ track: TrackPieces, in unit: ReportUnit) {
        guard let frame = TrackFrame(track, size: Self.size, margin: Self.margin) else { return nil }
        var units = 0.5, every = 1
        func draw() -> TrackDrawing? {
            TrackDrawing(
                every > 1 ? track.thinned(every) : track, in: frame, tolerance: units, inMiles: unit.isMiles, mostMarks: 22)
        }
        guard var drawing = draw() else { return nil }
        var lines = TrackLines(drawing, shortest: 0)
        // What is too much is drawn coarser, by a few units of a thousand; and what no coarseness helps, with fewer positions.
        while lines.edge.utf8.count > Self.mostBytes, every < 1 << 20 {
            if units < 4 { units *= 2 } else { every *= 2 }
            guard let coarser = draw() else { break }
            (drawing, lines) = (coarser, TrackLines(coarser, shortest: 4 * units, tolerance: units, mostPieces: Self.mostPieces))
        }
        (self.frame, self.drawing, self.lines, self.unit, self.every) = (frame, drawing, lines, unit, every)
        // What was joined is simplified once more.
        tolerance = (units > 0.5 ? 2 : 1) * units / max(frame.unitsPerMeter, 1e-9)
    }

    private func place(_ point: DrawingPoint) -> Markup {
        "left:\(ChartScale.percent(point.x / Self.size.width))%;top:\(ChartScale.percent(point.y / Self.size.height))%"
    }

    var markup: Markup {
        let width = Int(Self.size.width), height = Int(Self.size.height)
        let edge = lines.edge
        let lines = lines.colours.map { colour, path -> Markup in "<path d=\"\(path)\" stroke=\"\(PageColour(colour).css)\"/>" }.joined()
        var marks = drawing.marks.map { mark -> Markup in
            "<span class=\"mark\" style=\"\(place(mark.point))\" aria-hidden=\"true\">\(mark.number)</span>"
        }.joined()
        marks += "<span class=\"mark end\" style=\"\(place(drawing.end))\">\(.phrase(.endMark, in: "span", " class=\"hidden\""))</span>"
        marks +=
            "<span class=\"mark start\" style=\"\(place(drawing.start))\">\(.phrase(.startMark, in: "span", " class=\"hidden\""))</span>"
        marks += "<span class=\"mark here\" id=\"map-cursor\" aria-hidden=\"true\"></span>"
        return """
            <figure style="margin:0">
            <div class="map" id="map" data-width="\(width)" data-height="\(height)" style="aspect-ratio:\(width)/\(height)">
            <svg class="way" role="img" viewBox="0 0 \(width) \(height)">\(.phrase(.mapTitle, in: "title"))\(.phrase(.mapAlt, in: "desc"))<path class="edge" d="\(edge)"/>\(lines)</svg>
            \(marks)
            <div class="north" aria-hidden="true"><svg viewBox="0 0 8 10"><path style="fill:inherit;stroke:none" d="M4 0l4 10-4-2.6L0 10z"/></svg>\(.phrase(.north))</div>
            \(scale)</div>
            \(legend)</figure>

            """
    }

    private var scale: Markup {
        guard let bar = drawing.scaleBar else { return .none }
        let text: Markup
        if unit.isMiles {
            text = .amount(shortest(bar.length.miles), .mi)
        } else if bar.length.meters >= 1000 {
            text = .amount(shortest(bar.length.kilometers), .km)
        } else {
            text = .amount(shortest(bar.length.meters), .meters)
        }
        return "<div class=\"scale\" style=\"width:\(ChartScale.percent(bar.units / Self.size.width))%\">\(text)<i></i></div>\n"
    }

    private func shortest(_ value: Double) -> String {
        for places in 0...4 where abs(value * power(places) - (value * power(places)).rounded()) < 1e-6 { return decimal(value, places) }
        return decimal(value, 4)
    }
    private func power(_ places: Int) -> Double { (0..<places).reduce(1) { value, _ in value * 10 } }

    private var legend: Markup {
        guard let speeds = drawing.speeds else { return "<p class=\"note\">\(.phrase(.mapEven))</p>\n" }
        let stops = [TrackColour.slow, .middle, .fast].enumerated().map { place, colour -> Markup in
            "<stop offset=\"\(place * 50)%\" stop-color=\"\(PageColour(colour).css)\"/>"
        }.joined()
        func end(_ speed: Speed, _ phrase: ReportPhrase) -> Markup {
            "<span class=\"keep\">\(.phrase(phrase)) <b>\(unit.pace(speed.pace))</b> \(.phrase(unit.perUnit, in: "small"))</span>"
        }
        return """
            <div class="ramp">\(end(speeds.lowerBound, .slow))<svg role="img" viewBox="0 0 100 10" preserveAspectRatio="none">\(.phrase(.paceLegend, in: "title"))<defs><linearGradient id="ramp">\(stops)</linearGradient></defs><rect width="100" height="10" fill="url(#ramp)"/></svg>\(end(speeds.upperBound, .fast))</div>

            """
    }
}
