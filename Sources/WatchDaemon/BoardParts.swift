import Boards
import LinuxPeripherals
import Peripherals
import Playback
import Quantities
import RunLog
import SensorService
import SimulatedPeripherals
import SystemCalls
import WatchCore
import WatchRuntime

/// The parts that a board file names. A part that cannot be opened is said and left out: the watch records with whatever is left.
///
/// Parts put down in the queue what happens; none of them knows who takes it from there (R-B1).
final class BoardParts {
    let display: (any Display)?
    let buzzer: (any Buzzer)?

    private let board: Board
    private let loop: EventLoop
    private let directory: DataDirectory
    private let queue: EventQueue
    private let say: (String) -> Void
    private let drivers: BoardDrivers
    private let sensors: SensorThread?
    private let terminal: Terminal?
    private let gpsdAddress: GPSDAddress?
    private var gpsd: GPSDClient?
    private var receiver: ReceiverUse?
    private var control: ControlSocket?
    private var keys: TerminalKeys?
    private var terminalDisplay: TerminalDisplay?
    private var buttons: GPIOButtons?
    private var battery: LoopBattery?
    private var news = SensorNews()

    init(_ options: Daemon.Options, on loop: EventLoop, queue: EventQueue, directory: DataDirectory) throws {
        let board = options.board, say = options.say
        self.board = board
        self.loop = loop
        self.queue = queue
        self.directory = directory
        self.say = say
        let now = MonotonicClock.now()
        let buses = BoardBuses(board, at: now, clock: ModelledSensors.usualClock, meters: options.meters)
        drivers = BoardDrivers(board, on: buses)
        for problem in buses.problems + drivers.problems { say("\(problem)") }
        sensors = Self.makeThread(board, buses, drivers, options.script, at: now, say)
        terminal = board.usesTerminal && Terminal.isInteractive() ? try Terminal() : nil
        do {
            display =
                try sensors?.displayOnLoop ?? Self.makeDisplay(board.display, drivers.display, terminal, loop, directory, say)
        } catch {
            say("\(error)")
            display = nil
        }
        terminalDisplay = display as? TerminalDisplay
        buzzer = Self.makeBuzzer(board.buzzer, terminal, loop, say)
        switch (options.gpsd, board.gps) {
        case (let address?, _): gpsdAddress = try GPSDAddress(address)
        case (nil, .gpsd(let host, let port)): gpsdAddress = try GPSDAddress("\(host):\(port)")
        case (nil, .simulated), (nil, nil): gpsdAddress = nil
        }
    }

    /// Starts everything that has something to tell.
    func start() throws {
        let now = MonotonicClock.now()
        connectButtons()
        if let gpsdAddress { connectGPSD(gpsdAddress) }
        if let sensors {
            // What they bring is collected at each wake-up, whatever it is for; this only wakes the loop.
            try loop.add(sensors.newsDescriptor, .readable) { _, _ in }
        }
        for kind in drivers.missing { queue.put(.sensor(kind, .failed), at: now) }
        if !board.sensors.contains(.battery) {
            battery = LoopBattery(on: loop) { [queue] reading, now in queue.put(.battery(reading), at: now) }
        }
    }

    /// Gives the terminal and the sockets back, and switches the parts off.
    func close() {
        gpsd?.stop()
        if let sensors {
            loop.remove(sensors.newsDescriptor)
            sensors.shutDown()
        }
        if let display, !display.answersLater {
            do throws(PeripheralError) { try display.shutDown() } catch { say("\(error)") }
        }
        terminalDisplay?.close()
        buttons = nil
        keys = nil
        control = nil
    }

    /// The receiver is only listened to while a run needs it, and for the time.
    func setReceiver(isOn: Bool) { receiver?.setRun(isOn) }

    /// Asks the receiver once for the time.
    func lookForTime(at now: MonotonicInstant) { receiver?.beginWithTime(at: now) }

    /// True while the receiver is asked for the time.
    var looksForTime: Bool { receiver?.looksForTime ?? false }

    /// The time is known.
    func endLookingForTime() { receiver?.endWithTime() }

    /// Takes lines of the control socket that are no presses; to be set before ``start()``.
    var takeLine: ControlSocket.Handler = { _, _ in false }
    /// Takes packets of the control socket; to be set before ``start()``.
    var takePacket: ControlSocket.PacketHandler = { _, _ in false }

    /// Answers whoever sent a line.
    func answer(_ bytes: [UInt8], to sender: ControlSocket.Sender) { control?.answer(bytes, to: sender) }

    /// What is not needed is switched off.
    func setDemand(_ demand: SensorDemand) { sensors?.setDemand(demand) }

    // MARK: - Sensors and position

    /// Without a thread for it what sits on the buses is left out, and said: the watch records with whatever is left (N3).
    private static func makeThread(
        _ board: Board, _ buses: BoardBuses, _ drivers: BoardDrivers, _ script: RunnerScript, at now: MonotonicInstant,
        _ say: (String) -> Void
    ) -> SensorThread? {
        let onBus: (any Display)? = if case .ssd1306 = board.display?.driver { drivers.display } else { nil }
        let hub = SensorHub(drivers.sensors, at: now)
        do throws(Errno) {
            if let wrist = buses.wrist {
                var script = script
                script.monotonic = now
                script.utc = WallClock.now()
                let models = LiveModels(hub, on: wrist, script: script, seed: 1, withPosition: board.gps == .simulated)
                return try SensorThread(models, display: onBus)
            }
            guard !drivers.sensors.isEmpty || onBus != nil else { return nil }
            return try SensorThread(hub, display: onBus)
        } catch {
            say("The parts on the I²C buses are left out: the system gives no thread for them (\(error)): allow more open files or memory")
            return nil
        }
    }

    /// Puts down what the sensors have brought meanwhile, and says how a display on their bus did. To be called whenever the loop wakes,
    /// before anything else is put down: a fix is judged with the readings before it.
    func collectNews() -> SensorNews.DisplayOutcome? {
        guard let sensors else { return nil }
        sensors.takeNews(into: &news)
        for trouble in news.troubles { say("\(trouble)") }
        for timed in news.events { queue.put(timed.event, at: timed.instant) }
        return news.displayOutcome
    }

    private func connectGPSD(_ address: GPSDAddress) {
        do throws(PeripheralError) {
            let client = try GPSDClient(address, on: loop) { [weak self] report, now in self?.take(report, now) }
            // One line when it goes and one when it comes, not one for each attempt.
            client.reachabilityChanged = { [say] problem, _ in say(problem.map { "\($0)" } ?? "gpsd at \(address) answers again") }
            gpsd = client
            receiver = ReceiverUse(on: loop) { isOn in if isOn { client.start() } else { client.stop() } }
        } catch { say("\(error)") }
    }

    private func take(_ report: GPSReport, _ now: MonotonicInstant) {
        if receiver?.purpose == .time { return takeTime(report, now) }
        switch report {
        case .fix(let fix):
            // The next batch shares its wake-up, or that of a frame on the bus.
            if sensors?.displayOnLoop == nil { sensors?.serviceOnOccasion() }
            queue.put(.fix(fix), at: now)
        case .sky(let sky): queue.put(.sky(sky), at: now)
        case .link(.noDaemon): queue.put(.gpsDaemonMissing, at: now)
        case .link(.noReceiver), .link(.silent): queue.put(.sensor(.gps, .failed), at: now)
        case .link(.attached): queue.put(.sensor(.gps, .starting), at: now)
        }
    }

    /// Of a receiver that is asked for the time the watch hears that and nothing else: where it is, and how its receiver is doing, is for runs.
    private func takeTime(_ report: GPSReport, _ now: MonotonicInstant) {
        guard case .fix(let fix) = report, let time = fix.time, let mode = fix.mode, mode != GPSFix.Mode.none else { return }
        queue.put(.fix(GPSFix(mode: mode, time: time)), at: now)
    }

    // MARK: - Display and buzzer

    private static func makeDisplay(
        _ display: Board.Display?, _ panel: (any Display)?, _ terminal: Terminal?, _ loop: EventLoop, _ directory: DataDirectory,
        _ say: @escaping (String) -> Void
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
        case .ssd1306: return nil
        case .sharpMemoryLCD:
            return (panel as? SharpMemoryLCD).map { MaintainedDisplay($0, on: loop) { say("\($0)") } }
        }
    }

    private static func makeBuzzer(
        _ buzzer: Board.Buzzer?, _ terminal: Terminal?, _ loop: EventLoop, _ say: (String) -> Void
    ) -> (any Buzzer)? {
        switch buzzer {
        case .terminal: return terminal.map { TerminalBell($0) }
        case .gpio(let line):
            do { return try GPIOBuzzer(GPIOLine(line), on: loop) } catch {
                say("\(error)")
                return nil
            }
        case .simulated, nil: return nil
        }
    }

    // MARK: - Buttons

    private func connectButtons() {
        let presses = TimedPresses(on: loop) { [queue] edge in queue.put(.button(edge), at: edge.at) }
        do {
            let isPressed = board.buttons.contains { $0.driver == .control }
            control = try ControlSocket(
                directory.control, on: loop, presses: isPressed ? presses : nil,
                take: { [weak self] line, sender in self?.takeLine(line, sender) ?? false },
                takePacket: { [weak self] bytes, sender in self?.takePacket(bytes, sender) ?? false })
        } catch { say("\(error)") }
        do {
            if board.buttons.contains(where: { $0.driver == .keys }), let terminal {
                keys = try TerminalKeys(terminal, on: loop, presses: presses) { [weak self] command in self?.obey(command) }
            }
        } catch { say("\(error)") }
        connectGPIO()
    }

    private func obey(_ command: TerminalCommand) {
        switch command {
        case .quit: queue.put(.shutDown, at: MonotonicClock.now())
        case .redraw: terminalDisplay?.redraw()
        case .faster, .slower, .pause: break  // time is as it is
        }
    }

    private func connectGPIO() {
        let lines = board.buttons.compactMap { button -> GPIOButton? in
            guard case .gpio(let line, let activeLow, let bias) = button.driver else { return nil }
            return GPIOButton(role: button.role, line: GPIOLine(line), isActiveLow: activeLow, bias: .init(bias))
        }
        guard !lines.isEmpty else { return }
        buttons = GPIOButtons(lines, on: loop, failed: { [say] _, failure in say("\(failure)") }) { [queue] edge, now in
            // The edge keeps the kernel's own time stamp.
            queue.put(.button(edge), at: now)
        }
    }
}

extension Board {
    fileprivate var usesTerminal: Bool {
        display?.driver == .terminal || buzzer == .terminal || buttons.contains { $0.driver == .keys }
    }
}
