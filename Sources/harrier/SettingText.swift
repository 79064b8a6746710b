import CommandLineTable
import HealthCore
import Quantities
import RunCore
import ScreenModels

/// How values of settings are written and read on a command line. What is written is read as the same value.
enum SettingText {
    static let off = "off", automatic = "auto"

    /// Lower case and without spaces, as values are compared.
    static func plain(_ text: String) -> String { String(text.lowercased().filter { $0 != " " }) }

    // MARK: - Reading

    static func bool(_ text: String) -> Bool? {
        switch plain(text) {
        case "on", "yes", "true": true
        case "off", "no", "false": false
        default: nil
        }
    }

    /// A whole number in a range, its unit behind it or not.
    static func number<Number: FixedWidthInteger>(_ text: String, unit: String, in range: ClosedRange<Number>) -> Number? {
        var text = plain(text)
        if text.hasSuffix(unit) { text.removeLast(unit.count) }
        guard let number = Number(text), range.contains(number) else { return nil }
        return number
    }

    /// Minutes after midnight from `HH:MM`.
    static func timeOfDay(_ text: String) -> UInt16? {
        let parts = plain(text).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 2, let hour = UInt16(parts[0]), let minute = UInt16(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    /// `HH:MM-HH:MM`.
    static func quietHours(_ text: String) -> QuietHours? {
        let parts = plain(text).split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let from = timeOfDay(parts[0]), let to = timeOfDay(parts[1]) else { return nil }
        return QuietHours(from: from, to: to)
    }

    /// Whole seconds of a duration such as `20min`.
    static func seconds(_ text: String, in range: ClosedRange<UInt32>) -> UInt32? {
        guard let duration = DurationText.duration(plain(text)), duration.inMilliseconds % 1000 == 0 else { return nil }
        return UInt32(exactly: duration.inMilliseconds / 1000).flatMap { range.contains($0) ? $0 : nil }
    }

    /// Whole metres of a distance such as `500m`, `5km`, `1mi`.
    static func meters(_ text: String, in range: ClosedRange<UInt32>) -> UInt32? {
        let text = plain(text)
        for (unit, meters) in [("km", 1000), ("mi", Distance.metersPerMile), ("m", 1)] where text.hasSuffix(unit) {
            guard let amount = Double(text.dropLast(unit.count)), amount.isFinite else { return nil }
            return UInt32(exactly: (amount * meters).rounded()).flatMap { range.contains($0) ? $0 : nil }
        }
        return nil
    }

    /// Seconds a kilometre of a pace such as `4:45/km` or `8:00/mi`; without a unit it is for a kilometre.
    static func pace(_ text: String, in range: ClosedRange<UInt16>) -> UInt16? {
        var text = plain(text), unit = 1.0
        if text.hasSuffix("/mi") { unit = 1000 / Distance.metersPerMile }
        if text.hasSuffix("/km") || text.hasSuffix("/mi") { text.removeLast(3) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 2, let minutes = UInt16(parts[0]), let seconds = UInt16(parts[1]), seconds < 60,
            minutes < 100
        else { return nil }
        let perKilometer = UInt16((Double(minutes * 60 + seconds) * unit).rounded())
        return range.contains(perKilometer) ? perKilometer : nil
    }

    /// Five limits with commas between.
    static func zoneLimits(_ text: String) -> [UInt8]? {
        let limits = plain(text).split(separator: ",", omittingEmptySubsequences: false).map { UInt8($0) }
        let known = limits.compactMap { $0 }
        return known.count == limits.count && !known.isEmpty && Settings.areZoneLimits(known) ? known : nil
    }

    /// Words of a list with commas between, each known; nil if one is not.
    static func list<Word>(_ text: String, _ known: [(name: String, word: Word)]) -> [Word]? {
        let names = plain(text).split(separator: ",", omittingEmptySubsequences: false)
        let words = names.compactMap { name in known.first { $0.name == name }?.word }
        return words.count == names.count ? words : nil
    }

    // MARK: - Writing

    static func text(_ isOn: Bool) -> String { isOn ? "on" : off }
    static func timeOfDay(_ minutes: UInt16) -> String { "\(two(minutes / 60)):\(two(minutes % 60))" }
    static func pace(_ seconds: UInt16) -> String { "\(seconds / 60):\(two(seconds % 60))/km" }
    static func meters(_ meters: UInt32) -> String { meters % 1000 == 0 ? "\(meters / 1000)km" : "\(meters)m" }
    private static func two(_ number: UInt16) -> String { number < 10 ? "0\(number)" : "\(number)" }

    // MARK: - Names

    static let glances: [(name: String, word: GlanceSet)] = [
        ("goals", .goals), ("caffeine", .caffeine), ("week", .week), ("records", .records), ("runs", .history), ("computer", .computer),
    ]
    static let autoLaps: [(name: String, word: Settings.AutoLap)] = [
        ("off", .off), ("1km", .kilometer), ("1mi", .mile), ("5min", .fiveMinutes), ("10min", .tenMinutes),
    ]
    static let lights: [(name: String, word: Settings.Light)] = [("auto", .automatic), ("long", .long), ("on", .alwaysOn)]
    static let activities: [(name: String, word: UInt8)] = [
        ("run", RunType.run.rawValue), ("trail", RunType.trailRun.rawValue), ("walk", RunType.walk.rawValue),
        ("indoor", RunType.indoorRun.rawValue),
    ]
    static let fields: [(name: String, word: RunField)] = [
        ("distance", .distance), ("time", .time), ("elapsed", .elapsed), ("pace", .pace), ("average-pace", .averagePace),
        ("lap-pace", .lapPace), ("lap-distance", .lapDistance), ("lap-time", .lapTime), ("last-lap-pace", .lastLapPace),
        ("heart-rate", .heartRate), ("average-heart-rate", .averageHeartRate), ("lap-heart-rate", .lapHeartRate), ("zone", .zone),
        ("cadence", .cadence), ("steps", .steps), ("ascent", .ascent), ("descent", .descent), ("altitude", .altitude), ("energy", .energy),
        ("clock", .clock), ("battery", .battery),
    ]
}
