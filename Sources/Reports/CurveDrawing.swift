import Quantities

/// A curve of a run as paths over distance and over time, in a drawing of ``width`` × ``height`` units that the page stretches to its room.
struct CurveDrawing {
    static let width = 1000.0, height = 400.0

    /// What it shows.
    let kind: CurveKind
    /// The least and the greatest of all its seconds.
    let range: ClosedRange<Double>
    /// What the lower and the upper edge stand for.
    let scale: ClosedRange<Double>
    /// The line over distance, as the path data of an SVG; nil for a run without distance.
    let overDistance: String?
    /// The line over time.
    let overTime: String
    /// The same with what lies below it.
    let areaOverDistance: String?, areaOverTime: String
    /// Where the paths' places come from: the seconds between which each least and greatest is taken.
    let secondsAStretch: Int

    /// Nil where fewer than two seconds are known.
    init?(_ kind: CurveKind, of seconds: RunSeconds, in axes: CurveAxes, stretches: Int = CurveThinning.stretches) {
        let all = seconds.seconds
        let thinned = CurveThinning(
            all.count, stretches: stretches, value: { seconds.value(kind, at: $0) }, startsPiece: { all[$0].startsPiece },
            time: { all[$0].milliseconds })
        let pieces = thinned.pieces
        var low = Double.infinity, high = -Double.infinity, known = 0
        for index in pieces.joined() {
            guard let value = seconds.value(kind, at: index) else { continue }
            (low, high) = (min(low, value), max(high, value))
            known += 1
        }
        guard known > 1, low <= high else { return nil }
        self.kind = kind
        range = low...high
        // Room above and below, and never so little of a scale that noise looks like hills.
        let least =
            switch kind {
            case .pace: 1.0;
            case .heart: 30.0;
            case .cadence: 30.0;
            case .height: 20.0
            }
        if kind == .pace { (low, high) = Self.usual(pieces.joined().compactMap { seconds.value(kind, at: $0) }, within: low...high) }
        let missing = max(0, least - (high - low)) / 2, room = max(high - low, least) * 0.06
        var bottom = low - missing - room
        if kind != .height { bottom = max(0, bottom) }
        let top = high + missing + room
        scale = bottom...top
        func y(_ value: Double) -> Int { Int(rounding: Self.height * (1 - (value - bottom) / (top - bottom))) }
        func draw(_ x: (Int) -> Double) -> (line: String, area: String) {
            var line = "", area = ""
            for piece in pieces {
                let path = Self.path(
                    piece.compactMap { index in
                        seconds.value(kind, at: index).map { (x: Int(rounding: x(index) * Self.width), y: y($0)) }
                    })
                line += path.line
                if kind == .height { area += path.area }
            }
            return (line, area)
        }
        let time = draw { axes.time(of: all[$0]) }
        (overTime, areaOverTime) = time
        if axes.meters > 0 {
            let distance = draw { axes.distance(of: all[$0]) }
            (overDistance, areaOverDistance) = (distance.line, distance.area)
        } else {
            (overDistance, areaOverDistance) = (nil, nil)
        }
        secondsAStretch = thinned.length
    }

    /// The range of what is usual and a third of it more either way: a position that jumped makes speeds beside which a run is a flat line. What
    /// is beyond is cut at the edge of the drawing.
    private static func usual(_ values: [Double], within range: ClosedRange<Double>) -> (low: Double, high: Double) {
        let sorted = values.sorted()
        guard sorted.count > 20 else { return (range.lowerBound, range.upperBound) }
        let low = sorted[sorted.count / 50], high = sorted[sorted.count - 1 - sorted.count / 50], room = (high - low) / 3
        return (max(range.lowerBound, low - room), min(range.upperBound, high + room))
    }

    private static func path(_ points: [(x: Int, y: Int)]) -> (line: String, area: String) {
        guard let first = points.first, let last = points.last else { return ("", "") }
        var line = "M\(first.x) \(first.y)", before = first
        // A second alone is a dot of the line's round end.
        if points.count == 1 { line += "h0" }
        for point in points.dropFirst() {
            let x = point.x - before.x, y = point.y - before.y
            before = point
            if x == 0, y == 0 { continue }
            if y == 0 { line += "h\(x)" } else if x == 0 { line += "v\(y)" } else { line += "l\(x)" + (y < 0 ? "\(y)" : " \(y)") }
        }
        let bottom = Int(height)
        return (line, line + "L\(last.x) \(bottom)H\(first.x)Z")
    }
}

/// Where a second lies along a run, 0...1.
struct CurveAxes {
    /// The whole length.
    let meters: Double
    /// The whole time from the start, pauses counted.
    let seconds: Double

    func time(of second: RunSeconds.Second) -> Double { seconds > 0 ? min(1, Double(second.milliseconds) / 1000 / seconds) : 0 }
    func distance(of second: RunSeconds.Second) -> Double { meters > 0 ? min(1, Double(second.millimeters) / 1000 / meters) : 0 }
}
