import Quantities
import SimulatedPeripherals
import WatchCore
import WatchRuntime

/// Plays a scripted runner to a watch, a second at a time: either the script's own values, or what the watch's drivers and estimators make
/// of chips on the runner's wrist.
public final class SimulatedFeed: EventFeed {
    /// Which readings are played: the daemon takes its position from a real gpsd and everything else from the script.
    public enum Parts: Sendable {
        /// Everything.
        case all
        /// Everything but the position receiver.
        case allButPosition
    }

    private var runner: SimulatedRunner
    private let parts: Parts
    private let sensors: ModelledSensors?
    private var second: SimulatedSecond?
    private let end: MonotonicInstant?
    /// What the script says is true, after the second delivered last.
    public private(set) var truth = SimulatedTruth()

    /// A feed of a script by a seed, on the script's own clock; it ends with the script, or earlier.
    /// - Parameter sensors: chips that were switched on no later than the script begins; nil to play the script's values.
    public init(
        _ script: RunnerScript, seed: UInt64, through sensors: ModelledSensors? = nil, parts: Parts = .all, lasting limit: Duration? = nil
    ) {
        runner = SimulatedRunner(script: script, seed: seed)
        self.parts = parts
        self.sensors = sensors
        end = limit.map { script.monotonic.advanced(by: $0) }
        second = runner.isFinished ? nil : runner.next()
    }

    /// When the next second comes, or a step of a chip's set-up before it; nil after the last second.
    public var nextInstant: MonotonicInstant? {
        guard let second, end.map({ second.at <= $0 }) ?? true else { return nil }
        return sensors.map { min($0.nextInstant, second.at) } ?? second.at
    }

    /// Hands the demand to the chips; values of the script come in any case.
    public func setDemand(_ demand: SensorDemand, at now: MonotonicInstant) { sensors?.setDemand(demand, at: now) }

    /// Delivers a second's readings: the position last, so that it is judged with this second's steps and pressure.
    public func deliver(to queue: EventQueue) {
        guard let now = nextInstant, let second else { return }
        let isSecond = second.at <= now
        if let sensors {
            if isSecond { sensors.feed(second) }
            sensors.service(at: now) { queue.put($0, at: now) }
        } else {
            deliverValues(of: second, to: queue)
        }
        guard isSecond else { return }
        if case .all = parts {
            if let sky = second.sky { queue.put(.sky(sky), at: now) }
            if let fix = second.fix { queue.put(.fix(fix), at: now) }
        }
        truth = second.truth
        self.second = runner.isFinished ? nil : runner.next()
    }

    private func deliverValues(of second: SimulatedSecond, to queue: EventQueue) {
        let now = second.at
        if let battery = second.battery { queue.put(.battery(battery), at: now) }
        if let pressure = second.pressure { queue.put(.pressure(pressure), at: now) }
        if let heartRate = second.heartRate { queue.put(.heartRate(heartRate), at: now) }
        if let steps = second.steps { queue.put(.steps(steps), at: now) }
    }
}
