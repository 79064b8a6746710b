import JSONText
import Peripherals
import Quantities

/// What a gauge says of the battery.
struct BatteryMeasurements: PartMeasurements {
    let part: PartName
    let identity: ChipIdentity?
    let samplesPerSecond: Double? = nil
    /// A battery may rest.
    let isRepeating = false
    private let gauge: any BatteryGauge
    private var last: BatteryMeasurement?

    init(_ gauge: any BatteryGauge) {
        self.gauge = gauge
        part = gauge.part
        identity = (gauge as? any IdentifiedPart).map { type(of: $0).identity }
    }

    mutating func service(at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        last = try gauge.read()
        return ServiceReport(samples: 1)
    }

    var readings: [String] {
        guard let reading = last?.reading else { return [] }
        var parts: [String] = []
        if let percent = reading.percent { parts.append("\(percent) %") }
        if let voltage = reading.voltage { parts.append("\(decimal(voltage.volts, 2)) V") }
        switch reading.isCharging {
        case true?: parts.append("charging")
        case false?: parts.append("not charging")
        // Full on the charger, or hardly used.
        case nil: parts.append("neither charging nor emptying")
        }
        return [parts.joined(separator: ", ")]
    }

    var values: JSONObject {
        var values = JSONObject()
        guard let last else { return values }
        if let percent = last.reading.percent { values["charge_percent"] = .integer(Int64(percent)) }
        if let voltage = last.reading.voltage { values["voltage_v"] = .number(voltage.volts) }
        if let isCharging = last.reading.isCharging { values["is_charging"] = .bool(isCharging) }
        values["charge_percent_per_h"] = .number(last.percentPerHour)
        return values
    }
}
