import Boards
import Quantities

/// What terminals each kind of part has.
extension WiringPlanner {
    // MARK: - I²C

    mutating func add(_ part: Board.Part, of board: Board) {
        let name = part.chip == .mpu6050 ? "MPU-6050" : part.chip.rawValue.uppercased()
        guard let bus = lines(of: part.bus, for: name, board) else { return }
        if part.chip == .pisugar3 { return addPiSugar(part, bus) }
        var open = [Open(name: "VIN", signal: .supply3V3), Open(name: "GND", signal: .ground)] + bus
        if let pin = part.chip.addressPin {
            open.append(Open(name: pin.name, signal: part.address == pin.high ? .supply3V3 : .ground))
        }
        append(name, [part.chip.sensor.remark, "I²C \(part.address)"], open)
        if part.chip == .max17048 { addCell() }
    }

    mutating func add(_ other: Board.OtherChip, of board: Board) {
        guard let bus = lines(of: other.bus, for: other.name, board) else { return }
        append(
            other.name, ["I²C \(other.address)"],
            [Open(name: "VCC", signal: .supply3V3), Open(name: "GND", signal: .ground)] + bus)
    }

    private mutating func addPiSugar(_ part: Board.Part, _ bus: [Open]) {
        append(
            "PiSugar 3", ["battery, by contacts", "I²C \(part.address), 0x68"],
            [Open(name: "5V", signal: .supply5V), Open(name: "GND", signal: .ground)] + bus)
        notes.append("The PiSugar 3 touches its pins from below by contacts: it needs no wires.")
    }

    /// The cell that a gauge measures. Its positive pole goes to the gauge, not to the header.
    private mutating func addCell() {
        guard let ground = parts.last?.terminals.first(where: { $0.signal == .ground }) else { return }
        let pole = WiringPlan.Terminal(name: "−", signal: .ground, use: "", end: ground.end)
        join("CELL", to: "+", .cell, of: WiringPlan.Part(title: "LiPo cell", remarks: ["feeds the 5 V converter"], terminals: [pole]))
        notes.append(
            "The cell feeds a charger with a 5 V converter as well, and that the Pi: by its USB socket, or by pin 2 (5V) and a GND.")
    }

    /// Data and clock of a bus; nil for a simulated one, and, with a note, for one whose lines are not known.
    private mutating func lines(of name: String, for part: String, _ board: Board) -> [Open]? {
        guard let bus = board.bus(named: name), case .device(let path) = bus.node else { return nil }
        guard let data = bus.lines.first(where: { $0.signal == .sda }), let clock = bus.lines.first(where: { $0.signal == .scl }) else {
            notes.append("\(part) is not drawn: name the lines of \(path) in the board file by \"sda\" and \"scl\".")
            return nil
        }
        return [
            Open(name: "SDA", signal: .sda, line: data.offset, use: "SDA"), Open(name: "SCL", signal: .scl, line: clock.offset, use: "SCL"),
        ]
    }

    // MARK: - Buttons and buzzer

    mutating func add(_ button: Board.Button) {
        guard case .gpio(let line, let activeLow, let bias) = button.driver else { return }
        let name = button.role.name
        guard line.isOnHeader else { return noteElsewhere("The button \(name)", line) }
        var remarks = ["between line and \(activeLow ? "GND" : "3V3")"]
        if bias == .external { remarks.append("10 kΩ from line to \(activeLow ? "3V3" : "GND")") }
        append(
            "\(name) button", remarks,
            [
                Open(name: "leg 1", signal: .button, line: line.offset, use: name),
                Open(name: "leg 2", signal: activeLow ? .ground : .supply3V3),
            ])
    }

    /// The line drives a transistor, since a pin of the Pi must not give more than some milliamperes.
    mutating func addBuzzer(_ line: Board.Line) {
        guard line.isOnHeader else { return noteElsewhere("The buzzer", line) }
        append(
            "NPN transistor", ["1 kΩ before its base"],
            [Open(name: "base", signal: .buzzer, line: line.offset, use: "BUZZER"), Open(name: "emitter", signal: .ground)])
        guard let pin = HeaderPin.line(line.offset), let supply = Self.supply(row: pin.row, isOdd: pin.isOdd) else { return }
        let pole = WiringPlan.Terminal(name: "+", signal: .supply3V3, use: "", end: .pin(supply))
        join("collector", to: "−", .buzzer, of: WiringPlan.Part(title: "Buzzer", remarks: ["or a motor with a diode"], terminals: [pole]))
        notes.append("A motor in place of the buzzer needs a diode across it, its ring to +.")
    }

    // MARK: - Display and receiver

    mutating func add(_ display: Board.Display, of board: Board) {
        switch display.driver {
        case .simulated, .terminal, .png: return
        case .ssd1306(let name, let address):
            guard let bus = lines(of: name, for: "SSD1306", board) else { return }
            append(
                "SSD1306", ["OLED \(display.width) × \(display.height)", "I²C \(address)"],
                [Open(name: "VCC", signal: .supply3V3), Open(name: "GND", signal: .ground)] + bus)
        case .sharpMemoryLCD(let name):
            guard let bus = board.bus(named: name), case .device(let path) = bus.node else { return }
            func line(_ signal: Board.HeaderLine.Signal) -> UInt32? { bus.lines.first { $0.signal == signal }?.offset }
            guard let clock = line(.sclk), let data = line(.mosi), let select = bus.chipSelect, let selectLine = line(select) else {
                notes.append("The display is not drawn: the lines of \(path) are not those of a Raspberry Pi.")
                return
            }
            append(
                "Sharp memory LCD", [display.width == 128 ? "LS013B7DH03" : "LS013B7DH05", "\(display.width) × \(display.height), SPI"],
                [
                    Open(name: "VIN", signal: .supply3V3), Open(name: "GND", signal: .ground),
                    Open(name: "CLK", signal: .sclk, line: clock, use: "SCLK"),
                    Open(name: "DI", signal: .mosi, line: data, use: "MOSI"),
                    Open(name: "CS", signal: .chipSelect, line: selectLine, use: select.rawValue),
                    // On; the driver turns the crystal's voltage round by its messages, so the pin for that is off and its mode is low
                    // (data sheet LS013B7DH03, EXTMODE).
                    Open(name: "DISP", signal: .supply3V3),
                    Open(name: "EXTMODE", signal: .ground), Open(name: "EXTCOMIN", signal: .ground),
                ])
            notes.append(
                "A breakout that ties DISP, EXTMODE (EMD) or EXTCOMIN (EIN) by itself needs no wire there: DISP high, the others low.")
        }
    }

    mutating func add(_ gps: Board.GPS) {
        guard let sent = gps.lines.first(where: { $0.signal == .txd }), let received = gps.lines.first(where: { $0.signal == .rxd }) else {
            return
        }
        append(
            "GPS receiver", ["on the serial port that gpsd reads"],
            [
                Open(name: "VCC", signal: .supply3V3), Open(name: "GND", signal: .ground),
                Open(name: "RX", signal: .txd, line: sent.offset, use: "TXD"),
                Open(name: "TX", signal: .rxd, line: received.offset, use: "RXD"),
            ])
        notes.append("The receiver's TX goes to the Pi's RXD, and its RX to the Pi's TXD.")
    }
}

extension SensorKind {
    /// What a part that measures this is for.
    fileprivate var remark: String {
        switch self {
        case .gps: "position"
        case .heartRate: "heart rate"
        case .motion: "motion"
        case .barometer: "pressure"
        case .battery: "battery gauge"
        }
    }
}

extension ButtonRole {
    /// What the watch's screen calls it.
    fileprivate var name: String {
        switch self {
        case .start: "START"
        case .lap: "LAP"
        case .page: "PAGE"
        }
    }
}
