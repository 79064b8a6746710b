import Peripherals
import Quantities
import SimulatedPeripherals
import WatchCore
import WatchRuntime

/// A scripted runner in real time with models of chips on the wrist, serviced as the sensors of a board are: for boards whose buses are
/// simulated. Positions, if the script's are wanted, come with the batch of their second, and only in a run.
public final class LiveModels: SensorServicing {
    /// The hub, with drivers on whichever buses.
    public let hub: SensorHub
    private let wrist: SimulatedWrist
    private let withPosition: Bool
    private var runner: SimulatedRunner
    private var second: SimulatedSecond
    private var demand = SensorDemand.rest

    /// - Parameters:
    ///   - hub: drivers on the wrist's bus, and others.
    ///   - wrist: the chips.
    ///   - script: what the runner does, from its own instant on.
    ///   - withPosition: whether the script's positions are delivered.
    public init(_ hub: SensorHub, on wrist: SimulatedWrist, script: RunnerScript, seed: UInt64, withPosition: Bool) {
        self.hub = hub
        self.wrist = wrist
        self.withPosition = withPosition
        runner = SimulatedRunner(script: script, seed: seed)
        second = runner.next()
    }

    private var givesPosition: Bool { withPosition && demand == .run }

    /// The hub's next service, or the script's next second if its position is wanted.
    public var nextService: MonotonicInstant { givesPosition ? min(hub.nextService, second.at) : hub.nextService }

    /// Lets the runner come up to now and services the chips.
    public func service(at now: MonotonicInstant, into events: inout [Event]) {
        guard let latest = catchUp(to: now), givesPosition else { return hub.service(at: now, into: &events) }
        hub.serviceOnOccasion(at: now, into: &events)
        if let sky = latest.sky { events.append(.sky(sky)) }
        if let fix = latest.fix { events.append(.fix(fix)) }
    }

    /// The same when something else has woken the machine.
    public func serviceOnOccasion(at now: MonotonicInstant, into events: inout [Event]) {
        guard !givesPosition else { return }
        _ = catchUp(to: now)
        hub.serviceOnOccasion(at: now, into: &events)
    }

    /// Hands on what the sensors are to do.
    public func setDemand(_ demand: SensorDemand, at now: MonotonicInstant, into events: inout [Event]) {
        _ = catchUp(to: now)
        self.demand = demand
        hub.setDemand(demand, at: now, into: &events)
    }

    /// What the hub says.
    public func trouble(of kind: SensorKind) -> ChipError? { hub.trouble(of: kind) }

    /// Switches the chips off.
    public func shutDown() { hub.shutDown() }

    /// Feeds the chips up to now; the last second that has begun, if one has.
    private func catchUp(to now: MonotonicInstant) -> SimulatedSecond? {
        var latest: SimulatedSecond?
        while second.at <= now, !runner.isFinished {
            wrist.feed(second)
            latest = second
            second = runner.next()
        }
        wrist.bus.now = max(wrist.bus.now, now)
        return latest
    }
}
