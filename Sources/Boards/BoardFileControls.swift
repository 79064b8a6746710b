import Quantities

/// Buttons, display, buzzer, receiver, computer and features.
extension BoardFile {
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

    static func display(_ top: ObjectReader, places: inout OccupiedPlaces, currents: inout [Board.Consumer: Board.Current])
        throws(BoardError) -> Board.Display?
    {
        guard top.optional("display") != nil else { return nil }
        let any = try top.object("display", keys: ["driver", "width", "height", "bus", "address", "folder", "current"])
        let name = try any.choice("driver", of: DisplayDriverName.self)
        let display = try top.object("display", keys: ["driver", "width", "height"] + name.extraKeys + ["current"])
        currents[.display] = try current(of: display)
        let driver: Board.DisplayDriver
        switch name {
        case .simulated: driver = .simulated
        case .terminal: driver = .terminal
        case .png: driver = .png(folder: try folder(display))
        case .ssd1306:
            let bus = try places.bus(of: display, kind: .i2c)
            let address = try address(in: display, of: name.rawValue, allowed: [0x3C, 0x3D].compactMap(Board.Address.init))
            let occupant = OccupiedPlaces.Occupant(name: name.rawValue, pin: .ssd1306)
            try places.occupy(bus: bus, address: address, by: occupant, in: display)
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

    static func buzzer(_ top: ObjectReader, places: inout OccupiedPlaces, currents: inout [Board.Consumer: Board.Current])
        throws(BoardError) -> Board.Buzzer?
    {
        guard top.optional("buzzer") != nil else { return nil }
        let buzzer = try top.object("buzzer", keys: ["driver", "chip", "line", "current"])
        currents[.buzzer] = try current(of: buzzer)
        switch try buzzer.choice("driver", of: BuzzerDriverName.self) {
        case .gpio:
            let line = try line(buzzer)
            try places.occupy(line: line, by: "the buzzer", in: buzzer)
            return .gpio(line)
        case .terminal:
            _ = try top.object("buzzer", keys: ["driver", "current"])
            return .terminal
        case .simulated:
            _ = try top.object("buzzer", keys: ["driver", "current"])
            return .simulated
        }
    }

    static func gps(_ top: ObjectReader, places: inout OccupiedPlaces, currents: inout [Board.Consumer: Board.Current]) throws(BoardError)
        -> Board.GPS?
    {
        guard top.optional("gps") != nil else { return nil }
        let gps = try top.object("gps", keys: ["driver", "host", "port", "current"])
        currents[.gps] = try current(of: gps)
        switch try gps.choice("driver", of: GPSDriverName.self) {
        case .simulated:
            _ = try top.object("gps", keys: ["driver", "current"])
            return .simulated
        case .gpsd:
            let host = try gps.string("host")
            guard host.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw gps.error("host", "a host has no spaces and no letters but ASCII", allowed: "a name or an address, such as 127.0.0.1")
            }
            let receiver = Board.GPS.gpsd(host: host, port: UInt16(truncatingIfNeeded: try gps.integer("port", in: 1...65_535)))
            try places.occupy(receiver.lines, by: "the serial port, where gpsd's receiver is", key: "driver", in: gps)
            return receiver
        }
    }

    /// What the computer draws; nothing else is said about it.
    static func computer(_ top: ObjectReader) throws(BoardError) -> [Board.Consumer: Board.Current] {
        guard top.optional("computer") != nil else { return [:] }
        let computer = try top.object("computer", keys: ["current"])
        guard let current = try current(of: computer) else { return [:] }
        return [.computer: current]
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
}
