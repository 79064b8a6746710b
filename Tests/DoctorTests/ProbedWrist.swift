import Peripherals
import Quantities
import SensorService
import SimulatedPeripherals

@testable import Doctor

/// Chips on a simulated wrist, looked at under a clock that nobody waits for.
struct ProbedWrist {
    static let start = MonotonicInstant(nanoseconds: 1_000_000_000_000)
    static let reference: [SimulatedPart] = [.max30101, .lsm6dsox, .bmp390, .max17048]

    let wrist: SimulatedWrist
    var parts: SensorParts
    /// Which addresses else are looked at for a kind of sensor.
    var otherAddresses: [SensorKind: [UInt8]] = [:]

    init(_ chips: [SimulatedPart] = reference, faults: [BusFaultScript.Entry] = []) {
        wrist = SimulatedWrist(chips, at: Self.start, faults: BusFaultScript(faults))
        parts = SensorParts()
        for chip in chips {
            switch chip {
            case .max30101: parts.pulse = MAX3010x(.max30101, on: wrist.bus)
            case .max30102: parts.pulse = MAX3010x(.max30102, on: wrist.bus)
            case .lsm6dsox: parts.motion = LSM6DSOX(on: wrist.bus)
            case .mpu6050: parts.motion = MPU6050(on: wrist.bus)
            case .bmp390: parts.barometer = BMP390(on: wrist.bus)
            case .max17048: parts.battery = MAX17048(on: wrist.bus)
            case .ssd1306: break
            }
        }
    }

    /// What comes of it, and when it was over.
    func probe(for duration: Duration) -> (findings: [Finding], end: MonotonicInstant) {
        var probe = PartsProbe(from: Self.start, for: duration)
        probe.add(parts) { kind in
            PartProbe.Place(bus: wrist.bus, otherAddresses: (otherAddresses[kind] ?? []).compactMap { I2CAddress($0) })
        }
        var models = BoardExamination.standing(wrist, from: Self.start), now = Self.start
        probe.run(
            now: { now },
            wait: { instant in
                now = max(now, instant)
                models.advance(to: now)
            })
        return (probe.findings, now)
    }
}
