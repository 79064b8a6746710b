import CJansson
import Calendar
import Quantities
import Recordings

/// What gpsd said in a recorded log of its JSON lines, as position reports with the seconds since the first.
struct ReceiverLog {
    private(set) var fixes: [(at: MonotonicInstant, fix: GPSFix)] = []

    /// Reads the TPV and SKY lines of a log. Lines that are not JSON are passed over.
    init(path: String) throws(BenchmarkFailure) {
        var dilution: Double?, used: Int?, driverIsBinary = false
        var at = 0.0, lastTime: UTCInstant?
        for line in try LineFile(path: path).lines() {
            guard let object = JSONLine(line) else { continue }
            switch object.text("class") {
            case "SKY":
                dilution = object.number("hdop") ?? dilution
                used = object.number("uSat").map { Int(rounding: $0) } ?? used
            case "DEVICE": driverIsBinary = object.text("driver").map { $0.contains("u-blox") || $0.contains("SiRF") } ?? driverIsBinary
            case "TPV":
                let time = object.text("time").flatMap(Self.time)
                if let time, let last = lastTime {
                    let seconds = last.duration(to: time).inSeconds
                    at += seconds > 0 && seconds < 3600 ? seconds : seconds == 0 ? 0 : 1
                } else {
                    at += 1
                }
                lastTime = time ?? lastTime
                fixes.append((MonotonicInstant(seconds: at), fix(object, time, dilution, used, driverIsBinary)))
            default: break
            }
        }
    }

    private func fix(_ object: JSONLine, _ time: UTCInstant?, _ dilution: Double?, _ used: Int?, _ isBinary: Bool) -> GPSFix {
        let latitude = object.number("lat"), longitude = object.number("lon")
        return GPSFix(
            mode: object.number("mode").flatMap { [1: .none, 2: .twoDimensional, 3: .threeDimensional][Int(rounding: $0)] }, time: time,
            position: latitude.flatMap { latitude in longitude.flatMap { Coordinate(latitude: latitude, longitude: $0) } },
            altitude: (object.number("altMSL") ?? object.number("altHAE") ?? object.number("alt")).map { .meters($0) },
            speed: object.number("speed").map { .metersPerSecond($0) }, course: object.number("track").map { .degrees($0) },
            horizontalError: object.number("eph").map { .meters($0) }, errorRule: isBinary ? .fromReceiver : .fromDilution,
            horizontalDilution: dilution, satellitesUsed: used)
    }

    /// `2011-03-04T05:06:07.000Z`.
    private static func time(_ text: String) -> UTCInstant? {
        let parts = text.split(whereSeparator: { "-T:Z".contains($0) })
        guard parts.count == 6, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), let hour = Int(parts[3]),
            let minute = Int(parts[4]), let second = Double(parts[5]), let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        return UTCInstant(seconds: Double(date.daysSinceEpoch) * 86_400 + Double(hour) * 3600 + Double(minute) * 60 + second)
    }
}

/// One JSON object in a line, read by jansson.
private final class JSONLine {
    private let root: UnsafeMutablePointer<json_t>

    init?(_ line: Substring) {
        var text = String(line)
        let loaded = text.withUTF8 { bytes in
            bytes.baseAddress.flatMap { json_loadb(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self), bytes.count, 0, nil) }
        }
        guard let loaded else { return nil }
        root = loaded
    }
    deinit { json_delete(root) }

    func number(_ key: String) -> Double? {
        guard let value = json_object_get(root, key), value.pointee.type == JSON_REAL || value.pointee.type == JSON_INTEGER else {
            return nil
        }
        return json_number_value(value)
    }
    func text(_ key: String) -> String? { json_object_get(root, key).flatMap { json_string_value($0) }.map { String(cString: $0) } }
}
