import Calendar
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

    /// When the run ends by itself because nobody has moved for long; nil unless that is near.
    public var endsForgottenAt: MonotonicInstant? { phase.isRecording && phase != .stopped ? forgotten.announcedEnd : nil }

    var positioning: Positioning
    var utcOffset: UTCOffset?
    /// The run's own rules of local time.
    var zone = TimeZoneRules.utc
    /// When getting ready ends by itself.
    var readyDue: MonotonicInstant?
    var goodFixes = 0
    var lastGoodFix: MonotonicInstant?
    var nextFixIsNews = true
    var indoor = IndoorStillness()
    var forgotten = ForgottenRunGuard(at: MonotonicInstant(nanoseconds: 0))
    var rhythm = SampleRhythm()
    var alerts = RunAlertMonitor()
    var lastFlush = MonotonicInstant(nanoseconds: 0)
    var lastSegment: UInt32?
    var runSteps: UInt32 = 0
    var odometer = Odometer()
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

    /// Getting ready ends by itself after this long without a press: receiver and sensors must not run for nothing (fault R-B9).
    public static let readyTime = Duration.minutes(10)

    /// The run's own clock.
    public func runTime(at now: MonotonicInstant) -> RunTime { RunTime(since: (totals?.origin ?? now).duration(to: now)) }

    /// When ``tick(at:start:into:)`` wants to be called next; nil when nothing is waited for.
    public func nextDeadline(after now: MonotonicInstant) -> MonotonicInstant? {
        switch phase {
        case .idle, .saved: return nil
        case .preparing:
            // On a fixed grid: however many events come in between, the next second comes.
            return now.advanced(by: .nanoseconds(1_000_000_000 - now.nanoseconds.flooredRemainder(by: 1_000_000_000)))
        case .countdown, .stopped:
            guard let answerDue else { return nil }
            let left = now.duration(to: answerDue).inNanoseconds
            return now.advanced(by: .nanoseconds(left <= 0 ? 0 : (left - 1) % 1_000_000_000 + 1))
        case .running, .paused, .autoPaused:
            // The shown time changes when the timer passes a whole second (fault I12); while it stands, seconds are recorded on.
            let time = runTime(at: now)
            let timer = phase == .running ? totals?.clock.timerMilliseconds(at: time) ?? 0 : time.milliseconds
            return now.advanced(by: .milliseconds(Int64(1000 - timer % 1000)))
        }
    }

    static func positioningSettings(for settings: RunSettings) -> PositioningSettings {
        var positioning = PositioningSettings()
        positioning.autoPause = settings.autoPause
        positioning.maximumError = settings.maximumError
        return positioning
    }

    /// Changes what the next run is started with; ignored during one. A fix that was found already stays where it is of use.
    public mutating func configure(_ settings: RunSettings, stride: StrideTable) {
        guard !phase.isRecording else { return }
        let isPositioningChanged = Self.positioningSettings(for: settings) != positioning.settings
        self.settings = settings
        self.stride = stride
        if isPositioningChanged { forgetPlace() }
    }

    /// Position, distance and ascent start anew.
    mutating func forgetPlace() {
        positioning = Positioning(settings: Self.positioningSettings(for: settings))
        place = nil
        goodFixes = 0
        lastGoodFix = nil
        hasFix = false
        indoor = IndoorStillness()
        lastSegment = nil
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
        guard phase.isRecording, phase != .stopped else { return }
        let previous = totals?.lastSample, splitsBefore = splitsDone
        emit(.sample(sample(at: now, withFix: withFix)), into: &out)
        rhythm.noteSample(at: now, withFix: withFix)
        guard phase == .running, let previous else { return }
        announceFull(into: &out)
        closeAutoLaps(since: previous, at: now, into: &out)
        announceSplits(since: splitsBefore, into: &out)
        announceLimits(into: &out)
    }

    private mutating func sample(at now: MonotonicInstant, withFix: Bool) -> RunSample {
        var sample = RunSample(time: max(runTime(at: now), totals?.lastSample?.time ?? .start))
        // Without a place the distance so far stands; with one it never falls.
        sample.distanceMillimeters = totals?.counters.distanceMillimeters ?? 0
        if let place { addPlace(place, withFix: withFix, to: &sample) }
        if odometer.isHeard { addOdometer(at: now, to: &sample) }
        if indoor.isStill { sample.flags.insert(.isStill) }
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

    private mutating func addOdometer(at now: MonotonicInstant, to sample: inout RunSample) {
        let (distance, overflow) = (totals?.counters.distanceMillimeters ?? 0).addingReportingOverflow(odometer.takeMillimeters())
        sample.distanceMillimeters = overflow ? .max : distance
        sample.flags.insert(.hasOdometer)
        sample.flags.remove(.isReckoned)
        if sample.speed == nil { sample.speed = odometer.speed(at: now) }
    }

    private mutating func addPlace(_ place: PositioningState, withFix: Bool, to sample: inout RunSample) {
        if withFix {
            sample.position = place.filteredPosition ?? place.position
            sample.horizontalError = place.horizontalError
            sample.flags.insert(.hasFix)
        }
        sample.altitude = place.smoothedAltitude
        sample.speed = place.speed
        let counted = UInt32(rounding: place.distance.meters * 1000).addingReportingOverflow(baseDistanceMillimeters)
        sample.distanceMillimeters = max(sample.distanceMillimeters, counted.overflow ? .max : counted.partialValue)
        if place.isReckoned || !settings.type.usesGPS { sample.flags.insert(.isReckoned) }
        if place.isStill { sample.flags.insert(.isStill) }
        if place.altitudeSource != .none {
            sample.flags.insert(.hasAscent)
            sample.ascentDecimetersModulo = UInt16(truncatingIfNeeded: UInt32(rounding: place.ascent.meters * 10) &+ baseAscent)
            sample.descentDecimetersModulo = UInt16(truncatingIfNeeded: UInt32(rounding: place.descent.meters * 10) &+ baseDescent)
        }
        if let lastSegment, lastSegment != place.segment { sample.flags.insert(.startsSegment) }
        lastSegment = place.segment
    }

    /// Closes every lap whose distance or time became full in the last second, at the interpolated boundary (fault H15).
    private mutating func closeAutoLaps(since previous: RunSample, at now: MonotonicInstant, into out: inout [RunOutput]) {
        while let boundary = totals?.nextAutoLap(settings.autoLap, since: previous) {
            emit(.event(boundary), into: &out)
            announceLap(into: &out)
            flush(at: now, into: &out)
        }
    }

    private var splitsDone: Int { (settings.splitsInMiles ? totals?.miles : totals?.kilometers)?.doneAt.count ?? 0 }

    /// Splits are announced where laps are not made by distance; they are kept in any case (fault I15).
    private func announceSplits(since before: Int, into out: inout [RunOutput]) {
        if case .distance = settings.autoLap { return }
        guard splitsDone > before else { return }
        out.append(.splitDone(UInt32(clamping: splitsDone)))
        out.append(.buzz(.lap))
    }

    /// Before laps, whose figures say more, and before limits, which matter more: what is announced last is what is seen.
    private mutating func announceFull(into out: inout [RunOutput]) {
        guard settings.alerts != RunAlerts(), let totals, let sample = totals.lastSample else { return }
        let timer = totals.clock.timerMilliseconds(at: sample.time)
        guard let alert = alerts.takeFull(settings.alerts, distance: sample.distanceMillimeters, timer: timer) else { return }
        out.append(.alert(alert))
        out.append(.buzz(.lap))
    }

    private mutating func announceLimits(into out: inout [RunOutput]) {
        guard settings.alerts != RunAlerts(), let totals, let sample = totals.lastSample else { return }
        let pace = totals.pace(at: sample.time)
        guard let alert = alerts.takeLimits(settings.alerts, heartRate: sample.heartRate, pace: pace, at: sample.time) else { return }
        out.append(.alert(alert))
        out.append(.buzz(.warning))
    }

    func announceLap(into out: inout [RunOutput]) {
        guard let lap = totals?.previousLap else { return }
        out.append(.lapDone(lap))
        out.append(.buzz(.lap))
    }
}
