import Boards
import CHarrierLinux
import Glibc
import HealthCore
import HealthStore
import LinuxPeripherals
import Quantities
import Recordings
import RunCore
import RunLog
import SimulatedPeripherals
import SystemCalls
import WatchCore
import WatchDaemon
import WatchRuntime

/// What `harrierd` costs on a board, in real time, with models in place of the chips, the panel and the receiver: in each state of the
/// watch the wake-ups, CPU time, system calls, traffic of the buses and writes to the card.
public final class PowerBenchmark {
    /// A state of the watch, and what it took a second.
    public struct State {
        /// `idle`, `display off` or `running`.
        public var name: String
        /// Measured for so long.
        public var duration: Duration
        /// Sleeps of all threads that were ended by something: what keeps the processor from resting.
        public var voluntarySwitches: Double
        /// CPU time of the watch in milliseconds, the models' own taken out.
        public var cpuMilliseconds: Double
        /// System calls; nil where the kernel does not let them be counted.
        public var systemCalls: Double?
        /// Bytes on the I²C buses, without addresses.
        public var i2cBytes: Double
        /// Milliseconds that they were busy at 400 kHz: nine clocks a byte and address, one a start, repeated start and stop.
        public var i2cBusyMilliseconds: Double
        /// Bytes on the SPI buses.
        public var spiBytes: Double
        /// Bytes of run records written.
        public var flashBytes: Double
        /// Flushes of run logs.
        public var flushes: Double
        /// Requests for memory.
        public var allocations: Double
    }

    /// The board as its file says it.
    public let board: Board
    /// The states in the order in which they were measured.
    public private(set) var states: [State] = []

    private static let busClock = 400_000.0
    /// The watch sets its chips up and draws its first page.
    private static let settling = Duration.seconds(3)
    /// A display that sleeps is dark after 30 s.
    private static let darkness = Duration.seconds(31)
    /// Receiver, countdown and first seconds of a run.
    private static let gettingReady = Duration.seconds(12), startingUp = Duration.seconds(20)
    /// Tracing slows the watch down, so system calls are counted in a stretch of their own, and not for longer than this.
    private static let longestTrace = Duration.seconds(10)
    /// A key that does nothing on the clock keeps its display lit.
    private static let keepingLit = Duration.seconds(8)

    private struct Snapshot {
        var at: MonotonicInstant
        var switches: UInt64
        var cpu: Duration
        var buses: BusUse
        var flash: FlashCounters
        var allocations: UInt64
    }

    private let daemon: Daemon
    private let meter = BusMeter()
    private let duration: Duration
    private let allocationCount: () -> UInt64
    private let progress: (String) -> Void
    private let folder: ScratchFolder
    private var steps: [(after: Duration, action: () -> Void)] = []
    private var timer: LoopTimer?
    private var keeper: LoopTimer?
    private var snapshot: Snapshot?
    private var activity = "waiting until the watch has settled"
    private var trace: Int32 = -1
    private var traced = Duration.zero
    private var failure: BenchmarkFailure?

    /// Measures each state for a time; it takes some 70 s more.
    ///
    /// - Parameters:
    ///   - board: the board; its chips, panel, buttons and receiver are simulated.
    ///   - duration: how long each state is measured, at least a second.
    ///   - allocationCount: how often the process has asked for memory so far; always 0 where nobody counts.
    public init(
        _ board: Board, for duration: Duration, allocationCount: @escaping () -> UInt64 = { 0 },
        progress: @escaping (String) -> Void = { _ in }
    ) throws {
        self.board = board
        self.duration = max(duration, .seconds(1))
        self.allocationCount = allocationCount
        self.progress = progress
        folder = try ScratchFolder.forBenchmark()
        try Self.prepare(folder.path)
        var options = Daemon.Options(board: board.simulated, dataPath: folder.path, say: { _ in })
        options.meters.i2c = { [meter] in meter.i2c($0) }
        options.meters.spi = { [meter] in meter.spi($0) }
        options.script = Self.script(resting: self.duration)
        daemon = try Daemon(options)
        plan()
        timer = daemon.loop.makeTimer { [unowned self] _ in step() }
        keeper = daemon.loop.makeTimer { [unowned self] now in keepLit(now) }
    }

    deinit { folder.remove() }

    /// Measures.
    public func run() throws {
        timer?.setDeadline(MonotonicClock.now() + (steps.first?.after ?? .zero))
        try daemon.run()
        if let failure { throw failure }
    }

    /// A watch that has been set up.
    private static func prepare(_ path: String) throws {
        let directory = DataDirectory(path: path)
        try directory.prepare()
        var settings = Settings()
        settings.isSetUp = true
        let book = HealthBook(boot: BootID(high: 0, low: 0))
        try HealthStore(path: directory.healthStore).put(book.changes(to: settings, Profile(), origin: .migration))
    }

    /// Stands while the watch rests, and runs from the beginning of the run on.
    private static func script(resting duration: Duration) -> RunnerScript {
        let rest = settling + darkness + duration * 2 + longestTrace * 2 + gettingReady
        return RunnerScript(
            name: "power", legs: [.init(.stand, for: rest), .init(.run(.metersPerSecond(3)), for: .seconds(24 * 3600))])
    }

    // MARK: - Steps

    private func plan() {
        let traceTime = min(duration, Self.longestTrace)
        func measure(_ name: String, after settling: Duration) {
            steps.append((settling, { [unowned self] in begin(name) }))
            steps.append((duration, { [unowned self] in end(name) }))
            steps.append((traceTime + .milliseconds(500), { [unowned self] in endTrace(of: name) }))
        }
        steps.append((.zero, { [unowned self] in keepLit(MonotonicClock.now()) }))
        measure("idle", after: Self.settling)
        steps.append((.zero, { [unowned self] in keeper?.setDeadline(nil) }))
        measure("display off", after: Self.darkness)
        // The first press only lights a dark display; on a lit one it gets the watch ready.
        steps.append((.zero, { [unowned self] in press(.start) }))
        steps.append((.seconds(1), { [unowned self] in if daemon.watch.session.phase == .idle { press(.start) } }))
        steps.append((Self.gettingReady, { [unowned self] in press(.start) }))
        measure("running", after: Self.startingUp)
        steps.append((.zero, { [unowned self] in daemon.put(.shutDown, at: MonotonicClock.now()) }))
    }

    private func step() {
        guard !steps.isEmpty else { return }
        steps.removeFirst().action()
        if let next = steps.first {
            // What comes takes its time: whoever waits sees for how long (U-C18).
            let left = steps.dropFirst().reduce(next.after) { $0 + $1.after }
            progress("\(activity); \(Int(rounding: left.inSeconds)) s to go")
        }
        if let next = steps.first { timer?.setDeadline(MonotonicClock.now() + next.after) }
    }

    private func press(_ role: ButtonRole) {
        let now = MonotonicClock.now()
        daemon.put(.button(ButtonEdge(role: role, isDown: true, at: now)), at: now)
        let release = daemon.loop.makeTimer { [unowned self] now in
            daemon.put(.button(ButtonEdge(role: role, isDown: false, at: now)), at: now)
        }
        release.setDeadline(now + TimedPresses.short)
    }

    private func keepLit(_ now: MonotonicInstant) {
        press(.lap)
        keeper?.setDeadline(now + Self.keepingLit)
    }

    // MARK: - Measuring

    private func begin(_ name: String) {
        activity = "measuring \(name)"
        if name == "running", daemon.watch.session.phase != .running {
            failure = BenchmarkFailure("the simulated run did not start")
        }
        snapshot = take()
        // Last, and first at the end: looking at the others takes memory of its own.
        snapshot?.allocations = allocationCount()
    }

    private func end(_ name: String) {
        guard let before = snapshot else { return }
        activity = "waiting until the watch has settled"
        let allocations = allocationCount() &- before.allocations
        let after = take(), seconds = before.at.duration(to: after.at).inSeconds
        let cpu = (after.cpu - before.cpu) - (after.buses.models - before.buses.models)
        let traffic = (before: before.buses.i2c, after: after.buses.i2c)
        let bytes = traffic.after.bytesWritten + traffic.after.bytesRead - traffic.before.bytesWritten - traffic.before.bytesRead
        states.append(
            State(
                name: name, duration: .seconds(seconds), voluntarySwitches: Double(after.switches &- before.switches) / seconds,
                cpuMilliseconds: max(0, cpu.inSeconds) * 1000 / seconds, systemCalls: nil, i2cBytes: Double(bytes) / seconds,
                i2cBusyMilliseconds: Double(traffic.after.clocks - traffic.before.clocks) / Self.busClock * 1000 / seconds,
                spiBytes: Double(after.buses.spiBytes - before.buses.spiBytes) / seconds,
                flashBytes: Double(after.flash.recordBytes - before.flash.recordBytes) / seconds,
                flushes: Double(after.flash.flushes - before.flash.flushes) / seconds,
                allocations: Double(allocations) / seconds))
        meter.setTiming(false)
        traced = min(duration, Self.longestTrace)
        trace = harrier_trace_start(Int32(clamping: traced.inMilliseconds))
    }

    private func endTrace(of name: String) {
        meter.setTiming(true)
        guard trace >= 0 else { return }
        let calls = harrier_trace_result(trace)
        trace = -1
        if calls >= 0, !states.isEmpty { states[states.count - 1].systemCalls = Double(calls) / traced.inSeconds }
    }

    private func take() -> Snapshot {
        Snapshot(
            at: MonotonicClock.now(), switches: ProcessUsage.voluntarySwitches, cpu: ProcessUsage.cpuTime, buses: meter.total,
            flash: daemon.flashCounters, allocations: 0)
    }
}

extension Board {
    /// The same build with models in place of all that is real.
    var simulated: Board {
        var board = self
        for index in board.buses.indices { board.buses[index].node = .simulated }
        for index in board.buttons.indices { board.buttons[index].driver = .control }
        if board.buzzer != nil { board.buzzer = .simulated }
        if board.gps != nil { board.gps = .simulated }
        switch board.display?.driver {
        case .terminal, .png: board.display?.driver = .simulated
        case .simulated, .ssd1306, .sharpMemoryLCD, nil: break
        }
        board.features.remove(.powerOff)
        return board
    }
}
