import Positioning
import Quantities
import RunCore
import ScreenModels

// What reaches the watch: edges of buttons, readings, the state of parts and of the card, the time.
extension Watch {
    mutating func receiveEvent(
        _ event: Event, from instant: MonotonicInstant, at now: MonotonicInstant, into effects: inout EffectList
    ) {
        if case .button(let edge) = event { return receiveEdge(edge, at: now, into: &effects) }
        passPresses(dueBy: now, at: now, into: &effects)
        switch event {
        case .tick, .button: break
        case .fix(let fix): receiveFix(fix, from: instant, at: now, into: &effects)
        case .sky(let sky): self.sky = sky
        case .heartRate(let reading):
            noteReading(.heartRate, at: now)
            session.take(reading, at: now)
        case .smoothedHeartRate(let past): receivePastHeartRates(past)
        case .steps(let reading):
            noteReading(.motion, at: now)
            countRunWay(at: now)
            countSteps(reading, at: instant)
            session.take(reading, at: now, into: &outputs)
        case .odometer(let distance): session.take(odometer: distance, at: now)
        case .pressure(let pressure):
            noteReading(.barometer, at: now)
            session.take(pressure)
        case .battery(let reading): receiveBattery(reading, at: now, into: &effects)
        case .wristRaised: if light == .off { lastPress = now }
        case .sensor(let kind, let state): receivePartState(kind, state, at: now)
        case .gpsDaemonMissing: receivePartState(.gps, .failed, because: .gpsDaemonMissing, at: now)
        case .utc(let offset): receiveUTC(offset.utc(at: now), from: .systemClock, at: now, into: &effects)
        case .storage(let news): receiveStorageNews(news, at: now, into: &effects)
        case .change(let change): receiveChange(change, at: now, into: &effects)
        case .book(let stored): receiveBook(stored)
        case .unfinishedRun(let totals): recoverRun(totals, at: now, into: &effects)
        case .undatedRun(let run):
            undatedRuns.add(run)
            dateRuns(into: &effects)
        case .history(let answer):
            page.receiveHistory(answer)
            needsRedraw = true
        case .zone(let zone): receiveZone(zone)
        case .run(let id, let run): receiveRun(id, run, at: now)
        case .runs(let answer): receiveAnswer(answer)
        case .records(let found): receiveRecords(found, into: &effects)
        case .shutDown:
            keepNewStride(at: now, into: &effects)
            saveStepsNow(at: now, into: &effects)
            effects.append(.flush)
            effects.append(.readyToEnd)
        }
    }

    // MARK: - Buttons

    /// What happened up to the edge by its own time stamp comes first, however late it is read. The first press on a dark display only
    /// wakes it.
    private mutating func receiveEdge(_ edge: ButtonEdge, at now: MonotonicInstant, into effects: inout EffectList) {
        passPresses(dueBy: edge.at, at: now, into: &effects)
        buttons.receiveEdge(edge)
        lastPress = now
        // A question is answered by the press itself, which then does nothing else.
        if !isQuestionShown { session.noteRunner(at: now) }
        if light == .off { buttons.swallow(edge.role) }
        passPresses(dueBy: edge.at, at: now, into: &effects)
    }

    private mutating func passPresses(dueBy due: MonotonicInstant, at now: MonotonicInstant, into effects: inout EffectList) {
        while let press = buttons.next(at: due) { receivePress(press, at: now, into: &effects) }
    }

    // MARK: - Sensors

    /// A reading proves that a part works.
    private mutating func noteReading(_ kind: SensorKind, at now: MonotonicInstant) {
        guard parts[kind] != .working else { return }
        if parts[kind] == .absent { parts[kind] = .starting }
        receivePartState(kind, .working, at: now)
    }

    private mutating func receivePastHeartRates(_ past: PastHeartRates) {
        guard !session.isInterrupted, let origin = session.totals?.origin, let smoothed = past.onClock(since: origin) else { return }
        session.take(smoothed, into: &outputs)
    }

    private mutating func receiveFix(
        _ fix: GPSFix, from instant: MonotonicInstant, at now: MonotonicInstant, into effects: inout EffectList
    ) {
        noteReading(.gps, at: now)
        if let time = fix.time, fix.mode != GPSFix.Mode.none { receiveUTC(time, from: .receiver, at: now, into: &effects) }
        session.take(fix, at: now, into: &outputs)
        tellDoubts(at: now)
        if session.hasFix, session.phase == .running, let place = session.place?.filteredPosition { sketcher.add(place) }
    }

    private mutating func receiveBattery(_ reading: BatteryReading, at now: MonotonicInstant, into effects: inout EffectList) {
        noteReading(.battery, at: now)
        let before = session.sensors.battery?.percent
        session.take(reading, at: now)
        if reading.percent != before { needsRedraw = true }
        if reading.isCharging == true { lowBatteryTold = false }
        if emptyBattery.receiveReading(reading, at: now) { endForEmptyBattery(at: now, into: &effects) }
        guard let percent = reading.percent, reading.isCharging != true else { return }
        if percent <= Self.lowBattery, !lowBatteryTold, !emptyBattery.isEmpty {
            lowBatteryTold = true
            showMessage(.batteryLow(percent: percent), for: .seconds(6), at: now)
            buzz(.lowBattery, into: &effects)
        }
    }

    /// Saves the run and asks for power-off while there is power for it.
    private mutating func endForEmptyBattery(at now: MonotonicInstant, into effects: inout EffectList) {
        session.perform(.endLowBattery, at: now, start: nil, into: &outputs)
        carryOutRunOutputs(at: now, into: &effects)
        saveStepsNow(at: now, into: &effects)
        showMessage(.batteryEmpty, for: .seconds(10), at: now)
        buzz(.lowBattery, into: &effects)
        effects.append(.powerOff)
    }

    /// The battery warning comes at this charge, per cent.
    static let lowBattery: UInt8 = 15

    private mutating func receivePartState(
        _ kind: SensorKind, _ state: SensorState, because reason: Message? = nil, at now: MonotonicInstant
    ) {
        let before = parts[kind]
        guard state != before, before != .absent else { return }
        parts[kind] = state
        session.take(kind, state, at: now, into: &outputs)
        if state == .failed { showMessage(reason ?? .sensorFailed(kind), for: .seconds(5), at: now) }
        if before == .failed, state == .working { showMessage(.sensorBack(kind), for: .seconds(3), at: now) }
        needsRedraw = true
    }

    private mutating func receiveStorageNews(_ news: StorageNews, at now: MonotonicInstant, into effects: inout EffectList) {
        needsRedraw = true
        switch news {
        case .runs(let state):
            guard state != card.runs else { return }
            card.runs = state
            switch state {
            case .working: break
            case .full: showMessage(.storageFull, for: .seconds(10), at: now)
            case .readOnly: showMessage(.storageReadOnly, for: .seconds(10), at: now)
            case .failed: showMessage(.storageFailed, for: .seconds(10), at: now)
            }
        case .objects(let state):
            guard state != card.objects else { return }
            card.objects = state
            if state == .working { runs.haveChanged = true }
            // A run that cannot be written matters more.
            if state != .working, card.runs == .working { showMessage(.settingsNotStored, for: .seconds(10), at: now) }
        case .saved(let run):
            runs.haveChanged = true
            guard run == card.saving else { return }
            card.saving = nil
            showMessage(.saved, for: .seconds(2), at: now)
            buzz(.saved, into: &effects)
            if session.totals?.header.type != .walk { effects.append(.findRecords(run)) }
        case .dated(let run): storeDated(run, into: &effects)
        case .removed(let run, let isDone): noteRemoval(of: run, isDone: isDone, at: now)
        case .rebuilt: showMessage(.storageRebuilt, for: .seconds(10), at: now)
        case .restored: showMessage(.storageRestored, for: .seconds(10), at: now)
        case .picture(let isKept): receivePicture(isKept: isKept, at: now)
        case .unreadableRun, .stored: break
        }
    }

    // MARK: - Time

    private mutating func receiveUTC(
        _ time: UTCInstant, from source: UTCWitness.Source, at now: MonotonicInstant, into effects: inout EffectList
    ) {
        guard let offset = clock.hear(time, from: source, at: now) else { return }
        utcOffset = offset
        handTime = nil
        session.learn(offset, at: now, into: &outputs)
        dateDrinks(offset, into: &effects)
        isCaffeinePlanStale = true
        steps.learn(offset)
        scheduleSteps()
        minuteDue = now
        needsRedraw = true
    }
}
