import Boards
import Calendar
import CardStorage
import Glibc
import HealthCore
import LinuxPeripherals
import Peripherals
import Quantities
import RunCore
import RunLog
import Screens
import SimulatedPeripherals
import SystemCalls
import WatchCore
import WatchRuntime

/// Everything of the watch, put together as a board file says, on one event loop: what `harrierd` runs, and what is measured of it.
public final class Daemon {
    /// What a daemon is made of.
    public struct Options {
        /// The build.
        public var board: Board
        /// Where runs and settings are kept.
        public var dataPath: String
        /// Where gpsd listens, in place of what the board says.
        public var gpsd: String?
        /// What the runner does on a board whose parts are simulated.
        public var script = RunnerScript.everyday(lasting: .seconds(24 * 3600))
        /// False to take the system's clock for wrong, whoever keeps it.
        public var mayBelieveSystemClock = true
        /// What counts the traffic of the buses.
        public var meters = BoardBuses.Meters()
        /// Takes sentences for the journal. Nothing is said each second.
        public var say: (String) -> Void
        /// The options of a plain daemon.
        public init(board: Board, dataPath: String, say: @escaping (String) -> Void) {
            self.board = board
            self.dataPath = dataPath
            self.say = say
        }
    }

    /// The loop that everything happens on; more may be added to it before ``run()``.
    public let loop: EventLoop

    private let board: Board
    private let mayBelieveSystemClock: Bool
    private let say: (String) -> Void
    private let storage: WatchStorage
    private let queue = EventQueue()
    private let flash: FlashWriter
    private let history: HistoryReader
    private let parts: BoardParts
    private let host: WatchHost
    private let powerOff: PowerOff
    private let desk: ControlDesk
    private var deadline: LoopTimer?
    private var signals: SignalSource?
    private var clockCheck: LoopTimer?

    /// Opens the data directory and the parts.
    public init(_ options: Options) throws {
        (board, say) = (options.board, options.say)
        mayBelieveSystemClock = options.mayBelieveSystemClock
        loop = try EventLoop()
        // Taken over before any thread starts, so that threads leave signals to the loop.
        let asked = SignalBox()
        signals = try SignalSource([.terminate, .interrupt, .hangUp], on: loop) { _, now in asked.handler?(now) }
        var random = SystemRandomNumberGenerator()
        let boot = BootID.current() ?? BootID(high: random.next(), low: random.next())
        let storage = try WatchStorage(path: options.dataPath, boot: boot, serial: DeviceSerial.read(), around: WallClock.now())
        self.storage = storage
        for problem in storage.problems { say(problem) }
        flash = try Self.started("the writer of runs") { () throws(Errno) in try FlashWriter(storage) }
        history = try Self.started("the reader of the history") { () throws(Errno) in try HistoryReader(storage) }
        parts = try BoardParts(options, on: loop, queue: queue, directory: storage.directory)
        powerOff = PowerOff(on: loop, say: say)
        host = WatchHost(
            Self.watch(storage, board, boot),
            WatchHost.Connections(flash: flash, display: parts.display, buzzer: parts.buzzer, history: history), queue: queue)
        desk = ControlDesk(host, board: options.board.name) { [parts] bytes, sender in
            parts.answer(bytes, to: sender)
        }
        connectHost()
        asked.handler = { [queue] now in queue.put(.shutDown, at: now) }
    }

    /// Says what could not be started, and what to do.
    private static func started<Part>(_ name: String, _ start: () throws(Errno) -> Part) throws(PeripheralError) -> Part {
        do throws(Errno) { return try start() } catch {
            throw PeripheralError(
                part: "harrierd", problem: "cannot start \(name) (\(error))", advice: "allow it more open files or memory")
        }
    }

    private final class SignalBox { var handler: ((MonotonicInstant) -> Void)? }

    private func connectHost() {
        let parts = parts, loop = loop, powerOff = powerOff, say = say
        let mayPowerOff = board.features.contains(.powerOff), desk = desk
        parts.takeLine = { line, sender in desk.take(line, from: sender, at: MonotonicClock.now()) }
        parts.takePacket = { bytes, sender in desk.take(bytes, from: sender) }
        host.connect { connections in
            connections.receiver = { isOn in parts.setReceiver(isOn: isOn) }
            connections.sensors = { demand in parts.setDemand(demand) }
            connections.trouble = { trouble in say("\(trouble)") }
            connections.say = say
            connections.zone = { ZoneFile().rules(ofSetting: $0) }
            connections.removed = { [weak self, desk] run, problem in
                desk.note(run, problem: problem)
                if problem == nil { self?.forget(run) }
            }
            connections.stored = { [desk] receipt, problem in desk.note(receipt, problem: problem, at: MonotonicClock.now()) }
            connections.end = { loop.stop() }
            connections.powerOff = {
                guard mayPowerOff else {
                    return say("the board file does not allow power-off (feature \"power-off\"): switch the watch off by hand")
                }
                powerOff.ask()
            }
        }
    }

    /// The watch takes a run that was deleted out of its day, by the same tombstone that the store has.
    private func forget(_ run: RunID) {
        guard let old = host.watch.book.run(HealthID(run)), !old.isDeleted else { return }
        let tombstone = HealthChange(
            deleting: .run, id: old.id, version: HealthChange.version(after: old), origin: .watch(serial: DeviceSerial.read()))
        queue.put(.change(tombstone), at: MonotonicClock.now())
    }

    /// Runs until a signal asks to end, then makes everything durable, also if the loop itself should fail (R-B23).
    public func run() throws {
        defer {
            flash.shutDown()
            history.shutDown()
            // Who waits for what was written last is told so.
            host.collectFlashNews(at: MonotonicClock.now())
            desk.close()
            parts.close()
        }
        deadline = loop.makeTimer { [queue] now in queue.put(.tick, at: now) }
        loop.onWake = { [weak self] now in self?.collect(at: now) }
        loop.onTurnEnd = { [weak self] now in self?.handOn(at: now) }
        // What they tell is collected at each wake-up, whatever it is for; this only wakes the loop.
        for news in [flash.newsDescriptor, history.newsDescriptor] {
            if let news { try loop.add(news, .readable) { _, _ in } }
        }
        for simulated in board.simulatedParts { say("\(simulated) of this watch is simulated: what it shows is made up") }
        let now = MonotonicClock.now()
        try parts.start()
        if !learnClock(at: now) { parts.lookForTime(at: now) }
        if let unfinished = storage.unfinished { queue.put(.unfinishedRun(unfinished), at: now) }
        for run in storage.undatedRuns { queue.put(.undatedRun(run), at: now) }
        queue.put(.tick, at: now)
        collect(at: now)
        handOn(at: now)
        say("\(board.name) is running on \(storage.directory.path)")
        try loop.run()
    }

    /// What helper threads have brought comes before what woke the loop.
    private func collect(at now: MonotonicInstant) {
        switch parts.collectNews() {
        case .shown: host.noteDisplayShown()
        case .failed(let failure): host.noteDisplayFailure(failure, at: now)
        case nil: break
        }
        host.collectFlashNews(at: now)
        host.collectHistory(at: now)
    }

    /// The watch gets what was put down since, at the end of each turn of the loop.
    private func handOn(at now: MonotonicInstant) {
        host.handleWaiting(at: now)
        deadline?.setDeadline(host.deadline(after: now))
        if parts.looksForTime, host.isTimeKnown { parts.endLookingForTime() }
        desk.publish(at: now)
    }

    /// Puts an event down for the watch, as a part would; it is handled at the end of this turn of the loop.
    public func put(_ event: Event, at now: MonotonicInstant) { queue.put(event, at: now) }

    /// The watch, to be looked at.
    public var watch: Watch { host.watch }

    /// Frames drawn so far.
    public var framesDrawn: UInt64 { host.framesDrawn }

    /// What was written to the card so far.
    public var flashCounters: FlashCounters { flash.counters }

    /// The system's clock is believed when something keeps it right (NTP, chrony with gpsd); until then it is looked at again each
    /// minute, on the way.
    /// - Returns: true if it is believed.
    @discardableResult private func learnClock(at now: MonotonicInstant) -> Bool {
        if believesSystemClock {
            queue.put(.utc(UTCOffset(from: now, to: WallClock.now())), at: now)
            return true
        }
        if clockCheck == nil { clockCheck = loop.makeTimer { [weak self] now in self?.learnClock(at: now) } }
        clockCheck?.setDeadline(now.advanced(by: .seconds(60)), tolerance: .seconds(30))
        return false
    }

    private var believesSystemClock: Bool { mayBelieveSystemClock && WallClock.isSynchronised }

    private static func watch(_ storage: WatchStorage, _ board: Board, _ boot: BootID) -> Watch {
        var random = SystemRandomNumberGenerator()
        var absent = SensorSet()
        for kind in SensorKind.allCases where !board.sensors.contains(kind) { absent.insert(SensorSet(kind)) }
        let configuration = WatchConfiguration(
            boot: boot, entropy: (random.next(), random.next()), deviceSerial: DeviceSerial.read(),
            hasLapButton: board.buttons.contains { $0.role == .lap }, displaySleeps: board.displaySleeps,
            hasDisplay: board.display != nil, canPowerOff: board.features.contains(.powerOff),
            wakesOnWristRaise: board.features.contains(.wristRaise) && board.sensors.contains(.motion),
            zone: ZoneFile().rules(ofSetting: storage.book.settings.zoneName), languages: UInt8(clamping: Language.all.count),
            languageTags: Language.all.map(\.tag),
            built: .softwareDate,
            absent: absent, hasSimulatedParts: !board.simulatedParts.isEmpty)
        return Watch(configuration, book: storage.book, at: MonotonicClock.now())
    }
}

extension Board {
    /// Only an OLED wears out and costs power for what it shows; a memory display keeps its picture for nothing.
    public var displaySleeps: Bool {
        if case .ssd1306 = display?.driver { return true }
        return false
    }
}
