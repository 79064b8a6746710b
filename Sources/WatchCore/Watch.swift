import Calendar
import HealthCore
import Positioning
import Quantities
import RunCore
import ScreenModels

/// The whole watch as a pure value: takes an event and the time, fills a list of effects. It owns no file, socket, thread or clock, so
/// the same watch runs on the wrist, in a terminal and in tests.
///
/// `Watch.swift` holds the state and the way of an event; `WatchButtons.swift` what presses do; `WatchScreen.swift` what is shown.
public struct Watch: Sendable {
    /// How the watch behaves.
    public internal(set) var settings: Settings
    /// The runner.
    public internal(set) var profile: Profile
    /// The days.
    public internal(set) var ledger: DayLedger
    /// The run, if there is one.
    public internal(set) var session: RunSession

    let configuration: WatchConfiguration
    let rollover: WeekRollover
    var mode: Mode
    var runView = RunPage.View.primary
    var overlay: Overlay?
    var buttons: ButtonInterpreter
    var names: RunNames
    var parts: PartStates
    var sky = SkyView(used: nil, visible: nil)
    var utcOffset: UTCOffset?
    var storage = StorageNews.working
    var isLocked = false
    var light = Effect.Light.on
    var lastPress: MonotonicInstant
    var receiverIsOn = false
    var sketcher = TrackSketcher()
    var history = HistoryAnswer(count: 0, first: 0, rows: (nil, nil, nil, nil))
    var lowBatteryTold = false
    var outputs: [RunOutput] = []
    var sessionDue: MonotonicInstant?
    var minuteDue: MonotonicInstant?
    var needsRedraw = true

    /// A watch that has just started.
    public init(
        _ configuration: WatchConfiguration, settings: Settings, profile: Profile, lastDay: DayTotals? = nil, at now: MonotonicInstant
    ) {
        ledger = DayLedger(lastStored: lastDay)
        self.configuration = configuration
        rollover = WeekRollover(buildDate: CivilDateTime(date: configuration.built, time: .midnight).instant(offset: .utc))
        self.settings = settings
        self.profile = profile
        mode = settings.isSetUp ? .clock : .setUp(0)
        buttons = ButtonInterpreter(hasLapButton: configuration.hasLapButton)
        names = RunNames(entropy: configuration.entropy)
        parts = PartStates(absent: configuration.absent)
        session = RunSession(settings: RunSettings(settings, profile, year: nil), stride: Self.stride(settings, profile))
        lastPress = now
        outputs.reserveCapacity(32)
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
        if light != .off { consider(minuteDue) }
        return earliest
    }

    /// Takes one event. Effects are appended to the list; events must not go back in time.
    public mutating func handle(_ event: Event, at now: MonotonicInstant, into effects: inout EffectList) {
        take(event, at: now, into: &effects)
        if let due = sessionDue, now >= due {
            session.tick(at: now, start: runStart(at: now), into: &outputs)
            needsRedraw = true
        }
        carryOut(at: now, into: &effects)
        passTime(at: now, into: &effects)
        sessionDue = session.nextDeadline(after: now)
        if needsRedraw, light != .off { effects.append(.redraw) }
        needsRedraw = false
    }

    private mutating func take(_ event: Event, at now: MonotonicInstant, into effects: inout EffectList) {
        if case .button(let edge) = event { return take(edge, at: now, into: &effects) }
        obeyPresses(dueBy: now, at: now, into: &effects)
        switch event {
        case .tick, .button: break
        case .fix(let fix): take(fix, at: now)
        case .sky(let sky): self.sky = sky
        case .heartRate(let reading):
            noteReading(.heartRate, at: now)
            session.take(reading, at: now)
        case .smoothedHeartRate(let smoothed): session.take(smoothed, into: &outputs)
        case .steps(let reading):
            noteReading(.motion, at: now)
            ledger.take(count: reading.count)
            session.take(reading, at: now, into: &outputs)
        case .pressure(let pressure):
            noteReading(.barometer, at: now)
            session.take(pressure)
        case .battery(let reading): take(reading, at: now, into: &effects)
        case .sensor(let kind, let state): take(kind, state, at: now)
        case .gpsDaemonMissing: take(.gps, .failed, because: .gpsDaemonMissing, at: now)
        case .utc(let offset): learn(offset, at: now)
        case .storage(let news): take(news, at: now)
        case .unfinishedRun(let totals): takeUp(totals, at: now, into: &effects)
        case .history(let answer):
            history = answer
            needsRedraw = true
        case .run(let run): show(run, at: now)
        case .shutDown:
            saveDay(into: &effects)
            effects.append(.flush)
            effects.append(.readyToEnd)
        }
    }

    // MARK: - Buttons

    /// What happened up to the edge by its own time stamp comes first, however late it is read. The first press on a dark display only
    /// wakes it.
    private mutating func take(_ edge: ButtonEdge, at now: MonotonicInstant, into effects: inout EffectList) {
        obeyPresses(dueBy: edge.at, at: now, into: &effects)
        buttons.take(edge)
        lastPress = now
        if light == .off { buttons.swallow(edge.role) }
        obeyPresses(dueBy: edge.at, at: now, into: &effects)
    }

    private mutating func obeyPresses(dueBy due: MonotonicInstant, at now: MonotonicInstant, into effects: inout EffectList) {
        while let press = buttons.next(at: due) { obey(press, at: now, into: &effects) }
    }

    // MARK: - Sensors

    /// A reading proves that a part works.
    private mutating func noteReading(_ kind: SensorKind, at now: MonotonicInstant) {
        guard parts[kind] != .working else { return }
        if parts[kind] == .absent { parts[kind] = .starting }
        take(kind, .working, at: now)
    }

    private mutating func take(_ fix: GPSFix, at now: MonotonicInstant) {
        noteReading(.gps, at: now)
        if let time = fix.time.flatMap({ rollover.plausible($0) }), fix.mode != GPSFix.Mode.none {
            learn(UTCOffset(from: now, to: time), at: now)
        }
        session.take(fix, at: now, into: &outputs)
        if session.hasFix, session.phase == .running, let place = session.place?.filteredPosition { sketcher.add(place) }
    }

    private mutating func take(_ reading: BatteryReading, at now: MonotonicInstant, into effects: inout EffectList) {
        noteReading(.battery, at: now)
        let before = session.sensors.battery?.percent
        session.take(reading)
        if reading.percent != before { needsRedraw = true }
        if reading.isCharging == true { lowBatteryTold = false }
        guard let percent = reading.percent, reading.isCharging != true else { return }
        if percent <= Self.lowBattery, !lowBatteryTold {
            lowBatteryTold = true
            tell(.batteryLow(percent: percent), for: .seconds(6), at: now)
            buzz(.lowBattery, into: &effects)
        }
    }

    /// The battery warning comes at this charge, per cent.
    static let lowBattery: UInt8 = 15

    private mutating func take(_ kind: SensorKind, _ state: SensorState, because reason: Message? = nil, at now: MonotonicInstant) {
        let before = parts[kind]
        guard state != before, before != .absent else { return }
        parts[kind] = state
        session.take(kind, state, at: now, into: &outputs)
        if state == .failed { tell(reason ?? .sensorFailed(kind), for: .seconds(5), at: now) }
        if before == .failed, state == .working { tell(.sensorBack(kind), for: .seconds(3), at: now) }
        needsRedraw = true
    }

    private mutating func take(_ news: StorageNews, at now: MonotonicInstant) {
        guard news != storage else { return }
        needsRedraw = true
        switch news {
        case .full: tell(.storageFull, for: .seconds(10), at: now)
        case .failed: tell(.storageFailed, for: .seconds(10), at: now)
        case .rebuilt: return tell(.storageRebuilt, for: .seconds(10), at: now)
        case .working: break
        }
        storage = news
    }

    // MARK: - Time

    private mutating func learn(_ offset: UTCOffset, at now: MonotonicInstant) {
        if let known = utcOffset, known.milliseconds.subtractingSaturating(offset.milliseconds).magnitude < 500 { return }
        utcOffset = offset
        session.learn(offset, at: now, into: &outputs)
        minuteDue = now
        needsRedraw = true
    }

    /// Local date and time; nil until UTC is known.
    func local(at now: MonotonicInstant) -> CivilDateTime? { utcOffset.map { configuration.zone.local($0.utc(at: now)) } }

    private mutating func passTime(at now: MonotonicInstant, into effects: inout EffectList) {
        if let overlay, now >= overlay.until {
            self.overlay = nil
            needsRedraw = true
        }
        if let due = minuteDue, now >= due { needsRedraw = true }
        if minuteDue.map({ now >= $0 }) ?? true {
            let intoMinute = utcOffset.map { $0.utc(at: now).milliseconds.flooredRemainder(by: 60_000) } ?? 0
            minuteDue = now.advanced(by: .milliseconds(60_000 - intoMinute))
            passMinute(at: now, into: &effects)
        }
        updateLight(at: now, into: &effects)
        let wantsReceiver = wantsReceiver
        if wantsReceiver != receiverIsOn {
            receiverIsOn = wantsReceiver
            effects.append(.receiver(isOn: wantsReceiver))
        }
    }

    /// Steps of the day are stored at least this often, in minutes: a power cut loses no more.
    static let minutesBetweenDaySaves = 10

    private mutating func passMinute(at now: MonotonicInstant, into effects: inout EffectList) {
        guard let local = local(at: now) else { return }
        ledger.enter(local.date)
        if let finished = ledger.takeFinished() { effects.append(.saveDay(finished)) }
        if local.time.minute % Self.minutesBetweenDaySaves == 0 { saveDay(into: &effects) }
    }

    private mutating func saveDay(into effects: inout EffectList) {
        if let day = ledger.takeUnsaved() { effects.append(.saveDay(day)) }
    }

    private var wantsReceiver: Bool {
        switch session.phase {
        case .idle, .saved: false
        case .preparing, .countdown, .running, .paused, .autoPaused, .stopped: session.settings.type.usesGPS
        }
    }

    // MARK: - Light

    static let dimAfter = Duration.seconds(10), darkAfter = Duration.seconds(30)

    private var sleepsNow: Bool { configuration.displaySleeps && !session.phase.isRecording && session.phase != .countdown }

    private var lightDue: MonotonicInstant? {
        guard sleepsNow else { return nil }
        switch light {
        case .on: return lastPress.advanced(by: Self.dimAfter)
        case .dim: return lastPress.advanced(by: Self.darkAfter)
        case .off: return nil
        }
    }

    private mutating func updateLight(at now: MonotonicInstant, into effects: inout EffectList) {
        let idle = lastPress.duration(to: now)
        let wanted: Effect.Light = !sleepsNow || idle < Self.dimAfter ? .on : idle < Self.darkAfter ? .dim : .off
        guard wanted != light, !(light == .off && wanted == .dim) else { return }
        if light == .off { needsRedraw = true }
        light = wanted
        effects.append(.light(wanted))
    }

    // MARK: - Run

    private mutating func takeUp(_ totals: RunTotals, at now: MonotonicInstant, into effects: inout EffectList) {
        if session.recover(totals, boot: configuration.boot, at: now, into: &outputs) {
            tell(.runRecovered(timer: totals.timer, distance: totals.distance), for: .seconds(10), at: now)
        }
        needsRedraw = true
    }

    private mutating func show(_ run: StoredRun?, at now: MonotonicInstant) {
        guard case .history(let row) = mode else { return }
        guard let run else { return tell(.storageFailed, for: .seconds(5), at: now) }
        mode = .summary(run, .result, historyRow: row)
        needsRedraw = true
    }

    mutating func runStart(at now: MonotonicInstant) -> RunStart? {
        guard session.phase == .countdown || session.phase == .stopped || session.phase == .preparing else { return nil }
        // Before UTC is known the offset is that of the day of the build: a guess of the season at worst.
        let zone = configuration.zone.offset(at: utcOffset?.utc(at: now) ?? rollover.buildDate)
        return RunStart(id: names.next(), boot: configuration.boot, deviceSerial: configuration.deviceSerial, zone: zone)
    }

    static func stride(_ settings: Settings, _ profile: Profile) -> StrideTable {
        StrideTable(numbers: settings.strideNumbers) ?? StrideTable(height: profile.height)
    }

    /// Hands on what the session wants done.
    private mutating func carryOut(at now: MonotonicInstant, into effects: inout EffectList) {
        for i in outputs.indices {
            switch outputs[i] {
            case .record(let record):
                if case .header = record { showNewRun() }
                effects.append(.append(record))
                continue  // A second is seen at the next tick.
            case .flush:
                effects.append(.flush)
                continue
            case .buzz(let pattern): buzz(pattern, into: &effects)
            case .lapDone(let lap): show(LapBanner(isLap: true, figures: LapFigures(lap)), at: now)
            case .splitDone(let number): showSplit(number, at: now)
            case .phase(let phase): enter(phase, at: now, into: &effects)
            case .forgottenSoon: break
            case .close(let cause): close(cause, at: now, into: &effects)
            }
            needsRedraw = true
        }
        outputs.removeAll(keepingCapacity: true)
    }

    private mutating func showNewRun() {
        runView = .primary
        sketcher.restart()
        isLocked = settings.autoLock
    }

    private mutating func enter(_ phase: RunPhase, at now: MonotonicInstant, into effects: inout EffectList) {
        switch phase {
        case .idle:
            if case .run = mode { mode = .clock }
        case .preparing, .countdown, .running, .paused, .autoPaused, .stopped: mode = .run
        case .saved:
            if let totals = session.totals {
                mode = .summary(StoredRun(totals, inMiles: settings.usesMiles), .result, historyRow: nil)
            }
            isLocked = false
        }
    }

    private mutating func close(_ cause: EndCause, at now: MonotonicInstant, into effects: inout EffectList) {
        effects.append(.close(cause))
        isLocked = false
        if cause == .discarded {
            tell(.discarded, for: .seconds(3), at: now)
        } else {
            settings.strideNumbers = session.stride.numbers
            ledger.add(run: session.totals?.distance ?? .zero)
            saveDay(into: &effects)
            effects.append(.saveSettings)
            tell(.saved, for: .seconds(2), at: now)
        }
    }

    private mutating func showSplit(_ number: UInt32, at now: MonotonicInstant) {
        let inMiles = session.settings.splitsInMiles, index = Int(number) - 1
        guard let book = inMiles ? session.totals?.miles : session.totals?.kilometers, let time = book.time(of: index) else { return }
        let figures = LapFigures(
            number: UInt16(clamping: number), timer: time, distance: inMiles ? .miles(1) : .kilometers(1), pace: book.pace(of: index),
            heartRate: nil)
        show(LapBanner(isLap: false, figures: figures), at: now)
    }

    // MARK: - Messages

    mutating func tell(_ message: Message, for duration: Duration, at now: MonotonicInstant) {
        overlay = Overlay(content: .message(message), until: now.advanced(by: duration))
        needsRedraw = true
    }

    private mutating func show(_ banner: LapBanner, at now: MonotonicInstant) {
        overlay = Overlay(content: .banner(banner), until: now.advanced(by: .seconds(6)))
        needsRedraw = true
    }

    func buzz(_ pattern: BuzzPattern, into effects: inout EffectList) {
        if settings.sounds { effects.append(.buzz(pattern)) }
    }
}
