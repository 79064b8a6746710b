import Positioning
import Quantities

// What sensors and the clock say.
extension RunSession {
    /// A position report, believed or not.
    public mutating func take(_ fix: GPSFix, at now: MonotonicInstant, into out: inout [RunOutput]) {
        // While getting ready the kind of run may still change: the fix is kept, whichever is shown.
        guard settings.type.usesGPS || phase == .preparing, phase != .idle, phase != .saved else { return }
        push(input(at: now, fix: fix), into: &out)
        guard let place else { return }
        note(place.verdict, at: now, into: &out)
        guard place.verdict == .accepted, phase.isRecording, phase != .stopped else { return }
        if phase != .paused, hasFix, let position = place.filteredPosition ?? place.position {
            forgotten.notePlace(position, error: place.horizontalError ?? settings.maximumError, at: now)
        }
        _ = stride.observe(cadence: sensors.steps(at: now)?.cadence, state: place)
        if rhythm.isDue(withFixAt: now) { recordSample(at: now, withFix: true, into: &out) }
        flushIfDue(at: now, into: &out)
    }

    /// A heart rate.
    public mutating func take(_ reading: HeartRateReading, at now: MonotonicInstant) { sensors.take(reading, at: now) }

    /// Steps and cadence.
    public mutating func take(_ reading: StepReading, at now: MonotonicInstant, into out: inout [RunOutput]) {
        let credited = sensors.take(reading, at: now)
        guard phase == .running || phase == .autoPaused else { return }
        forgotten.noteSteps(credited, at: now)
        judgeIndoors(pulseRate: reading.pulseRate, at: now, into: &out)
    }

    /// Distance as another device counts it, since it began to count: from here on it is the run's.
    public mutating func take(odometer reading: Distance, at now: MonotonicInstant) {
        odometer.take(reading, at: now, counts: phase == .running || phase == .autoPaused)
    }

    private mutating func judgeIndoors(pulseRate: Cadence?, at now: MonotonicInstant, into out: inout [RunOutput]) {
        guard !settings.type.usesGPS, let change = indoor.take(pulseRate: pulseRate, at: now), settings.autoPause else { return }
        follow(PauseChange(kind: change.isStill ? .autoPause : .autoResume, at: change.from), noticedAt: now, into: &out)
    }

    /// A button was pressed: a run is not forgotten, and whoever gets ready is still there.
    public mutating func noteRunner(at now: MonotonicInstant) {
        forgotten.noteMovement(at: now)
        readyDue = now.advanced(by: Self.readyTime)
    }

    /// Air pressure.
    public mutating func take(_ pressure: Pressure) { sensors.take(pressure) }

    /// The battery.
    public mutating func take(_ battery: BatteryReading, at now: MonotonicInstant) { sensors.take(battery, at: now) }

    /// Time has passed: what nothing has told of for long is not known any more.
    public mutating func forgetOldReadings(at now: MonotonicInstant) { sensors.forgetBattery(at: now) }

    /// Heart rate of seconds already recorded, known better now.
    public mutating func take(_ smoothed: SmoothedHeartRate, into out: inout [RunOutput]) {
        guard phase.isRecording else { return }
        emit(.smoothedHeartRate(smoothed), into: &out)
    }

    /// A part was lost or came back.
    public mutating func take(_ kind: SensorKind, _ state: SensorState, at now: MonotonicInstant, into out: inout [RunOutput]) {
        guard phase.isRecording, !isInterrupted else { return }
        emit(.sensor(kind, state), at: now, into: &out)
    }

    /// UTC was learned or corrected: no duration changes (faults A23, A24, D1).
    public mutating func learn(_ offset: UTCOffset, at now: MonotonicInstant, into out: inout [RunOutput]) {
        utcOffset = offset
        guard phase.isRecording, !isInterrupted, let totals else { return }
        let known = totals.utc.utc(at: totals.latest)?.duration(to: offset.utc(at: totals.origin.advanced(by: totals.latest.sinceStart)))
        if totals.utc.isLatestPartKnown, let known, known.inMilliseconds.magnitude <= Self.smallestCorrection { return }
        let start = offset.utc(at: totals.origin)
        emit(.utcAtStart(start, zone: zone.offset(at: start)), at: now, into: &out)
    }

    /// A correction of UTC of a second, such as a leap second, is not worth a record.
    static let smallestCorrection: UInt64 = 1_000
    /// A fix that stays away this long in a run is announced.
    static let fixLostAfter = Duration.seconds(60)

    /// The clock. Call at ``nextDeadline(after:)``.
    public mutating func tick(at now: MonotonicInstant, start: RunStart?, into out: inout [RunOutput]) {
        if let lastGoodFix, lastGoodFix.duration(to: now) > .seconds(3) {
            hasFix = false
            goodFixes = 0
        }
        switch phase {
        case .idle, .saved: break
        case .preparing:
            if let readyDue, now >= readyDue {
                perform(.leave, at: now, into: &out)
                out.append(.readyTimedOut)
            }
        case .countdown:
            if let answerDue, now >= answerDue {
                perform(.countdownOver, at: now, start: start, into: &out)
            } else {
                out.append(.buzz(.tick))
            }
        case .stopped:
            if let answerDue, now >= answerDue { perform(.saveByTimeout, at: now, into: &out) }
        case .running, .paused, .autoPaused: tickRun(at: now, into: &out)
        }
    }

    private mutating func tickRun(at now: MonotonicInstant, into out: inout [RunOutput]) {
        sensors.forgetBattery(at: now)
        if rhythm.isDue(withTickAt: now) {
            push(input(at: now, fix: nil), into: &out)
            recordSample(at: now, withFix: false, into: &out)
        }
        // A step counter that fell silent cannot keep a treadmill run paused.
        if phase == .autoPaused, sensors.steps(at: now) == nil { judgeIndoors(pulseRate: nil, at: now, into: &out) }
        if settings.type.usesGPS, !nextFixIsNews, let lastGoodFix, lastGoodFix.duration(to: now) >= Self.fixLostAfter {
            nextFixIsNews = true
            out.append(.buzz(.fixLost))
        }
        guardAgainstForgetting(at: now, into: &out)
        flushIfDue(at: now, into: &out)
    }

    private mutating func guardAgainstForgetting(at now: MonotonicInstant, into out: inout [RunOutput]) {
        switch forgotten.check(at: now) {
        case .quiet: break
        case .warn: out.append(.buzz(.warning))
        case .end: perform(.endForgotten, at: now, into: &out)
        }
    }

    private mutating func flushIfDue(at now: MonotonicInstant, into out: inout [RunOutput]) {
        if phase.isRecording, lastFlush.duration(to: now) >= Self.flushInterval - .milliseconds(200) { flush(at: now, into: &out) }
    }

    mutating func input(at now: MonotonicInstant, fix: GPSFix?) -> PositioningInput {
        let steps = sensors.steps(at: now)
        return PositioningInput(
            at: now, fix: fix, pulseRate: steps?.pulseRate, pedestrianSpeed: steps?.cadence.flatMap { stride.speed(at: $0) },
            pressure: sensors.takePressure())
    }

    mutating func push(_ input: PositioningInput, into out: inout [RunOutput]) {
        let state = positioning.push(input)
        place = state
        if let change = state.change { follow(change, noticedAt: input.at, into: &out) }
    }

    mutating func follow(_ change: PauseChange, noticedAt now: MonotonicInstant, into out: inout [RunOutput]) {
        switch change.kind {
        case .autoPause:
            guard phase == .running else { return }
            emit(.pause(.automatic), at: change.at, into: &out)
            out.append(.buzz(.autoPause))
            flush(at: now, into: &out)
            self.change(to: .autoPaused, into: &out)
        case .autoResume:
            guard phase == .autoPaused else { return }
            emit(.resume(.automatic), at: change.at, into: &out)
            out.append(.buzz(.autoResume))
            flush(at: now, into: &out)
            self.change(to: .running, into: &out)
        case .pause, .resume: break
        }
    }

    private mutating func note(_ verdict: FixVerdict, at now: MonotonicInstant, into out: inout [RunOutput]) {
        guard verdict == .accepted else {
            // The first report of a place counts when the second agrees, as one of two.
            if verdict == .unconfirmed { goodFixes = 1 } else if verdict != .tooSoon, verdict != .repeatedTime { goodFixes = 0 }
            return
        }
        goodFixes = min(goodFixes + 1, 2)
        lastGoodFix = now
        hasFix = hasFix || goodFixes == 2
        if hasFix, nextFixIsNews {
            nextFixIsNews = false
            out.append(.buzz(.fixFound))
        }
    }
}
