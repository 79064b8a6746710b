import Boards
import Glibc

/// A kind of device node, with what switches it on.
private enum NodeKind {
    case i2c, spi, gpio

    var name: String {
        switch self {
        case .i2c: "I²C bus"
        case .spi: "SPI bus"
        case .gpio: "GPIO chip"
        }
    }
    /// What makes it appear on a Raspberry Pi.
    var remedy: String {
        switch self {
        case .i2c: "on a Pi add dtparam=i2c_arm=on to /boot/firmware/config.txt and i2c-dev to /etc/modules, and restart"
        case .spi: "on a Pi add dtparam=spi=on to /boot/firmware/config.txt and restart"
        case .gpio: "GPIO chips come with the kernel of a Pi; check the path, `gpiodetect` lists them"
        }
    }
}

extension Board {
    /// The device nodes that its parts sit on, and who needs them.
    fileprivate var nodes: [(path: String, kind: NodeKind, user: String)] {
        var nodes: [(String, NodeKind, String)] = []
        for bus in buses {
            if case .device(let path) = bus.node { nodes.append((path, bus.kind == .i2c ? .i2c : .spi, "bus \(bus.name)")) }
        }
        for button in buttons {
            if case .gpio(let line, _, _) = button.driver { nodes.append((line.chip, .gpio, "buttons")) }
        }
        if case .gpio(let line) = buzzer { nodes.append((line.chip, .gpio, "buzzer")) }
        return nodes
    }

    /// False if everything on it is simulated.
    var hasRealParts: Bool { !nodes.isEmpty }
}

/// The device nodes that a board names: whether they are there and may be used.
struct NodeExamination {
    private(set) var findings: [Finding] = []

    /// - Parameter isNamed: whether the runner named a board; without one a machine without buses is no fault.
    init(board: Board?, isNamed: Bool) {
        guard let board else {
            if !isNamed { findings.append(Self.machine) }
            return
        }
        var seen: Set<String> = []
        for (name, kind, user) in board.nodes where seen.insert(name).inserted {
            findings.append(name.hasPrefix("/") ? Self.examine(name, kind, user) : Self.examine(label: name, user))
        }
        if seen.isEmpty { findings.append(.ok("buses", "none needed: no part of this board is on one")) }
    }

    private static func examine(_ path: String, _ kind: NodeKind, _ user: String) -> Finding {
        var status = stat()
        guard stat(path, &status) == 0 else { return .problem(user, "this machine has no \(path)", kind.remedy) }
        guard status.st_mode & S_IFMT == S_IFCHR else {
            return .problem(user, "\(path) is no device", "name the \(kind.name)'s character device in the board file")
        }
        guard access(path, R_OK | W_OK) == 0 else {
            let group = getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) } ?? "\(status.st_gid)"
            return .problem(
                user, "\(path) belongs to group \(group), which you are not in", "sudo usermod -aG \(group) $USER, and log in again")
        }
        return .ok(user, "\(path) can be used")
    }

    /// A GPIO chip by its label.
    private static func examine(label: String, _ user: String) -> Finding {
        switch GPIOChipSearch.device(labelled: label) {
        case .found(let path), .forbidden(let path): examine(path, .gpio, user)
        case .absent:
            .problem(user, "this machine has no GPIO chip \(label)", "`gpiodetect` lists the chips: write the label of the header's one")
        }
    }

    /// Without a board: whether a watch could be built around this machine at all.
    private static var machine: Finding {
        let usual: [String] = ["/dev/i2c-1", "/dev/spidev0.0", "/dev/gpiochip0"]
        let present = usual.filter { path in access(path, F_OK) == 0 }
        guard !present.isEmpty else {
            return .warning(
                "buses", "this machine has no I²C, SPI or GPIO: it can simulate, replay and read runs, but not be a watch",
                "nothing on a computer; on a Pi give --board boards/pi-zero-2w.json to see what is missing")
        }
        return .ok("buses", "\(present.joined(separator: ", ")); --board FILE checks what a board needs")
    }
}
