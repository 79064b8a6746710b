import Peripherals
import Quantities
import SystemCalls

/// A buzzer or a vibration motor behind a transistor on a GPIO line: on while the line is high.
///
/// It is switched off when a pattern ends and when the object goes, so that nothing keeps buzzing. A line that fails ends its pattern.
public final class GPIOBuzzer: Buzzer {
    /// Switches what buzzes on or off.
    public typealias Switch = (_ isOn: Bool) throws(PeripheralError) -> Void

    private let loop: EventLoop
    private let setLine: Switch
    private var player = BuzzPlayer()
    private var timer: LoopTimer?
    /// What the line was told last; nil if that is not known.
    private var isOn: Bool?

    /// A buzzer on a line.
    public convenience init(_ line: GPIOLine, on loop: EventLoop) throws(PeripheralError) {
        let output = try GPIOOutput(line)
        self.init(on: loop) { isOn throws(PeripheralError) in try output.set(isOn) }
    }

    /// A buzzer that `setLine` switches.
    public init(on loop: EventLoop, setLine: @escaping Switch) {
        self.loop = loop
        self.setLine = setLine
        timer = loop.makeTimer { [weak self] now in
            // A line that fails has ended the pattern; the next one will say so, if it lasts.
            do { try self?.follow(at: now) } catch {}
        }
    }

    deinit {
        if let timer { loop.remove(timer) }
        if isOn != false { try? setLine(false) }
    }

    /// Starts a pattern and returns at once; a running pattern is replaced.
    public func play(_ pattern: BuzzPattern) throws(PeripheralError) { try play(pattern, at: MonotonicClock.now()) }

    /// Starts a pattern at an instant.
    func play(_ pattern: BuzzPattern, at now: MonotonicInstant) throws(PeripheralError) {
        player.play(pattern, at: now)
        try follow(at: now)
    }

    /// When the line changes next; nil in silence.
    var nextChange: MonotonicInstant? { timer?.deadline }

    /// Does what the pattern says for an instant.
    func follow(at now: MonotonicInstant) throws(PeripheralError) {
        let isDue = player.isOn(at: now)
        if isOn != isDue {
            isOn = nil
            do throws(PeripheralError) { try setLine(isDue) } catch {
                player = BuzzPlayer()
                timer?.setDeadline(nil)
                throw error
            }
            isOn = isDue
        }
        timer?.setDeadline(player.nextChange)
    }
}
