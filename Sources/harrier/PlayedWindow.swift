import Calendar
import HealthCore
import Playback
import Quantities
import RunCore
import ScreenModels
import Screens
import TerminalWindow
import WatchCore
import WatchRuntime

/// The window of a player: knows at any time what the watch, its runner and the clock say, and makes characters of it.
///
/// Real time is told to it, so the same window is shown in a terminal and written into a recording.
final class PlayedWindow {
    let player: Player
    private(set) var clock: PacedClock
    private var window = WatchWindow()
    private let panel: WindowLayout.Panel
    private let runner: PlayedRunner
    private let abilities: TerminalAbilities
    private var keys: KeyPresses
    private var observer = WatchObserver()
    private var truth = TruthTally()
    private var track = TrackTally()
    private var story: RunnerStory
    private var chosenSpeed: Double
    /// How many times faster than chosen it goes at a moment; nil for always as chosen.
    private let pace: ((MonotonicInstant) -> Double)?
    private var flushes = 0
    private var flushedAt: MonotonicInstant?
    private var frame = Bitmap(width: 0, height: 0)
    private var real: MonotonicInstant
    /// Until when each button shines that was pressed.
    private var litUntil: [ButtonRole: MonotonicInstant] = [:]

    /// However fast time goes, a press is seen for this long.
    private static let afterglow = Duration.milliseconds(350)

    /// Lap banners and the countdown stay on the watch for seconds of its own time. As long as the simulated runner presses the buttons,
    /// time goes no faster than this meanwhile, so that they can be seen.
    private static let momentSpeed = 2.0
    /// What the story may hold.
    private static let mostHappenings = 200

    init(
        _ player: Player, of runner: PlayedRunner, title: String, panel: WindowLayout.Panel, look: WatchWindow.Look,
        abilities: TerminalAbilities, speed: Double, at real: MonotonicInstant, pace: ((MonotonicInstant) -> Double)? = nil
    ) {
        self.player = player
        self.pace = pace
        self.runner = runner
        self.real = real
        self.panel = panel
        self.abilities = abilities
        story = runner.story
        chosenSpeed = speed
        clock = PacedClock(player.loop.now, at: real, speed: speed)
        keys = KeyPresses(hasLapButton: player.setting.hasLapButton)
        window.title = title
        window.look = look
        let roles: [ButtonRole] = player.setting.hasLapButton ? ButtonRole.allCases : [.start, .page]
        window.buttons = roles.map { WatchWindow.Button($0, key: $0 == .start ? "s" : $0 == .lap ? "l" : "p") }
        let buttons = player.setting.hasLapButton ? "s START  l LAP  p PAGE" : "s START  p PAGE  l PAGE twice"
        window.keys = ["\(buttons)  capitals hold", "+ - speed  space pause  q quit"]
        player.show(at: speed)
        player.onStep = { [weak self] in self?.observe() }
        player.onPress = { [weak self] role, isHold in
            guard let self else { return }
            light(role, at: self.real)
            // The runner turns pages all the time; the button lights up, and that is enough.
            guard role != .page || isHold || self.player.watch.session.phase == .stopped else { return }
            tell("runner \(isHold ? "holds" : "presses") \(Self.name(role))", isPress: true)
        }
    }

    // MARK: - Time and keys

    /// Lets the watch live up to a real instant.
    func live(at real: MonotonicInstant) {
        self.real = real
        let paced = chosenSpeed * (player.hasAutopilot ? pace?(player.loop.now) ?? 1 : 1)
        let wanted = isMoment ? min(paced, Self.momentSpeed) : paced
        if wanted != clock.speed { clock.setSpeed(wanted, at: real) }
        player.advance(to: clock.now(at: real))
    }

    private var isMoment: Bool {
        guard player.hasAutopilot else { return false }
        switch player.watch.screen(at: player.loop.now).page {
        case .lapBanner, .countdown: return true
        default: return false
        }
    }

    /// A key that came at a real instant. What the watch does between is done first, so the press begins when the key came (U-A4).
    func press(_ role: ButtonRole, isHold: Bool, at real: MonotonicInstant) {
        live(at: real)
        player.takeKey(role, isHold: isHold)
        if isHold {
            keys.hold(role, at: player.loop.now, real: real, on: player.loop)
        } else {
            keys.press(role, at: player.loop.now, on: player.loop)
        }
        light(role, at: real)
        tell("you \(isHold ? "hold" : "press") \(Self.name(role))", isPress: true)
    }

    private func light(_ role: ButtonRole, at real: MonotonicInstant) {
        let button = role == .lap && !player.setting.hasLapButton ? ButtonRole.page : role
        litUntil[button] = real.advanced(by: Self.afterglow)
    }

    func changeSpeed(faster: Bool, at real: MonotonicInstant) {
        chosenSpeed = faster ? PacedClock.faster(than: chosenSpeed) : PacedClock.slower(than: chosenSpeed)
        player.show(at: chosenSpeed)
        live(at: real)
    }

    func togglePause(at real: MonotonicInstant) { clock.setPaused(!clock.isPaused, at: real) }

    // MARK: - What happens

    private func observe() {
        let now = player.loop.now
        for text in story.take(upTo: now) { tell(text) }
        let watch = player.watch
        for text in observer.observe(watch, at: now) {
            if text == "the run begins" { truth.begin() }
            tell(text)
        }
        if let value = runner.truth?() { truth.take(value, isRunning: watch.session.phase == .running, at: now) }
        if let totals = watch.session.totals, watch.session.phase.isRecording { track.take(totals) }
        if player.written.flushes != flushes {
            flushes = player.written.flushes
            flushedAt = now
        }
    }

    private func tell(_ text: String, isPress: Bool = false) {
        window.happenings.append(.init(timeOfDay, text, isPress: isPress))
        if window.happenings.count > Self.mostHappenings { window.happenings.removeFirst() }
    }

    private static func name(_ role: ButtonRole) -> String {
        switch role {
        case .start: "START"
        case .lap: "LAP"
        case .page: "PAGE"
        }
    }

    /// The time of day in the simulation; since the start where nobody knows it.
    private var timeOfDay: String {
        player.timeOfDay
    }

    // MARK: - Drawing

    /// The window as it is now, in a size.
    func draw(columns: Int, rows: Int) -> CharacterGrid {
        let layout = WindowLayout(columns: columns, rows: rows, panel: panel, styles: abilities.styles)
        fill()
        if let panel = layout.panel {
            if frame.width != panel.width || frame.height != panel.height { frame = Bitmap(width: panel.width, height: panel.height) }
            let watch = player.watch
            ScreenRenderer.render(
                watch.screen(at: player.loop.now), language: Language.at(Int(watch.language)), into: &frame)
            window.frame = frame
        }
        return window.draw(layout, abilities)
    }

    private func fill() {
        let now = player.loop.now, watch = player.watch, session = watch.session
        for index in window.buttons.indices {
            let role = window.buttons[index].role
            window.buttons[index].isDown = player.loop.down.contains(role) || litUntil[role].map { real < $0 } ?? false
        }
        window.time = timeOfDay
        window.isPaused = clock.isPaused
        window.speed =
            pace == nil
            ? "×\(Self.text(chosenSpeed))" + (clock.speed < chosenSpeed ? ", slower for a moment" : "") : "×\(Self.text(clock.speed))"
        window.progress = player.progress
        let length = player.setting.start.duration(to: player.setting.end)
        window.progressText = "\(RunReport.time(min(length, player.setting.start.duration(to: now)))) of \(RunReport.time(length))"
        window.line = player.statusLine
        window.track = track.points
        fillFigures(session, at: now)
        let kilobytes = player.written.recordBytes / 1000
        window.card = flushedAt.map { "written \(RunReport.seconds($0.duration(to: now))) ago, \(kilobytes) kB" } ?? "nothing written yet"
    }

    private static func text(_ speed: Double) -> String { decimal(speed, speed == speed.rounded() ? 0 : 1) }

    private func fillFigures(_ session: RunSession, at now: MonotonicInstant) {
        let time = session.runTime(at: now), totals = session.phase.isRecording ? session.totals : nil
        func pace(_ pace: Pace?) -> String { pace.map { RunReport.time(.seconds($0.secondsPerKilometer.rounded())) } ?? "--" }
        let known = runner.truth?()
        let beats = session.sensors.heartRate(at: now)?.rate
        window.figures = [
            .init(
                "distance", truth: known.map { _ in totals == nil ? "--" : RunReport.amount(truth.distance) },
                shown: totals.map { RunReport.amount($0.distance) } ?? "--", unit: "km"),
            .init("pace", truth: known.map { _ in pace(truth.pace) }, shown: pace(totals?.pace(at: time)), unit: "/km"),
            .init(
                "heart rate", truth: known.map { RunReport.beats($0.heartRate) },
                shown: beats.map { RunReport.beats($0) } ?? "--",
                unit: "bpm"),
        ]
        let zones = totals?.header.zones
        window.zone =
            zones.map { $0.isKnown } == true ? beats.flatMap { zones?.zone(ofBeats: UInt8(rounding: $0.beatsPerMinute)) } ?? 0 : nil
    }
}

extension RunReport {
    /// Whole seconds, such as `4 s`.
    static func seconds(_ duration: Duration) -> String { "\(max(0, duration.components.seconds)) s" }
}
