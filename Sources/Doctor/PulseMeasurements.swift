import JSONText
import Peripherals
import Quantities

/// The light that an optical heart-rate sensor gets back.
struct PulseMeasurements: PartMeasurements {
    /// Counts per milliampere of LED current below which nothing is in front of a MAX3010x: on skin it gives 5,000 and more, in air its own
    /// crosstalk. What the watch itself goes by.
    private static let leastOnSkin = 1_000.0
    /// Green light that comes back from skin, as a share of the infrared, below which there is perhaps no green LED. From reasoning, not
    /// from chips: unverified.
    private static let leastGreen = 0.05
    /// 18 bits.
    private static let fullScale = 262_143.0

    let part: PartName
    let identity: ChipIdentity?
    let samplesPerSecond: Double?
    private let sensor: any PulseSensor
    private let chip: MAX3010x?
    private var read: [PPGSample] = []
    private var counts: [[Double]] = [[], [], []]
    private var perMilliampere: [[Double]] = [[], [], []]
    private var drowned = 0
    private var repeats = RepeatWatch()
    private var hasAskedForTemperature = false

    init(_ sensor: any PulseSensor) {
        self.sensor = sensor
        part = sensor.part
        samplesPerSecond = sensor.samplesPerSecond
        chip = sensor as? MAX3010x
        identity = (sensor as? any IdentifiedPart).map { type(of: $0).identity }
    }

    mutating func service(at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        read.removeAll(keepingCapacity: true)
        let report = try sensor.service(at: now, into: &read)
        if report.isMeasuring, !hasAskedForTemperature {
            chip?.requestTemperature()
            hasAskedForTemperature = true
        }
        for sample in read { take(sample) }
        // A channel that clips stands still and is alive.
        repeats.observe(read.map { $0.counts.max() >= Self.fullScale ? SIMD3(Double(now.nanoseconds), 0, 0) : $0.counts })
        return report
    }

    private mutating func take(_ sample: PPGSample) {
        if sample.ambientOverflow { drowned += 1 }
        for channel in 0..<min(sample.channelCount, counts.count) {
            counts[channel].append(sample.counts[channel])
            if let current = sample.ledMilliamperes?[channel], current > 0 {
                perMilliampere[channel].append(sample.counts[channel] / current)
            }
        }
    }

    func shutDown() throws(ChipError) { try sensor.shutDown() }

    var isRepeating: Bool { repeats.isRepeating }
    var details: [String] { chip?.revision.map { ["revision \($0)"] } ?? [] }

    /// Nil while it is not known.
    private var isWorn: Bool? {
        perMilliampere.compactMap(median).max().map { $0 >= Self.leastOnSkin }
    }

    var readings: [String] {
        guard let level = median(counts[0]) else { return [] }
        var readings = ["median \(grouped(level)) counts" + (isWorn.map { $0 ? ", worn" : ", not on skin" } ?? "")]
        if let temperature = chip?.dieTemperature { readings.append("die \(decimal(temperature.celsius, 0)) °C") }
        return readings
    }

    var values: JSONObject {
        var values = JSONObject()
        if let revision = chip?.revision { values["revision"] = .integer(Int64(revision)) }
        let medians = counts.compactMap(median)
        if !medians.isEmpty { values["median_counts"] = .array(medians.map { .number($0) }) }
        if let isWorn { values["is_worn"] = .bool(isWorn) }
        if let temperature = chip?.dieTemperature { values["die_temperature_c"] = .number(temperature.celsius) }
        return values
    }

    var doubt: Complaint? {
        if drowned * 2 > counts[0].count {
            return Complaint("more light falls on it than it can subtract", "cover it, or put the watch on, and try again")
        }
        guard isWorn == true, chip?.hasGreen == true, let green = median(perMilliampere[0]), let infrared = median(perMilliampere[1]),
            green < Self.leastGreen * infrared
        else { return nil }
        return Complaint(
            "hardly any green light comes back, as from a MAX30102, which has no green LED",
            "look at it: if nothing glows green, write max30102 into the board file")
    }
}
