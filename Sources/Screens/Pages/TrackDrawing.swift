import Quantities
import ScreenModels

extension PageDrawing {
    /// The track so far, north up, beside or above the distance and the time.
    func track(_ page: RunPage) {
        var map = gridArea
        let distance = view(of: .distance, page), time = view(of: .time, page)
        if isCompact {
            let x = 68, half = map.height / 2
            fieldCell(distance, in: Box(x: x, y: map.y, width: width - x, height: half), figureHeight: 14)
            fieldCell(time, in: Box(x: x, y: map.y + half + 1, width: width - x, height: half), figureHeight: 14)
            map.width = 64
        } else {
            let figureHeight = layout == .tall ? 20 : 14
            let rows = figureHeight + (language.needsTallWords ? 19 : layout == .tall ? 18 : 14), y = height - rows
            canvas.rule(x: 0, y: y - 2, width: map.width - 2)
            fieldPair(distance, time, in: Box(x: 0, y: y, width: map.width, height: rows), figureHeight: figureHeight)
            map.height = y - 4 - map.y
            map.width -= 2
        }
        if let reason = reason(page.motion) {
            let bar = wordHeight + row(1, tallWords: 0)
            tag(reason, x: map.x, y: map.y, width: isCompact ? 66 : map.width, height: bar)
            map.y += bar + 1
            map.height -= bar + 1
        }
        sketch(page.track, in: map)
    }

    /// Draws the points joined by lines, as large as the area allows: a ring at the start, a disc at the end, a diamond where a lap begins;
    /// beneath them what a length on the panel means, and where north is.
    func sketch(_ track: TrackSketch, in area: Box) {
        let count = min(Int(track.count), 64)
        guard count > 1 else {
            canvas.text(word(.noTrackYet), words, x: area.x + area.width / 2, y: area.y + (area.height - wordHeight) / 2, align: .center)
            return
        }
        var west = 255, east = 0, north = 255, south = 0
        for i in 0..<count {
            west = min(west, Int(track.x[i]))
            east = max(east, Int(track.x[i]))
            north = min(north, Int(track.y[i]))
            south = max(south, Int(track.y[i]))
        }
        // Both axes share the scale; room for the discs at the ends stays free, and for the scale and the needle.
        let room = (width: area.width - 9 - (isCompact ? 7 : 0), height: area.height - 9 - Self.scaleHeight)
        guard room.width > 0, room.height > 0 else { return }
        let widthOver = max(1, east - west), heightOver = max(1, south - north)
        let isWide = widthOver * room.height > heightOver * room.width
        let (numerator, denominator) = isWide ? (room.width, widthOver) : (room.height, heightOver)
        let left = area.x + 4 + (room.width - widthOver * numerator / denominator) / 2
        let upper = area.y + 4 + (room.height - heightOver * numerator / denominator) / 2
        func place(_ i: Int) -> (x: Int, y: Int) {
            (left + (Int(track.x[i]) - west) * numerator / denominator, upper + (Int(track.y[i]) - north) * numerator / denominator)
        }
        var previous = place(0)
        let start = previous
        for i in 1..<count {
            let next = place(i)
            canvas.line(fromX: previous.x, y: previous.y, toX: next.x, y: next.y, thickness: isCompact ? 1 : 2)
            previous = next
        }
        for i in 1..<count where track.lapMarks >> UInt64(i) & 1 == 1 { lapMark(place(i)) }
        canvas.fill(x: start.x - 3, y: start.y - 3, width: 7, height: 7, .clear)
        canvas.frame(x: start.x - 3, y: start.y - 3, width: 7, height: 7)
        canvas.fill(x: previous.x - 3, y: previous.y - 2, width: 7, height: 5)
        canvas.fill(x: previous.x - 2, y: previous.y - 3, width: 5, height: 7)
        scale(metersPerPixel: track.span.meters / 255 * Double(denominator) / Double(numerator), in: area)
        let needleY = isCompact ? area.y + 1 : area.maxY - Icon.north.height
        canvas.icon(.north, x: area.maxX, y: needleY, align: .trailing)
    }

    private func lapMark(_ place: (x: Int, y: Int)) {
        canvas.fill(x: place.x - 3, y: place.y - 3, width: 7, height: 7, .clear)
        for row in -2...2 {
            let half = 2 - abs(row)
            canvas.fill(x: place.x - half, y: place.y + row, width: 2 * half + 1, height: 1)
        }
    }

    // MARK: Scale

    /// Rows of the scale.
    private static let scaleHeight = 10

    /// Round lengths that a scale can show, in metres, and what is written beside it.
    private static let metricLengths: [(meters: Double, amount: Int, isSmall: Bool)] = [
        (5, 5, true), (10, 10, true), (20, 20, true), (50, 50, true), (100, 100, true), (200, 200, true), (500, 500, true),
        (1_000, 1, false), (2_000, 2, false), (5_000, 5, false), (10_000, 10, false), (20_000, 20, false), (50_000, 50, false),
        (100_000, 100, false), (200_000, 200, false), (500_000, 500, false),
    ]
    /// The same in feet (304.8 mm) and miles (1,609.344 m).
    private static let imperialLengths: [(meters: Double, amount: Int, isSmall: Bool)] = [
        (6.096, 20, true), (15.24, 50, true), (30.48, 100, true), (60.96, 200, true), (152.4, 500, true), (304.8, 1000, true),
        (1_609.344, 1, false), (3_218.688, 2, false), (8_046.72, 5, false), (16_093.44, 10, false), (32_186.88, 20, false),
        (80_467.2, 50, false), (160_934.4, 100, false), (321_868.8, 200, false),
    ]

    /// A bar with ticks at its ends, and its length beside it: the longest round one that takes at most two fifths of the width.
    private func scale(metersPerPixel: Double, in area: Box) {
        guard metersPerPixel.isFinite, metersPerPixel > 0 else { return }
        let lengths = units == .metric ? Self.metricLengths : Self.imperialLengths
        var chosen: (pixels: Int, text: LineText)?
        for length in lengths {
            let pixels = Int(rounding: length.meters / metersPerPixel)
            guard pixels <= area.width * 2 / 5 else { break }
            let unit: StringKey = units == .metric ? (length.isSmall ? .meters : .kilometers) : length.isSmall ? .feet : .miles
            chosen = (pixels, join(NumberText.count(length.amount), " ", word(unit)))
        }
        guard let chosen, chosen.pixels >= 4 else { return }
        let y = area.maxY - 3
        canvas.fill(x: area.x, y: y, width: chosen.pixels + 1, height: 1)
        canvas.fill(x: area.x, y: y - 3, width: 1, height: 4)
        canvas.fill(x: area.x + chosen.pixels, y: y - 3, width: 1, height: 4)
        small(chosen.text, x: area.x + chosen.pixels + 4, y: area.maxY - 11)
    }
}
