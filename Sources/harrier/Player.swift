import Calendar
import CardStorage
import CommandLineTable
import HealthCore
import LinuxPeripherals
import Peripherals
import Playback
import Quantities
import RunArchive
import RunCore
import RunLog
import Screens
import SystemCalls
import WatchCore
import WatchRuntime

/// What a player is made for, besides its feed.
struct PlayerSetting {
    /// The data folder.
    var dataPath: String
    /// The virtual clock when the watch is switched on.
    var start: MonotonicInstant
    /// When the feed has nothing more.
    var end: MonotonicInstant
    var seed: UInt64 = 1
    /// No earlier date is believed from the receiver; a recording's own first day for a recording.
    var built: CivilDate
    var zone: TimeZoneRules
    /// True if the zone that is set on the watch counts before ``zone``; false where a recording says which it is.
    var followsZoneSetting = false
    /// False for a board without LAP.
    var hasLapButton = true
    /// What the watch's clock shows when it is switched on; nil if the watch has to learn it.
    var utc: UTCInstant?
    /// Index of the language of the screens; nil for the one that is set on the watch. It is not stored.
    var language: UInt8?
    /// What differs from the runner's settings and profile in this play; it is not stored.
    var adjust: ((inout Settings, inout Profile) -> Void)?
}

/// A watch put together on a data folder, fed by a simulated runner or a recording, under a virtual clock that may be paced.
final class Player {
    let setting: PlayerSetting
    let storage: WatchStorage
    let loop: VirtualLoop
    /// Runs that were left open in the folder, and are saved now.
    let closedBefore: [RunID]
    private let flash: ImmediateFlashWriter
    private var autopilot: Autopilot?
    private var plan: ArraySlice<PlannedPress>
    private(set) var savedRun: RunID?
    /// Called after each piece of time, and for each press that the simulated runner makes.
    var onStep: (() -> Void)?
    var onPress: ((_ role: ButtonRole, _ isHold: Bool) -> Void)?

    /// - Parameter plan: presses at their own instants, in order.
    init(
        _ setting: PlayerSetting, feed: any EventFeed, autopilot: Autopilot?, plan: [PlannedPress] = [], display: (any Display)? = nil,
        buzzer: (any Buzzer)? = nil
    ) throws(CommandFailure) {
        self.setting = setting
        let entropy = Entropy.draw(), boot = BootID(high: entropy.0, low: entropy.1)
        let start = setting.start
        var configuration = WatchConfiguration(
            boot: boot, entropy: entropy, deviceSerial: UInt32(truncatingIfNeeded: setting.seed) | 1, hasLapButton: setting.hasLapButton,
            canPowerOff: false,
            zone: setting.zone, languages: UInt8(clamping: Language.all.count), languageTags: Language.all.map(\.tag), built: setting.built)
        do {
            let now = WallClock.now()
            closedBefore = try LeftOverRuns.close(in: setting.dataPath, as: configuration, at: start, around: now)
            storage = try WatchStorage(path: setting.dataPath, boot: boot, serial: configuration.deviceSerial, around: now)
        } catch {
            throw CommandFailure("\(error)")
        }
        let clock = VirtualClock(start)
        flash = ImmediateFlashWriter(storage, clock: { clock.now })
        var book = storage.book
        var settings = book.settings, profile = book.profile
        if setting.followsZoneSetting {
            if settings.zoneName != nil { configuration.zone = ZoneFile().rules(ofSetting: settings.zoneName) }
        } else {
            settings.zoneName = nil
        }
        setting.adjust?(&settings, &profile)
        if let language = setting.language { settings.language = language }
        for change in book.changes(to: settings, profile, origin: .migration) { book.apply(change) }
        let watch = Watch(configuration, book: book, at: start)
        var connections = WatchHost.Connections(flash: flash, display: display, buzzer: buzzer, history: ImmediateHistory(storage))
        connections.zone = { $0 == nil ? setting.zone : ZoneFile().rules(ofSetting: $0) }
        let host = WatchHost(watch, connections)
        loop = VirtualLoop(host, feed: feed, at: start)
        self.autopilot = autopilot
        self.plan = plan[...]
        clock.follow(loop)
        if let unfinished = storage.unfinished { host.deliver(.unfinishedRun(unfinished), at: start) }
        if let utc = setting.utc { host.deliver(.utc(UTCOffset(from: start, to: utc)), at: start) }
        host.deliver(.tick, at: start)
    }

    var watch: Watch { loop.host.watch }
    private var end: MonotonicInstant { setting.end }
    /// What has been written to the card so far.
    var written: FlashCounters { flash.counters }

    /// True when the feed has ended and the run, if any, is saved; a run that nothing ends is not waited for.
    var isOver: Bool {
        guard loop.now >= end else { return false }
        if watch.session.phase.isRecording { return loop.now >= end.advanced(by: Self.patience) }
        guard let autopilot, autopilot.isTouring else { return true }
        return loop.now >= end.advanced(by: Self.patience * max(1, Int(rounding: autopilot.speed)))
    }
    private static let patience = Duration.seconds(120)

    /// How far the feed has come, 0...1.
    var progress: Double {
        let whole = setting.start.duration(to: end).inSeconds
        return whole > 0 ? min(1, max(0, setting.start.duration(to: loop.now).inSeconds / whole)) : 1
    }

    /// Lets the watch live up to an instant, half a second at a time so that the autopilot sees what happens.
    func advance(to instant: MonotonicInstant) {
        while loop.now < instant {
            let next = min(instant, loop.now.advanced(by: .milliseconds(500)))
            while let press = plan.first, press.at < next {
                plan.removeFirst()
                self.press(press.role, at: press.at, for: press.duration)
            }
            loop.advance(to: next)
            noteSavedRun()
            onStep?()
            if let action = autopilotAction() { press(action.role, at: loop.now, for: action.duration) }
        }
    }

    private func press(_ role: ButtonRole, at instant: MonotonicInstant, for duration: Duration) {
        onPress?(role, duration >= .seconds(1))
        guard role == .lap, !setting.hasLapButton else { return loop.press(role, at: instant, for: duration) }
        // Without LAP, PAGE twice is a lap and PAGE held locks.
        loop.press(.page, at: instant, for: duration)
        if duration < .seconds(1) { loop.press(.page, at: instant.advanced(by: duration + KeyPresses.gap), for: duration) }
    }

    private var isLocked: Bool { watch.screen(at: loop.now).status.isLocked }

    private func autopilotAction() -> Autopilot.Action? {
        let phase = watch.session.phase
        guard autopilot?.looks(in: phase) ?? false else { return nil }
        let timer = watch.session.totals?.timer ?? .zero
        let screen = watch.screen(at: loop.now)
        return autopilot?.action(on: screen, phase: phase, timer: timer, at: loop.now)
    }

    /// True until somebody at the keyboard has taken over.
    var hasAutopilot: Bool { autopilot != nil }

    /// Somebody looks on: all pages are shown, each long enough to be read at the speed of time.
    func show(at speed: Double) {
        let isPagedByHand = autopilot?.isPagedByHand ?? true
        autopilot?.turnsPages = !isPagedByHand
        autopilot?.showsRest = true
        autopilot?.speed = speed
    }

    /// A key was pressed. Whoever only turns the pages of a run leaves the run to the simulated runner, or to the presses of the
    /// recording; any other key takes over.
    func takeKey(_ role: ButtonRole, isHold: Bool) {
        let phase = watch.session.phase
        if role == .page, !isHold, phase.isRecording, phase != .stopped {
            autopilot?.isPagedByHand = true
        } else {
            dismissAutopilot()
        }
    }

    /// Somebody at the keyboard has taken over.
    func dismissAutopilot() {
        autopilot = nil
        plan = []
    }

    /// A run that is still open is saved, as a runner would who unlocks the buttons if they are locked (U-A5), stops and presses SAVE.
    func finish() {
        noteSavedRun()
        var patience = 20
        while watch.session.phase.isRecording, patience > 0 {
            if isLocked {
                press(.lap, at: loop.now, for: .milliseconds(1200))
            } else if watch.session.phase == .stopped {
                press(.page, at: loop.now, for: .milliseconds(120))
            } else {
                press(.start, at: loop.now, for: .milliseconds(1200))
            }
            loop.advance(to: loop.now.advanced(by: .seconds(2)))
            patience -= 1
        }
        noteSavedRun()
        loop.host.deliver(.shutDown, at: loop.now)
        flash.shutDown()
        if let savedRun { try? PlayedRuns.note(savedRun, at: WallClock.now(), in: storage.directory) }
    }

    private func noteSavedRun() {
        if watch.session.phase == .saved, let totals = watch.session.totals { savedRun = totals.header.id }
    }

    /// Writes the saved run's FIT file into the folder's exports; nil if no run was saved.
    func export() throws -> (report: RunReport, file: ExportedRun)? {
        guard let savedRun else { return nil }
        let run = try ArchivedRun.read(storage.directory.runLog(savedRun))
        let zones = try PrivacyZones.read(in: storage.directory)
        return (RunReport(run), try run.export(RunExport(.fit, hiding: zones), to: storage.directory.exports))
    }

    /// The time of day in the play; since its start where nobody knows it.
    var timeOfDay: String {
        let passed = setting.start.duration(to: loop.now)
        guard let utc = setting.utc else { return RunReport.time(passed) }
        return "\(setting.zone.local(utc.advanced(by: passed)).time)"
    }

    /// A line for a pipe: what the watch shows now.
    var statusLine: String {
        let session = watch.session
        guard let totals = session.totals, session.phase.isRecording else { return "\(session.phase)" }
        let time = session.runTime(at: loop.now)
        let heart = session.sensors.heartRate(at: loop.now)?.rate.map { "\(RunReport.beats($0)) bpm" } ?? "-- bpm"
        return
            "\(RunReport.time(totals.timer(at: time)))  \(RunReport.amount(totals.distance)) km  \(RunReport.pace(totals.pace(at: time)))  \(heart)  \(session.phase)"
    }
}

/// The virtual clock as the flash writer reads it.
private final class VirtualClock {
    private let start: MonotonicInstant
    private weak var loop: VirtualLoop?
    init(_ start: MonotonicInstant) { self.start = start }
    func follow(_ loop: VirtualLoop) { self.loop = loop }
    var now: MonotonicInstant { loop?.now ?? start }
}
