import Calendar
import JSONText
import Quantities
import RunCore

/// A run in words and numbers for people, and as JSON. The JSON numbers are the fold's, unrounded.
struct RunReport {
    let totals: RunTotals

    private var start: CivilDateTime? { totals.start.map { CivilDateTime($0, offset: totals.zone ?? .utc) } }

    var startText: String { start.map { String("\($0.date) \($0.time)".prefix(16)) } ?? "time unset" }

    var kindText: String {
        switch totals.header.type {
        case .run: "run"
        case .trailRun: "trail run"
        case .walk: "walk"
        case .indoorRun: "indoor run"
        }
    }

    static func time(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        func two(_ n: Int64) -> String { n < 10 ? "0\(n)" : "\(n)" }
        return seconds >= 3600 ? "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))" : "\(seconds / 60):\(two(seconds % 60))"
    }

    static func pace(_ pace: Pace?) -> String { pace.map { "\(time(.seconds($0.secondsPerKilometer.rounded()))) /km" } ?? "--" }

    /// The line of a list or a plain-text follow-up.
    var line: String {
        "\(decimal(totals.distance.kilometers, 2)) km in \(Self.time(totals.timer)), \(Self.pace(totals.averagePace))"
    }

    var text: String {
        let heart = totals.heartRateSoFar
        var lines = ["\(startText)  \(kindText)  \(line)", ""]
        func add(_ name: String, _ value: String?) {
            guard let value else { return }
            lines.append("  \(name)\(String(repeating: " ", count: max(1, 16 - name.count)))\(value)")
        }
        add("distance", "\(decimal(totals.distance.kilometers, 3)) km")
        add("timer", Self.time(totals.timer))
        add("moving", Self.time(totals.moving))
        add("elapsed", Self.time(totals.elapsed))
        add("average pace", Self.pace(totals.averagePace))
        add(
            "heart rate",
            heart.average.map { "\(decimal($0.beatsPerMinute, 0)) average, \(decimal(heart.maximum?.beatsPerMinute, 0)) greatest" })
        add("cadence", totals.counters.averageCadence.map { "\(decimal($0.stepsPerMinute, 0)) steps a minute" })
        add("steps", totals.steps.map { "\($0)" })
        add("ascent", totals.ascent.map { "\(decimal($0.meters, 0)) m up, \(decimal(totals.descent?.meters, 0)) m down" })
        add("energy", "\(decimal(totals.energy.kilocalories, 0)) kcal, \(decimal(totals.energy.drumsticks, 2)) drumsticks")
        if totals.header.zones.isKnown {
            add("zones 1-5", (1...5).map { Self.time(heart.time(inZone: $0)) }.joined(separator: "  "))
        }
        lines += ["", laps]
        if !totals.kilometers.doneAt.isEmpty { lines += ["", splits] }
        return lines.joined(separator: "\n")
    }

    private var laps: String {
        var table = Table(["lap", "time", "km", "pace", "heart rate", "ended by"], left: [5])
        for lap in totals.laps {
            let ended =
                switch lap.trigger {
                case .manual: "button"
                case .distance: "distance"
                case .time: "time"
                case nil: "stop"
                }
            table.add([
                "\(lap.number)", Self.time(lap.timer), decimal(lap.distance.kilometers, 2), Self.pace(lap.pace),
                decimal(lap.heartRate.average?.beatsPerMinute, 0), ended,
            ])
        }
        return table.text
    }

    private var splits: String {
        var table = Table(["km", "time", ""], left: [2])
        let paces = totals.kilometers.doneAt.indices.compactMap { totals.kilometers.pace(of: $0)?.secondsPerKilometer }
        guard let slowest = paces.max() else { return "" }
        for (i, pace) in paces.enumerated() {
            let bar = String(repeating: "█", count: Int(rounding: 30 * pace / slowest))
            table.add(["\(i + 1)", Self.time(.seconds(pace.rounded())), bar])
        }
        return table.text
    }

    var json: JSONObject {
        let heart = totals.heartRateSoFar
        var object = JSONObject()
        object["id"] = .string("\(totals.header.id)")
        object["start"] = totals.utc.utc(at: .start).map { .string($0.iso8601) } ?? .null
        object["zone_offset_s"] = totals.zone.map { .integer(Int64($0.seconds)) } ?? .null
        object["type"] = .string(kindText)
        object["distance_m"] = .number(totals.distance.meters)
        object["elapsed_s"] = .number(totals.elapsed.inSeconds)
        object["timer_s"] = .number(totals.timer.inSeconds)
        object["moving_s"] = .number(totals.moving.inSeconds)
        object["average_pace_s_per_km"] = totals.averagePace.map { .number($0.secondsPerKilometer) } ?? .null
        object["average_heart_rate_bpm"] = heart.average.map { .number($0.beatsPerMinute) } ?? .null
        object["maximum_heart_rate_bpm"] = heart.maximum.map { .number($0.beatsPerMinute) } ?? .null
        object["average_cadence_spm"] = totals.counters.averageCadence.map { .number($0.stepsPerMinute) } ?? .null
        object["steps"] = totals.steps.map { .integer(Int64($0)) } ?? .null
        object["ascent_m"] = totals.ascent.map { .number($0.meters) } ?? .null
        object["descent_m"] = totals.descent.map { .number($0.meters) } ?? .null
        object["energy_kcal"] = .number(totals.energy.kilocalories)
        object["drumsticks"] = .number(totals.energy.drumsticks)
        object["zone_s"] = totals.header.zones.isKnown ? .array((1...5).map { .number(heart.time(inZone: $0).inSeconds) }) : .null
        object["laps"] = .array(totals.laps.map { lapJSON($0) })
        object["splits_s"] = .array(
            totals.kilometers.doneAt.indices.map { totals.kilometers.time(of: $0).map { .number($0.inSeconds) } ?? .null })
        return object
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
