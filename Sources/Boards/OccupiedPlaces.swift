/// Which addresses and lines are taken, so that two parts on one are refused: neither would work.
struct OccupiedPlaces {
    private let buses: [Board.Bus]
    private var addresses: [String: [(Board.Address, String)]] = [:]
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

    mutating func occupy(bus: String, address: Board.Address, by part: String, in reader: ObjectReader) throws(BoardError) {
        if let other = addresses[bus]?.first(where: { $0.0 == address }) {
            throw reader.error(
                "address", "\(part) and \(other.1) are both at \(address) on \"\(bus)\", where neither would work",
                allowed: "another address, another bus, or one of them left out")
        }
        addresses[bus, default: []].append((address, part))
    }

    mutating func occupy(line: Board.Line, by user: String, in reader: ObjectReader) throws(BoardError) {
        if let other = lines.first(where: { $0.0 == line }) {
            throw reader.error("line", "line \(line.offset) of \(line.chip) is already \(other.1)")
        }
        lines.append((line, user))
    }
}
