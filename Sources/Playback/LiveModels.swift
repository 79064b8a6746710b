import Peripherals
import Quantities
import SensorService
import SimulatedPeripherals
import WatchCore

/// A scripted runner in real time with models of chips on the wrist, serviced as the sensors of a board are: for boards whose buses are
/// simulated. Positions, if the script's are wanted, come with the batch of their second, and only in a run.
///
/// A real report wakes the event loop and not the thread of the sensors; that a model of one needs that thread must not cost a wake-up that
/// a watch does not have. While frames or the like come every second, positions wait for them.
public final class LiveModels: SensorServicing {
    /// The hub, with drivers on whichever buses.
    public let hub: SensorHub
    private let withPosition: Bool
    private var wrist: ScriptedWrist
    private var demand = SensorDemand.rest
    private var lastOccasion: MonotonicInstant?

    /// Occasions that are further apart are not waited for.
    private static let patience = Duration.milliseconds(1_050)

    /// - Parameters:
    ///   - hub: drivers on the wrist's bus, and others.
    ///   - wrist: the chips.
    ///   - script: what the runner does, from its own instant on.
    ///   - withPosition: whether the script's positions are delivered.
    public init(_ hub: SensorHub, on wrist: SimulatedWrist, script: RunnerScript, seed: UInt64, withPosition: Bool) {
        self.hub = hub
        self.withPosition = withPosition
        self.wrist = ScriptedWrist(wrist, script: script, seed: seed)
    }

    private var givesPosition: Bool { withPosition && demand == .run }

    /// The hub's next service, or the script's next second if its position is wanted.
    public var nextService: MonotonicInstant {
        guard givesPosition else { return hub.nextService }
        let nextOccasion = lastOccasion.map { $0 + Self.patience } ?? wrist.next.at
        return min(hub.nextService, max(wrist.next.at, nextOccasion))
    }

    /// Lets the runner come up to now and services the chips.
    public func service(at now: MonotonicInstant, into events: inout [Event]) {
        guard givesPosition, wrist.next.at <= now else {
            wrist.advance(to: now)
            return hub.service(at: now, into: &events)
        }
        if let lastOccasion, now >= lastOccasion + Self.patience { self.lastOccasion = nil }
        servicePosition(at: now, into: &events)
    }

    /// The same when something else has woken the machine.
    public func serviceOnOccasion(at now: MonotonicInstant, into events: inout [Event]) {
        lastOccasion = now
        guard givesPosition, wrist.next.at <= now else {
            wrist.advance(to: now)
            return hub.serviceOnOccasion(at: now, into: &events)
        }
        servicePosition(at: now, into: &events)
    }

    private func servicePosition(at now: MonotonicInstant, into events: inout [Event]) {
        let latest = wrist.advance(to: now)
        hub.serviceOnOccasion(at: now, into: &events)
        if let sky = latest?.sky { events.append(.sky(sky)) }
        if let fix = latest?.fix { events.append(.fix(fix)) }
    }

    /// Hands on what the sensors are to do.
    public func setDemand(_ demand: SensorDemand, at now: MonotonicInstant, into events: inout [Event]) {
        wrist.advance(to: now)
        self.demand = demand
        hub.setDemand(demand, at: now, into: &events)
    }

    /// What the hub says.
    public func trouble(of kind: SensorKind) -> ChipError? { hub.trouble(of: kind) }

    /// Switches the chips off.
    public func shutDown() { hub.shutDown() }
}
