import LinuxPeripherals
import Quantities
import SimulatedPeripherals
import WatchCore

/// A scripted runner in real time, for boards whose parts are simulated: one reading of each part a second, on the way of other wake-ups.
final class SimulatedSensors {
    private var runner: SimulatedRunner
    private let kinds: Set<SensorKind>
    private let withPosition: Bool
    private let deliver: (Event, MonotonicInstant) -> Void
    private var timer: LoopTimer?
    private var next: MonotonicInstant

    init(_ kinds: Set<SensorKind>, withPosition: Bool, on loop: EventLoop, deliver: @escaping (Event, MonotonicInstant) -> Void) {
        self.kinds = kinds
        self.withPosition = withPosition
        self.deliver = deliver
        let now = MonotonicClock.now()
        var script = RunnerScript.everyday(lasting: .seconds(24 * 3600))
        script.monotonic = now
        script.utc = WallClock.now()
        runner = SimulatedRunner(script: script, seed: 1)
        next = now
        timer = loop.makeTimer { [weak self] now in self?.service(now) }
        timer?.setDeadline(now)
    }

    private func service(_ now: MonotonicInstant) {
        guard !runner.isFinished else { return }
        let second = runner.next()
        if kinds.contains(.battery), let battery = second.battery { deliver(.battery(battery), now) }
        if kinds.contains(.barometer), let pressure = second.pressure { deliver(.pressure(pressure), now) }
        if kinds.contains(.heartRate), let heartRate = second.heartRate { deliver(.heartRate(heartRate), now) }
        if kinds.contains(.motion), let steps = second.steps { deliver(.steps(steps), now) }
        if withPosition {
            if let sky = second.sky { deliver(.sky(sky), now) }
            if let fix = second.fix { deliver(.fix(fix), now) }
        }
        next = max(next.advanced(by: .seconds(1)), now.advanced(by: .milliseconds(200)))
        timer?.setDeadline(next, tolerance: .milliseconds(600))
    }
}
