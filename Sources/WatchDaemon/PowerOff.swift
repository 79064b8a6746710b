import Glibc
import LinuxPeripherals
import Quantities
import SystemCalls

/// Asks systemd to turn the machine off. systemd then ends this process in good order, which makes everything durable.
final class PowerOff {
    /// systemctl returns as soon as systemd has accepted or refused.
    private static let patience = Duration.seconds(3)
    private static let command = ["systemctl", "--no-ask-password", "poweroff"]

    private let loop: EventLoop
    private let say: (String) -> Void
    private var timer: LoopTimer?
    private var child: pid_t = 0

    init(on loop: EventLoop, say: @escaping (String) -> Void) {
        self.loop = loop
        self.say = say
    }

    /// Asks, and says in the journal if it was refused.
    func ask() {
        guard child == 0 else { return }
        var arguments: [UnsafeMutablePointer<CChar>?] = Self.command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        let code = posix_spawnp(&child, Self.command[0], nil, nil, &arguments, environ)
        guard code == 0 else {
            child = 0
            return refuse("systemctl could not be started (\(String(cString: strerror(code))))")
        }
        let timer = loop.makeTimer { [weak self] _ in self?.look() }
        timer.setDeadline(MonotonicClock.now() + Self.patience)
        self.timer = timer
    }

    private func look() {
        var status: Int32 = 0
        guard waitpid(child, &status, WNOHANG) == child else { return }
        child = 0
        if let timer { loop.remove(timer) }
        if status != 0 { refuse("systemctl poweroff was refused") }
    }

    private func refuse(_ reason: String) {
        say(
            "\(reason): allow this user org.freedesktop.login1.power-off by a polkit rule, or switch the watch off by hand; all runs are saved"
        )
    }
}
