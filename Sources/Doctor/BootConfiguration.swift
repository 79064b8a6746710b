/// What a Raspberry Pi's `config.txt` switches on (raspberrypi.com/documentation/computers/config_txt.html, "Device Trees, overlays, and
/// parameters"). Sections for other models are taken for this one's: it is only used to say what else is missing.
struct BootConfiguration: Hashable {
    /// Where the file is in today's Raspberry Pi OS, and where it was before 2023.
    private static let places: [String] = ["/boot/firmware/config.txt", "/boot/config.txt"]

    /// Which file it is.
    let path: String
    /// The parameters of the device tree by name; one without a value is on.
    private(set) var parameters: [String: String] = [:]
    /// The overlays.
    private(set) var overlays: Set<String> = []

    /// This machine's; nil if it has none, as a computer.
    static func ofThisMachine() -> BootConfiguration? {
        for path in places {
            if let lines = KernelText.lines(path) { return BootConfiguration(path: path, lines: lines.map(String.init)) }
        }
        return nil
    }

    init(path: String, lines: [String]) {
        self.path = path
        var isUsed = true
        for line in lines {
            let line = line.filter { !$0.isWhitespace }
            if line.hasPrefix("[") {
                isUsed = line != "[none]"
            } else if isUsed, line.hasPrefix("dtparam=") {
                for entry in line.dropFirst("dtparam=".count).split(separator: ",") { set(entry) }
            } else if isUsed, line.hasPrefix("dtoverlay="), let name = line.dropFirst("dtoverlay=".count).split(separator: ",").first {
                overlays.insert(String(name))
            }
        }
    }

    private mutating func set(_ entry: Substring) {
        let parts = entry.split(separator: "=", maxSplits: 1)
        guard let name = parts.first else { return }
        // The firmware's own short names for the bus on the header.
        let names = ["i2c": "i2c_arm", "i2c1": "i2c_arm", "i2c_baudrate": "i2c_arm_baudrate", "i2c1_baudrate": "i2c_arm_baudrate"]
        parameters[names[String(name)] ?? String(name)] = parts.count > 1 ? String(parts[1]) : "on"
    }

    /// Whether a parameter is switched on.
    func switchesOn(_ parameter: String) -> Bool {
        ["on", "true", "yes", "1", "okay"].contains(parameters[parameter] ?? "off")
    }

    /// Whether the header's bus of a kind is on; SPI may be so by an overlay too.
    func switchesOn(_ kind: BoardNode.Kind) -> Bool {
        switch kind {
        case .i2c: switchesOn("i2c_arm")
        case .spi: switchesOn("spi") || overlays.contains { $0.hasPrefix("spi0-") }
        case .gpio: true
        }
    }
}
