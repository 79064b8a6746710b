import Quantities

/// The map of a run's page: the track alone, without anything from a network.
struct MapMarkup {
    static let size = DrawingSize(width: 1000, height: 800)
    private static let margin = 45.0
    /// Corners of lines in a page, about 8 bytes each and drawn twice: a day's run keeps within its page.
    static let mostPoints = 12_000

    let frame: TrackFrame
    let drawing: TrackDrawing
    /// How far the lines may be from the positions, metres.
    let tolerance: Double
    private let unit: ReportUnit

    /// Nil without a place that is shown.
    init?(_ track: TrackPieces, in unit: ReportUnit) {
        guard let frame = TrackFrame(track, size: Self.size, margin: Self.margin) else { return nil }
        var units = 0.5
        guard var drawing = TrackDrawing(track, in: frame, tolerance: units, inMiles: unit.isMiles, mostMarks: 22) else { return nil }
        while drawing.stretches.reduce(0, { $0 + $1.points.count }) > Self.mostPoints, units < 32 {
            units *= 2
            guard let coarser = TrackDrawing(track, in: frame, tolerance: units, inMiles: unit.isMiles, mostMarks: 22) else { break }
            drawing = coarser
        }
        (self.frame, self.drawing, self.unit) = (frame, drawing, unit)
        tolerance = units / max(frame.unitsPerMeter, 1e-9)
    }

    private func place(_ point: DrawingPoint) -> Markup {
        "left:\(ChartScale.percent(point.x / Self.size.width))%;top:\(ChartScale.percent(point.y / Self.size.height))%"
    }

    var markup: Markup {
        let width = Int(Self.size.width), height = Int(Self.size.height)
        let edge = drawing.stretches.map(\.path).joined()
        let lines = drawing.stretches.map { stretch -> Markup in
            "<path d=\"\(stretch.path)\" stroke=\"\(PageColour(stretch.colour).css)\"/>"
        }.joined()
        var marks = drawing.marks.map { mark -> Markup in
            "<span class=\"mark\" style=\"\(place(mark.point))\" aria-hidden=\"true\">\(mark.number)</span>"
        }.joined()
        marks += "<span class=\"mark end\" style=\"\(place(drawing.end))\">\(.phrase(.endMark, in: "span", " class=\"hidden\""))</span>"
        marks += "<span class=\"mark start\" style=\"\(place(drawing.start))\">\(.phrase(.startMark, in: "span", " class=\"hidden\""))</span>"
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
