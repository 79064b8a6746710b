import Quantities
import ScreenModels

extension PageDrawing {
    /// The track so far, north up, beside or above the distance and the time.
    func track(_ page: RunPage) {
        let area: Box
        if isCompact {
            area = Box(x: 0, y: 12, width: 62, height: 50)
            let x = 70
            if let reason = reason(page.motion) {
                tag(word(reason), x: 63, y: 12, width: 65, height: 18)
            } else {
                label(.distance, x: x, y: row(11, tallWords: 9))
            }
            value(distanceWithMark(page), unit: distanceUnit, x: x, y: reason(page.motion) != nil ? 30 : row(22, tallWords: 24))
            if reason(page.motion) == nil { label(.time, x: x, y: row(38, tallWords: 37)) }
            value(NumberText.time(page.timer), x: x, y: row(49, tallWords: 51))
        } else {
            let right = contentWidth - 4
            let y = height - cellHeight
            var upper = 13
            if let reason = reason(page.motion) {
                tag(word(reason), x: 0, y: upper, width: right, height: wordHeight + 2)
                upper += wordHeight + 2
            }
            area = Box(x: 2, y: upper, width: right - 4, height: y - upper - 6)
            canvas.rule(x: 0, y: y - 3, width: right)
            cell(word(.distance), distanceWithMark(page), unit: distanceUnit, x: 0, y: y)
            cell(word(.time), NumberText.time(page.timer), x: contentWidth / 2 + 4, y: y)
        }
        sketch(page.track, in: area)
    }

    private func distanceWithMark(_ page: RunPage) -> LineText {
        page.isReckoned ? join("~", NumberText.distance(page.distance, in: units)) : NumberText.distance(page.distance, in: units)
    }

    /// Draws the points joined by lines, as large as the area allows: a ring at the start, a disc at the end, and the length of the longer side.
    private func sketch(_ track: TrackSketch, in area: Box) {
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
        // Both axes share the scale; room for the discs at the ends stays free.
        let room = (width: area.width - 9, height: area.height - 9)
        let widthOver = max(1, east - west), heightOver = max(1, south - north)
        let isWide = widthOver * room.height > heightOver * room.width
        let (numerator, denominator) = isWide ? (room.width, widthOver) : (room.height, heightOver)
        let left = area.x + (area.width - widthOver * numerator / denominator) / 2
        let upper = area.y + (area.height - heightOver * numerator / denominator) / 2
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
        canvas.fill(x: start.x - 3, y: start.y - 3, width: 7, height: 7, .clear)
        canvas.frame(x: start.x - 2, y: start.y - 2, width: 5, height: 5)
        canvas.fill(x: previous.x - 3, y: previous.y - 2, width: 7, height: 5)
        canvas.fill(x: previous.x - 2, y: previous.y - 3, width: 5, height: 7)
    }
}
