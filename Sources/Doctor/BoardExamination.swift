import Boards
import LinuxPeripherals
import Peripherals
import Playback
import Quantities
import RunLog
import SimulatedPeripherals
import SystemCalls
import WatchDaemon

/// A board's parts, all looked at in the same seconds: chips through their drivers, buttons, display, buzzer (fault I13).
public struct BoardExamination {
    /// What is to be done.
    public struct Options {
        /// How long the parts are looked at.
        public var duration: Duration
        /// Whether a picture is drawn.
        public var shows = false
        /// Whether the buzzer sounds.
        public var buzzes = false
        /// A harrierd that is at work on this machine: the chips are then left alone.
        public var runningWatch: LockHolder?
        /// Told what is being done, and nil when it is done.
        public var progress: (String?) -> Void
        /// Options; without more, nothing is drawn and nothing sounds.
        public init(
            duration: Duration, shows: Bool = false, buzzes: Bool = false, runningWatch: LockHolder? = nil,
            progress: @escaping (String?) -> Void = { _ in }
        ) {
            self.duration = duration
            self.shows = shows
            self.buzzes = buzzes
            self.runningWatch = runningWatch
            self.progress = progress
        }
    }

    /// What was found, a line each.
    public private(set) var findings: [Finding] = []

    private let board: Board
    private let options: Options
    private let loop: EventLoop
    private let boot = BootConfiguration.ofThisMachine()
    private var complaints: [String: Complaint] = [:]
    private var timings: [String: TimedBus] = [:]

    /// Looks at everything. The receiver, if there is one on the loop, is waited for as long as the parts are.
    public init(_ board: Board, _ options: Options, on loop: EventLoop, isReceiverDone: () -> Bool) throws {
        self.board = board
        self.options = options
        self.loop = loop
        let examination = NodeExamination(boot: boot)
        for node in board.nodes { complaints[node.path] = examination.complaint(node) }
        if board.hasRealParts, let holder = options.runningWatch {
            addNodes(opened: nil)
            findings.append(
                Self.inUse("harrierd is running on the parts (process \(holder.process))", "harrierd (sudo systemctl stop harrierd)"))
        } else {
            try examineParts(isReceiverDone)
        }
    }

    private static func inUse(_ text: String, _ who: String) -> Finding {
        .warning(
            "parts", "\(text); two programs on a bus disturb each other, so the chips were not probed", "stop \(who) first, and try again")
    }

    // MARK: - In the same seconds

    private mutating func examineParts(_ isReceiverDone: () -> Bool) throws {
        let start = MonotonicClock.now(), complaints = complaints
        let isUsable = { (chip: String) in complaints[chip] == nil }
        let buttons = ButtonExamination(board, on: loop, isUsable: isUsable)
        var buzzer = BuzzerExamination(board, isUsable: isUsable)
        if options.buzzes, !buttons.isInUse { buzzer?.sound(on: loop) }
        guard !buttons.isInUse, buzzer?.isInUse != true else {
            addNodes(opened: nil)
            findings.append(Self.inUse("a GPIO line is in use", "the program that has the line"))
            return findings += buttons.findings(after: .zero) + (buzzer.map { [$0.finding] } ?? [])
        }
        let buses = openBuses(at: start)
        let drivers = BoardDrivers(board, on: buses)
        let display = DisplayExamination(board, buses, drivers, on: loop)
        display?.start(showing: options.shows, isFree: board.isFree)
        let waiting = LoopWait(on: loop)
        options.progress("looking at the parts for \(secondsText(options.duration))" + (buttons.isWatching ? ": press each button" : ""))
        let chips = try probe(drivers, buses, from: start, waiting)
        let isWatched = buttons.isWatching || display?.isWatched ?? false
        try waiting.wait(until: start + options.duration) { !isWatched && isReceiverDone() }
        if let end = buzzer?.end { try waiting.wait(until: end) }
        options.progress(nil)

        addNodes(opened: buses)
        findings += drivers.problems.map { .warning($0.part, $0.problem, $0.advice) }
        findings += chips + (display.map { [$0.finding()] } ?? [])
        findings += buttons.findings(after: MonotonicClock.now() - start) + (buzzer.map { [$0.finding] } ?? [])
    }

    private mutating func openBuses(at now: MonotonicInstant) -> BoardBuses {
        var timings: [String: TimedBus] = [:]
        var meters = BoardBuses.Meters()
        meters.i2c = { bus in
            guard bus is LinuxI2CBus else { return bus }
            let timed = TimedBus(bus, now: MonotonicClock.now)
            timings[bus.name] = timed
            return timed
        }
        let buses = BoardBuses(board, at: now, clock: ModelledSensors.usualClock, meters: meters)
        self.timings = timings
        return buses
    }

    /// Somebody who stands still.
    static func standing(_ wrist: SimulatedWrist, from start: MonotonicInstant) -> ScriptedWrist {
        var script = RunnerScript(name: "standing", legs: [])
        script.monotonic = start
        var body = ScriptedWrist(wrist, script: script, seed: 1)
        body.advance(to: start)
        return body
    }

    /// Models are looked at under a clock of their own, which need not be waited for.
    private func probe(
        _ drivers: BoardDrivers, _ buses: BoardBuses, from start: MonotonicInstant, _ waiting: LoopWait
    ) throws -> [Finding] {
        var probe = PartsProbe(from: start, for: options.duration)
        probe.add(drivers.sensors) { kind in board.place(of: kind, on: buses) }
        var models = buses.wrist.map { Self.standing($0, from: start) }
        if board.parts.contains(where: { board.bus(named: $0.bus)?.node != .simulated }) {
            try probe.run(
                now: {
                    let now = MonotonicClock.now()
                    models?.advance(to: now)
                    return now
                }, wait: { try waiting.wait(until: $0) })
        } else {
            var now = start
            probe.run(
                now: { now },
                wait: { instant in
                    now = max(now, instant)
                    models?.advance(to: now)
                })
        }
        return probe.findings
    }

    // MARK: - Nodes

    /// - Parameter opened: the buses; nil if nobody has tried to open them.
    private mutating func addNodes(opened buses: BoardBuses?) {
        let nodes = board.nodes
        if nodes.isEmpty { findings.append(.ok("buses", "none needed: no part of this board is on one")) }
        let failures = buses.map { board.failures(of: $0) } ?? [:]
        let examination = BusExamination(boot: boot)
        for node in nodes {
            if let complaint = complaints[node.path] {
                findings.append(.problem(node.user, complaint.text, complaint.advice))
            } else if let failure = failures[node.path] {
                findings.append(.problem(node.user, "\(failure.part) \(failure.problem)\(node.leftOut)", failure.advice))
            } else {
                findings.append(examination.finding(node, speed(of: node)))
                if let forgotten = examination.forgotten(node) { findings.append(forgotten) }
            }
        }
    }

    private func speed(of node: BoardNode) -> BusSpeed? {
        guard node.kind == .i2c else { return nil }
        return BusSpeed(declared: BusSpeed.declared(of: node.path), measured: timings[node.path]?.longest)
    }
}

extension Board {
    /// Why nodes could not be opened.
    fileprivate func failures(of opened: BoardBuses) -> [String: PeripheralError] {
        var failures: [String: PeripheralError] = [:], problems = opened.problems.makeIterator()
        for bus in buses {
            guard case .device(let path) = bus.node else { continue }
            let isOpen = bus.kind == .i2c ? opened.i2cBus(named: bus.name) != nil : opened.spiBus(named: bus.name) != nil
            if !isOpen { failures[path] = problems.next() }
        }
        return failures
    }

    /// Where a kind of sensor is; nil if its bus could not be opened.
    fileprivate func place(of kind: SensorKind, on opened: BoardBuses) -> PartProbe.Place? {
        guard let part = part(for: kind), let bus = opened.i2cBus(named: part.bus) else { return nil }
        // Models are where their chips are by default.
        guard self.bus(named: part.bus)?.node != .simulated else { return PartProbe.Place(bus: bus) }
        let others = part.chip.addresses.filter { $0 != part.address }.compactMap { I2CAddress($0.value) }
        return PartProbe.Place(bus: bus, otherAddresses: others.filter { isFree($0, onBus: part.bus) })
    }

    /// Whether an address of the display's bus belongs to no part.
    fileprivate func isFree(_ address: I2CAddress) -> Bool {
        guard case .ssd1306(let bus, _) = display?.driver else { return false }
        return isFree(address, onBus: bus)
    }

    private func isFree(_ address: I2CAddress, onBus name: String) -> Bool {
        var taken = others.filter { $0.bus == name }.map(\.address)
        for part in parts where part.bus == name { taken += [part.address] + part.chip.otherAddresses }
        if case .ssd1306(name, let own) = display?.driver { taken.append(own) }
        return !taken.contains { $0.value == address.value }
    }
}
