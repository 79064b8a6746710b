import Calendar
import HealthCore
import Positioning
import Quantities
import RunCore
import ScreenModels

/// The whole watch as a pure value: takes an event and the time, fills a list of effects. It owns no file, socket, thread or clock, so
/// the same watch runs on the wrist, in a terminal and in tests.
///
/// `Watch.swift` holds the state, the way of an event and the passing of time; `WatchInputs.swift` receives what arrives, `WatchButtons.swift`
/// passes presses to the open page, `WatchRun.swift` hands on what the run wants, `WatchHealth.swift` changes settings and days,
/// `WatchScreen.swift` says what is shown. What each page does and shows stands in `Pages/`.
public struct Watch: Sendable {
    /// Settings, profile and days: the fold of all changes.
    public internal(set) var book: HealthBook
    /// The steps that no change has carried into the book yet.
    public internal(set) var steps: QuarterHourCounter
    /// The run, if there is one.
    public internal(set) var session: RunSession

    /// What the watch was told of its machine; the zone follows the setting.
    var configuration: WatchConfiguration
    var clock: UTCWitness
    var undatedRuns = UndatedRuns()
    /// The page that is open; only ``Overlay`` and a question cover it.
    var page: CurrentPage
    var overlay: Overlay?
    var buttons: ButtonInterpreter
    var heldButtons = HeldButtons()
    var names: RunNames
    var parts: PartStates
    /// The witness of movement that the others prove wrong, as the runner was told.
    var doubted: MovementWitness?
    var sky = SkyView(used: nil, visible: nil)
    var utcOffset: UTCOffset?
    /// The time that was set by hand while nothing else told it. It is shown, and dates nothing.
    var handTime: HandTime?
    /// When the event in hand is heard.
    var latest: MonotonicInstant
    var card = CardStates()
    /// When the watch began to run, for as long as it does not know the time.
    let startedAt: MonotonicInstant
    var light = Effect.Light.on
    var lastPress: MonotonicInstant
    var receiverIsOn = false
    var sketcher = TrackSketcher()
    var lowBatteryTold = false
    var emptyBattery = EmptyBattery()
    var pictures = PictureTaking()
    var demand = SensorDemand.rest
    var hasNewStride = false
    /// When counted steps have to be stored.
    var stepsDue: MonotonicInstant?
    /// How far the run had come when its way was last counted for the day.
    var countedWay: CountedRunWay?
    /// How many drinks were logged since the start, which tells those of one instant apart.
    var drinksLogged: UInt32 = 0
    /// When the body has less caffeine than the runner wants to be told of; nil if that is not asked for.
    var lowCaffeineDue: MonotonicInstant?
    var isCaffeinePlanStale = true
    /// When goals were last looked at, and whether steps or ways have moved since.
    var goalsChecked: MonotonicInstant
    /// The count that was read last: one that stands still moves no goal.
    var readSteps: UInt64?
    var haveAmountsMoved = false
    /// When steps were last counted for the day, and a reading that was not yet.
    var takenSteps: MonotonicInstant?
    var waitingSteps: DayReading?
    /// What the pages at rest know of the runs on the card.
    var runs = RunsAtRest()
    /// True once something has counted steps.
    var hasCounter = false
    var outputs: [RunOutput] = []
    var sessionDue: MonotonicInstant?
    var minuteDue: MonotonicInstant?
    var needsRedraw = true

    /// A watch that has just started.
    public init(_ configuration: WatchConfiguration, book: HealthBook, at now: MonotonicInstant) {
        self.book = book
        steps = QuarterHourCounter(serial: configuration.deviceSerial, boot: configuration.boot, at: now)
        for quarter in book.quartersOfThisBoot { steps.resume(quarter) }
        for run in book.undatedRunsOfThisBoot { undatedRuns.add(run) }
        startedAt = now
        goalsChecked = now
        let settings = book.settings, profile = book.profile
        self.configuration = configuration
        if let offset = Self.fixedOffset(of: settings) { self.configuration.zone = TimeZoneRules(fixed: offset) }
        latest = now
        clock = UTCWitness(buildDate: CivilDateTime(date: configuration.built, time: .midnight).instant(offset: .utc))
        // What could not be read is not asked for again: START records at once (R-B10).
        // Nor is anything asked of somebody who cannot see the question (U-A11).
        let isAsked = !settings.isSetUp && book.isReadable && configuration.hasDisplay
        page = isAsked ? .setUp(SetUp(settings, profile)) : .atRest
        buttons = ButtonInterpreter(hasLapButton: configuration.hasLapButton)
        names = RunNames(entropy: configuration.entropy)
        parts = PartStates(absent: configuration.absent)
        session = RunSession(settings: RunSettings(settings, profile, year: nil), stride: Self.stride(settings, profile))
        lastPress = now
        outputs.reserveCapacity(32)
        announceStart(at: now)
    }

    /// When ``Event/tick`` is wanted next; nil when the watch waits for events only.
    public func deadline(after now: MonotonicInstant) -> MonotonicInstant? {
        var earliest = sessionDue
        func consider(_ instant: MonotonicInstant?) {
            if let instant { earliest = earliest.map { min($0, instant) } ?? instant }
        }
        consider(buttons.deadline)
        consider(overlay?.until)
        consider(lightDue)
        consider(stepsDue)
        consider(lowCaffeineDue)
        consider(leaveDue)
        consider(runsDue)
        if light != .off { consider(minuteDue) }
        return earliest
    }

    /// ``deadline(after:)`` for whoever owns the watch, which is too large to be copied for a question: it is asked in place.
    public mutating func askDeadline(after now: MonotonicInstant) -> MonotonicInstant? { deadline(after: now) }

    /// Takes one event. Effects are appended to the list.
    /// - Parameters:
    ///   - instant: when it was so; nil for now.
    ///   - now: when the watch hears of it, which must not go back in time.
    public mutating func handle(
        _ event: Event, from instant: MonotonicInstant? = nil, at now: MonotonicInstant, into effects: inout EffectList
    ) {
        latest = now
        receiveEvent(event, from: instant.map { min($0, now) } ?? now, at: now, into: &effects)
        if let due = sessionDue, now >= due {
            session.tick(at: now, start: runStart(at: now), into: &outputs)
            needsRedraw = true
        }
        carryOutRunOutputs(at: now, into: &effects)
        countRunWay(at: now)
        followGoals(at: now, into: &effects)
        tellLowCaffeine(at: now, into: &effects)
        followRuns(at: now, into: &effects)
        passTime(at: now, into: &effects)
        sessionDue = session.nextDeadline(after: now)
        if needsRedraw, light != .off { effects.append(.redraw) }
        needsRedraw = false
    }

    // MARK: - Time

    /// Local date and time; nil until UTC is known.
    func local(at now: MonotonicInstant) -> CivilDateTime? { utcOffset.map { configuration.zone.local($0.utc(at: now)) } }

    private mutating func passTime(at now: MonotonicInstant, into effects: inout EffectList) {
        if let overlay, now >= overlay.until {
            self.overlay = nil
            needsRedraw = true
        }
        if let due = leaveDue, now >= due {
            page = .atRest
            needsRedraw = true
        }
        if let due = minuteDue, now >= due { needsRedraw = true }
        if minuteDue.map({ now >= $0 }) ?? true {
            let intoMinute =
                utcOffset.map { $0.utc(at: now).milliseconds.flooredRemainder(by: 60_000) } ?? handTime?.intoMinute(at: now) ?? 0
            minuteDue = now.advanced(by: .milliseconds(60_000 - intoMinute))
            passMinute(at: now, into: &effects)
        }
        scrollViews(at: now)
        if let due = stepsDue, now >= due { saveSteps(at: now, into: &effects) }
        updateLight(at: now, into: &effects)
        let wantsReceiver = wantsReceiver
        if wantsReceiver != receiverIsOn {
            receiverIsOn = wantsReceiver
            effects.append(.receiver(isOn: wantsReceiver))
        }
        let wanted = wantedDemand
        if wanted != demand {
            demand = wanted
            effects.append(.sensors(wanted))
        }
    }

    /// The views of a run follow each other by themselves where that is set, with whatever happens next: in a run something does each
    /// second. While it is paused by hand, something covers the view or a button is down, it stays: what a hold did is undone by how the
    /// page was left.
    private mutating func scrollViews(at now: MonotonicInstant) {
        guard case .run(var views) = page else { return }
        let isScrolling = overlay == nil && buttons.deadline == nil && (session.phase == .running || session.phase == .autoPaused)
        if views.scroll(at: now, isScrolling: isScrolling, settings) { needsRedraw = true }
        page = .run(views)
    }

    private var wantedDemand: SensorDemand {
        switch session.phase {
        case .idle, .saved: light == .off && configuration.wakesOnWristRaise ? .restUntilWristRaise : .rest
        case .preparing, .countdown, .running, .paused, .autoPaused, .stopped: .run
        }
    }

    private var wantsReceiver: Bool {
        switch session.phase {
        case .idle, .saved: false
        // Whoever looks through the kinds of run keeps the fix until START chooses one (U-B12).
        case .preparing: session.settings.type.usesGPS || receiverIsOn
        case .countdown, .running, .paused, .autoPaused, .stopped: session.settings.type.usesGPS
        }
    }

    /// When the open page is left for the clock, because nobody has pressed anything.
    private var leaveDue: MonotonicInstant? { page.staysFor.map { lastPress.advanced(by: $0) } }

    // MARK: - Light

    /// When the display dims and goes dark after the last press.
    private var lightTimes: (dim: Duration, dark: Duration) {
        settings.light == .long ? (.seconds(30), .seconds(90)) : (.seconds(10), .seconds(30))
    }

    private var sleepsNow: Bool {
        configuration.displaySleeps && settings.light != .alwaysOn && !session.phase.isRecording && session.phase != .countdown
    }

    private var lightDue: MonotonicInstant? {
        guard sleepsNow else { return nil }
        switch light {
        case .on: return lastPress.advanced(by: lightTimes.dim)
        case .dim: return lastPress.advanced(by: lightTimes.dark)
        case .off: return nil
        }
    }

    private mutating func updateLight(at now: MonotonicInstant, into effects: inout EffectList) {
        let idle = lastPress.duration(to: now)
        let wanted: Effect.Light = !sleepsNow || idle < lightTimes.dim ? .on : idle < lightTimes.dark ? .dim : .off
        guard wanted != light, !(light == .off && wanted == .dim) else { return }
        if light == .off { needsRedraw = true }
        light = wanted
        effects.append(.light(wanted))
    }

    // MARK: - Messages

    mutating func showMessage(_ message: Message, for duration: Duration, at now: MonotonicInstant) {
        overlay = Overlay(content: .message(message), until: now.advanced(by: duration))
        needsRedraw = true
    }

    mutating func showBanner(_ banner: LapBanner, at now: MonotonicInstant) {
        overlay = Overlay(content: .banner(banner), until: now.advanced(by: .seconds(6)))
        needsRedraw = true
    }

    func buzz(_ pattern: BuzzPattern, into effects: inout EffectList) {
        if settings.sounds, !isQuiet { effects.append(.buzz(pattern)) }
    }

    /// True within the quiet hours, while nobody is in a run or on the way to one. Without the time there are none.
    private var isQuiet: Bool {
        guard session.phase == .idle || session.phase == .saved, let hours = settings.quietHours else { return false }
        return shownTime(at: latest).map { hours.contains(minute: $0.minutes) } ?? false
    }
}
