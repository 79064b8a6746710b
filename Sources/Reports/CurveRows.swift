import Quantities

/// What the cursor of a run's page tells: means over stretches of equal numbers of seconds.
struct CurveRows {
    /// Rows of a page.
    static let most = 600

    struct Row {
        /// Milliseconds and millimetres of the middle second.
        var milliseconds: UInt32, millimeters: UInt32
        var speed: Double?, heart: Double?, cadence: Double?, height: Double?
        /// Where it is on the map; nil where no place is shown.
        var point: DrawingPoint?
    }
    let rows: [Row]
    /// Seconds in a row.
    let length: Int

    init(_ seconds: RunSeconds, in frame: TrackFrame?, most: Int = CurveRows.most) {
        let all = seconds.seconds
        let length = max(1, (all.count + max(1, most) - 1) / max(1, most))
        self.length = length
        var rows: [Row] = [], place = 0
        var from = 0
        while from < all.count {
            let to = min(all.count, from + length), middle = (from + to) / 2
            var point: DrawingPoint?
            for index in from..<to where all[index].hasPlace {
                if index == middle, seconds.places.indices.contains(place) { point = frame?.point(of: seconds.places[place]) }
                place += 1
            }
            func mean(_ kind: CurveKind) -> Double? {
                var sum = 0.0, count = 0
                for index in from..<to {
                    guard let value = seconds.value(kind, at: index) else { continue }
                    sum += value
                    count += 1
                }
                return count > 0 ? sum / Double(count) : nil
            }
            rows.append(
                Row(
                    milliseconds: all[middle].milliseconds, millimeters: all[middle].millimeters, speed: mean(.pace), heart: mean(.heart),
                    cadence: mean(.cadence), height: mean(.height), point: point))
            from = to
        }
        self.rows = rows
    }

    /// The rows for the script, an array for each column: seconds, metres, seconds a kilometre or mile, beats, steps, metres, tenths of units on
    /// the map. 0 in place of what is not known, but for heights and places, which are null.
    func json(in unit: ReportUnit) -> String {
        func column(_ name: String, _ value: (Row) -> String) -> String {
            "\"\(name)\":[" + rows.lazy.map(value).joined(separator: ",") + "]"
        }
        func whole(_ value: Double?) -> String { value.map { "\(Int64(rounding: $0))" } ?? "0" }
        return "{"
            + [
                column("t") { "\($0.milliseconds / 1000)" }, column("d") { "\($0.millimeters / 1000)" },
                column("p") { row in
                    let pace = row.speed.flatMap { Speed.metersPerSecond($0).pace }
                    return "\(ShownNumber.seconds(of: pace, inMiles: unit.isMiles) ?? 0)"
                },
                column("h") { whole($0.heart) }, column("c") { whole($0.cadence) },
                column("a") { $0.height.map { "\(Int64(rounding: $0))" } ?? "null" },
                column("x") { $0.point.map { "\(Int64(rounding: $0.x))" } ?? "null" },
                column("y") { $0.point.map { "\(Int64(rounding: $0.y))" } ?? "null" },
            ].joined(separator: ",") + "}"
    }
}
