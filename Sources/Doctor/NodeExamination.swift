import Boards
import Glibc
import LinuxPeripherals

/// A device node that a board's parts sit on.
struct BoardNode: Hashable {
    /// What the parts are behind.
    enum Kind: Hashable { case i2c, spi, gpio }

    /// Its path, or the label of a GPIO chip.
    var path: String
    var kind: Kind
    /// What a line about it begins with: `bus i2c`, `buttons`.
    var user: String
    /// The parts behind it, by name.
    var parts: [String]

    /// What switches it on in a Pi's `config.txt`; nil for what needs no line there.
    var configurationLine: String? {
        switch kind {
        case .i2c: BusSetUp.i2c
        case .spi: BusSetUp.spi
        case .gpio: nil
        }
    }

    /// That they could not be looked at, for the end of a sentence.
    var leftOut: String { parts.isEmpty ? "" : "; not probed: \(parts.joined(separator: ", "))" }
}

extension Board {
    /// The nodes that its parts sit on, each once.
    var nodes: [BoardNode] {
        var nodes: [BoardNode] = []
        for bus in buses {
            guard case .device(let path) = bus.node else { continue }
            nodes.append(
                BoardNode(path: path, kind: bus.kind == .i2c ? .i2c : .spi, user: "bus \(bus.name)", parts: names(onBus: bus.name)))
        }
        for button in buttons {
            guard case .gpio(let line, _, _) = button.driver else { continue }
            add(line, "buttons", "the \(button.role) button", to: &nodes)
        }
        if case .gpio(let line) = buzzer { add(line, "buzzer", "the buzzer", to: &nodes) }
        return nodes
    }

    /// False if everything on it is simulated.
    public var hasRealParts: Bool { !nodes.isEmpty }

    private func add(_ line: Line, _ user: String, _ part: String, to nodes: inout [BoardNode]) {
        if let index = nodes.firstIndex(where: { $0.path == line.chip }) {
            nodes[index].parts.append(part)
        } else {
            nodes.append(BoardNode(path: line.chip, kind: .gpio, user: user, parts: [part]))
        }
    }

    private func names(onBus name: String) -> [String] {
        var names = parts.filter { $0.bus == name }.map { "\($0.chip.rawValue) at \($0.address)" }
        switch display?.driver {
        case .ssd1306(name, let address): names.append("the display at \(address)")
        case .sharpMemoryLCD(name): names.append("the display")
        default: break
        }
        return names
    }
}

/// Whether a board's device nodes are there and may be used.
public struct NodeExamination {
    /// What this machine's `config.txt` says; nil where there is none.
    var boot: BootConfiguration?

    /// What is wrong with a node; nil if it can be opened. Each says which parts could not be looked at.
    func complaint(_ node: BoardNode) -> Complaint? {
        guard node.kind == .gpio, !node.path.hasPrefix("/") else { return complaint(node, at: node.path) }
        switch GPIOChipPlace(labelled: node.path) {
        case .node(let path), .forbidden(let path): return complaint(node, at: path)
        case .ambiguous:
            return Complaint(
                "several GPIO chips of this machine are called \(node.path)\(node.leftOut)", "name the chip's node in the board file")
        case .absent:
            return Complaint(
                "this machine has no GPIO chip \(node.path)\(node.leftOut)",
                "`gpiodetect` lists the chips: write the label of the header's one")
        }
    }

    private func complaint(_ node: BoardNode, at path: String) -> Complaint? {
        let left = node.leftOut
        var status = stat()
        guard stat(path, &status) == 0 else { return Complaint("this machine has no \(path)\(left)", remedy(node)) }
        guard status.st_mode & S_IFMT == S_IFCHR else {
            return Complaint("\(path) is no device\(left)", "name the \(node.kind.name)'s character device in the board file")
        }
        guard access(path, R_OK | W_OK) == 0 else {
            let group = getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) } ?? "\(status.st_gid)"
            return Complaint(
                "\(path) belongs to group \(group), which you are not in\(left)",
                "sudo usermod -aG \(group) $USER, and log in again")
        }
        return nil
    }

    /// Without a board: whether a watch could be built around this machine at all.
    public static var machine: Finding {
        let usual: [String] = ["/dev/i2c-1", "/dev/spidev0.0", "/dev/gpiochip0"]
        let present = usual.filter { path in access(path, F_OK) == 0 }
        guard !present.isEmpty else {
            return .warning(
                "buses", "this machine has no I²C, SPI or GPIO: it can simulate, replay and read runs, but not be a watch",
                "nothing on a computer; on a Pi give --board boards/pi-zero-2w.json to see what is missing")
        }
        return .ok("buses", "\(present.joined(separator: ", ")); --board FILE looks at the parts of a board")
    }

    // MARK: - What makes a node appear

    private func remedy(_ node: BoardNode) -> String {
        guard let line = node.configurationLine else {
            return "GPIO chips come with the kernel of a Pi; check the path, `gpiodetect` lists them"
        }
        let modules = node.kind == .i2c ? ", \(BusSetUp.loadI2C)" : ""
        guard let boot else { return "on a Pi add \(line) to /boot/firmware/config.txt\(modules), and restart" }
        guard boot.switchesOn(node.kind) else { return "add \(line) to \(boot.path)\(modules), and restart" }
        let module = node.kind == .i2c ? "i2c-dev" : "spidev"
        return "\(boot.path) switches it on: restart, and if it is still not there, sudo modprobe \(module)"
    }
}

extension BoardNode.Kind {
    fileprivate var name: String {
        switch self {
        case .i2c: "I²C bus"
        case .spi: "SPI bus"
        case .gpio: "GPIO chip"
        }
    }
}
