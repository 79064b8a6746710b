import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels

/// A change of how the watch behaves or of what it knows of the runner.
enum SettingsChange: Sendable {
    /// A row of the settings.
    case value(SettingValue)
    /// The last answer of the first start, which is over with it.
    case lastAnswer(SettingValue)
    /// What the runs have taught of the runner's stride.
    case stride([Double])
}

/// What a day adds up to so far.
struct DaySoFar: Sendable {
    /// Steps since the day began, or while the date is not known since the watch was started; nil if nothing ever counted.
    var steps: UInt32?
    /// Distance of the day's runs.
    var distance: Distance
    /// Distance walked and run on the day, recorded or not.
    var walked = Distance.zero, ran = Distance.zero
}

// The settings, the runner and the days. Every change of them becomes a ``HealthChange``, is folded into the book and handed out to be
// stored; nothing else is ever stored of them.
extension Watch {
    /// How the watch behaves.
    public var settings: Settings { book.settings }
    /// The runner.
    public var profile: Profile { book.profile }

    var origin: HealthOrigin { .watch(serial: configuration.deviceSerial) }

    /// Makes a change. One that is made while a run is being prepared counts for that run.
    mutating func change(_ change: SettingsChange, at now: MonotonicInstant, into effects: inout EffectList) {
        var settings = settings, profile = profile
        switch change {
        case .value(.hour(let hour)): return setTime(hour: hour, at: now)
        case .value(.minute(let minute)): return setTime(minute: minute, at: now)
        case .value(let value):
            SettingChoices.set(value, &settings, &profile, year: local(at: now)?.date.year ?? configuration.built.year)
        case .lastAnswer(let value):
            SettingChoices.set(value, &settings, &profile)
            settings.isSetUp = true
        case .stride(let numbers): settings.strideNumbers = numbers
        }
        for change in book.changes(to: settings, profile, origin: origin, time: time(at: now)) { store(change, into: &effects) }
        if session.phase == .preparing { configureSession(at: now) }
    }

    /// Takes a change that was made elsewhere. It is stored like one's own, and counts if it is newer.
    mutating func receiveChange(_ change: HealthChange, at now: MonotonicInstant, into effects: inout EffectList) {
        store(change, into: &effects)
        if session.phase == .preparing { configureSession(at: now) }
        needsRedraw = true
    }

    mutating func store(_ change: HealthChange, into effects: inout EffectList) {
        let zoneName = change.kind == .setting ? settings.zoneName : nil
        book.apply(change)
        if change.kind == .run { runs.haveChanged = true }
        effects.append(.change(change))
        if change.kind == .setting || change.kind == .drink { isCaffeinePlanStale = true }
        if change.kind == .setting, settings.zoneName != zoneName { followZone(into: &effects) }
    }

    func time(at now: MonotonicInstant) -> HealthTime {
        guard let utc = utcOffset?.utc(at: now) else { return .boot(configuration.boot, start: now, end: now) }
        return .utc(start: utc, end: utc, zone: configuration.zone.offset(at: utc))
    }

    /// Stores what the last run taught of the runner's stride. Not while the run is being closed, which must need no memory (fault C7).
    mutating func keepNewStride(at now: MonotonicInstant, into effects: inout EffectList) {
        guard hasNewStride else { return }
        hasNewStride = false
        change(.stride(session.stride.numbers), at: now, into: &effects)
    }

    /// What the runner has to know of this start.
    mutating func announceStart(at now: MonotonicInstant) {
        if configuration.hasSimulatedParts { showMessage(.simulatedParts, for: .seconds(10), at: now) }
        if !book.isReadable { showMessage(.settingsUnreadable, for: .seconds(10), at: now) }
    }

    /// A minute of the clock begins.
    mutating func passMinute(at now: MonotonicInstant, into effects: inout EffectList) {
        session.forgetOldReadings(at: now)
        keepNewStride(at: now, into: &effects)
        dateRuns(into: &effects)
        moveWindow(at: now, into: &effects)
        awardGoals(at: now, into: &effects)
    }

    // MARK: - Days

    /// The book holds the day before, today and the day after; what it has not yet of them is read.
    private mutating func moveWindow(at now: MonotonicInstant, into effects: inout EffectList) {
        guard let today = local(at: now)?.date else { return }
        let boundaries = DayBoundaries(zone: configuration.zone)
        let window = boundaries.start(of: today.adding(days: -1))..<boundaries.start(of: today.adding(days: 2))
        _ = book.move(to: window)
        guard !book.isWindowRead || book.needsEarlierAwards else { return }
        book.noteAsked()
        effects.append(.loadBook(window))
    }

    /// Days that were stored before. What was changed since is in the book in hand; in whichever order, together they are right.
    mutating func receiveBook(_ stored: HealthBook) {
        guard stored.window == book.window else { return }
        book.merge(stored)
        haveAmountsMoved = true
        needsRedraw = true
    }

    /// Hands out the quarter hours that are due to be stored: what a power cut loses is bounded by ``QuarterHourCounter/longestUnsaved``.
    mutating func saveSteps(at now: MonotonicInstant, into effects: inout EffectList) {
        takeWaitingSteps()
        while let change = steps.takeChange(at: now, zone: configuration.zone) { store(change, into: &effects) }
        scheduleSteps()
    }

    /// Hands out all quarter hours that are not stored.
    mutating func saveStepsNow(at now: MonotonicInstant, into effects: inout EffectList) {
        countRunWay(at: now)
        takeWaitingSteps()
        steps.saveNow()
        saveSteps(at: now, into: &effects)
    }

    /// The day so far. Its steps are those of its quarter hours, its distance that of the runs that began on it.
    func today(at now: MonotonicInstant) -> DaySoFar {
        guard let local = local(at: now) else {
            let undated = book.undated, unsaved = steps.unsavedUndated
            let count = Int64(clamping: undated.steps).addingSaturating(unsaved.steps)
            func way(_ number: UInt64, _ more: Int64) -> Distance {
                .meters(Double(max(0, Int64(clamping: number).addingSaturating(more))) / 1000)
            }
            return DaySoFar(
                steps: hasCounter || count > 0 ? UInt32(clamping: count) : nil, distance: .zero,
                walked: way(undated.walked, unsaved.walked), ran: way(undated.ran, unsaved.ran))
        }
        let boundaries = DayBoundaries(zone: configuration.zone)
        let day = book.day(local.date, boundaries, adding: steps.unsaved(in: boundaries.interval(of: local.date)))
        return DaySoFar(steps: hasCounter || day.steps > 0 ? day.steps : nil, distance: day.distance, walked: day.walked, ran: day.ran)
    }

    // MARK: - Runs

    /// Puts a run that is over into the list of runs. Needs no memory.
    mutating func storeRun(_ totals: RunTotals, at now: MonotonicInstant, into effects: inout EffectList) {
        var run = RunSummary(totals)
        run.runner = book.activeRunner?.id
        store(run.change(after: book.run(HealthID(totals.header.id)), origin: origin), into: &effects)
    }

    /// Says in the list of runs when a run was, after its log was told (R-B14).
    mutating func storeDated(_ run: RunSummary, into effects: inout EffectList) {
        var run = run
        let stored = book.run(HealthID(run.id))
        if run.runner == nil { run.runner = stored.flatMap { RunSummary($0) }?.runner }
        if run.bests == nil { run.bests = stored.flatMap { RunSummary($0) }?.bests }
        store(run.change(after: stored, origin: origin), into: &effects)
        needsRedraw = true
    }

    /// Keeps the best efforts of a run with it; nothing if they are there.
    mutating func keepBests(_ bests: RunBests, of stored: HealthChange, into effects: inout EffectList) {
        guard var run = RunSummary(stored), run.bests != bests else { return }
        run.bests = bests
        store(run.change(after: stored, origin: origin), into: &effects)
    }
}
