import Quantities

/// The curves of a run's page, one below the other, with the cursor's values above them.
struct CurvesMarkup {
    let markup: Markup
    /// The rows of the cursor as JSON; nil without curves.
    let rows: String?
    /// Seconds from which the curves take a least and a greatest value; nil where all are drawn.
    let secondsAStretch: Int?
    /// Seconds over which the cursor's means go.
    let secondsARow: Int

    init(_ seconds: RunSeconds, in axes: CurveAxes, frame: TrackFrame?, _ unit: ReportUnit) {
        let curves = CurveKind.allCases.compactMap { CurveDrawing($0, of: seconds, in: axes) }
        let table = CurveRows(seconds, in: frame)
        secondsARow = table.length
        secondsAStretch = curves.map(\.secondsAStretch).max().flatMap { $0 > 1 ? $0 : nil }
        guard !curves.isEmpty, axes.seconds > 0 else {
            (markup, rows) = (.none, nil)
            return
        }
        rows = table.json(in: unit)
        let hasDistance = axes.meters > 0
        let toggle: Markup =
            hasDistance
            ? "<button type=\"button\" id=\"axis-toggle\" class=\"needs-script\">\(.phrase(.overTime, in: "span", " class=\"by-distance\""))\(.phrase(.overDistance, in: "span", " class=\"by-time\""))</button>"
            : ""
        let cells: [(ReportPhrase, Markup)] = [
            (.distance, "d"), (.time, "t"), (.pace, "p"), (.heartRate, "h"), (.cadence, "c"), (.height, "a"),
        ]
        let values = cells.map { phrase, key -> Markup in
            "<span class=\"value\">\(.phrase(phrase))<b data-r=\"\(key)\">--</b></span>"
        }.joined()
        let xs = CurveAxisTicks(axes, unit)
        let drawings = curves.enumerated().map { place, curve -> Markup in
            Self.figure(curve, xs, unit, isLast: place == curves.count - 1, hasDistance: hasDistance)
        }.joined()
        markup = """
            <section id="curves" data-seconds="\(decimal(axes.seconds, 3))" data-meters="\(decimal(axes.meters, 3))" data-unit="\(decimal(unit.meters, 3))">
            <div class="head">\(.phrase(.curves, in: "h2"))\(toggle)</div>
            \(.phrase(.cursorLabel, in: "span", " class=\"hidden\" id=\"cursor-label\""))\(.phrase(.curvesHint, in: "p", " class=\"note needs-script\" id=\"cursor-hint\""))
            <div class="readout needs-script" id="cursor-readout" role="slider" tabindex="0" aria-labelledby="cursor-label" aria-describedby="cursor-hint" aria-valuemin="0" aria-valuemax="0" aria-valuenow="0">\(values)</div>
            \(drawings)</section>

            """
    }

    private static func name(_ kind: CurveKind) -> (phrase: ReportPhrase, className: Markup) {
        switch kind {
        case .pace: (.pace, "of-pace")
        case .heart: (.heartRate, "of-heart")
        case .cadence: (.cadence, "of-cadence")
        case .height: (.height, "of-height")
        }
    }

    private static func figure(_ curve: CurveDrawing, _ xs: CurveAxisTicks, _ unit: ReportUnit, isLast: Bool, hasDistance: Bool) -> Markup {
        let name = name(curve.kind), low = curve.range.lowerBound, high = curve.range.upperBound
        func text(_ value: Double) -> PhraseArgument {
            curve.kind == .pace ? .text(unit.pace(ofMetersPerSecond: value)) : .number(decimal(value, 0))
        }
        let unitPhrase: ReportPhrase =
            switch curve.kind {
            case .pace: unit.perUnit
            case .heart: .bpm
            case .cadence: .spm
            case .height: .meters
            }
        let alt = Markup.phrase(.curveAlt, .phrase(name.phrase), text(low), text(high), .phrase(unitPhrase), in: "desc")
        var labels = Markup.none, grid = ""
        let span = curve.scale.upperBound - curve.scale.lowerBound
        for tick in ticks(curve, unit) {
            let share = 1 - (tick.value - curve.scale.lowerBound) / span
            guard share > 0.03, share < 0.97 else { continue }
            labels += "<span style=\"top:\(ChartScale.percent(share))%\">\(tick.label)</span>"
            grid += "M0 \(Int(rounding: share * CurveDrawing.height))h\(Int(CurveDrawing.width))"
        }
        func lines(_ line: String, _ area: String, _ grid: String, _ className: Markup) -> Markup {
            let below: Markup = area.isEmpty ? "" : "<path class=\"area\" d=\"\(area)\"/>"
            return "<g class=\"\(className)\"><path class=\"grid\" d=\"\(grid)\"/>\(below)<path class=\"line\" d=\"\(line)\"/></g>"
        }
        var paths = Markup.none
        if let line = curve.overDistance { paths += lines(line, curve.areaOverDistance ?? "", xs.distanceGrid, "by-distance") }
        paths += lines(curve.overTime, curve.areaOverTime, xs.timeGrid, "by-time")
        let axis: Markup =
            isLast
            ? "<div class=\"xs by-distance\" aria-hidden=\"true\">\(xs.distances)</div><div class=\"xs by-time\" aria-hidden=\"true\">\(xs.times)</div>"
            : ""
        let width = Int(CurveDrawing.width), height = Int(CurveDrawing.height)
        return """
            <div class="curve \(name.className)"><p class="name">\(.phrase(name.phrase)) \(.phrase(unitPhrase, in: "small"))</p>
            <div class="ys" aria-hidden="true">\(labels)</div>
            <div class="plot"><svg role="img" viewBox="0 0 \(width) \(height)" preserveAspectRatio="none">\(.phrase(name.phrase, in: "title"))\(alt)<path class="grid" d="\(grid)"/>\(paths)</svg><div class="cursor"></div></div>
            \(axis)</div>

            """
    }

    private static func ticks(_ curve: CurveDrawing, _ unit: ReportUnit) -> [(value: Double, label: Markup)] {
        let scale = curve.scale
        guard curve.kind == .pace else {
            return ChartScale.ticks(from: scale.lowerBound, to: scale.upperBound, about: 4, least: 1).map { ($0, .number(decimal($0, 0))) }
        }
        // Evenly spaced in speed, told as round paces.
        let span = scale.upperBound - scale.lowerBound
        var ticks: [(value: Double, label: Markup)] = []
        for share in [0.12, 0.38, 0.64, 0.9] {
            let speed = scale.lowerBound + share * span
            guard speed > 0.3 else { continue }
            let pace = unit.meters / speed, step: Double = pace < 240 ? 5 : pace < 600 ? 10 : 60
            let round = (pace / step).rounded() * step
            ticks.append((unit.meters / round, "<span>\(ReportText.time(seconds: Int64(rounding: round)))</span>"))
        }
        return ticks
    }
}

/// What stands along the lower edge of the curves, over distance and over time.
struct CurveAxisTicks {
    let distances: Markup, times: Markup
    let distanceGrid: String, timeGrid: String

    init(_ axes: CurveAxes, _ unit: ReportUnit) {
        let length = axes.meters / unit.meters, step = ChartScale.step(over: length, about: 8)
        let places = step >= 1 ? (step == 2.5 ? 1 : 0) : step >= 0.1 ? (step == 0.25 ? 2 : 1) : 3
        let distanceTicks = length > 0 ? ChartScale.ticks(from: 0, to: length, about: 8) : []
        (distances, distanceGrid) = Self.marks(
            distanceTicks, of: length, end: .phrase(unit.phrase)
        ) { .number(decimal($0, places)) }
        (times, timeGrid) = Self.marks(ChartScale.times(upTo: axes.seconds, about: 7), of: axes.seconds, end: .none) {
            "<span>\(ReportText.time(seconds: Int64(rounding: $0)))</span>"
        }
    }

    private static func marks(_ ticks: [Double], of length: Double, end: Markup, _ label: (Double) -> Markup) -> (Markup, String) {
        var labels = Markup.none, grid = ""
        for tick in ticks where length > 0 {
            let share = tick / length
            grid += "M\(Int(rounding: share * CurveDrawing.width)) 0v\(Int(CurveDrawing.height))"
            if share < (end.text.isEmpty ? 0.95 : 0.87) {
                labels += "<span style=\"left:\(ChartScale.percent(share))%\">\(label(tick))</span>"
            }
        }
        if !end.text.isEmpty { labels += "<span class=\"end\" style=\"left:100%\">\(end)</span>" }
        return (labels, grid)
    }
}
