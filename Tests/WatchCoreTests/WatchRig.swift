import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels
import SimulatedPeripherals
@testable import WatchCore

/// A watch under a virtual clock that ticks it exactly when it asks for it, and everything that it wanted done.
struct WatchRig {
    private(set) var watch: Watch
    private(set) var now: MonotonicInstant
    private(set) var effects: [Effect] = []
    private var list = EffectList()

    static let configuration = WatchConfiguration(
        boot: BootID(high: 1, low: 1), entropy: (1, 2), deviceSerial: 7, built: CivilDate(daysSinceEpoch: 20_300))

    init(
        _ configuration: WatchConfiguration = Self.configuration, settings: Settings = .usual, profile: Profile = Profile(),
        at now: MonotonicInstant = MonotonicInstant(seconds: 1000)
    ) {
        self.now = now
        watch = Watch(configuration, book: HealthBook(boot: configuration.boot, settings: settings, profile: profile), at: now)
    }

    /// A watch of a boot that begins with a book.
    init(boot: BootID, book: HealthBook, at now: MonotonicInstant = MonotonicInstant(seconds: 1000)) {
        self.now = now
        var configuration = Self.configuration
        configuration.boot = boot
        watch = Watch(configuration, book: book, at: now)
    }

    // Read in place: an expectation that reads a part of a watch itself copies the watch, and Swift 6.0 does so a thousand times over.
    var settings: Settings { watch.settings }
    var profile: Profile { watch.profile }
    var timer: Duration? { watch.session.totals?.timer }

    mutating func deliver(_ event: Event, from instant: MonotonicInstant? = nil) {
        watch.handle(event, from: instant, at: now, into: &list)
        effects += list
        list.removeAll(keepingCapacity: true)
    }

    mutating func wait(until instant: MonotonicInstant) {
        while let due = watch.deadline(after: now), due <= instant {
            now = max(due, now)
            deliver(.tick)
        }
        now = max(now, instant)
    }

    /// Time passes and the loop does not run.
    mutating func stall(_ duration: Duration) { now = now + duration }

    mutating func wait(_ duration: Duration) { wait(until: now + duration) }

    mutating func edge(_ role: ButtonRole, isDown: Bool) { deliver(.button(ButtonEdge(role: role, isDown: isDown, at: now))) }

    /// A clean press, and time for it to settle.
    /// From the clock, by LAP or by what stands for it.
    mutating func openHistory() {
        if watch.configuration.hasLapButton { return press(.lap) }
        for _ in 0..<2 {
            edge(.page, isDown: true)
            wait(.milliseconds(100))
            edge(.page, isDown: false)
            wait(.milliseconds(100))
        }
        wait(.milliseconds(400))
    }

    mutating func press(_ role: ButtonRole, for duration: Duration = .milliseconds(100)) {
        edge(role, isDown: true)
        wait(duration)
        edge(role, isDown: false)
        wait(.milliseconds(400))
    }

    mutating func hold(_ role: ButtonRole, for duration: Duration = .milliseconds(1_100)) { press(role, for: duration) }

    mutating func double(_ role: ButtonRole) {
        edge(role, isDown: true)
        wait(.milliseconds(80))
        edge(role, isDown: false)
        wait(.milliseconds(100))
        press(role)
    }

    /// From the clock into a run, over ready and countdown.
    mutating func beginRun() {
        press(.start)
        press(.start)
        press(.start)
    }

    mutating func give(_ second: SimulatedSecond, without absent: SensorSet = []) {
        wait(until: second.at)
        if let steps = second.steps, !absent.contains(.motion) { deliver(.steps(steps)) }
        if let heartRate = second.heartRate, !absent.contains(.heartRate) { deliver(.heartRate(heartRate)) }
        if let pressure = second.pressure, !absent.contains(.barometer) { deliver(.pressure(pressure)) }
        if let battery = second.battery, !absent.contains(.battery) { deliver(.battery(battery)) }
        if let sky = second.sky, !absent.contains(.gps) { deliver(.sky(sky)) }
        if let fix = second.fix, !absent.contains(.gps) { deliver(.fix(fix)) }
    }

    mutating func forget() { effects.removeAll() }

    var screen: Screen { watch.screen(at: now) }
    var page: Page { screen.page }
    var phase: RunPhase { watch.session.phase }
    var buzzes: [BuzzPattern] { effects.compactMap { if case .buzz(let pattern) = $0 { pattern } else { nil } } }
    var records: [RunRecord] { effects.compactMap { if case .append(let record) = $0 { record } else { nil } } }
    var lights: [Effect.Light] { effects.compactMap { if case .light(let light) = $0 { light } else { nil } } }
    var demands: [SensorDemand] { effects.compactMap { if case .sensors(let demand) = $0 { demand } else { nil } } }
    var laps: Int { watch.session.totals?.laps.count ?? 0 }

    func runPage() -> RunPage? { if case .run(let page) = page { page } else { nil } }
    func message() -> Message? { if case .message(let message) = page { message } else { nil } }
    func clockPage() -> ClockPage? { if case .clock(let page) = page { page } else { nil } }
    func menu() -> MenuPage? { if case .menu(let page) = page { page } else { nil } }
    func setUp() -> SetUpPage? { if case .setUp(let page) = page { page } else { nil } }
    func history() -> HistoryPage? { if case .history(let page) = page { page } else { nil } }
    func summary() -> SummaryPage? { if case .summary(let page) = page { page } else { nil } }

    /// Waits until no message covers the page.
    mutating func waitForPage() { wait(.seconds(12)) }
}

extension Settings {
    /// Set up, and quiet about nothing.
    static var usual: Settings {
        var settings = Settings()
        settings.isSetUp = true
        return settings
    }
}

extension RunnerScript {
    /// Legs on a straight way under open sky.
    static func straight(_ legs: Leg..., from start: MonotonicInstant = MonotonicInstant(seconds: 1000)) -> RunnerScript {
        var script = RunnerScript(name: "straight", legs: legs)
        script.monotonic = start
        return script
    }
}

extension WatchRig {
    /// The card has everything of the run that was saved.
    mutating func keepRun() {
        guard let run = watch.session.totals?.header.id else { return }
        deliver(.storage(.saved(run)))
    }

    /// Changes of settings and of the runner that were handed out.
    var changes: [HealthChange] {
        effects.compactMap { effect in
            guard case .change(let change) = effect, change.kind == .setting || change.kind == .profileValue else { return nil }
            return change
        }
    }
}
