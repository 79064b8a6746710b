import CJansson
import Positioning
import Quantities

/// The reference's own inputs and outputs, read from `Fixtures/golden_positioning.json`.
struct GoldenFile {
    /// One output row of the reference.
    struct Row {
        var distance: Double
        var speed: Double?
        var meanSpeed: Double?
        var segment: Int
        var isPaused: Bool
        var isStill: Bool
        var ascent: Double
        var verdict: FixVerdict
        var east: Double?
        var north: Double?
    }

    var inputs: [PositioningInput] = []
    var rows: [Row] = []
    var changes: [PauseChange] = []
    var finalDistance = 0.0
    var finalAscent = 0.0
    var finalSegment = 0

    /// Nil if the file is missing or not what it should be.
    init?() {
        var path = #filePath
        while path.last != "/", !path.isEmpty { path.removeLast() }
        guard let root = json_load_file(path + "Fixtures/golden_positioning.json", 0, nil) else { return nil }
        defer { json_decref(root) }
        let file = JSONNode(root)
        inputs = file["events"].elements.map(Self.input)
        rows = file["rows"].elements.compactMap(Self.row)
        changes = file["changes"].elements.compactMap(Self.change)
        finalDistance = file["final"]["distance_m"].number ?? .nan
        finalAscent = file["final"]["ascent_m"].number ?? .nan
        finalSegment = Int(rounding: file["final"]["segment"].number ?? -1)
        guard !inputs.isEmpty, inputs.count == rows.count else { return nil }
    }

    private static func input(_ event: JSONNode) -> PositioningInput {
        let command: PositioningInput.Command? =
            switch event["command"].text {
            case "pause": .pause
            case "resume": .resume
            default: nil
            }
        return PositioningInput(
            at: MonotonicInstant(seconds: event["mono"].number ?? .nan), fix: fix(event),
            pulseRate: event["cadence"].number.map(Cadence.stepsPerMinute),
            pedestrianSpeed: event["ped"].number.map(Speed.metersPerSecond), pressure: event["pressure"].number.map(Pressure.hectopascals),
            command: command)
    }

    private static func fix(_ event: JSONNode) -> GPSFix {
        let mode = event["mode"].number.map { $0 < 2 ? GPSFix.Mode.none : $0 < 3 ? .twoDimensional : .threeDimensional }
        return GPSFix(
            mode: mode, time: event["utc"].number.map(UTCInstant.init(seconds:)),
            position: event["lat"].number.flatMap { latitude in
                event["lon"].number.flatMap { Coordinate(latitude: latitude, longitude: $0) }
            },
            altitude: event["alt"].number.map(Altitude.meters), speed: event["speed"].number.map(Speed.metersPerSecond),
            course: event["track"].number.map(Course.degrees), horizontalDilution: event["hdop"].number,
            satellitesUsed: event["nsat"].number.map { Int(rounding: $0) })
    }

    private static func row(_ row: JSONNode) -> Row? {
        let columns = row.elements
        guard columns.count == 11, let verdict = verdict(columns[8].text) else { return nil }
        return Row(
            distance: columns[1].number ?? .nan, speed: columns[2].number, meanSpeed: columns[3].number,
            segment: Int(rounding: columns[4].number ?? -1), isPaused: columns[5].isTrue, isStill: columns[6].isTrue,
            ascent: columns[7].number ?? .nan, verdict: verdict, east: columns[9].number, north: columns[10].number)
    }

    private static func verdict(_ name: String?) -> FixVerdict? {
        switch name {
        case "ok": .accepted
        case "none": .noFix
        case "place": .implausiblePlace
        case "time": .noTime
        case "repeat": .repeatedTime
        case "satellites": .fewSatellites
        case "error": .largeError
        case "speed": .impossibleSpeed
        case "frozen": .frozen
        case "soon": .tooSoon
        case "jump": .jump
        case "innovation": .innovation
        default: nil
        }
    }

    private static func change(_ change: JSONNode) -> PauseChange? {
        let columns = change.elements
        guard columns.count == 2, let at = columns[0].number.map(MonotonicInstant.init(seconds:)) else { return nil }
        switch columns[1].text {
        case "pause": return PauseChange(kind: .pause, at: at)
        case "resume": return PauseChange(kind: .resume, at: at)
        case "autopause": return PauseChange(kind: .autoPause, at: at)
        case "autoresume": return PauseChange(kind: .autoResume, at: at)
        default: return nil
        }
    }
}

/// A place in a JSON document; what is not there reads as nil or empty.
private struct JSONNode {
    var pointer: UnsafeMutablePointer<json_t>?
    init(_ pointer: UnsafeMutablePointer<json_t>?) { self.pointer = pointer }
    subscript(key: String) -> JSONNode { JSONNode(json_object_get(pointer, key)) }
    var elements: [JSONNode] { (0..<json_array_size(pointer)).map { JSONNode(json_array_get(pointer, $0)) } }
    var number: Double? {
        guard let pointer, pointer.pointee.type == JSON_REAL || pointer.pointee.type == JSON_INTEGER else { return nil }
        return json_number_value(pointer)
    }
    var isTrue: Bool { pointer?.pointee.type == JSON_TRUE }
    var text: String? { json_string_value(pointer).map { String(cString: $0) } }
}
