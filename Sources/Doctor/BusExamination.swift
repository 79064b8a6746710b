import Boards
import JSONText

/// What is said of a bus that could be opened.
struct BusExamination {
    var boot: BootConfiguration?

    /// - Parameter speed: what is known of how fast it is; nil for other nodes than I²C buses.
    func finding(_ node: BoardNode, _ speed: BusSpeed?) -> Finding {
        let texts = ["\(node.path) can be used"] + (speed?.texts ?? [])
        let text = texts.joined(separator: "; "), values = speed?.values ?? JSONObject()
        guard let speed, speed.isSlow else { return .ok(node.user, text, values: values) }
        return .warning(node.user, "\(text); a watch wants \(BusSpeed.wanted / 1000) kHz", faster(node), values: values)
    }

    /// What switches on, at the next start, a node that is there now; nil if it is, or if that cannot be told.
    func forgotten(_ node: BoardNode) -> Finding? {
        guard let boot, let line = node.configurationLine, !boot.switchesOn(node.kind),
            node.path == "/dev/i2c-1" || node.path.hasPrefix("/dev/spidev0.")
        else { return nil }
        return .warning(
            "config.txt", "\(boot.path) does not switch on \(node.path), which is there now",
            "add \(line), or it may be gone after a restart")
    }

    private func faster(_ node: BoardNode) -> String {
        guard node.path == "/dev/i2c-1" else { return "give the overlay that makes it a baudrate of \(BusSpeed.wanted)" }
        let line = "dtparam=i2c_arm_baudrate=\(BusSpeed.wanted)"
        guard let boot else { return "on a Pi add \(line) to /boot/firmware/config.txt, and restart" }
        return boot.parameters["i2c_arm_baudrate"] == "\(BusSpeed.wanted)"
            ? "\(boot.path) has \(line): restart" : "add \(line) to \(boot.path), and restart"
    }
}
