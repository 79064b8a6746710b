import Boards

/// Makes parts with terminals out of what a board file names.
struct WiringPlanner {
    var parts: [WiringPlan.Part] = []
    var notes: [String] = []

    /// A terminal before its wire is led anywhere.
    struct Open {
        var name: String
        var signal: Signal
        /// The line it goes to; nil for supply and ground.
        var line: UInt32?
        var use = ""
    }

    mutating func add(_ board: Board) {
        for part in board.parts { add(part, of: board) }
        for other in board.others { add(other, of: board) }
        for button in board.buttons { add(button) }
        if let display = board.display { add(display, of: board) }
        if let gps = board.gps { add(gps) }
        if case .gpio(let line) = board.buzzer { addBuzzer(line) }
        noteSharedPins()
    }

    /// Leads each terminal to a pin. Supply and ground go to the pin that is nearest to the part's other ones, in the same row if there is one.
    mutating func append(_ title: String, _ remarks: [String], _ open: [Open]) {
        let signals = open.compactMap { $0.line.flatMap(HeaderPin.line) }
        guard !signals.isEmpty else { return }
        let row = signals.map(\.row).reduce(0, +) / signals.count
        let isOdd = signals.count(where: \.isOdd) * 2 >= signals.count
        let terminals = open.compactMap { terminal -> WiringPlan.Terminal? in
            let pin: HeaderPin? =
                switch terminal.signal {
                case .ground: HeaderPin.nearest(.ground, toRow: row, isOdd: isOdd)
                case .supply3V3: Self.supply(row: row, isOdd: isOdd)
                case .supply5V: HeaderPin.nearest(.supply5V, toRow: row)
                default: terminal.line.flatMap(HeaderPin.line)
                }
            return pin.map { WiringPlan.Terminal(name: terminal.name, signal: terminal.signal, use: terminal.use, end: .pin($0)) }
        }
        parts.append(WiringPlan.Part(title: title, remarks: remarks, terminals: terminals))
    }

    /// Both pins of 3.3 V are in the row of the odd numbers; pin 1 is the one from which the other side is reached.
    static func supply(row: Int, isOdd: Bool) -> HeaderPin? {
        isOdd ? HeaderPin.nearest(.supply3V3, toRow: row) : HeaderPin.all.first
    }

    /// Adds a part of which one terminal, the first, is wired to a new terminal of the part before it.
    mutating func join(_ name: String, to other: String, _ signal: Signal, of part: WiringPlan.Part) {
        let last = parts.count - 1
        guard last >= 0 else { return }
        let end = WiringPlan.End.terminal(part: last, index: parts[last].terminals.count)
        parts[last].terminals.append(WiringPlan.Terminal(name: name, signal: signal, use: "", end: .terminal(part: last + 1, index: 0)))
        var part = part
        part.terminals.insert(WiringPlan.Terminal(name: other, signal: signal, use: "", end: end), at: 0)
        parts.append(part)
    }

    mutating func noteElsewhere(_ what: String, _ line: Board.Line) {
        notes.append("\(what) is not drawn: line \(line.offset) of \(line.chip) is not on the header.")
    }

    /// A pin takes one plug; several wires need a rail.
    private mutating func noteSharedPins() {
        var users: [Int: Int] = [:]
        for terminal in parts.flatMap(\.terminals) {
            if case .pin(let pin) = terminal.end { users[pin.number, default: 0] += 1 }
        }
        let shared = users.filter { $0.value > 1 }.keys.sorted()
        guard !shared.isEmpty else { return }
        let list = shared.map { String($0) }.joined(separator: ", ")
        notes.append(
            "Several wires at one pin (\(list)): lead the pin to a rail, or solder the wires together. Any other GND does as well.")
    }
}
