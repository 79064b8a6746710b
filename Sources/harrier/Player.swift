import Calendar
import CardStorage
import CommandLineTable
import HealthCore
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

/// A watch put together on a data folder, fed by a simulated runner or a recording, under a virtual clock that may be paced.
final class Player {
    let storage: WatchStorage
    let loop: VirtualLoop
    private let flash: ImmediateFlashWriter
    private let end: MonotonicInstant
    private var autopilot: Autopilot?
    private var plan: ArraySlice<PlannedPress>
    private(set) var savedRun: RunID?

    /// - Parameters:
    ///   - start: the virtual clock when the watch is switched on.
    ///   - end: when the feed has nothing more.
    ///   - plan: presses at their own instants, in order.
    ///   - settings: what differs from the runner's settings in this replay; it is not stored.
    ///   - built: no earlier date is believed from the receiver; a recording's own first day for a recording.
    init(
        dataPath: String, feed: any EventFeed, autopilot: Autopilot?, plan: [PlannedPress] = [], from start: MonotonicInstant,
        to end: MonotonicInstant, seed: UInt64, built: CivilDate, zone: TimeZoneRules, display: (any Display)?, buzzer: (any Buzzer)?,
        settings adjust: ((inout Settings) -> Void)? = nil
    ) throws(CommandFailure) {
        let entropy = Entropy.draw(), boot = BootID(high: entropy.0, low: entropy.1)
        let serial = UInt32(truncatingIfNeeded: seed) | 1
        do { storage = try WatchStorage(path: dataPath, boot: boot, serial: serial, around: WallClock.now()) } catch {
            throw CommandFailure("\(error)")
        }
        let clock = VirtualClock(start)
        flash = ImmediateFlashWriter(storage, clock: { clock.now })
        let configuration = WatchConfiguration(
            boot: boot, entropy: entropy, deviceSerial: serial, canPowerOff: false,
            zone: zone, languages: UInt8(clamping: Language.all.count), built: built)
        var book = storage.book
        if let adjust {
            var settings = book.settings
            adjust(&settings)
            for change in book.changes(to: settings, book.profile, origin: .migration) { book.apply(change) }
        }
        let watch = Watch(configuration, book: book, at: start)
        let connections = WatchHost.Connections(flash: flash, display: display, buzzer: buzzer, history: ImmediateHistory(storage))
        let host = WatchHost(watch, connections)
        loop = VirtualLoop(host, feed: feed, at: start)
        self.end = end
        self.autopilot = autopilot
        self.plan = plan[...]
        clock.follow(loop)
        if let unfinished = storage.unfinished { host.deliver(.unfinishedRun(unfinished), at: start) }
        host.deliver(.tick, at: start)
    }

    private var watch: Watch { loop.host.watch }

    /// True when the feed has ended and the run, if any, is saved; a run that nothing ends is not waited for.
    var isOver: Bool { loop.now >= end && !(watch.session.phase.isRecording && loop.now < end.advanced(by: Self.patience)) }
    private static let patience = Duration.seconds(120)

    /// How far the feed has come, 0...1.
    func progress(from start: MonotonicInstant) -> Double {
        let whole = start.duration(to: end).inSeconds
        return whole > 0 ? min(1, start.duration(to: loop.now).inSeconds / whole) : 1
    }

    /// Lets the watch live up to an instant, a tenth of a second at a time so that the autopilot sees what happens.
    func advance(to instant: MonotonicInstant) {
        while loop.now < instant {
            let next = min(instant, loop.now.advanced(by: .milliseconds(500)))
            while let press = plan.first, press.at < next {
                plan.removeFirst()
                loop.press(press.role, at: press.at, for: press.duration)
            }
            loop.advance(to: next)
            noteSavedRun()
            if let action = autopilotAction() { loop.press(action.role, at: loop.now, for: action.duration) }
        }
    }

    private func autopilotAction() -> Autopilot.Action? {
        let phase = watch.session.phase
        guard autopilot?.looks(in: phase) ?? false else { return nil }
        let timer = watch.session.totals?.timer ?? .zero
        return autopilot?.action(on: watch.screen(at: loop.now).page, phase: phase, timer: timer, at: loop.now)
    }

    /// Somebody at the keyboard has taken over.
    func dismissAutopilot() {
        autopilot = nil
        plan = []
    }

    /// A run that is still open is saved, as a runner would who stops and presses SAVE.
    func finish() {
        noteSavedRun()
        var patience = 20
        while watch.session.phase.isRecording, patience > 0 {
            let isStopped = watch.session.phase == .stopped
            loop.press(isStopped ? .page : .start, at: loop.now, for: .milliseconds(isStopped ? 120 : 1200))
            loop.advance(to: loop.now.advanced(by: .seconds(2)))
            patience -= 1
        }
        noteSavedRun()
        loop.host.deliver(.shutDown, at: loop.now)
        flash.shutDown()
    }

    private func noteSavedRun() {
        if watch.session.phase == .saved, let totals = watch.session.totals { savedRun = totals.header.id }
    }

    /// Writes the saved run's FIT file into the folder's exports; nil if no run was saved.
    func export() throws -> (report: RunReport, file: ExportedRun)? {
        guard let savedRun else { return nil }
        let run = try ArchivedRun.read(storage.directory.runLog(savedRun))
        return (RunReport(run), try run.exportFIT(to: storage.directory.exports))
    }

    /// A line for a pipe: what the watch shows now.
    var statusLine: String {
        let session = watch.session
        guard let totals = session.totals, session.phase.isRecording else { return "\(session.phase)" }
        let time = session.runTime(at: loop.now)
        let heart = session.sensors.heartRate(at: loop.now)?.rate.map { "\(RunReport.beats($0)) bpm" } ?? "-- bpm"
        return
            "\(RunReport.time(totals.timer(at: time)))  \(RunReport.kilometers(totals.distance)) km  \(RunReport.pace(totals.pace(at: time)))  \(heart)  \(session.phase)"
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
