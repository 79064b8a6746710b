import JSONText
import Peripherals
import Quantities

/// The air's pressure, and how warm the barometer is.
struct BarometerMeasurements: PartMeasurements {
    let part: PartName
    let identity: ChipIdentity?
    let samplesPerSecond: Double? = nil
    private let sensor: any Barometer
    private var pressures: [Double] = []
    private var temperature: Temperature?
    private var repeats = RepeatWatch()

    init(_ sensor: any Barometer) {
        self.sensor = sensor
        part = sensor.part
        identity = (sensor as? any IdentifiedPart).map { type(of: $0).identity }
    }

    mutating func service(at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        var sample: PressureSample?
        let report = try sensor.service(at: now, into: &sample)
        if let sample {
            pressures.append(sample.pressure.hectopascals)
            temperature = sample.temperature ?? temperature
            repeats.observe([SIMD3(sample.pressure.hectopascals, sample.temperature?.celsius ?? 0, 0)])
        }
        return report
    }

    func shutDown() throws(ChipError) { try sensor.shutDown() }

    var isRepeating: Bool { repeats.isRepeating }

    var readings: [String] {
        guard let pressure = median(pressures) else { return [] }
        return ["\(decimal(pressure, 1)) hPa" + (temperature.map { ", \(decimal($0.celsius, 1)) °C" } ?? "")]
    }

    var values: JSONObject {
        var values = JSONObject()
        if let pressure = median(pressures) { values["pressure_hpa"] = .number(pressure) }
        if let temperature { values["temperature_c"] = .number(temperature.celsius) }
        return values
    }
}
