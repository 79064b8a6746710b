import LinuxPeripherals
import Playback
import Quantities
import SimulatedPeripherals
import WatchCore

/// A scripted runner in real time, for boards whose chips are simulated: the drivers read register models once a second, on the way of
/// other wake-ups.
final class SimulatedSensors {
    private var runner: SimulatedRunner
    private let sensors: ModelledSensors
    private let withPosition: Bool
    private let deliver: (Event, MonotonicInstant) -> Void
    private var timer: LoopTimer?
    private var second: SimulatedSecond

    init(_ chips: [SimulatedPart], withPosition: Bool, on loop: EventLoop, deliver: @escaping (Event, MonotonicInstant) -> Void) {
        self.withPosition = withPosition
        self.deliver = deliver
        let now = MonotonicClock.now()
        var script = RunnerScript.everyday(lasting: .seconds(24 * 3600))
        script.monotonic = now
        script.utc = WallClock.now()
        runner = SimulatedRunner(script: script, seed: 1)
        second = runner.next()
        sensors = ModelledSensors(chips, at: now, seed: 1)
        timer = loop.makeTimer { [weak self] now in self?.service(now) }
        timer?.setDeadline(now)
    }

    private func service(_ now: MonotonicInstant) {
        var report: SimulatedSecond?
        while second.at <= now {
            sensors.feed(second)
            report = second
            second = runner.next()
        }
        sensors.service(at: now) { deliver($0, now) }
        if withPosition, let report {
            if let sky = report.sky { deliver(.sky(sky), now) }
            if let fix = report.fix { deliver(.fix(fix), now) }
        }
        arm(at: now)
    }

    /// A step of a set-up is due at its time; a batch may wait for another wake-up, as the chips' FIFOs hold more than a second.
    private func arm(at now: MonotonicInstant) {
        let next = withPosition ? min(sensors.nextInstant, second.at) : sensors.nextInstant
        let isBatch = now.duration(to: next) > .milliseconds(500)
        timer?.setDeadline(max(next, now), tolerance: isBatch ? .milliseconds(100) : .zero)
    }
}
