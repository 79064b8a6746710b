import JSONText
import Peripherals
import Quantities

/// What an accelerometer feels.
struct MotionMeasurements: PartMeasurements {
    /// g. What the middle of some seconds may be on an arm, at rest or running.
    private static let gravities = 0.6...1.6

    let part: PartName
    let identity: ChipIdentity?
    let samplesPerSecond: Double?
    private let sensor: any MotionSensor
    private var read: [AccelerationSample] = []
    private var magnitudes: [Double] = []
    private var repeats = RepeatWatch()

    init(_ sensor: any MotionSensor) {
        self.sensor = sensor
        part = sensor.part
        samplesPerSecond = sensor.samplesPerSecond
        identity = (sensor as? any IdentifiedPart).map { type(of: $0).identity }
    }

    mutating func service(at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        read.removeAll(keepingCapacity: true)
        let report = try sensor.service(at: now, into: &read)
        magnitudes += read.map(\.magnitude)
        repeats.observe(read.map(\.axes))
        return report
    }

    func shutDown() throws(ChipError) { try sensor.shutDown() }

    var isRepeating: Bool { repeats.isRepeating }

    var readings: [String] { median(magnitudes).map { ["\(decimal($0, 2)) g"] } ?? [] }

    var values: JSONObject {
        var values = JSONObject()
        if let magnitude = median(magnitudes) { values["acceleration_g"] = .number(magnitude) }
        return values
    }

    var doubt: Complaint? {
        guard let magnitude = median(magnitudes), !Self.gravities.contains(magnitude) else { return nil }
        return Complaint(
            "feels \(decimal(magnitude, 2)) g where gravity is 1 g", "keep it still and try again; if it stays like this, replace the part")
    }
}
