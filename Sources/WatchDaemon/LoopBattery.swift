import LinuxPeripherals
import Quantities
import SensorService
import SystemCalls

/// The machine's own battery, for a board without a gauge of its own: looked at once a minute, and more often when it is low.
final class LoopBattery {
    private static let tolerance = 0.5

    private let battery: SystemBattery
    private let loop: EventLoop
    private let deliver: (BatteryReading, MonotonicInstant) -> Void
    private var timer: LoopTimer?

    /// Nil if the machine has no battery.
    init?(on loop: EventLoop, deliver: @escaping (BatteryReading, MonotonicInstant) -> Void) {
        guard let battery = SystemBattery() else { return nil }
        self.battery = battery
        self.loop = loop
        self.deliver = deliver
        timer = loop.makeTimer { [weak self] now in self?.read(now) }
        read(MonotonicClock.now())
    }

    deinit { if let timer { loop.remove(timer) } }

    private func read(_ now: MonotonicInstant) {
        let reading = battery.read()
        deliver(reading, now)
        let period = BatteryRhythm.period(after: reading)
        timer?.setDeadline(now + period, tolerance: period * Self.tolerance)
    }
}
