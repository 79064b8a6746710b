import Glibc
import Quantities

extension Board {
    /// Reads a board file.
    public static func load(path: String) throws(BoardError) -> Board {
        try Board(json: BoardFile.read(path), file: path)
    }

    /// Reads the content of a board file; `file` is its name for messages. Any bytes whatever are safe to hand in.
    public init(json bytes: [UInt8], file: String) throws(BoardError) {
        let document: JSONDocument
        do {
            document = try JSONDocument.parse(bytes)
        } catch {
            throw BoardError(file: file, line: error.line, key: "", problem: error.problem, allowed: "")
        }
        let text = BoardText(file: file, bytes: bytes)
        let keys = ["name", "buses", "parts", "buttons", "display", "buzzer", "gps", "features"]
        let top = try ObjectReader(document, at: KeyPath(), in: text, keys: keys)

        name = try top.string("name", upTo: 64)
        buses = try BoardFile.buses(top)
        var places = OccupiedPlaces(buses: buses)
        parts = try BoardFile.parts(top, places: &places)
        buttons = try BoardFile.buttons(top, places: &places)
        display = try BoardFile.display(top, places: &places)
        buzzer = try BoardFile.buzzer(top, places: &places)
        gps = try BoardFile.gps(top)
        features = try BoardFile.features(top, parts: parts)
    }
}

/// Reads a board file section by section.
private enum BoardFile {
    /// A board file has one or two kilobytes; more than this is something else.
    static let largestSize = 65_536

    static func read(_ path: String) throws(BoardError) -> [UInt8] {
        func failure(_ problem: String) -> BoardError { BoardError(file: path, line: nil, key: "", problem: problem, allowed: "") }
        guard let stream = fopen(path, "rbe") else {
            throw failure("the board file cannot be opened (\(String(cString: strerror(errno))))")
        }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: largestSize + 1)
        let count = fread(&bytes, 1, bytes.count, stream)
        guard ferror(stream) == 0 else { throw failure("the board file cannot be read (\(String(cString: strerror(errno))))") }
        guard count <= largestSize else { throw failure("the file is too large for a board file, which has at most 64 kB") }
        return Array(bytes.prefix(count))
    }

    static func buses(_ top: ObjectReader) throws(BoardError) -> [Board.Bus] {
        guard top.optional("buses") != nil else { return [] }
        let section = try top.object("buses", keys: nil)
        var buses: [Board.Bus] = []
        for name in section.keys {
            guard (1...32).contains(name.utf8.count), name.utf8.allSatisfy(isBusNameByte) else {
                throw section.error(name, "no name for a bus", allowed: "1 to 32 letters of a-z, A-Z, 0-9, - and _")
            }
            let bus = try section.object(name, keys: ["type", "device"])
            let kind = try bus.choice("type", of: Board.BusKind.self)
            let device = try bus.string("device")
            let node: Board.Node = device == "simulated" ? .simulated : .device(try path(device, key: "device", in: bus))
            if node != .simulated, let other = buses.first(where: { $0.node == node }) {
                throw bus.error("device", "\(device) is already the bus \"\(other.name)\"")
            }
            buses.append(Board.Bus(name: name, kind: kind, node: node))
        }
        return buses
    }

    static func parts(_ top: ObjectReader, places: inout OccupiedPlaces) throws(BoardError) -> [Board.Part] {
        var parts: [Board.Part] = []
        for element in try top.list("parts") {
            let part = try top.element(element, keys: ["chip", "bus", "address"])
            let chip = try part.choice("chip", of: Chip.self)
            if let other = parts.first(where: { $0.chip.sensor == chip.sensor }) {
                throw part.error("chip", "\(chip.rawValue) measures the same as \(other.chip.rawValue); leave one of them out")
            }
            let bus = try places.bus(of: part, kind: .i2c)
            let address = try address(in: part, of: chip.rawValue, allowed: chip.addresses)
            for taken in [address] + chip.otherAddresses { try places.occupy(bus: bus, address: taken, by: chip.rawValue, in: part) }
            parts.append(Board.Part(chip: chip, bus: bus, address: address))
        }
        return parts
    }

    static func buttons(_ top: ObjectReader, places: inout OccupiedPlaces) throws(BoardError) -> [Board.Button] {
        var buttons: [Board.Button] = []
        for element in try top.list("buttons") {
            let all = try top.element(element, keys: ["role", "driver", "chip", "line", "active_low", "bias"])
            let role = try all.choice("role", of: RoleName.self).role
            if buttons.contains(where: { $0.role == role }) { throw all.error("role", "another button has this role already") }
            switch try all.choice("driver", of: ButtonDriverName.self) {
            case .gpio:
                let line = try line(all)
                try places.occupy(line: line, by: "the button \(RoleName(role).rawValue)", in: all)
                let bias = try all.choice("bias", of: Board.Bias.self)
                buttons.append(Board.Button(role: role, driver: .gpio(line, activeLow: try all.bool("active_low"), bias: bias)))
            case .control:
                _ = try top.element(element, keys: ["role", "driver"])
                buttons.append(Board.Button(role: role, driver: .control))
            case .keys:
                _ = try top.element(element, keys: ["role", "driver"])
                buttons.append(Board.Button(role: role, driver: .keys))
            }
        }
        for role in [ButtonRole.start, .page] where !buttons.contains(where: { $0.role == role }) {
            throw top.error(
                "buttons", "a watch needs a button for \"\(RoleName(role).rawValue)\"", allowed: "start and page, and perhaps lap")
        }
        return buttons
    }

    static func display(_ top: ObjectReader, places: inout OccupiedPlaces) throws(BoardError) -> Board.Display? {
        guard top.optional("display") != nil else { return nil }
        let any = try top.object("display", keys: ["driver", "width", "height", "bus", "address", "folder"])
        let name = try any.choice("driver", of: DisplayDriverName.self)
        let display = try top.object("display", keys: ["driver", "width", "height"] + name.extraKeys)
        let driver: Board.DisplayDriver
        switch name {
        case .simulated: driver = .simulated
        case .terminal: driver = .terminal
        case .png: driver = .png(folder: try folder(display))
        case .ssd1306:
            let bus = try places.bus(of: display, kind: .i2c)
            let address = try address(in: display, of: name.rawValue, allowed: [0x3C, 0x3D].compactMap(Board.Address.init))
            try places.occupy(bus: bus, address: address, by: name.rawValue, in: display)
            driver = .ssd1306(bus: bus, address: address)
        case .sharpMemoryLCD:
            driver = .sharpMemoryLCD(bus: try places.bus(of: display, kind: .spi))
        }
        let width = Int(try display.integer("width", in: 1...1024))
        let height = Int(try display.integer("height", in: 1...1024))
        guard name.sizes.contains(where: { $0 == (width, height) }) else {
            let sizes = name.sizes.map { "\($0.0) × \($0.1)" }.joined(separator: ", ")
            throw display.error("width", "\(width) × \(height) is no size of \(name.rawValue)", allowed: sizes)
        }
        return Board.Display(driver: driver, width: width, height: height)
    }

    static func buzzer(_ top: ObjectReader, places: inout OccupiedPlaces) throws(BoardError) -> Board.Buzzer? {
        guard top.optional("buzzer") != nil else { return nil }
        let buzzer = try top.object("buzzer", keys: ["driver", "chip", "line"])
        switch try buzzer.choice("driver", of: BuzzerDriverName.self) {
        case .gpio:
            let line = try line(buzzer)
            try places.occupy(line: line, by: "the buzzer", in: buzzer)
            return .gpio(line)
        case .terminal:
            _ = try top.object("buzzer", keys: ["driver"])
            return .terminal
        case .simulated:
            _ = try top.object("buzzer", keys: ["driver"])
            return .simulated
        }
    }

    static func gps(_ top: ObjectReader) throws(BoardError) -> Board.GPS? {
        guard top.optional("gps") != nil else { return nil }
        let gps = try top.object("gps", keys: ["driver", "host", "port"])
        switch try gps.choice("driver", of: GPSDriverName.self) {
        case .simulated:
            _ = try top.object("gps", keys: ["driver"])
            return .simulated
        case .gpsd:
            let host = try gps.string("host")
            guard host.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw gps.error("host", "a host has no spaces and no letters but ASCII", allowed: "a name or an address, such as 127.0.0.1")
            }
            return .gpsd(host: host, port: UInt16(truncatingIfNeeded: try gps.integer("port", in: 1...65_535)))
        }
    }

    static func features(_ top: ObjectReader, parts: [Board.Part]) throws(BoardError) -> Set<Board.Feature> {
        var features: Set<Board.Feature> = []
        let allowed = Board.Feature.allCases.map(\.rawValue).joined(separator: ", ")
        for element in try top.list("features") {
            guard case .string(let word) = element.value, let feature = Board.Feature(rawValue: word) else {
                throw top.error(at: element.path, "no such feature", allowed: allowed)
            }
            guard features.insert(feature).inserted else { throw top.error(at: element.path, "\"\(word)\" is named twice") }
            if feature == .wristRaise, !parts.contains(where: { $0.chip.sensor == .motion }) {
                throw top.error(at: element.path, "\"\(word)\" needs a motion sensor among the parts")
            }
        }
        return features
    }

    private static func isBusNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func path(_ text: String, key: String, in reader: ObjectReader) throws(BoardError) -> String {
        let steps = text.split(separator: "/", omittingEmptySubsequences: false)
        guard text.hasPrefix("/dev/"), steps.dropFirst().allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
            throw reader.error(key, "\"\(printable(text))\" is no device", allowed: "a path below /dev/, or simulated")
        }
        return text
    }

    private static func line(_ reader: ObjectReader) throws(BoardError) -> Board.Line {
        let chip = try path(try reader.string("chip"), key: "chip", in: reader)
        return Board.Line(chip: chip, offset: UInt32(truncatingIfNeeded: try reader.integer("line", in: 0...511)))
    }

    private static func folder(_ reader: ObjectReader) throws(BoardError) -> String {
        let folder = try reader.string("folder")
        let steps = folder.split(separator: "/", omittingEmptySubsequences: false)
        guard steps.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
            throw reader.error(
                "folder", "\"\(printable(folder))\" is no folder of the data", allowed: "a relative path without .., such as screen")
        }
        return folder
    }

    private static func address(in reader: ObjectReader, of chip: String, allowed: [Board.Address]) throws(BoardError) -> Board.Address {
        let words = allowed.map(\.description).joined(separator: ", ")
        let text = try reader.string("address")
        guard text.utf8.count == 4, text.hasPrefix("0x"), let value = UInt8(text.dropFirst(2), radix: 16) else {
            throw reader.error("address", "\"\(printable(text))\" is no address", allowed: "\(words), written as a text")
        }
        guard let address = allowed.first(where: { $0.value == value }) else {
            throw reader.error("address", "\(chip) has no address \(text)", allowed: words)
        }
        return address
    }
}
