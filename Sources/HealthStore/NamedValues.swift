import HealthCore
import Quantities

/// Settings and profile as names with values. A name that is missing, unknown or out of its range leaves the default, so a store of
/// another version is never refused for a setting.
struct NamedValues {
    private(set) var values: [String: SQLiteValue] = [:]

    init() {}
    init(_ values: [String: SQLiteValue]) { self.values = values }

    subscript(name: String) -> SQLiteValue? {
        get { values[name] }
        set { values[name] = newValue }
    }

    func bool(_ name: String) -> Bool? { integer(name, in: 0...1).map { $0 == 1 } }
    func integer(_ name: String, in range: ClosedRange<Int64>) -> Int64? {
        guard case .integer(let number) = values[name], range.contains(number) else { return nil }
        return number
    }
    func real(_ name: String, in range: ClosedRange<Double>) -> Double? {
        switch values[name] {
        case .real(let number) where range.contains(number): number
        case .integer(let number) where range.contains(Double(number)): Double(number)
        default: nil
        }
    }
    func text(_ name: String) -> String? { if case .text(let text) = values[name] { text } else { nil } }
    func numbers(_ name: String) -> [Double]? {
        guard case .blob(let bytes) = values[name], bytes.count % 8 == 0 else { return nil }
        let numbers = stride(from: 0, to: bytes.count, by: 8).map { start in
            Double(bitPattern: bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        }
        return numbers.allSatisfy(\.isFinite) ? numbers : nil
    }
    mutating func set(_ name: String, _ numbers: [Double]) {
        values[name] = .blob(numbers.flatMap { number in withUnsafeBytes(of: number.bitPattern.littleEndian) { [UInt8]($0) } })
    }
}

extension Settings {
    var named: NamedValues {
        var values = NamedValues()
        values["is_set_up"] = .integer(isSetUp ? 1 : 0)
        values["language"] = SQLiteValue(language)
        values["uses_miles"] = .integer(usesMiles ? 1 : 0)
        values["auto_pause"] = .integer(autoPause ? 1 : 0)
        values["auto_lap"] = SQLiteValue(autoLap.rawValue)
        values["sounds"] = .integer(sounds ? 1 : 0)
        values["run_type"] = SQLiteValue(runType)
        values["auto_lock"] = .integer(autoLock ? 1 : 0)
        values["energy_from_heart_rate"] = .integer(energyFromHeartRate ? 1 : 0)
        values["zone_name"] = zoneName.map { .text($0) }
        values["maximum_fix_error_m"] = .real(maximumFixError.meters)
        values.set("stride_numbers", strideNumbers)
        return values
    }

    init(_ values: NamedValues) {
        self.init()
        isSetUp = values.bool("is_set_up") ?? isSetUp
        language = values.integer("language", in: 0...255).map { UInt8($0) } ?? language
        usesMiles = values.bool("uses_miles") ?? usesMiles
        autoPause = values.bool("auto_pause") ?? autoPause
        autoLap = values.integer("auto_lap", in: 0...255).flatMap { AutoLap(rawValue: UInt8($0)) } ?? autoLap
        sounds = values.bool("sounds") ?? sounds
        runType = values.integer("run_type", in: 0...3).map { UInt8($0) } ?? runType
        autoLock = values.bool("auto_lock") ?? autoLock
        energyFromHeartRate = values.bool("energy_from_heart_rate") ?? energyFromHeartRate
        zoneName = values.text("zone_name")
        maximumFixError = values.real("maximum_fix_error_m", in: 5...100).map { .meters($0) } ?? maximumFixError
        strideNumbers = values.numbers("stride_numbers") ?? strideNumbers
    }
}

extension Profile {
    var named: NamedValues {
        var values = NamedValues()
        values["weight_kg"] = .real(weight.kilograms)
        values["height_m"] = .real(height.meters)
        values["birth_year"] = birthYear.map { SQLiteValue($0) }
        values["sex"] = sex.map { SQLiteValue($0.rawValue) }
        values["maximum_bpm"] = maximumHeartRate.map { .real($0.beatsPerMinute) }
        values["resting_bpm"] = restingHeartRate.map { .real($0.beatsPerMinute) }
        return values
    }

    init(_ values: NamedValues) {
        let unset = Profile(), any = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        self.init(
            weight: values.real("weight_kg", in: any).map { .kilograms($0) } ?? unset.weight,
            height: values.real("height_m", in: any).map { .meters($0) } ?? unset.height,
            birthYear: values.integer("birth_year", in: 0...9999).map { Int16($0) },
            sex: values.integer("sex", in: 0...255).flatMap { Sex(rawValue: UInt8($0)) },
            maximumHeartRate: values.real("maximum_bpm", in: any).map { .beatsPerMinute($0) },
            restingHeartRate: values.real("resting_bpm", in: any).map { .beatsPerMinute($0) })
    }
}
