import Boards
import Calendar
import CommandLineTable
import Glibc
import HealthCore
import LinuxPeripherals
import Peripherals
import Quantities
import RunCore
import RunLog
import Screens
import WatchCore
import WatchRuntime

/// Everything of the watch, put together as the board file says, on one event loop.
final class Daemon {
    private let board: Board
    private let loop: EventLoop
    private let storage: WatchStorage
    private let flash: FlashWriter
    private let parts: BoardParts
    private let host: WatchHost
    private var deadline: LoopTimer?
    private var signals: SignalSource?
    private var clockCheck: LoopTimer?

    init(_ invocation: Invocation) throws {
        board = try Board.load(path: try invocation.required(DaemonCommand.board))
        loop = try EventLoop()
        // Taken over before any thread starts, so that threads leave signals to the loop.
        let asked = SignalBox()
        signals = try SignalSource([.terminate, .interrupt, .hangUp], on: loop) { _, now in asked.handler?(now) }
        var random = SystemRandomNumberGenerator()
        let boot = BootID.current() ?? BootID(high: random.next(), low: random.next())
        storage = try WatchStorage(path: Self.dataPath(invocation), boot: boot)
        for problem in storage.problems { Log.say(problem) }
        flash = try FlashWriter(
            storage.directory, store: storage.startup.store, continuing: storage.startup.unfinished?.file,
            wasRebuilt: storage.startup.wasRebuilt)
        parts = try BoardParts(board, on: loop, directory: storage.directory, gpsd: invocation[DaemonCommand.gpsd])
        var connections = WatchHost.Connections(
            flash: flash, display: parts.display, buzzer: parts.buzzer, history: storage.makeHistory())
        let parts = parts, loop = loop
        connections.receiver = { isOn in parts.setReceiver(isOn: isOn) }
        connections.end = { loop.stop() }
        connections.powerOff = { Log.say("power-off was asked for: this board file does not allow it") }
        host = WatchHost(Self.watch(storage, board, boot), connections)
        asked.handler = { [weak self] now in self?.deliver(.shutDown, at: now) }
    }

    private final class SignalBox { var handler: ((MonotonicInstant) -> Void)? }

    /// Runs until a signal asks to end, then makes everything durable.
    func run() throws {
        deadline = loop.makeTimer { [weak self] now in self?.deliver(.tick, at: now) }
        parts.connect { [weak self] event, now in self?.deliver(event, at: now) }
        if let news = flash.newsDescriptor {
            try loop.add(news, .readable) { [weak self] _, now in self?.collectNews(at: now) }
        }
        let now = MonotonicClock.now()
        collectNews(at: now)
        learnClock(at: now)
        if let unfinished = storage.startup.unfinished { deliver(.unfinishedRun(unfinished.totals), at: now) }
        deliver(.tick, at: now)
        Log.say("\(board.name) is running on \(storage.directory.path)")
        try loop.run()
        flash.shutDown()
        parts.close()
    }

    private func deliver(_ event: Event, at now: MonotonicInstant) {
        host.deliver(event, at: now)
        deadline?.setDeadline(host.deadline(after: now))
    }

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

    private static func dataPath(_ invocation: Invocation) -> String {
        if let path = invocation[DaemonCommand.data] { return path }
        return getenv("HARRIER_DATA_DIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/var/lib/harrier"
    }

    private static func watch(_ storage: WatchStorage, _ board: Board, _ boot: BootID) -> Watch {
        var random = SystemRandomNumberGenerator()
        let zones = ZoneFile()
        let named = storage.settings.zoneName.flatMap { try? zones.load(name: $0) }
        var absent = SensorSet()
        for kind in SensorKind.allCases where !board.sensors.contains(kind) { absent.insert(SensorSet(kind)) }
        let configuration = WatchConfiguration(
            boot: boot, entropy: (random.next(), random.next()),
            deviceSerial: DeviceSerial.read(), hasLapButton: board.buttons.contains { $0.role == .lap }, displaySleeps: board.displaySleeps,
            zone: named ?? (try? zones.loadLocal()) ?? .utc, languages: UInt8(clamping: Language.all.count), built: .softwareDate,
            absent: absent)
        return Watch(
            configuration, settings: storage.settings, profile: storage.profile, lastDay: storage.lastDay, at: MonotonicClock.now())
    }
}

extension Board {
    /// Only an OLED wears out and costs power for what it shows; a memory display keeps its picture for nothing.
    fileprivate var displaySleeps: Bool {
        if case .ssd1306 = display?.driver { return true }
        return false
    }
}

/// A number that is the same at each start of one watch: the Pi's own serial, else the machine id, folded to 32 bits.
enum DeviceSerial {
    static func read() -> UInt32 {
        for path in ["/sys/firmware/devicetree/base/serial-number", "/etc/machine-id"] {
            guard let file = fopen(path, "r") else { continue }
            defer { fclose(file) }
            var hash: UInt32 = 2_166_136_261  // FNV-1a, 32 bits
            var character = fgetc(file), count = 0
            while character > 0x20, count < 64 {
                hash = (hash ^ UInt32(truncatingIfNeeded: character)) &* 16_777_619
                character = fgetc(file)
                count += 1
            }
            if count > 0, hash != 0 { return hash }
        }
        return 1
    }
}
