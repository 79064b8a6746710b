import Calendar
import JSONText
import Quantities
import RunCore
import WatchDaemon

/// What a running watch does, in words and as JSON.
struct StatusReport {
    let status: WatchStatus
    let unit: DistanceUnit
    let zone: TimeZoneRules

    private static func name(_ kind: SensorKind) -> String {
        switch kind {
        case .gps: "position"
        case .heartRate: "heart rate"
        case .motion: "steps"
        case .barometer: "height"
        case .battery: "battery"
        }
    }

    private var phase: String {
        switch status.phase {
        case .idle: "no run"
        case .preparing: "getting ready"
        case .countdown: "about to start"
        case .running: "running"
        case .paused: "paused"
        case .autoPaused: "paused by itself"
        case .stopped: "stopped, not saved yet"
        case .saved: "saved"
        }
    }

    /// The run, in one line.
    var line: String {
        guard let timer = status.timer, let distance = status.distance else { return phase }
        let pace = status.pace.map { ", \(RunReport.pace($0, in: unit))" } ?? ""
        return "\(phase): \(RunReport.amount(distance, in: unit)) \(unit.rawValue) in \(RunReport.time(timer))\(pace)"
    }

    private var rows: [(name: String, value: String)] {
        var rows: [(String, String)] = [("heart rate", status.heartRate.map { "\(RunReport.beats($0)) bpm" } ?? "--")]
        rows.append(("battery", status.batteryPercent.map { "\($0) %" + (status.isCharging ? ", charging" : "") } ?? "--"))
        rows.append(("time", status.utc.map { String("\(zone.local($0).date) \(zone.local($0).time)".prefix(19)) } ?? "not known yet"))
        if let state = status.parts[.gps], state != .absent, status.phase.isRecording || status.phase == .preparing {
            rows.append(("position", status.hasFix ? "fix" : "no fix"))
        }
        let failed = status.doubted.map(Self.name)
        if !failed.isEmpty { rows.append(("not well", failed.joined(separator: ", ") + ": `harrier doctor` says why")) }
        let evidence = WatchStatus.sources.compactMap { source in status.evidence[source].map { "\(source) \($0)" } }
        if !evidence.isEmpty { rows.append(("evidence", evidence.joined(separator: ", "))) }
        if status.hasStorageTrouble { rows.append(("card", "cannot be written: everything is kept in memory")) }
        return rows
    }

    /// Everything, for a person.
    var text: String {
        (["\(status.board): \(line)", ""]
            + rows.map { "  \($0.name)\(String(repeating: " ", count: max(1, 12 - $0.name.count)))\($0.value)" }).joined(separator: "\n")
    }

    /// The same in one line, for a pipe or the row below a picture.
    var shortText: String {
        var parts = [line]
        if let rate = status.heartRate { parts.append("\(RunReport.beats(rate)) bpm") }
        if let percent = status.batteryPercent { parts.append("battery \(percent) %") }
        let failed = status.doubted.map(Self.name)
        if !failed.isEmpty { parts.append("not well: \(failed.joined(separator: ", "))") }
        return parts.joined(separator: "  ")
    }

    /// What is not known is null.
    var json: JSONObject {
        var object = JSONObject()
        object["board"] = .string(status.board)
        object["phase"] = .string("\(status.phase)")
        object["run"] = status.run.map { .string("\($0)") } ?? .null
        object["timer_s"] = status.timer.map { .number($0.inSeconds) } ?? .null
        object["distance_m"] = status.distance.map { .number($0.meters) } ?? .null
        object["pace_s_per_km"] = status.pace.map { .number($0.secondsPerKilometer) } ?? .null
        object["heart_rate_bpm"] = status.heartRate.map { .number($0.beatsPerMinute) } ?? .null
        object["battery_percent"] = status.batteryPercent.map { .integer(Int64($0)) } ?? .null
        object["charging"] = .bool(status.isCharging)
        object["fix"] = .bool(status.hasFix)
        object["time"] = status.utc.map { .string($0.iso8601) } ?? .null
        object["storage_trouble"] = .bool(status.hasStorageTrouble)
        var parts = JSONObject()
        for kind in SensorKind.allCases { parts["\(kind)"] = status.parts[kind].map { .string("\($0)") } ?? .null }
        object["parts"] = .object(parts)
        var evidence = JSONObject()
        for source in WatchStatus.sources { evidence[source] = status.evidence[source].map { .string($0) } ?? .null }
        object["evidence"] = .object(evidence)
        object["doubted"] = .array(status.doubted.map { .string("\($0)") })
        return object
    }
}
