import LinuxPeripherals
import Peripherals
import Quantities
import SystemCalls

/// Asks systemd to turn the machine off. systemd then ends this process in good order, which makes everything durable.
///
/// Asking is never waited for. It may be asked again after a refusal, and after ``patience`` without an answer; then the request that
/// hangs is given up (N13).
final class PowerOff {
    /// What asks systemd.
    static let systemctl = ["systemctl", "--no-ask-password", "poweroff"]

    private let loop: EventLoop
    private let command: [String]
    /// systemctl returns as soon as systemd has accepted or refused.
    private let patience: Duration
    private let say: (String) -> Void
    private var timer: LoopTimer?
    private var request: ChildProcess?
    private var isLate = false
    /// Tells the answer to this request from that to one that was given up.
    private var requests: UInt64 = 0

    init(
        on loop: EventLoop, command: [String] = PowerOff.systemctl, patience: Duration = .seconds(3), say: @escaping (String) -> Void
    ) {
        self.loop = loop
        self.command = command
        self.patience = patience
        self.say = say
        timer = loop.makeTimer { [weak self] _ in self?.noteLateness() }
    }

    deinit { if let timer { loop.remove(timer) } }

    /// Asks, and says in the journal if it was refused. While the answer to an earlier request can still be expected nothing happens.
    func ask() {
        guard request == nil || isLate else { return }
        request?.kill()
        request = nil
        isLate = false
        requests &+= 1
        let number = requests
        do throws(PeripheralError) {
            request = try ChildProcess(command, on: loop) { [weak self] ending, _ in self?.take(ending, of: number) }
            timer?.setDeadline(MonotonicClock.now() + patience)
        } catch { refuse("\(error.part) \(error.problem)") }
    }

    private func take(_ ending: ChildProcess.Ending, of number: UInt64) {
        guard number == requests, request != nil else { return }
        request = nil
        isLate = false
        timer?.setDeadline(nil)
        switch ending {
        case .exited(status: 0): break
        case .exited(let status): refuse("\(name) did not turn the watch off (exit status \(status))")
        case .killed(let signal): refuse("\(name) did not turn the watch off (ended by signal \(signal))")
        }
    }

    private func noteLateness() {
        guard request != nil else { return }
        isLate = true
        say("\(name) does not answer: turn the watch off once more, or by hand; all runs are saved")
    }

    private var name: String { command.first ?? "" }

    private func refuse(_ reason: String) {
        say(
            "\(reason): allow this user org.freedesktop.login1.power-off by a polkit rule, or switch the watch off by hand; all runs are saved"
        )
    }
}
