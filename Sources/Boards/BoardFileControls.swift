import Quantities

/// Buttons, display, buzzer, receiver and features.
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

    static func gps(_ top: ObjectReader, places: inout OccupiedPlaces) throws(BoardError) -> Board.GPS? {
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
            let receiver = Board.GPS.gpsd(host: host, port: UInt16(truncatingIfNeeded: try gps.integer("port", in: 1...65_535)))
            try places.occupy(receiver.lines, by: "the serial port, where gpsd's receiver is", key: "driver", in: gps)
            return receiver
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
}
