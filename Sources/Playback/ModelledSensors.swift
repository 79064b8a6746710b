import Peripherals
import Quantities
import SensorService
import SimulatedPeripherals
import WatchCore

/// A board's sensors with nothing but the chips simulated: drivers read register models over a simulated bus, and the hub makes of the bytes
/// what it makes of them on the watch.
public final class ModelledSensors {
    /// The chips of the reference build.
    public static let referenceParts: [SimulatedPart] = [.max30101, .lsm6dsox, .bmp390, .max17048]
    /// Oscillators as chips of one batch have them: 2 % fast, with a little jitter.
    public static let usualClock = ClockError(rate: 0.02, jitter: 0.02)

    /// The body, the chips on it and their bus.
    public let wrist: SimulatedWrist
    /// The hub with the drivers.
    public let hub: SensorHub
    private var events: [Event] = []
    private var demand = SensorDemand.rest
    private var demandedAt: MonotonicInstant?

    /// Chips and their drivers, switched on at an instant. What there are no chips for, the watch does without.
    /// - Parameters:
    ///   - clock: how wrong the chips' oscillators are.
    ///   - faults: what goes wrong on the bus.
    public init(
        _ chips: [SimulatedPart] = referenceParts, at now: MonotonicInstant, clock: ClockError = usualClock,
        faults: BusFaultScript = .none, seed: UInt64
    ) {
        wrist = SimulatedWrist(chips, at: now, clock: clock, faults: faults, seed: seed)
        hub = SensorHub(SensorParts(chips, on: wrist.bus), at: now)
        events.reserveCapacity(16)
    }

    /// When ``service(at:deliver:)`` is wanted next.
    public var nextInstant: MonotonicInstant { demandedAt ?? hub.nextService }

    /// Says what the sensors are to do from the next service on, which is wanted at once.
    public func setDemand(_ demand: SensorDemand, at now: MonotonicInstant) {
        self.demand = demand
        demandedAt = now
    }

    /// The body goes on with what is true in a second.
    public func feed(_ second: SimulatedSecond) { wrist.feed(second) }

    /// Services the chips and delivers what comes of it.
    public func service(at now: MonotonicInstant, deliver: (Event) -> Void) {
        wrist.bus.now = max(wrist.bus.now, now)
        events.removeAll(keepingCapacity: true)
        if demandedAt != nil { hub.setDemand(demand, at: now, into: &events) }
        demandedAt = nil
        hub.service(at: now, into: &events)
        for event in events { deliver(event) }
    }
}

extension SensorParts {
    /// The drivers of simulated chips.
    fileprivate init(_ chips: [SimulatedPart], on bus: any I2CBus) {
        self.init()
        for chip in chips {
            switch chip {
            case .max30101: pulse = MAX3010x(.max30101, on: bus)
            case .max30102:
                // Red alone says little on a wrist.
                pulse = MAX3010x(.max30102, on: bus)
                pulseChannels = 2
            case .lsm6dsox: motion = LSM6DSOX(on: bus)
            case .mpu6050: motion = MPU6050(on: bus)
            case .bmp390: barometer = BMP390(on: bus)
            case .max17048: battery = MAX17048(on: bus)
            case .ssd1306: break
            }
        }
    }
}
