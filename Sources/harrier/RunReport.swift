import Calendar
import JSONText
import Quantities
import RunArchive
import RunCore
import Training

/// A run in words and numbers for people, and as JSON. The JSON numbers are the fold's, unrounded.
struct RunReport {
    private let totals: RunTotals
    private let figures: RunFigures
    private let damage: RunDamage
    private let origin: RunOrigin
    private let unit: DistanceUnit
    /// Its place among the others; nil where nobody looked.
    var standing: RunStanding?

    init(_ run: ArchivedRun, in unit: DistanceUnit = .km) {
        self.unit = unit
        totals = run.totals
        figures = run.figures
        damage = run.damage
        origin = run.origin
    }

    static func startText(_ figures: RunFigures) -> String {
        figures.localStart.map { String("\($0.date) \($0.time)".prefix(16)) } ?? "time unset"
    }

    static func kindText(_ type: RunType?) -> String {
        switch type {
        case .run: "run"
        case .trailRun: "trail run"
        case .walk: "walk"
        case .indoorRun: "indoor run"
        case nil: "kind unknown"
        }
    }

    static func time(_ duration: Duration) -> String { time(seconds: ShownNumber.seconds(of: duration) ?? 0) }

    private static func time(seconds: Int64) -> String {
        func two(_ n: Int64) -> String { n < 10 ? "0\(n)" : "\(n)" }
        return seconds >= 3600 ? "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))" : "\(seconds / 60):\(two(seconds % 60))"
    }

    static func pace(_ pace: Pace?, in unit: DistanceUnit = .km) -> String {
        ShownNumber.seconds(of: pace, inMiles: unit == .mi).map { "\(time(seconds: $0)) /\(unit.rawValue)" } ?? "--"
    }

    /// A distance with two decimals, as the watch tells it.
    static func amount(_ distance: Distance, in unit: DistanceUnit = .km) -> String {
        ShownNumber.text(ShownNumber.hundredths(of: distance, inMiles: unit == .mi), places: 2)
    }

    static func beats(_ rate: HeartRate?) -> String { ShownNumber.text(ShownNumber.beats(of: rate)) }

    var text: String {
        let distance = "\(Self.amount(figures.distance, in: unit)) \(unit.rawValue)"
        let line = "\(distance) in \(Self.time(figures.timer)), \(Self.pace(figures.averagePace, in: unit))"
        var lines = ["\(Self.startText(figures))  \(Self.kindText(figures.type))  \(line)", ""]
        func add(_ name: String, _ value: String?) {
            guard let value else { return }
            lines.append("  \(name)\(String(repeating: " ", count: max(1, 16 - name.count)))\(value)")
        }
        let thousandths = ShownNumber.thousandths(of: figures.distance, inMiles: unit == .mi)
        let counted = totals.hasOdometer ? ", as another device counted it" : ""
        add("distance", "\(ShownNumber.text(thousandths, places: 3)) \(unit.rawValue)\(counted)")
        add("timer", Self.time(figures.timer))
        add("moving", Self.time(figures.moving))
        add("elapsed", Self.time(figures.elapsed))
        add("average pace", Self.pace(figures.averagePace, in: unit))
        add(
            "heart rate",
            figures.averageHeartRate.map {
                "\(Self.beats($0)) average, \(Self.beats(figures.maximumHeartRate)) greatest"
            })
        add("cadence", figures.averageCadence.map { "\(ShownNumber.text(ShownNumber.steps(of: $0))) steps a minute" })
        add("steps", figures.steps.map { "\($0)" })
        add(
            "ascent",
            figures.ascent.map {
                "\(ShownNumber.text(ShownNumber.meters(of: $0))) m up, \(ShownNumber.text(ShownNumber.meters(of: figures.descent))) m down"
            })
        add(
            "energy",
            figures.energy.map { "\(ShownNumber.text(ShownNumber.kilocalories(of: $0))) kcal, \(decimal($0.drumsticks, 2)) drumsticks" })
        if case .imported(let source) = origin { add("imported from", Self.text(source)) }
        add("zones 1-5", figures.timeInZones.map { $0.dropFirst().map(Self.time).joined(separator: "  ") })
        add("rank", standing?.rankText)
        if let records = standing?.recordTexts(in: unit), !records.isEmpty { lines += [""] + records.map { "  " + $0 } }
        lines += ["", laps]
        if !splitBook.doneAt.isEmpty { lines += ["", splits] }
        return lines.joined(separator: "\n")
    }

    private var laps: String {
        var table = Table(["lap", "time", unit.rawValue, "pace", "heart rate", "ended by"], left: [5])
        for lap in totals.laps {
            let ended =
                switch lap.trigger {
                case .manual: "button"
                case .distance: "distance"
                case .time: "time"
                case nil: "stop"
                }
            table.add([
                "\(lap.number)", Self.time(lap.timer), Self.amount(lap.distance, in: unit), Self.pace(lap.pace, in: unit),
                Self.beats(lap.heartRate.average), ended,
            ])
        }
        return table.text
    }

    private var splitBook: SplitBook { unit == .km ? totals.kilometers : totals.miles }

    private var splits: String {
        var table = Table([unit.rawValue, "time", ""], left: [2])
        let book = splitBook
        let paces = book.doneAt.indices.compactMap { book.pace(of: $0).map { unit.secondsPerUnit($0) } }
        guard let slowest = paces.max() else { return "" }
        for (i, pace) in paces.enumerated() {
            let bar = String(repeating: "█", count: Int(rounding: 30 * pace / slowest))
            table.add(["\(i + 1)", Self.time(seconds: ShownNumber.seconds(of: .secondsPerKilometer(pace), inMiles: false) ?? 0), bar])
        }
        return table.text
    }

    /// The figures, and what only a single run is asked for: laps and splits.
    var json: JSONObject {
        var object = Self.json(figures, damage, origin)
        object["has_odometer"] = .bool(totals.hasOdometer)
        if let standing {
            object["rank"] = .object(standing.rankJSON)
            object["records_set"] = standing.recordsJSON
        }
        object["laps"] = .array(totals.laps.map { lapJSON($0) })
        object["splits_s"] = .array(
            totals.kilometers.doneAt.indices.map { totals.kilometers.time(of: $0).map { .number($0.inSeconds) } ?? .null })
        return object
    }

    private static func json(_ figures: RunFigures, _ damage: RunDamage, _ origin: RunOrigin) -> JSONObject {
        var object = JSONObject()
        object["id"] = .string("\(figures.id)")
        object["origin"] = json(origin)
        object["start"] = figures.start.map { .string($0.iso8601) } ?? .null
        object["zone_offset_s"] = figures.zone.map { .integer(Int64($0.seconds)) } ?? .null
        object["type"] = figures.type.map { .string(kindText($0)) } ?? .null
        object["distance_m"] = .number(figures.distance.meters)
        object["elapsed_s"] = .number(figures.elapsed.inSeconds)
        object["timer_s"] = .number(figures.timer.inSeconds)
        object["moving_s"] = .number(figures.moving.inSeconds)
        object["average_pace_s_per_km"] = figures.averagePace.map { .number($0.secondsPerKilometer) } ?? .null
        object["average_heart_rate_bpm"] = figures.averageHeartRate.map { .number($0.beatsPerMinute) } ?? .null
        object["maximum_heart_rate_bpm"] = figures.maximumHeartRate.map { .number($0.beatsPerMinute) } ?? .null
        object["average_cadence_spm"] = figures.averageCadence.map { .number($0.stepsPerMinute) } ?? .null
        object["steps"] = figures.steps.map { .integer(Int64($0)) } ?? .null
        object["ascent_m"] = figures.ascent.map { .number($0.meters) } ?? .null
        object["descent_m"] = figures.descent.map { .number($0.meters) } ?? .null
        object["energy_kcal"] = figures.energy.map { .number($0.kilocalories) } ?? .null
        object["drumsticks"] = figures.energy.map { .number($0.drumsticks) } ?? .null
        object["zone_s"] = figures.timeInZones.map { .array($0.dropFirst().map { .number($0.inSeconds) }) } ?? .null
        object["damage"] = json(damage)
        return object
    }

    private static func json(_ damage: RunDamage) -> JSONValue {
        .array(damage.sentences.map { .string($0) })
    }

    private func lapJSON(_ lap: Lap) -> JSONValue {
        var object = JSONObject()
        object["number"] = .integer(Int64(lap.number))
        object["elapsed_s"] = .number(lap.elapsed.inSeconds)
        object["timer_s"] = .number(lap.timer.inSeconds)
        object["distance_m"] = .number(lap.distance.meters)
        object["pace_s_per_km"] = lap.pace.map { .number($0.secondsPerKilometer) } ?? .null
        object["average_heart_rate_bpm"] = lap.heartRate.average.map { .number($0.beatsPerMinute) } ?? .null
        return .object(object)
    }
}

// MARK: - Lists and files

extension RunReport {
    /// The table of `harrier list`.
    static func text(_ listing: RunArchive.Listing, in unit: DistanceUnit = .km) -> String {
        var table = Table(["", "start", "kind", unit.rawValue, "time", "pace", "heart rate", "id", ""], left: [1, 2, 7, 8])
        for row in listing.rows {
            let figures = row.figures
            table.add([
                "\(row.number)", startText(figures), kindText(figures.type), amount(figures.distance, in: unit), time(figures.timer),
                pace(figures.averagePace, in: unit), beats(figures.averageHeartRate), String("\(figures.id)".prefix(8)),
                notes(row),
            ])
        }
        return table.text
    }

    private static func notes(_ row: RunArchive.Row) -> String {
        ((row.run.origin.isRecorded ? [] : ["imported"]) + (row.damage.isNone ? [] : ["damaged"])).joined(separator: ", ")
    }

    /// Where an imported run comes from: `evening.fit (FIT, another watch)`.
    static func text(_ source: ImportSource) -> String {
        let details = [source.format, source.device ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        return (source.fileName.isEmpty ? "a file that is not known" : source.fileName) + (details.isEmpty ? "" : " (\(details))")
    }

    /// Where a run comes from, as JSON.
    static func json(_ origin: RunOrigin) -> JSONValue {
        guard case .imported(let source) = origin else { return ["kind": "recorded"] }
        func known(_ text: String?) -> JSONValue { text.flatMap { $0.isEmpty ? nil : .string($0) } ?? .null }
        return ["kind": "imported", "file": known(source.fileName), "format": known(source.format), "device": known(source.device)]
    }

    /// A run of the list as JSON.
    static func json(_ row: RunArchive.Row) -> JSONObject {
        var object = json(row.figures, row.damage, row.run.origin)
        object["number"] = .integer(Int64(row.number))
        return object
    }

    /// The file that an export wrote.
    static func text(_ exported: ExportedRun) -> String {
        exported.path + (exported.replacesEarlier ? " (in place of the earlier export of this run)" : "")
    }

    /// The file that an export wrote, as JSON.
    static func json(_ exported: ExportedRun) -> JSONObject {
        JSONObject([
            "file": .string(exported.path), "replaced": .bool(exported.replacesEarlier),
            "points": .integer(Int64(exported.written.records)),
            "damage": json(exported.damage),
        ])
    }
}
