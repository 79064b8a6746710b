import Positioning
import Quantities

// What each command does beside changing the phase.
extension RunSession {
    /// Obeys a command, or ignores it where it makes no sense. Returns whether it was obeyed.
    /// - Parameter start: what identifies a run, needed for `.start` and `.countdownOver`.
    @discardableResult
    public mutating func perform(
        _ command: RunCommand, at now: MonotonicInstant, start: RunStart? = nil, into out: inout [RunOutput]
    ) -> Bool {
        guard let next = phase.next(on: command) else { return false }
        switch (phase, next) {
        case (.idle, .preparing): prepare(at: now)
        case (.preparing, .countdown):
            countDown(at: now, start: start, into: &out)
            return true
        case (.countdown, .running):
            guard let start else { return false }
            begin(start, at: now, into: &out)
        case (.running, .running), (.autoPaused, .autoPaused): lap(at: now, into: &out)
        case (.running, .autoPaused): follow(PauseChange(kind: .autoPause, at: now), noticedAt: now, into: &out)
        case (.autoPaused, .running) where command == .autoResume:
            follow(PauseChange(kind: .autoResume, at: now), noticedAt: now, into: &out)
        case (.running, .paused), (.autoPaused, .paused): pause(at: now, into: &out)
        case (.paused, .running), (.autoPaused, .running): resume(.manual, at: now, into: &out)
        case (.stopped, .running):
            guard resumeAfterStop(boot: start?.boot, at: now, into: &out) else { return false }
        case (_, .stopped): stop(at: now, into: &out)
        case (_, .saved): save(command, at: now, into: &out)
        case (.stopped, .idle): end(.discarded, at: now, into: &out)
        case (_, .idle): forgetRun()
        default: break
        }
        change(to: next, into: &out)
        return true
    }

    mutating func change(to next: RunPhase, into out: inout [RunOutput]) {
        if next != .countdown, next != .stopped { answerDue = nil }
        guard next != phase else { return }
        phase = next
        out.append(.phase(next))
    }

    private mutating func prepare(at now: MonotonicInstant) {
        totals = nil
        readyDue = now.advanced(by: Self.readyTime)
        nextFixIsNews = true
        odometer = Odometer()
        forgetPlace()
    }

    private mutating func forgetRun() {
        totals = nil
        isInterrupted = false
    }

    /// A countdown of no seconds is over at once.
    private mutating func countDown(at now: MonotonicInstant, start: RunStart?, into out: inout [RunOutput]) {
        answerDue = now.advanced(by: .seconds(Int64(settings.countdownSeconds)))
        change(to: .countdown, into: &out)
        if settings.countdownSeconds > 0 {
            out.append(.buzz(.tick))
        } else {
            perform(.countdownOver, at: now, start: start, into: &out)
        }
    }

    /// A run begins now, with or without a fix: time, steps and stride distance count from the first second (faults A18, A19).
    private mutating func begin(_ start: RunStart, at now: MonotonicInstant, into out: inout [RunOutput]) {
        let utc = utcOffset?.utc(at: now)
        zone = start.zone
        let header = RunHeader(
            id: start.id, type: settings.type, boot: start.boot, start: now, utcAtStart: utc, zone: utc.map { zone.offset(at: $0) },
            body: settings.body, zones: settings.zones, energyRule: settings.energyRule, deviceSerial: start.deviceSerial,
            software: .current)
        let lastPlace = hasFix && settings.type.usesGPS ? place : nil
        let lastFixAt = lastGoodFix
        forgetPlace()
        push(input(at: now, fix: nil), into: &out)
        if let lastPlace, let lastFixAt { hold(lastPlace, foundAt: lastFixAt) }
        totals = RunTotals(header: header)
        (runSteps, baseDistanceMillimeters, baseAscent, baseDescent) = (0, 0, 0, 0)
        _ = sensors.takeSteps()
        _ = odometer.takeMillimeters()
        rhythm = SampleRhythm()
        alerts = RunAlertMonitor()
        forgotten = ForgottenRunGuard(at: now)
        nextFixIsNews = lastPlace == nil
        phase = .running
        out.append(.record(.header(header)))
        out.append(.phase(.running))
        recordSample(at: now, withFix: lastPlace != nil, into: &out)
        out.append(.buzz(.start))
        flush(at: now, into: &out)
    }

    /// The first sample of a run carries the place where it began, and nothing of what was counted while getting ready.
    private mutating func hold(_ before: PositioningState, foundAt lastFix: MonotonicInstant) {
        var kept = before
        kept.distance = .zero
        kept.ascent = .zero
        kept.descent = .zero
        kept.altitudeSource = .none
        kept.isReckoned = false
        kept.isStill = false
        kept.segment = 0
        place = kept
        hasFix = true
        goodFixes = 2
        lastGoodFix = lastFix
    }

    private mutating func lap(at now: MonotonicInstant, into out: inout [RunOutput]) {
        recordSample(at: now, withFix: false, into: &out)
        emit(.lap(.manual, distanceMillimeters: totals?.counters.distanceMillimeters ?? 0), at: now, into: &out)
        announceLap(into: &out)
        flush(at: now, into: &out)
        forgotten.noteMovement(at: now)
    }

    private mutating func pause(at now: MonotonicInstant, into out: inout [RunOutput]) {
        push(PositioningInput(at: now, command: .pause), into: &out)
        recordSample(at: now, withFix: false, into: &out)
        emit(.pause(.manual), at: now, into: &out)
        out.append(.buzz(.stop))
        flush(at: now, into: &out)
        forgotten.noteMovement(at: now)
    }

    /// The runner goes on, from here: what was walked meanwhile is forgotten (fault A22).
    mutating func resume(_ cause: PauseCause, at now: MonotonicInstant, into out: inout [RunOutput]) {
        push(PositioningInput(at: now, command: .pause), into: &out)
        push(PositioningInput(at: now, command: .resume), into: &out)
        indoor = IndoorStillness()
        _ = sensors.takeSteps()
        if totals?.clock.open != nil { emit(.resume(cause), at: now, into: &out) }
        change(to: .running, into: &out)
        recordSample(at: now, withFix: false, into: &out)
        out.append(.buzz(.start))
        flush(at: now, into: &out)
        forgotten.noteMovement(at: now)
    }

    /// The last second is recorded at the stop itself (faults H4, H5).
    private mutating func stop(at now: MonotonicInstant, into out: inout [RunOutput]) {
        push(PositioningInput(at: now, command: .pause), into: &out)
        recordSample(at: now, withFix: false, into: &out)
        emit(.stop, at: now, into: &out)
        out.append(.buzz(.stop))
        flush(at: now, into: &out)
        answerDue = now.advanced(by: Self.answerTime)
    }

    private mutating func save(_ command: RunCommand, at now: MonotonicInstant, into out: inout [RunOutput]) {
        switch command {
        case .endForgotten:
            emit(.stop, at: forgotten.end, into: &out)
            end(.forgotten, at: now, into: &out)
        case .endLowBattery:
            if phase != .stopped { stop(at: now, into: &out) }
            end(.batteryLow, at: now, into: &out)
        case .saveByTimeout: end(isInterrupted ? .interrupted : .savedByTimeout, at: now, into: &out)
        default: end(isInterrupted ? .interrupted : .saved, at: now, into: &out)
        }
    }

    private mutating func end(_ cause: EndCause, at now: MonotonicInstant, into out: inout [RunOutput]) {
        let time = isInterrupted ? (totals?.latest ?? .start) : runTime(at: now)
        emit(.event(RunEvent(time: time, kind: .end(cause))), into: &out)
        flush(at: now, into: &out)
        out.append(.close(cause))
        isInterrupted = false
        if cause == .discarded { totals = nil }
    }
}
