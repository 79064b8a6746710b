import Boards
import LinuxPeripherals
import Peripherals
import Quantities
import RunLog
import SimulatedPeripherals
import WatchCore

/// The parts that a board file names, as far as this build can drive them. A part that cannot be opened is said and left out: the watch
/// records with whatever is left.
final class BoardParts {
    let display: (any Display)?
    let buzzer: (any Buzzer)?

    private let loop: EventLoop
    private let gpsdAddress: GPSDAddress?
    private var gpsd: GPSDClient?
    private var control: ControlSocket?
    private var keys: TerminalKeys?
    private let terminal: Terminal?
    private var terminalDisplay: TerminalDisplay?
    private var sensors: SimulatedSensors?
    private var battery: SystemBattery?
    private var batteryTimer: LoopTimer?
    private var deliver: (Event, MonotonicInstant) -> Void = { _, _ in }
    private let directory: DataDirectory
    private let board: Board

    init(_ board: Board, on loop: EventLoop, directory: DataDirectory, gpsd override: String?) throws {
        self.board = board
        self.loop = loop
        self.directory = directory
        terminal = board.usesTerminal && Terminal.isInteractive() ? try Terminal() : nil
        var display: (any Display)?
        do { display = try Self.makeDisplay(board.display, terminal, loop, directory) } catch { Log.say("\(error)") }
        self.display = display
        terminalDisplay = display as? TerminalDisplay
        if case .terminal = board.buzzer, let terminal { buzzer = TerminalBell(terminal) } else { buzzer = nil }
        switch (override, board.gps) {
        case (let address?, _): gpsdAddress = try GPSDAddress(address)
        case (nil, .gpsd(let host, let port)): gpsdAddress = try GPSDAddress("\(host):\(port)")
        case (nil, .simulated), (nil, nil): gpsdAddress = nil
        }
    }

    /// Starts everything that delivers events.
    func connect(_ deliver: @escaping (Event, MonotonicInstant) -> Void) {
        self.deliver = deliver
        do { try connectButtons() } catch { Log.say("\(error)") }
        if let gpsdAddress {
            do { gpsd = try GPSDClient(gpsdAddress, on: loop) { [weak self] report, now in self?.take(report, now) } } catch {
                Log.say("\(error)")
            }
        }
        connectSensors()
    }

    /// Gives the terminal and the sockets back.
    func close() {
        gpsd?.stop()
        terminalDisplay?.close()
        keys = nil
        control = nil
    }

    /// The receiver is only listened to while a run needs it.
    func setReceiver(isOn: Bool) {
        if isOn { gpsd?.start() } else { gpsd?.stop() }
    }

    private func take(_ report: GPSReport, _ now: MonotonicInstant) {
        switch report {
        case .fix(let fix): deliver(.fix(fix), now)
        case .sky(let sky): deliver(.sky(sky), now)
        case .link(.noDaemon): deliver(.gpsDaemonMissing, now)
        case .link(.noReceiver), .link(.silent): deliver(.sensor(.gps, .failed), now)
        case .link(.attached): deliver(.sensor(.gps, .starting), now)
        }
    }

    // MARK: - Display

    private static func makeDisplay(
        _ display: Board.Display?, _ terminal: Terminal?, _ loop: EventLoop, _ directory: DataDirectory
    ) throws -> (any Display)? {
        guard let display else { return nil }
        switch display.driver {
        case .simulated: return MemoryDisplay(width: display.width, height: display.height)
        case .terminal:
            guard let terminal else {
                throw PeripheralError(part: "The display", problem: "is a terminal, but there is none", advice: "start harrierd in one")
            }
            return try TerminalDisplay(terminal, on: loop, width: display.width, height: display.height)
        case .png(let folder):
            let path = folder.hasPrefix("/") ? folder : directory.path + "/" + folder
            return try PNGFrameDisplay(folder: path, width: display.width, height: display.height, keeping: 600)
        case .ssd1306, .sharpMemoryLCD:
            throw PeripheralError(
                part: "The display", problem: "needs a driver that this version lacks", advice: "use the driver png or terminal")
        }
    }

    // MARK: - Buttons

    private func connectButtons() throws {
        let presses = TimedPresses(on: loop) { [weak self] edge in self?.deliver(.button(edge), edge.at) }
        if board.buttons.contains(where: { $0.driver == .control }) {
            control = try ControlSocket(directory.control, on: loop, presses: presses)
        }
        if board.buttons.contains(where: { $0.driver == .keys }), let terminal {
            keys = try TerminalKeys(terminal, on: loop, presses: presses) { [weak self] command in
                switch command {
                case .quit: self?.deliver(.shutDown, MonotonicClock.now())
                case .redraw: self?.terminalDisplay?.redraw()
                }
            }
        }
        for button in board.buttons {
            guard case .gpio = button.driver else { continue }
            throw PeripheralError(
                part: "The \(button.role) button", problem: "is on GPIO, which this version cannot read", advice: "use the driver control")
        }
    }

    // MARK: - Sensors

    private func connectSensors() {
        let simulated = board.parts.filter { part in board.bus(named: part.bus)?.node == .simulated }
        let chips = simulated.compactMap { SimulatedPart($0.chip) }
        if !chips.isEmpty || board.gps == .simulated {
            sensors = SimulatedSensors(chips, withPosition: board.gps == .simulated, on: loop) { [weak self] event, now in
                self?.deliver(event, now)
            }
        }
        let now = MonotonicClock.now()
        for part in board.parts where !simulated.contains(part) || SimulatedPart(part.chip) == nil {
            Log.say("\(part.chip) at \(part.address) needs a driver that this version lacks: the watch runs without it")
            deliver(.sensor(part.chip.sensor, .failed), now)
        }
        guard !board.sensors.contains(.battery) else { return }
        battery = SystemBattery()
        batteryTimer = loop.makeTimer { [weak self] now in self?.readBattery(now) }
        readBattery(now)
    }

    private func readBattery(_ now: MonotonicInstant) {
        guard let battery else { return }
        deliver(.battery(battery.read()), now)
        batteryTimer?.setDeadline(now.advanced(by: .seconds(60)), tolerance: .seconds(30))
    }
}

extension SimulatedPart {
    /// The model of a chip; nil if there is none.
    fileprivate init?(_ chip: Chip) {
        switch chip {
        case .max30101, .max30105: self = .max30101
        case .max30102: self = .max30102
        case .lsm6dsox: self = .lsm6dsox
        case .mpu6050: self = .mpu6050
        case .bmp390: self = .bmp390
        case .max17048: self = .max17048
        case .pisugar3: return nil
        }
    }
}

extension Board {
    fileprivate var usesTerminal: Bool {
        display?.driver == .terminal || buzzer == .terminal || buttons.contains { $0.driver == .keys }
    }
}

/// A display that only keeps the last frame, for a board that shows nothing.
final class MemoryDisplay: Display {
    let width: Int, height: Int
    private(set) var frame: Bitmap

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        frame = Bitmap(width: width, height: height)
    }
    func show(_ frame: Bitmap) throws(PeripheralError) { self.frame.copy(frame) }
    func setLight(_ light: DisplayLight) throws(PeripheralError) {}
}
