/// Buses, and the chips on them.
extension BoardFile {
    static func buses(_ top: ObjectReader) throws(BoardError) -> [Board.Bus] {
        guard top.optional("buses") != nil else { return [] }
        let section = try top.object("buses", keys: nil)
        var buses: [Board.Bus] = []
        for name in section.keys {
            guard (1...32).contains(name.utf8.count), name.utf8.allSatisfy(isBusNameByte) else {
                throw section.error(name, "no name for a bus", allowed: "1 to 32 letters of a-z, A-Z, 0-9, - and _")
            }
            let bus = try section.object(name, keys: ["type", "device", "sda", "scl"])
            let kind = try bus.choice("type", of: Board.BusKind.self)
            let device = try bus.string("device")
            let node: Board.Node = device == "simulated" ? .simulated : .device(try path(device, key: "device", in: bus))
            if node != .simulated, let other = buses.first(where: { $0.node == node }) {
                throw bus.error("device", "\(device) is already the bus \"\(other.name)\"")
            }
            let lines = try lines(of: bus, kind: kind, node: node)
            buses.append(Board.Bus(name: name, kind: kind, node: node, lines: lines))
        }
        return buses
    }

    /// The header's lines that a bus runs on: those it names, else those that a Raspberry Pi has for its node.
    private static func lines(of bus: ObjectReader, kind: Board.BusKind, node: Board.Node) throws(BoardError) -> [Board.HeaderLine] {
        let named: [String] = ["sda", "scl"].filter { bus.optional($0) != nil }
        guard let first = named.first else { return Board.HeaderLine.ofPi(node) ?? [] }
        guard kind == .i2c, node != .simulated else { throw bus.error(first, "only an I²C bus with a device has such a line") }
        let data = UInt32(truncatingIfNeeded: try bus.integer("sda", in: 0...27))
        let clock = UInt32(truncatingIfNeeded: try bus.integer("scl", in: 0...27))
        return [Board.HeaderLine(.sda, data), Board.HeaderLine(.scl, clock)]
    }

    static func occupyLines(of buses: [Board.Bus], _ top: ObjectReader, places: inout OccupiedPlaces) throws(BoardError) {
        guard !buses.isEmpty else { return }
        let section = try top.object("buses", keys: nil)
        for bus in buses {
            guard case .device(let path) = bus.node else { continue }
            // Two nodes of one SPI controller are two chip selects and share the other lines.
            let isShared = bus.kind == .spi
            let user = isShared ? "SPI\(path.dropFirst("/dev/spidev".count).prefix(1))" : "the bus \"\(bus.name)\""
            try places.occupy(bus.lines, by: user, key: bus.name, in: section)
        }
    }

    static func parts(_ top: ObjectReader, places: inout OccupiedPlaces, currents: inout [Board.Consumer: Board.Current]) throws(BoardError)
        -> [Board.Part]
    {
        var parts: [Board.Part] = []
        for element in try top.list("parts") {
            let part = try top.element(element, keys: ["chip", "bus", "address", "current"])
            let chip = try part.choice("chip", of: Chip.self)
            if let other = parts.first(where: { $0.chip.sensor == chip.sensor }) {
                throw part.error("chip", "\(chip.rawValue) measures the same as \(other.chip.rawValue); leave one of them out")
            }
            let bus = try places.bus(of: part, kind: .i2c)
            let address = try address(in: part, of: chip.rawValue, allowed: chip.addresses)
            let occupant = OccupiedPlaces.Occupant(name: chip.rawValue, pin: chip.addressPin, isFixed: chip == .pisugar3)
            for taken in [address] + chip.otherAddresses { try places.occupy(bus: bus, address: taken, by: occupant, in: part) }
            currents[.part(chip)] = try current(of: part)
            parts.append(Board.Part(chip: chip, bus: bus, address: address))
        }
        return parts
    }

    static func others(_ top: ObjectReader, places: inout OccupiedPlaces, currents: inout [Board.Consumer: Board.Current])
        throws(BoardError) -> [Board.OtherChip]
    {
        var others: [Board.OtherChip] = []
        for element in try top.list("others") {
            let other = try top.element(element, keys: ["name", "bus", "address", "current"])
            let name = try other.string("name", upTo: 40)
            let bus = try places.bus(of: other, kind: .i2c)
            let address = try address(in: other)
            try places.occupy(bus: bus, address: address, by: OccupiedPlaces.Occupant(name: name), in: other)
            let chip = Board.OtherChip(name: name, bus: bus, address: address)
            currents[.other(chip)] = try current(of: other)
            others.append(chip)
        }
        return others
    }

    private static func isBusNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
