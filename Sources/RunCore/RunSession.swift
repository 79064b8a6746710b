import Positioning
import Quantities

/// One run from getting ready to saved: phases, laps, pauses, seconds and events. A pure value; everything it wants done goes into a list.
///
/// It turns what sensors say into ``RunRecord``s, folds each at once into ``totals``, and hands it out to be logged, so that what is shown
/// is what is stored. Commands that make no sense in a phase are ignored (``RunPhase/next(on:)``).
public struct RunSession: Sendable {
    /// Where the run is.
    public internal(set) var phase = RunPhase.idle
    /// The fold over all records so far; nil before the start.
    public internal(set) var totals: RunTotals?
    /// What positioning said last; nil before the first report.
    public internal(set) var place: PositioningState?
    /// The latest words of the sensors.
    public internal(set) var sensors = SensorBoard()
    /// What the next run is started with, or the present one was.
    public internal(set) var settings: RunSettings
    /// True while a run found after a crash waits for an answer (phase ``RunPhase/stopped``).
    public internal(set) var isInterrupted = false
    /// When the countdown ends, or an unanswered stop saves the run.
    public internal(set) var answerDue: MonotonicInstant?
    /// Two good fixes in a row, the last at most 3 s old.
    public internal(set) var hasFix = false
    /// The stride learned so far, to be kept for the next run.
    public internal(set) var stride: StrideTable

    var positioning: Positioning
    var utcOffset: UTCOffset?
    var goodFixes = 0
    var lastGoodFix: MonotonicInstant?
    var nextFixIsNews = true
    var indoor = IndoorStillness()
    var forgotten = ForgottenRunGuard(at: MonotonicInstant(nanoseconds: 0))
    var rhythm = SampleRhythm()
    var lastFlush = MonotonicInstant(nanoseconds: 0)
    var lastSegment: UInt32?
    var runSteps: UInt32 = 0
    /// Totals of the run before positioning was started afresh, after a recovery.
    var baseDistanceMillimeters: UInt32 = 0, baseAscent: UInt32 = 0, baseDescent: UInt32 = 0

    /// No run yet.
    public init(settings: RunSettings = RunSettings(), stride: StrideTable = StrideTable()) {
        self.settings = settings
        self.stride = stride
        positioning = Positioning(settings: Self.positioningSettings(for: settings))
    }

    /// Records are flushed at least this often, and at every event: a power cut loses 5 s (fault C2).
    static let flushInterval = Duration.seconds(5)
    /// An unanswered stop saves the run after this long.
    public static let answerTime = Duration.seconds(60)

    /// The run's own clock.
    public func runTime(at now: MonotonicInstant) -> RunTime { RunTime(since: (totals?.origin ?? now).duration(to: now)) }

    /// When ``tick(at:into:)`` wants to be called next; nil when nothing is waited for.
    public func nextDeadline(after now: MonotonicInstant) -> MonotonicInstant? {
        switch phase {
        case .idle, .saved: return nil
        case .preparing: return now.advanced(by: .seconds(1))
        case .countdown, .stopped:
            guard let answerDue else { return now.advanced(by: .seconds(1)) }
            let left = now.duration(to: answerDue).inNanoseconds
            return now.advanced(by: .nanoseconds(left <= 0 ? 0 : (left - 1) % 1_000_000_000 + 1))
        case .running, .paused, .autoPaused:
            guard let totals else { return nil }
            // The shown time changes when the timer passes a whole second (fault I12).
            let timer = totals.clock.timerMilliseconds(at: runTime(at: now)), elapsed = runTime(at: now).milliseconds
            let phase = totals.clock.open == nil ? timer % 1000 : elapsed % 1000
            return now.advanced(by: .milliseconds(Int64(1000 - phase)))
        }
    }

    static func positioningSettings(for settings: RunSettings) -> PositioningSettings {
        var positioning = PositioningSettings()
        positioning.autoPause = settings.autoPause
        positioning.maximumError = settings.maximumError
        return positioning
    }

    /// Changes what the next run is started with; ignored during one.
    public mutating func configure(_ settings: RunSettings, stride: StrideTable) {
        guard !phase.isRecording else { return }
        self.settings = settings
        self.stride = stride
        positioning = Positioning(settings: Self.positioningSettings(for: settings))
    }
}

// MARK: - Records

extension RunSession {
    mutating func emit(_ record: RunRecord, into out: inout [RunOutput]) {
        totals?.fold(record)
        out.append(.record(record))
    }

    mutating func emit(_ kind: RunEvent.Kind, at now: MonotonicInstant, into out: inout [RunOutput]) {
        emit(.event(RunEvent(time: runTime(at: now), kind: kind)), into: &out)
    }

    mutating func flush(at now: MonotonicInstant, into out: inout [RunOutput]) {
        lastFlush = now
        out.append(.flush)
    }

    /// Writes the second that ends now, and what follows from it: laps, splits.
    mutating func recordSample(at now: MonotonicInstant, withFix: Bool, into out: inout [RunOutput]) {
        guard phase.isRecording, phase != .stopped, let before = totals else { return }
        let kilometersBefore = before.kilometers.doneAt.count, previous = before.lastSample
        emit(.sample(sample(at: now, withFix: withFix)), into: &out)
        rhythm.noteSample(at: now)
        if let previous, phase == .running { closeAutoLaps(since: previous, at: now, into: &out) }
        guard let after = totals, settings.autoLap == .off, after.kilometers.doneAt.count > kilometersBefore else { return }
        out.append(.splitDone(UInt32(clamping: after.kilometers.doneAt.count)))
        out.append(.buzz(.lap))
    }

    private mutating func sample(at now: MonotonicInstant, withFix: Bool) -> RunSample {
        var sample = RunSample(time: max(runTime(at: now), totals?.lastSample?.time ?? .start))
        if let place {
            if withFix {
                sample.position = place.filteredPosition ?? place.position
                sample.horizontalError = place.horizontalError
                sample.flags.insert(.hasFix)
            }
            sample.altitude = place.smoothedAltitude
            sample.speed = place.speed
            let counted = UInt32(rounding: place.distance.meters * 1000).addingReportingOverflow(baseDistanceMillimeters)
            sample.distanceMillimeters = counted.overflow ? .max : counted.partialValue
            if place.isReckoned || !settings.type.usesGPS { sample.flags.insert(.isReckoned) }
            if place.isStill || indoor.isStill { sample.flags.insert(.isStill) }
            if place.altitudeSource != .none {
                sample.flags.insert(.hasAscent)
                sample.ascentDecimetersModulo = UInt16(truncatingIfNeeded: UInt32(rounding: place.ascent.meters * 10) &+ baseAscent)
                sample.descentDecimetersModulo = UInt16(truncatingIfNeeded: UInt32(rounding: place.descent.meters * 10) &+ baseDescent)
            }
            if let lastSegment, lastSegment != place.segment { sample.flags.insert(.startsSegment) }
            lastSegment = place.segment
        }
        let steps = sensors.takeSteps()
        if phase == .running { runSteps &+= steps } else { sample.flags.insert(.isPaused) }
        if let reading = sensors.steps(at: now) {
            sample.flags.insert(.hasSteps)
            sample.cadence = reading.cadence
        }
        sample.stepsModulo = UInt16(truncatingIfNeeded: runSteps)
        if let reading = sensors.heartRate(at: now) {
            sample.heartRate = reading.rate
            sample.heartRateConfidence = reading.confidence
        }
        sample.batteryPercent = sensors.battery?.percent
        return sample
    }

    /// Closes every lap whose distance or time became full in the last second, at the interpolated boundary (fault H15).
    private mutating func closeAutoLaps(since previous: RunSample, at now: MonotonicInstant, into out: inout [RunOutput]) {
        while let totals, let sample = totals.lastSample, let boundary = nextBoundary(totals, from: previous, to: sample) {
            emit(.event(boundary), into: &out)
            announceLap(into: &out)
            flush(at: now, into: &out)
        }
    }

    private func nextBoundary(_ totals: RunTotals, from previous: RunSample, to sample: RunSample) -> RunEvent? {
        let lap = totals.lap(at: sample.time)
        let span = Double(sample.time.millisecondsSince(previous.time))
        let way = Double(sample.distanceMillimeters) - Double(previous.distanceMillimeters)
        let share: Double, trigger: LapTrigger
        switch settings.autoLap {
        case .off: return nil
        case .distance(let length):
            let full = Double(lap.countersAtStart.distanceMillimeters) + length.meters * 1000
            guard length.meters >= 1, way > 0, Double(sample.distanceMillimeters) >= full else { return nil }
            share = max(0, full - Double(previous.distanceMillimeters)) / way
            trigger = .distance
        case .time(let length):
            let full = Double(lap.timerAtStart) + length.inSeconds * 1000, timer = Double(lap.timerAtEnd)
            guard length >= .seconds(1), span > 0, timer >= full else { return nil }
            share = 1 - min(1, (timer - full) / span)
            trigger = .time
        }
        let time = RunTime(milliseconds: previous.time.milliseconds + UInt32(rounding: min(1, share) * span))
        let distance = UInt32(rounding: Double(previous.distanceMillimeters) + min(1, share) * max(0, way))
        return RunEvent(time: max(time, lap.start), kind: .lap(trigger, distanceMillimeters: distance))
    }

    func announceLap(into out: inout [RunOutput]) {
        guard let lap = totals?.previousLap else { return }
        out.append(.lapDone(lap))
        out.append(.buzz(.lap))
    }
}
