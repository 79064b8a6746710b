import LinuxPeripherals
import Peripherals
import Quantities
import SystemCalls

/// A memory LCD on the event loop, whose voltage is turned round each second also while its picture stays.
final class MaintainedDisplay: Display {
    private static let period = Duration.seconds(1)
    /// The voltage need not be turned on the dot: the wake-up waits for another.
    private static let tolerance = Duration.milliseconds(100)

    private let panel: SharpMemoryLCD
    private let loop: EventLoop
    private var timer: LoopTimer?
    /// Told when the panel stops answering, once.
    private let fail: (PeripheralError) -> Void
    private var hasFailed = false

    init(_ panel: SharpMemoryLCD, on loop: EventLoop, fail: @escaping (PeripheralError) -> Void) {
        self.panel = panel
        self.loop = loop
        self.fail = fail
        timer = loop.makeTimer { [weak self] now in self?.maintain(now) }
    }

    deinit { if let timer { loop.remove(timer) } }

    var width: Int { panel.width }
    var height: Int { panel.height }

    func show(_ frame: Bitmap) throws(PeripheralError) {
        try panel.show(frame)
        hasFailed = false
        schedule(from: MonotonicClock.now())
    }

    func setLight(_ light: DisplayLight) throws(PeripheralError) { try panel.setLight(light) }

    func shutDown() throws(PeripheralError) {
        timer?.setDeadline(nil)
        try panel.shutDown()
    }

    private func maintain(_ now: MonotonicInstant) {
        do {
            try panel.maintain()
            hasFailed = false
        } catch {
            if !hasFailed { fail(error) }
            hasFailed = true
        }
        schedule(from: now)
    }

    private func schedule(from now: MonotonicInstant) { timer?.setDeadline(now + Self.period, tolerance: Self.tolerance) }
}
