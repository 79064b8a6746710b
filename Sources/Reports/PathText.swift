import Quantities

/// The path data of an SVG: a line through points, in tenths of a unit, each after the first relative to the one before.
enum PathText {
    static func text(_ points: [DrawingPoint]) -> String {
        var text = "", last = (x: Int64(0), y: Int64(0))
        for (index, point) in points.enumerated() {
            let next = (x: tenths(point.x), y: tenths(point.y))
            if index == 0 {
                text += "M"
                add(next.x, &text)
                add(next.y, &text)
                // A line that goes nowhere is drawn by its caps.
                if points.count == 1 { text += "h0" }
            } else {
                text += index == 1 ? "l" : ""
                add(next.x &- last.x, &text)
                add(next.y &- last.y, &text)
            }
            last = next
        }
        return text
    }

    /// Far beyond any drawing, so that differences are whole numbers too.
    private static func tenths(_ value: Double) -> Int64 { min(max(Int64(rounding: value * 10), -1_000_000_000), 1_000_000_000) }

    /// Adds a number, with a space only where it would run into what stands before it.
    private static func add(_ tenths: Int64, _ text: inout String) {
        let size = tenths.magnitude
        if tenths < 0 { text += "-" } else if text.last?.isNumber == true { text += " " }
        if size % 10 == 0 {
            text += "\(size / 10)"
        } else {
            text += size < 10 ? ".\(size % 10)" : "\(size / 10).\(size % 10)"
        }
    }
}
