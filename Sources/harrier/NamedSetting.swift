import Calendar
import CommandLineTable
import HealthCore
import LinuxPeripherals
import Quantities
import RunCore
import ScreenModels
import Screens

/// A setting, or a value of the runner's body, as it is called and written on a command line. Its ranges are those of the watch.
struct NamedSetting: Sendable {
    /// Its name.
    let name: String
    /// The values that it can have, for whoever asks.
    let allowed: String
    /// Its value as it is written.
    let text: @Sendable (Settings, Profile) -> String
    /// Sets what is written; false if it is none of its values.
    let read: @Sendable (String, inout Settings, inout Profile) -> Bool

    /// Puts the value of a new watch.
    func unset(_ settings: inout Settings, _ profile: inout Profile) { _ = read(text(Settings(), Profile()), &settings, &profile) }
}

extension NamedSetting {
    /// A value that is read as its own type.
    private init<Value>(
        _ name: String, _ allowed: String, text: @escaping @Sendable (Settings, Profile) -> String,
        parse: @escaping @Sendable (String) -> Value?, set: @escaping @Sendable (Value, inout Settings, inout Profile) -> Void
    ) {
        self.init(name: name, allowed: allowed, text: text) { words, settings, profile in
            guard let value = parse(words) else { return false }
            set(value, &settings, &profile)
            return true
        }
    }

    private static func flag(_ name: String, _ path: WritableKeyPath<Settings, Bool> & Sendable) -> NamedSetting {
        NamedSetting(
            name, "on, off", text: { settings, _ in SettingText.text(settings[keyPath: path]) }, parse: SettingText.bool,
            set: { value, settings, _ in settings[keyPath: path] = value })
    }

    /// One of some words.
    private static func choice<Word: Equatable & Sendable>(
        _ name: String, _ words: [(name: String, word: Word)], _ path: WritableKeyPath<Settings, Word> & Sendable
    ) -> NamedSetting {
        NamedSetting(
            name, words.map(\.name).joined(separator: ", "),
            text: { settings, _ in words.first { $0.word == settings[keyPath: path] }?.name ?? words[0].name },
            parse: { text in words.first { SettingText.plain($0.name) == SettingText.plain(text) }?.word },
            set: { value, settings, _ in settings[keyPath: path] = value })
    }

    /// A value, or a word for none.
    private static func optional<Value: Sendable>(
        _ name: String, _ allowed: String, none: String = SettingText.off, _ path: WritableKeyPath<Settings, Value?> & Sendable,
        text: @escaping @Sendable (Value) -> String, parse: @escaping @Sendable (String) -> Value?
    ) -> NamedSetting {
        NamedSetting(
            name, "\(allowed), or \(none)", text: { settings, _ in settings[keyPath: path].map(text) ?? none },
            parse: { words -> Value?? in SettingText.plain(words) == none ? .some(nil) : parse(words).map { .some($0) } },
            set: { value, settings, _ in settings[keyPath: path] = value })
    }

    // MARK: - The table

    /// All settings by name, in the order of the menus of the watch.
    static let all: [NamedSetting] = ofRuns + alerts + ofWatch + caffeine + ofProfile

    /// A setting by its name, in capitals or not.
    static func named(_ name: String) -> NamedSetting? { all.first { $0.name == name.lowercased() } }

    private static let ofRuns: [NamedSetting] =
        [
            flag("auto-pause", \.autoPause), choice("auto-lap", SettingText.autoLaps, \.autoLap), flag("buzzer", \.sounds),
            flag("auto-lock", \.autoLock),
            NamedSetting(
                "countdown", Settings.countdowns.map { "\($0)s" }.joined(separator: ", "),
                text: { settings, _ in "\(settings.countdown)s" },
                parse: { text in
                    if SettingText.plain(text) == SettingText.off { return UInt8(0) }
                    return SettingText.number(text, unit: "s", in: 0...255).flatMap { Settings.countdowns.contains($0) ? $0 : nil }
                }, set: { value, settings, _ in settings.countdown = value }),
            choice("activity", SettingText.activities, \.runType), flag("auto-scroll", \.autoScroll),
        ] + (0..<RunPages.count).map(runPage)

    private static func runPage(_ page: Int) -> NamedSetting {
        let isFirst = page == 0, names = SettingText.fields.map(\.name).joined(separator: ", ")
        return NamedSetting(
            "run-page-\(page + 1)", isFirst ? "one to four of \(names)" : "as run-page-1, or off",
            text: { settings, _ in
                let fields = (0..<RunFields.capacity).compactMap { RunFields(numbers: settings.runPages[page])?[$0] }
                let names = fields.compactMap { field in SettingText.fields.first { $0.word == field }?.name }
                return names.isEmpty ? SettingText.off : names.joined(separator: ",")
            },
            parse: { text -> RunFields? in
                if !isFirst, SettingText.plain(text) == SettingText.off { return RunFields() }
                guard let list = SettingText.list(text, SettingText.fields), (1...RunFields.capacity).contains(list.count) else {
                    return nil
                }
                return list.reduce(into: RunFields()) { $0.append($1) }
            }, set: { value, settings, _ in settings.runPages[page] = value.numbers })
    }

    private static let alerts: [NamedSetting] = [
        heartRate("alert-heart-rate-above", \.alerts.heartRateAbove), heartRate("alert-heart-rate-below", \.alerts.heartRateBelow),
        pace("alert-pace-faster", \.alerts.paceFaster), pace("alert-pace-slower", \.alerts.paceSlower),
        optional(
            "alert-distance", "\(RunAlerts.distances.lowerBound)m–\(RunAlerts.distances.upperBound / 1000)km, in m, km or mi",
            \.alerts.eachDistance, text: { SettingText.meters($0) }, parse: { SettingText.meters($0, in: RunAlerts.distances) }),
        optional(
            "alert-time", "\(RunAlerts.times.lowerBound / 60)min–\(RunAlerts.times.upperBound / 3600)h", \.alerts.eachTime,
            text: { DurationText.text(.seconds(Int64($0))) }, parse: { SettingText.seconds($0, in: RunAlerts.times) }),
    ]

    private static func heartRate(_ name: String, _ path: WritableKeyPath<Settings, UInt8?> & Sendable) -> NamedSetting {
        optional(
            name, "\(RunAlerts.heartRates.lowerBound)–\(RunAlerts.heartRates.upperBound) bpm", path, text: { "\($0)bpm" },
            parse: { SettingText.number($0, unit: "bpm", in: RunAlerts.heartRates) })
    }

    private static func pace(_ name: String, _ path: WritableKeyPath<Settings, UInt16?> & Sendable) -> NamedSetting {
        optional(
            name, "\(SettingText.pace(RunAlerts.paces.lowerBound))–\(SettingText.pace(RunAlerts.paces.upperBound)), or for a mile: 8:00/mi",
            path, text: { SettingText.pace($0) }, parse: { SettingText.pace($0, in: RunAlerts.paces) })
    }

    private static let ofWatch: [NamedSetting] = [
        choice("units", [("km", false), ("mi", true)], \.usesMiles),
        choice("language", Language.all.enumerated().map { ($0.element.tag, UInt8(clamping: $0.offset)) }, \.language),
        choice("display", SettingText.lights, \.light),
        optional(
            "quiet-hours", "HH:MM-HH:MM such as 22:00-07:00", \.quietHours,
            text: { "\(SettingText.timeOfDay($0.from))-\(SettingText.timeOfDay($0.to))" }, parse: SettingText.quietHours),
        choice("time-format", [("24h", false), ("12h", true)], \.uses12Hours),
        optional(
            "zone", "the name of a time zone such as Europe/Berlin, or UTC-12:00 to UTC+14:00 by quarter hours",
            none: SettingText.automatic, \.zoneName, text: { $0 }, parse: zoneName),
        NamedSetting(
            "glances", "all, none, or some of " + SettingText.glances.map(\.name).joined(separator: ", "),
            text: { settings, _ in
                let shown = SettingText.glances.filter { settings.glances.contains($0.word) }
                if shown.count == SettingText.glances.count { return "all" }
                return shown.isEmpty ? "none" : shown.map(\.name).joined(separator: ",")
            },
            parse: { text -> GlanceSet? in
                switch SettingText.plain(text) {
                case "all": .all
                case "none": []
                default: SettingText.list(text, SettingText.glances).map { GlanceSet($0) }
                }
            },
            // Glances of a later version stay as they are.
            set: { value, settings, _ in settings.glances = settings.glances.subtracting(.all).union(value) }),
        NamedSetting(
            "max-fix-error", "5–100 m", text: { settings, _ in "\(Int(rounding: settings.maximumFixError.meters))m" },
            parse: { SettingText.number($0, unit: "m", in: 5...100) as Int? },
            set: { value, settings, _ in settings.maximumFixError = .meters(Double(value)) }),
    ]

    /// An offset, or a zone that this computer knows.
    private static func zoneName(_ text: String) -> String? {
        if let offset = ZoneOffset(fixedZoneName: text.uppercased()) {
            return ZoneOffset.fixedZoneName(minutes: Int16(clamping: offset.seconds / 60))
        }
        return (try? ZoneFile().load(name: text)).map { _ in text }
    }

    private static let caffeine: [NamedSetting] = [
        NamedSetting(
            "caffeine-half-life", "3h–10h", text: { settings, _ in DurationText.text(.minutes(Int64(settings.caffeineHalfLife))) },
            parse: { text -> UInt16? in
                guard let seconds = SettingText.seconds(text, in: 0...360_000), seconds % 60 == 0 else { return nil }
                let minutes = UInt16(seconds / 60)
                return Settings.caffeineHalfLives.contains(minutes) ? minutes : nil
            }, set: { value, settings, _ in settings.caffeineHalfLife = value }),
        optional("bedtime", "HH:MM", \.bedtime, text: { SettingText.timeOfDay($0) }, parse: { SettingText.timeOfDay($0) }),
        NamedSetting(
            "caffeine-low", "1–\(Settings.lowCaffeines.upperBound) mg, or off",
            text: { settings, _ in settings.lowCaffeine == 0 ? SettingText.off : "\(settings.lowCaffeine)mg" },
            parse: { SettingText.plain($0) == SettingText.off ? 0 : SettingText.number($0, unit: "mg", in: Settings.lowCaffeines) },
            set: { value, settings, _ in settings.lowCaffeine = value }), flag("caffeine-limits", \.caffeineLimits),
    ]

    private static let ofProfile: [NamedSetting] = [
        NamedSetting(
            "weight", "30–299 kg", text: { _, profile in "\(decimal(profile.weight.kilograms))kg" },
            parse: {
                quantity($0, [("kg", 1), ("lb", 0.453_592_37)]).map { Mass.kilograms($0) }.flatMap {
                    Profile.weights.contains($0) ? $0 : nil
                }
            },
            set: { value, _, profile in profile.weight = value }),
        NamedSetting(
            "height", "60–309 cm", text: { _, profile in "\(decimal(profile.height.meters * 100))cm" },
            parse: {
                quantity($0, [("cm", 0.01), ("m", 1), ("in", 0.0254)]).map { Distance.meters($0) }.flatMap {
                    Profile.heights.contains($0) ? $0 : nil
                }
            },
            set: { value, settings, profile in
                if value != profile.height { settings.strideNumbers = [] }
                profile.height = value
            }),
        ofBody(
            "birth-year", "1900–2100, or none", \.birthYear, text: { "\($0)" },
            parse: { SettingText.number($0, unit: "", in: Profile.birthYears) }),
        ofBody(
            "sex", "female, male, or none", \.sex, text: { $0 == .female ? "female" : "male" },
            parse: { text in [("female", Profile.Sex.female), ("male", .male)].first { $0.0 == SettingText.plain(text) }?.1 }),
        ofBody(
            "max-heart-rate", "100–230 bpm, or none: by age", \.maximumHeartRate, text: beats,
            parse: { beats($0, Profile.maximumHeartRates) }),
        ofBody(
            "resting-heart-rate", "30–110 bpm, or none", \.restingHeartRate, text: beats, parse: { beats($0, Profile.restingHeartRates) }),
        choice("energy", [("distance", false), ("heart-rate", true)], \.energyFromHeartRate),
        NamedSetting(
            "zones", "five rising lower limits from 30 to 240 bpm such as 98,117,137,156,176, or auto",
            text: { settings, _ in
                settings.zoneLimits.isEmpty ? SettingText.automatic : settings.zoneLimits.map { "\($0)" }.joined(separator: ",")
            },
            parse: { SettingText.plain($0) == SettingText.automatic ? [] : SettingText.zoneLimits($0) },
            set: { value, settings, _ in settings.zoneLimits = value }),
    ]

    private static func ofBody<Value: Sendable>(
        _ name: String, _ allowed: String, _ path: WritableKeyPath<Profile, Value?> & Sendable, text: @escaping @Sendable (Value) -> String,
        parse: @escaping @Sendable (String) -> Value?
    ) -> NamedSetting {
        NamedSetting(
            name, allowed, text: { _, profile in profile[keyPath: path].map(text) ?? "none" },
            parse: { words -> Value?? in SettingText.plain(words) == "none" ? .some(nil) : parse(words).map { .some($0) } },
            set: { value, _, profile in profile[keyPath: path] = value })
    }

    private static func beats(_ rate: HeartRate) -> String { "\(UInt8(rounding: rate.beatsPerMinute))bpm" }
    private static func beats(_ text: String, _ range: ClosedRange<HeartRate>) -> HeartRate? {
        let number: UInt8? = SettingText.number(text, unit: "bpm", in: 0...255)
        return number.map { HeartRate.beatsPerMinute(Double($0)) }.flatMap { range.contains($0) ? $0 : nil }
    }

    /// A number with one of some units, in the first of them where none is named.
    private static func quantity(_ text: String, _ units: [(name: String, factor: Double)]) -> Double? {
        let text = SettingText.plain(text)
        let unit = units.first { text.hasSuffix($0.name) }
        guard let number = Double(text.dropLast(unit?.name.count ?? 0)), number.isFinite else { return nil }
        return number * (unit?.factor ?? units[0].factor)
    }

    /// As short as it is, tenths at most.
    private static func decimal(_ number: Double) -> String {
        let tenths = Int(rounding: number * 10)
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
