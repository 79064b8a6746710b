import JSONReading

/// Which addresses and lines are taken, so that two parts on one are refused: neither would work.
struct OccupiedPlaces {
    /// Who is at an address.
    struct Occupant {
        var name: String
        var pin: AddressPin?
        /// The PiSugar 3 reaches the bus through contacts below lines 2 and 3.
        var isFixed = false
    }

    private let buses: [Board.Bus]
    private var addresses: [String: [(Board.Address, Occupant)]] = [:]
    private var spiBuses: [String] = []
    private var lines: [(Board.Line, String)] = []

    init(buses: [Board.Bus]) { self.buses = buses }

    /// The bus that an object names under `bus`, which must be there and of a kind. On SPI it must be free, since a device node is one
    /// chip select.
    mutating func bus(of reader: ObjectReader, kind: Board.BusKind) throws(BoardError) -> String {
        let name = try reader.string("bus")
        let fitting = buses.filter { $0.kind == kind }.map(\.name)
        guard fitting.contains(name) else {
            let allowed =
                fitting.isEmpty ? "none: add one of type \(kind.rawValue) to buses" : fitting.joined(separator: ", ")
            throw reader.error("bus", "there is no bus \"\(printable(name))\" of type \(kind.rawValue)", allowed: allowed)
        }
        if kind == .spi {
            guard !spiBuses.contains(name) else { throw reader.error("bus", "another part is on \"\(name)\" already") }
            spiBuses.append(name)
        }
        return name
    }

    // MARK: - Addresses

    mutating func occupy(bus: String, address: Board.Address, by occupant: Occupant, in reader: ObjectReader) throws(BoardError) {
        if let (_, other) = addresses[bus]?.first(where: { $0.0 == address }) {
            throw reader.error(
                "address", "\(occupant.name) and \(other.name) are both at \(address) on \"\(bus)\", where neither would work",
                advice: wayOut(for: occupant, and: other, at: address, on: bus))
        }
        addresses[bus, default: []].append((address, occupant))
    }

    /// What to do about two at one address: the one that can is moved, else one gets a bus of its own.
    private func wayOut(for occupant: Occupant, and other: Occupant, at address: Board.Address, on bus: String) -> String {
        for one in [occupant, other] {
            guard let pin = one.pin else { continue }
            let free = [pin.low, pin.high].first { candidate in
                candidate != address && addresses[bus]?.contains { $0.0 == candidate } != true
            }
            guard let free else { continue }
            return "move the \(one.name) to \(free): connect its \(pin.name) to \(pin.level(for: free)), and write that address"
        }
        let moved = occupant.isFixed ? other : occupant
        let bus = "\"device\": \"/dev/i2c-3\", \"sda\": 23, \"scl\": 24"
        let secondBus =
            "give the \(moved.name) a bus of its own, { \"type\": \"i2c\", \(bus) } with "
            + "dtoverlay=i2c-gpio,bus=3,i2c_gpio_sda=23,i2c_gpio_scl=24 in config.txt"
        return occupant.isFixed || other.isFixed
            ? secondBus + ", or use another battery board than the PiSugar 3, and a max17048 if it has no gauge" : secondBus
    }

    // MARK: - Lines

    /// Takes a line for a button or a buzzer.
    mutating func occupy(line: Board.Line, by user: String, in reader: ObjectReader) throws(BoardError) {
        try occupy(line: line, by: user, key: "line", in: reader)
    }

    /// Takes the header's lines of a bus.
    mutating func occupy(_ taken: [Board.HeaderLine], by user: String, key: String, in reader: ObjectReader) throws(BoardError) {
        for line in taken {
            let place = Board.Line(chip: Board.Line.header, offset: line.offset)
            // Two chip selects of one bus share its other lines.
            let use = "\(line.signal.rawValue) of \(user)"
            if lines.contains(where: { $0.0 == place && $0.1 == use }) { continue }
            try occupy(line: place, by: use, key: key, in: reader)
        }
    }

    private mutating func occupy(line: Board.Line, by user: String, key: String, in reader: ObjectReader) throws(BoardError) {
        if let other = lines.first(where: { $0.0.isSame(as: line) }) {
            throw reader.error(
                key, "line \(line.offset) of \(line.chip) is already \(other.1)",
                advice: "choose another line" + (line.isOnHeader ? ": \(freeLines) are free so far" : ""))
        }
        lines.append((line, user))
    }

    /// Lines of the header that nothing has taken yet, those first that have no second use on any Pi.
    private var freeLines: String {
        let order: [UInt32] = [17, 27, 22, 5, 6, 13, 26, 23, 24, 25, 16, 12, 19, 20, 21, 4, 18]
        let free = order.filter { offset in !lines.contains { $0.0.isOnHeader && $0.0.offset == offset } }
        return free.prefix(3).map { String($0) }.joined(separator: ", ")
    }
}
