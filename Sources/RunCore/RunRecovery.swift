import Calendar
import Positioning
import Quantities

// Going on after a crash or a power cut.
extension RunSession {
    /// A run goes on by itself if the log's last record is of the same boot and at most this old.
    public static let resumesByItselfWithin = Duration.minutes(10)

    /// Takes up a run whose log was left open. If its last record is of this boot and at most 10 min old, it goes on by itself and this
    /// returns true; otherwise it waits in ``RunPhase/stopped`` for an answer and saves itself after 60 s.
    /// - Parameter zone: the rules of local time as they are set now.
    public mutating func recover(
        _ found: RunTotals, boot: BootID, zone: TimeZoneRules, at now: MonotonicInstant, into out: inout [RunOutput]
    ) -> Bool {
        guard phase == .idle, found.endCause == nil else { return false }
        settings.type = found.header.type
        settings.body = found.header.body
        settings.zones = found.header.zones
        settings.energyRule = found.header.energyRule
        forgetPlace()
        totals = found
        self.zone = Self.zone(of: found, from: zone)
        runSteps = found.counters.steps
        odometer = Odometer()
        (baseDistanceMillimeters, baseAscent, baseDescent) =
            (found.counters.distanceMillimeters, found.counters.ascentDecimeters, found.counters.descentDecimeters)
        forgotten = ForgottenRunGuard(at: now)
        rhythm = SampleRhythm()
        alerts = RunAlertMonitor()
        lastSegment = .max
        let age = found.origin.advanced(by: found.latest.sinceStart).duration(to: now)
        let isRecent = found.boot == boot && age >= .zero && age <= Self.resumesByItselfWithin
        if isRecent, found.stoppedAt == nil {
            goOn(boot: boot, at: now, into: &out)
            return true
        }
        isInterrupted = !isRecent
        waitForAnswer(at: now, into: &out)
        return false
    }

    /// A zone that was set to another one since the run began is not the run's.
    private static func zone(of found: RunTotals, from rules: TimeZoneRules) -> TimeZoneRules {
        guard let known = found.zone, let start = found.start, rules.offset(at: start) != known else { return rules }
        return TimeZoneRules(fixed: known)
    }

    /// Nothing that happens meanwhile counts.
    private mutating func waitForAnswer(at now: MonotonicInstant, into out: inout [RunOutput]) {
        answerDue = now.advanced(by: Self.answerTime)
        push(PositioningInput(at: now, command: .pause), into: &out)
        change(to: .stopped, into: &out)
    }

    /// START after a stop, or after an interruption; false if the boot is not told, which an interrupted run needs to go on.
    mutating func resumeAfterStop(boot: BootID?, at now: MonotonicInstant, into out: inout [RunOutput]) -> Bool {
        if isInterrupted {
            guard let boot else { return false }
            isInterrupted = false
            writeOutage(boot: boot, at: now, into: &out)
        }
        resume(.stopMenu, at: now, into: &out)
        return true
    }

    /// The run goes on as it was: running, or paused by hand. Whether the runner stands is found out anew.
    private mutating func goOn(boot: BootID, at now: MonotonicInstant, into out: inout [RunOutput]) {
        writeOutage(boot: boot, at: now, into: &out)
        let isPaused = totals?.clock.open?.cause == .manual
        push(PositioningInput(at: now, command: isPaused ? .pause : nil), into: &out)
        if totals?.clock.open?.cause == .automatic { emit(.resume(.automatic), at: now, into: &out) }
        _ = sensors.takeSteps()
        change(to: isPaused ? .paused : .running, into: &out)
        recordSample(at: now, withFix: false, into: &out)
        flush(at: now, into: &out)
    }

    /// Writes the outage. Its duration is real in the same boot, or if UTC is known on both sides; else the run's clock goes on at once, a
    /// millisecond later, so that every record lies on one side of it, and UTC dates the rest when it is learned.
    private mutating func writeOutage(boot: BootID, at now: MonotonicInstant, into out: inout [RunOutput]) {
        guard let found = totals else { return }
        let isSameBoot = found.boot == boot
        let known = isSameBoot ? found.origin.duration(to: now) : sinceStartByUTC(found, at: now)
        let earliest = isSameBoot ? found.latest : found.latest.next
        let time = known.map { max(RunTime(since: $0), earliest) } ?? earliest
        let outage = Outage(boot: boot, monotonic: now, isDurationKnown: known != nil)
        emit(.event(RunEvent(time: time, kind: .outage(outage))), into: &out)
        if let utcOffset { learn(utcOffset, at: now, into: &out) }
    }

    /// The run's clock by UTC, believed from the last record on and up to two days after it. A part that does not know UTC by itself has an
    /// outage of unknown length before it, so it tells nothing.
    private func sinceStartByUTC(_ found: RunTotals, at now: MonotonicInstant) -> Duration? {
        guard found.utc.isLatestPartKnown, let utc = utcOffset?.utc(at: now), let last = found.utc.utc(at: found.latest) else { return nil }
        let outage = last.duration(to: utc)
        return outage >= .zero && outage <= UTCTimeline.longestOutage ? found.latest.sinceStart + outage : nil
    }
}
