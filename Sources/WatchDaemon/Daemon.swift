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
    private let say: (String) -> Void
    private let storage: WatchStorage
    private let flash: FlashWriter
    private let parts: BoardParts
    private let host: WatchHost
    private let powerOff: PowerOff
    private var deadline: LoopTimer?
    private var signals: SignalSource?
    private var clockCheck: LoopTimer?

    /// Opens the data directory and the parts.
    public init(_ options: Options) throws {
        (board, say) = (options.board, options.say)
        loop = try EventLoop()
        // Taken over before any thread starts, so that threads leave signals to the loop.
        let asked = SignalBox()
        signals = try SignalSource([.terminate, .interrupt, .hangUp], on: loop) { _, now in asked.handler?(now) }
        var random = SystemRandomNumberGenerator()
        let boot = BootID.current() ?? BootID(high: random.next(), low: random.next())
        storage = try WatchStorage(path: options.dataPath, boot: boot)
        for problem in storage.problems { say(problem) }
        flash = try FlashWriter(
            storage.directory, store: storage.startup.store, continuing: storage.startup.unfinished?.file,
            wasRebuilt: storage.startup.wasRebuilt)
        parts = try BoardParts(options, on: loop, directory: storage.directory)
        powerOff = PowerOff(on: loop, say: say)
        host = WatchHost(
            Self.watch(storage, board, boot),
            WatchHost.Connections(flash: flash, display: parts.display, buzzer: parts.buzzer, history: storage.makeHistory()))
        connectHost()
        asked.handler = { [weak self] now in self?.deliver(.shutDown, at: now) }
    }

    private final class SignalBox { var handler: ((MonotonicInstant) -> Void)? }

    private func connectHost() {
        let parts = parts, loop = loop, powerOff = powerOff, say = say
        let mayPowerOff = board.features.contains(.powerOff)
        host.connect { connections in
            connections.receiver = { isOn in parts.setReceiver(isOn: isOn) }
            connections.sensors = { demand in parts.setDemand(demand) }
            connections.trouble = { trouble in say("\(trouble)") }
            connections.end = { loop.stop() }
            connections.powerOff = {
                guard mayPowerOff else {
                    return say("the board file does not allow power-off (feature \"power-off\"): switch the watch off by hand")
                }
                powerOff.ask()
            }
        }
    }

    /// Runs until a signal asks to end, then makes everything durable.
    public func run() throws {
        deadline = loop.makeTimer { [weak self] now in self?.deliver(.tick, at: now) }
        try parts.connect(
            BoardParts.Listener(
                deliver: { [weak self] event, now in self?.hand(event, at: now) },
                noteDisplayFailure: { [weak self] failure, now in self?.host.noteDisplayFailure(failure, at: now) }))
        if let news = flash.newsDescriptor {
            try loop.add(news, .readable) { [weak self] _, now in self?.collectNews(at: now) }
        }
        let now = MonotonicClock.now()
        collectNews(at: now)
        learnClock(at: now)
        if let unfinished = storage.startup.unfinished { deliver(.unfinishedRun(unfinished.totals), at: now) }
        deliver(.tick, at: now)
        say("\(board.name) is running on \(storage.directory.path)")
        try loop.run()
        flash.shutDown()
        parts.close()
    }

    /// Gives the watch an event, as a part would, after what the sensors have brought meanwhile.
    public func deliver(_ event: Event, at now: MonotonicInstant) {
        parts.collectNews(at: now)
        hand(event, at: now)
    }

    private func hand(_ event: Event, at now: MonotonicInstant) {
        host.deliver(event, at: now)
        deadline?.setDeadline(host.deadline(after: now))
    }

    /// The watch, to be looked at.
    public var watch: Watch { host.watch }

    /// Frames drawn so far.
    public var framesDrawn: UInt64 { host.framesDrawn }

    /// What was written to the card so far.
    public var flashCounters: FlashCounters { flash.counters }

    private func collectNews(at now: MonotonicInstant) {
        host.collectFlashNews(at: now)
        deadline?.setDeadline(host.deadline(after: now))
    }

    /// The system's clock is believed when something keeps it right (NTP, chrony with gpsd); until then it is looked at again each
    /// minute, on the way.
    private func learnClock(at now: MonotonicInstant) {
        if WallClock.isSynchronised { return deliver(.utc(UTCOffset(from: now, to: WallClock.now())), at: now) }
        if clockCheck == nil { clockCheck = loop.makeTimer { [weak self] now in self?.learnClock(at: now) } }
        clockCheck?.setDeadline(now.advanced(by: .seconds(60)), tolerance: .seconds(30))
    }

    private static func watch(_ storage: WatchStorage, _ board: Board, _ boot: BootID) -> Watch {
        var random = SystemRandomNumberGenerator()
        let zones = ZoneFile()
        let named = storage.settings.zoneName.flatMap { try? zones.load(name: $0) }
        var absent = SensorSet()
        for kind in SensorKind.allCases where !board.sensors.contains(kind) { absent.insert(SensorSet(kind)) }
        let configuration = WatchConfiguration(
            boot: boot, entropy: (random.next(), random.next()), deviceSerial: DeviceSerial.read(),
            hasLapButton: board.buttons.contains { $0.role == .lap }, displaySleeps: board.displaySleeps,
            wakesOnWristRaise: board.features.contains(.wristRaise) && board.sensors.contains(.motion),
            zone: named ?? (try? zones.loadLocal()) ?? .utc, languages: UInt8(clamping: Language.all.count), built: .softwareDate,
            absent: absent)
        return Watch(
            configuration, settings: storage.settings, profile: storage.profile, lastDay: storage.lastDay, at: MonotonicClock.now())
    }
}

extension Board {
    /// Only an OLED wears out and costs power for what it shows; a memory display keeps its picture for nothing.
    public var displaySleeps: Bool {
        if case .ssd1306 = display?.driver { return true }
        return false
    }
}
