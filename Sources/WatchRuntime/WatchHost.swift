import Calendar
import HealthCore
import Peripherals
import Quantities
import RunCore
import ScreenModels
import Screens
import WatchCore

/// Holds one ``Watch``, gives it the events that wait in its queue and carries out its effects: draws, buzzes, hands records to the flash
/// writer.
///
/// The same host runs under the real event loop, in a terminal and under a virtual clock; it never blocks and never asks what time it is.
/// Nothing calls back into a watch that is handling: whatever an effect brings about is put into the queue and comes after it.
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
        /// Takes sentences for the journal.
        public var say: ((String) -> Void)?
        /// Called when a run that was to be deleted is gone, or with why it is not.
        public var removed: ((_ run: RunID, _ problem: String?) -> Void)?
        /// Called when changes that were handed in are on the card, or with why none of them is.
        public var stored: ((_ receipt: ChangeReceipt, _ problem: String?) -> Void)?
        /// The rules of a zone by its IANA name, or of the machine's own; nil leaves the watch in the zone that it has.
        public var zone: ((_ name: String?) -> TimeZoneRules?)?
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
    /// Where everything that happens is put down for the watch.
    public let queue: EventQueue
    /// Frames drawn so far.
    public private(set) var framesDrawn: UInt64 = 0
    /// The last failure of the display or the buzzer; nil when both work.
    public var trouble: PeripheralError? { display?.trouble ?? buzzerTrouble }
    /// The frame as drawn last, of the display's size (128 × 128 without a display).
    public private(set) var frame: Bitmap

    private var connections: Connections
    private var display: KeptDisplay?
    private var buzzerTrouble: PeripheralError?
    private var toldTrouble: PeripheralError?
    private var effects = EffectList()
    private var events: [TimedEvent] = []
    private var isHandling = false
    private var isRedrawWanted = false
    private var areChangesOpen = false
    private var isHistoryAsked = false
    private var latest = MonotonicInstant(nanoseconds: .min)

    /// A host for a watch.
    public init(_ watch: Watch, _ connections: Connections, queue: EventQueue = EventQueue()) {
        self.watch = watch
        self.queue = queue
        self.connections = connections
        display = connections.display.map { KeptDisplay($0) }
        frame = Bitmap(width: connections.display?.width ?? 128, height: connections.display?.height ?? 128)
        effects.reserveCapacity(32)
        events.reserveCapacity(64)
    }

    /// Changes what the host is connected to. The display stays the one that it was made with.
    public func connect(_ change: (inout Connections) -> Void) { change(&connections) }

    /// When a ``Event/tick`` is wanted; nil when only events matter.
    public func deadline(after now: MonotonicInstant) -> MonotonicInstant? {
        let due = watch.askDeadline(after: now)
        guard let retry = display?.retryAt else { return due }
        return due.map { min($0, retry) } ?? retry
    }

    /// Puts an event down and handles everything that waits.
    public func deliver(_ event: Event, at now: MonotonicInstant) {
        queue.put(event, at: now)
        handleWaiting(at: now)
    }

    /// Gives the watch everything that waits, also what that brings about. Called from within itself it does nothing: what waits is handled
    /// by the call under way. The time that the watch is told never goes back.
    public func handleWaiting(at now: MonotonicInstant) {
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        latest = max(latest, now)
        // The list is nobody else's meanwhile, so its events need not be copied.
        var taken: [TimedEvent] = []
        swap(&taken, &events)
        defer { swap(&taken, &events) }
        while queue.moveAll(into: &taken) {
            for index in taken.indices { hand(taken[index], at: latest) }
            taken.removeAll(keepingCapacity: true)
            commitChanges()
            // What answers within the call is heard now; what has a descriptor, when that wakes the loop.
            if connections.flash.newsDescriptor == nil { collectFlashNews(at: latest) }
            if isHistoryAsked, connections.history?.newsDescriptor == nil { collectHistory(at: latest) }
        }
        // However many of the events changed the screen, it is drawn once.
        if isRedrawWanted || display?.isRetryDue(at: latest) == true { redraw(at: latest) }
        tellTrouble()
    }

    private func hand(_ event: TimedEvent, at now: MonotonicInstant) {
        watch.handle(event.event, from: event.instant, at: now, into: &effects)
        var wanted = EffectList()
        swap(&wanted, &effects)
        for index in wanted.indices { carryOut(wanted[index], at: now) }
        wanted.removeAll(keepingCapacity: true)
        swap(&wanted, &effects)
    }

    /// Changes of one event belong together.
    private func commitChanges() {
        if areChangesOpen { connections.flash.commitChanges() }
        areChangesOpen = false
    }

    private func carryOut(_ effect: Effect, at now: MonotonicInstant) {
        switch effect {
        case .redraw: isRedrawWanted = true
        case .light(let light): display?.setLight(DisplayLight(light), at: now)
        case .buzz(let pattern): play(pattern)
        case .append(let record): connections.flash.append(record)
        case .flush: connections.flash.flush()
        case .close(let cause): connections.flash.close(cause)
        case .dateRun(let id, let utc, let zone): connections.flash.date(RunDating(id, utcAtStart: utc, zone: zone))
        case .change(let change):
            connections.flash.save(change)
            areChangesOpen = true
        case .receiver(let isOn): connections.receiver?(isOn)
        case .sensors(let demand): connections.sensors?(demand)
        case .loadHistory(let first):
            isHistoryAsked = true
            if let history = connections.history { history.loadRows(from: first) } else { queue.put(.history(.empty), at: now) }
        case .loadRun(let id):
            isHistoryAsked = true
            if let history = connections.history {
                history.loadRun(id, inMiles: watch.settings.usesMiles)
            } else {
                queue.put(.run(id, nil), at: now)
            }
        case .askRuns(let question):
            isHistoryAsked = true
            if let history = connections.history {
                history.ask(question)
            } else {
                queue.put(.runs(RunAnswer(withoutRunsFor: question)), at: now)
            }
        case .removeRun(let id): remove(id, forGood: false)
        case .loadBook(let window):
            isHistoryAsked = true
            // Where nothing is stored there is nothing to wait for.
            if let history = connections.history {
                history.loadBook(window)
            } else {
                queue.put(.book(HealthBook(boot: watch.book.boot, window: window)), at: now)
            }
        case .findRecords(let run):
            isHistoryAsked = true
            connections.history?.loadRecords(of: run)
        case .loadZone(let name):
            if let rules = connections.zone?(name) { queue.put(.zone(LoadedZone(name: name, rules: rules)), at: now) }
        case .keepPicture(let time):
            let (page, language) = watch.askPage(at: now)
            var picture = Bitmap(width: frame.width, height: frame.height)
            ScreenRenderer.render(page, language: Language.at(Int(language)), into: &picture)
            connections.flash.keep(KeptPicture(picture, taken: time))
        case .powerOff: connections.powerOff?()
        case .readyToEnd: connections.end?()
        }
    }

    // MARK: - Display and buzzer

    private func redraw(at now: MonotonicInstant) {
        isRedrawWanted = false
        framesDrawn += 1
        let (screen, language) = watch.askScreen(at: now)
        ScreenRenderer.render(screen, language: Language.at(Int(language)), into: &frame)
        display?.show(frame, at: now)
    }

    /// A display that answers later has shown what it was given last.
    public func noteDisplayShown() { display?.noteSuccess() }

    /// A display that answers later has not shown what it was given last.
    public func noteDisplayFailure(_ error: PeripheralError, at now: MonotonicInstant) {
        display?.noteFailure(error, at: max(latest, now))
        tellTrouble()
    }

    private func play(_ pattern: BuzzPattern) {
        do throws(PeripheralError) {
            try connections.buzzer?.play(pattern)
            buzzerTrouble = nil
        } catch { buzzerTrouble = error }
    }

    /// Says each trouble once, until another one comes or all is well.
    private func tellTrouble() {
        let trouble = trouble
        guard trouble != toldTrouble else { return }
        toldTrouble = trouble
        if let trouble { connections.trouble?(trouble) }
    }

    // MARK: - Card

    /// Deletes a run that is over, on the flash writer's side.
    public func remove(_ run: RunID, forGood: Bool) { connections.flash.remove(run, forGood: forGood) }

    /// Stores changes on the flash writer's side. The watch itself hears of them only when they are on the card, as an ``Event/change(_:)``
    /// each, so that whatever fails leaves nothing half done.
    public func store(_ batch: ChangeBatch) { connections.flash.store(batch) }

    /// True once the watch knows the time.
    public var isTimeKnown: Bool { watch.askIsTimeKnown() }

    /// Puts down what the flash writer has to say, if anything; its sentences go to the journal.
    public func collectFlashNews(at now: MonotonicInstant) {
        while let news = connections.flash.takeNews() {
            if let sentence = news.sentence, !news.isAnswer { connections.say?(sentence) }
            switch news.news {
            case .removed(let run, let isDone): connections.removed?(run, isDone ? nil : news.sentence ?? "it could not be removed")
            case .stored(let receipt):
                connections.stored?(receipt, receipt.sequence == nil ? news.sentence ?? "it could not be stored" : nil)
                continue
            default: break
            }
            queue.put(.storage(news.news), at: now)
        }
    }

    /// Puts down what the history has to answer, if anything.
    public func collectHistory(at now: MonotonicInstant) {
        guard isHistoryAsked else { return }
        connections.history?.moveAnswers(to: queue, at: now) { connections.say?($0) }
    }
}

extension DisplayLight {
    /// The watch's word.
    init(_ light: Effect.Light) {
        switch light {
        case .on: self = .on
        case .dim: self = .dim
        case .off: self = .off
        }
    }
}
