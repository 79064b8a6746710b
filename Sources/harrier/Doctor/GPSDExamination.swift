import LinuxPeripherals
import Peripherals
import Quantities

/// Whether a gpsd answers, and what it has to say of its receiver.
enum GPSDExamination {
    /// An answer is awaited for this long.
    private static let patience = Duration.seconds(2)

    /// - Parameter isNeeded: whether somebody counts on it; otherwise a missing gpsd is only worth a warning.
    static func finding(address text: String, isNeeded: Bool) -> Finding {
        do throws(PeripheralError) { return try finding(GPSDAddress(text), isNeeded) } catch {
            return .problem("gpsd", "\(error.part) \(error.problem)", error.advice)
        }
    }

    private static func finding(_ address: GPSDAddress, _ isNeeded: Bool) throws(PeripheralError) -> Finding {
        let loop = try EventLoop()
        var limits = GPSDClient.Limits()
        limits.silence = patience
        limits.tolerance = .zero
        var hasFix = false
        let client = try GPSDClient(address, on: loop, limits: limits) { report, _ in
            if case .fix(let fix) = report, fix.position != nil { hasFix = true }
            if case .link(.noDaemon) = report { loop.stop() }
            if case .link(.noReceiver) = report { loop.stop() }
            if hasFix { loop.stop() }
        }
        let timer = loop.makeTimer { _ in loop.stop() }
        timer.setDeadline(MonotonicClock.now() + patience)
        client.start()
        try loop.run()
        defer { client.stop() }
        switch client.link {
        case .attached, .silent:
            let driver = client.driver.map { ", \($0)" } ?? ""
            if hasFix { return .ok("gpsd", "\(address) has a receiver\(driver), with a fix") }
            return .warning(
                "gpsd", "\(address) has a receiver\(driver), without a fix in \(patience.components.seconds) s",
                "wait under open sky; if `gpsmon` shows nothing, check the antenna and the baud rate")
        case .noReceiver:
            return .warning("gpsd", "\(address) answers but has no receiver", "name it in /etc/default/gpsd: DEVICES=\"/dev/serial0\"")
        case .noDaemon:
            let problem = client.problem?.problem ?? "does not answer"
            let advice = "start it (sudo systemctl enable --now gpsd), or say where it listens with --gpsd HOST:PORT"
            let text = "no gpsd at \(address): it \(problem)"
            return isNeeded ? .problem("gpsd", text, advice) : .warning("gpsd", text + "; simulating and replaying need none", advice)
        }
    }
}
