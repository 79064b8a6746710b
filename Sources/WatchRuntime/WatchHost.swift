import HealthCore
import Peripherals
import Quantities
import RunCore
import ScreenModels
import Screens
import WatchCore

/// Holds one ``Watch``, gives it events and carries out its effects: draws, buzzes, hands records to the flash writer.
///
/// The same host runs under the real event loop, in a terminal and under a virtual clock; it never blocks and never asks what time it is.
public final class WatchHost {
    /// What the host is connected to.
    public struct Connections {
        /// The display; nil on a board without one.
        public var display: (any Display)?
        /// The buzzer; nil on a board without one.
        public var buzzer: (any Buzzer)?
        /// The flash.
        public var flash: any FlashWriting
        /// The runs on the watch, for the history.
        public var history: (any RunHistory)?
        /// Called when the receiver is wanted or not wanted any more.
        public var receiver: ((_ isOn: Bool) -> Void)?
        /// Called when the watch wants something else of its sensors.
        public var sensors: ((_ demand: SensorDemand) -> Void)?
        /// Called when the display or the buzzer has failed in another way than before.
        public var trouble: ((PeripheralError) -> Void)?
        /// Called when everything is kept and the process may end.
        public var end: (() -> Void)?
        /// Called when the runner turns the watch off, or the battery is empty; what is kept may not be on the card yet.
        public var powerOff: (() -> Void)?
        /// Connections; what is left out does nothing.
        public init(flash: any FlashWriting, display: (any Display)? = nil, buzzer: (any Buzzer)? = nil, history: (any RunHistory)? = nil) {
            self.flash = flash
            self.display = display
            self.buzzer = buzzer
            self.history = history
        }
    }

    /// The watch.
    public private(set) var watch: Watch
    /// Frames drawn so far.
    public private(set) var framesDrawn: UInt64 = 0
    /// The last failure of the display or the buzzer; nil when both work.
    public private(set) var trouble: PeripheralError? {
        didSet { if let trouble, trouble != oldValue { connections.trouble?(trouble) } }
    }
    /// The frame as drawn last, of the display's size (128 × 128 without a display).
    public private(set) var frame: Bitmap

    private var connections: Connections
    private var effects = EffectList()
    private var answers: [Event] = []
    private var shown: Bitmap?
    private var displayBackOff = DisplayBackOff()

    /// A host for a watch.
    public init(_ watch: Watch, _ connections: Connections) {
        self.watch = watch
        self.connections = connections
        frame = Bitmap(width: connections.display?.width ?? 128, height: connections.display?.height ?? 128)
        effects.reserveCapacity(32)
        answers.reserveCapacity(4)
    }

    /// Changes what the host is connected to.
    public func connect(_ change: (inout Connections) -> Void) { change(&connections) }

    /// When ``deliver(_:at:)`` wants a ``Event/tick``; nil when only events matter.
    public func deadline(after now: MonotonicInstant) -> MonotonicInstant? {
        guard let retry = displayBackOff.retryAt else { return watch.deadline(after: now) }
        return watch.deadline(after: now).map { min($0, retry) } ?? retry
    }

    /// Gives the watch an event and does what it wants done.
    public func deliver(_ event: Event, at now: MonotonicInstant) {
        hand(event, at: now)
        while let answer = answers.popLast() { hand(answer, at: now) }
        if displayBackOff.isDue(at: now) { redraw(at: now) }
    }

    private func hand(_ event: Event, at now: MonotonicInstant) {
        watch.handle(event, at: now, into: &effects)
        for i in effects.indices { carryOut(effects[i], at: now) }
        effects.removeAll(keepingCapacity: true)
    }

    private func carryOut(_ effect: Effect, at now: MonotonicInstant) {
        switch effect {
        case .redraw: redraw(at: now)
        case .light(let light): setLight(light, at: now)
        case .buzz(let pattern): attempt { () throws(PeripheralError) in try connections.buzzer?.play(pattern) }
        case .append(let record): connections.flash.append(record)
        case .flush: connections.flash.flush()
        case .close(let cause): connections.flash.close(cause, watch.session.totals)
        case .dateRun: break  // The flash writer does not date logs yet.
        case .saveSettings: connections.flash.save(watch.settings, watch.profile)
        case .saveDay(let day): connections.flash.save(day)
        case .receiver(let isOn): connections.receiver?(isOn)
        case .sensors(let demand): connections.sensors?(demand)
        case .loadHistory(let first):
            answers.append(.history(connections.history?.rows(from: first, inMiles: watch.settings.usesMiles) ?? .empty))
        case .loadRun(let index): answers.append(.run(connections.history?.run(at: index, inMiles: watch.settings.usesMiles)))
        case .powerOff: connections.powerOff?()
        case .readyToEnd: connections.end?()
        }
    }

    // MARK: - Display

    /// A display that fails is retried with back-off and does not stop anything else (fault C15).
    private func redraw(at now: MonotonicInstant) {
        framesDrawn += 1
        ScreenRenderer.render(watch.screen(at: now), language: Language.at(Int(watch.language)), into: &frame)
        guard let display = connections.display, frame != shown, displayBackOff.mayTry(at: now) else { return }
        do {
            try display.show(frame)
            displayBackOff.noteSuccess()
            trouble = nil
            if shown == nil { shown = frame } else { shown?.copy(frame) }
        } catch { noteDisplayFailure(error, at: now) }
    }

    /// The display has not shown the last frame. Displays that are driven elsewhere say so later than at once.
    public func noteDisplayFailure(_ error: PeripheralError, at now: MonotonicInstant) {
        trouble = error
        shown = nil
        displayBackOff.noteFailure(at: now)
    }

    private func setLight(_ light: Effect.Light, at now: MonotonicInstant) {
        let wanted: DisplayLight =
            switch light {
            case .on: .on
            case .dim: .dim
            case .off: .off
            }
        attempt { () throws(PeripheralError) in try connections.display?.setLight(wanted) }
        if light == .off { shown = nil }
    }

    private func attempt(_ action: () throws(PeripheralError) -> Void) {
        do { try action() } catch { trouble = error }
    }

    /// Draws the present screen again, after the terminal was resized or the display came back.
    public func refresh(at now: MonotonicInstant) {
        shown = nil
        redraw(at: now)
    }

    /// Tells the watch what the flash writer has to say, if anything.
    public func collectFlashNews(at now: MonotonicInstant) {
        while let news = connections.flash.takeNews() {
            switch news {
            case .working: deliver(.storage(.working), at: now)
            case .full: deliver(.storage(.full), at: now)
            case .failed: deliver(.storage(.failed), at: now)
            case .rebuilt: deliver(.storage(.rebuilt), at: now)
            }
        }
    }
}

/// When a failing display is tried again: after 1, 2, 4 … 60 s.
private struct DisplayBackOff {
    private(set) var retryAt: MonotonicInstant?
    private var wait = Duration.seconds(1)

    func isDue(at now: MonotonicInstant) -> Bool { retryAt.map { now >= $0 } ?? false }
    func mayTry(at now: MonotonicInstant) -> Bool { retryAt.map { now >= $0 } ?? true }
    mutating func noteSuccess() {
        retryAt = nil
        wait = .seconds(1)
    }
    mutating func noteFailure(at now: MonotonicInstant) {
        retryAt = now.advanced(by: wait)
        wait = min(wait * 2, .seconds(60))
    }
}

/// The runs on the watch, as the history shows them.
public protocol RunHistory: AnyObject {
    /// Four rows from an index, newest first.
    func rows(from first: UInt32, inMiles: Bool) -> HistoryAnswer
    /// The run at an index, newest first; nil if it cannot be read.
    func run(at index: UInt32, inMiles: Bool) -> StoredRun?
}

extension HistoryAnswer {
    /// No runs.
    public static let empty = HistoryAnswer(count: 0, first: 0, rows: (nil, nil, nil, nil))
}
