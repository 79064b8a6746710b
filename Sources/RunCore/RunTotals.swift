import Quantities

/// Everything that can be said of a run, as a fold over its records in the order of the log.
///
/// The watch folds each record as it writes it; a reader folds the same records from the file. Both hold whole numbers and do the same
/// operations in the same order, so live, stored and exported totals agree bit for bit (fault A11). No totals are stored as truth.
public struct RunTotals: Hashable, Sendable {
    /// The run's first record.
    public let header: RunHeader
    /// The time of the latest record.
    public private(set) var latest = RunTime.start
    /// Where the runner stopped; nil while the run goes on.
    public private(set) var stoppedAt: RunTime?
    /// Why the run is over; nil before.
    public private(set) var endCause: EndCause?
    /// The latest second; nil before the first.
    public private(set) var lastSample: RunSample?
    /// Elapsed and timer time, and the pauses.
    public private(set) var clock = PauseClock()
    /// The boot that wrote the latest part of the log.
    public private(set) var boot: BootID
    /// The run's start on that boot's monotonic clock; before the boot itself if an outage lies between.
    public private(set) var origin: MonotonicInstant
    /// UTC along the run.
    public private(set) var utc: UTCTimeline
    /// What only grows.
    public private(set) var counters = RunCounters()
    /// Laps that are done.
    public internal(set) var finishedLaps: [Lap] = []
    /// Splits per kilometre.
    public private(set) var kilometers = SplitBook(length: .kilometers(1))
    /// Splits per mile.
    public private(set) var miles = SplitBook(length: .miles(1))
    /// The pace to show.
    public private(set) var paceWindow = PaceWindow()
    /// True once a step counter worked.
    public private(set) var hasSteps = false
    /// True once another device counted the distance.
    public private(set) var hasOdometer = false
    /// True once an altitude was known.
    public private(set) var hasAscent = false
    /// How many of the seconds were believed fixes.
    public private(set) var fixes: UInt32 = 0
    /// The greatest believed speed, mm/s; reckoned seconds do not count (fault A16).
    public private(set) var maximumSpeedMillimeters: UInt16 = 0

    private var heartRate = HeartRateTally()
    private var kilocalories = 0.0
    private var pending = PendingSeconds()
    private var still = StillTime()
    private(set) var spread = GapSpread()
    private var timerAtLastSample: UInt32 = 0
    private var countersBeforeLastSample = RunCounters()
    var openLap: Lap

    /// Before the first second.
    public init(header: RunHeader) {
        self.header = header
        boot = header.boot
        origin = header.start
        utc = UTCTimeline(utcAtStart: header.utcAtStart, zone: header.zone)
        finishedLaps.reserveCapacity(64)
        openLap = Lap(
            number: 1, trigger: nil, start: .start, end: .start, timerAtStart: 0, timerAtEnd: 0, countersAtStart: RunCounters(),
            countersAtEnd: RunCounters(), heartRate: HeartRateTally(), energy: .zero)
    }

    /// Takes the next record. A second header is ignored.
    public mutating func fold(_ record: RunRecord) {
        switch record {
        case .header: break
        case .sample(let sample): fold(sample)
        case .event(let event): fold(event)
        case .smoothedHeartRate(let smoothed): pending.replace(with: smoothed)
        }
    }
}

// MARK: - Seconds

extension RunTotals {
    private mutating func fold(_ sample: RunSample) {
        guard endCause == nil, sample.time >= lastSample?.time ?? .start else { return }
        latest = max(latest, sample.time)
        let isCounted = clock.open == nil && !sample.flags.contains(.isPaused)
        let timer = clock.timerMilliseconds(at: sample.time)
        let ran = isCounted && timer > timerAtLastSample ? timer - timerAtLastSample : 0
        let before = counters
        countersBeforeLastSample = before
        addCounts(of: sample, ran: ran, isCounted: isCounted)
        let isCorrection = spread.take(
            sample, timer: timer, distance: counters.distanceMillimeters, isCounted: isCounted)
        if isCounted {
            addMotion(of: sample, ran: ran, since: before, timer: timer, isCorrection: isCorrection)
        }
        timerAtLastSample = timer
        lastSample = sample
        while pending.isOldestDue(at: sample.time) { settle(pending.removeOldest()) }
    }

    private mutating func addCounts(of sample: RunSample, ran: UInt32, isCounted: Bool) {
        if sample.distanceMillimeters > counters.distanceMillimeters { counters.distanceMillimeters = sample.distanceMillimeters }
        if sample.flags.contains(.hasOdometer) { hasOdometer = true }
        if sample.flags.contains(.hasSteps) {
            hasSteps = true
            counters.steps &+= UInt32(sample.stepsModulo &- UInt16(truncatingIfNeeded: counters.steps))
        }
        if sample.flags.contains(.hasAscent) {
            hasAscent = true
            counters.ascentDecimeters &+= UInt32(sample.ascentDecimetersModulo &- UInt16(truncatingIfNeeded: counters.ascentDecimeters))
            counters.descentDecimeters &+= UInt32(sample.descentDecimetersModulo &- UInt16(truncatingIfNeeded: counters.descentDecimeters))
        }
        if isCounted, sample.cadenceSteps > 0, sample.cadenceSteps < .max {
            counters.cadenceWeighted &+= UInt64(sample.cadenceSteps) &* UInt64(ran)
            counters.cadenceMilliseconds &+= UInt64(ran)
        }
    }

    private mutating func addMotion(of sample: RunSample, ran: UInt32, since before: RunCounters, timer: UInt32, isCorrection: Bool) {
        still.add(milliseconds: ran, at: sample.time, isStill: sample.flags.contains(.isStill))
        if sample.flags.contains(.hasFix) {
            fixes &+= 1
            if sample.speedMillimeters < .max, !sample.flags.contains(.isReckoned) {
                maximumSpeedMillimeters = max(maximumSpeedMillimeters, sample.speedMillimeters)
            }
        }
        if sample.speedMillimeters < .max {
            paceWindow.push(speed: sample.speedMillimeters, at: sample.time, for: min(ran, Self.longestSecond))
        }
        let start = spread.start
        if isCorrection {
            kilometers.reopen(after: start.distanceMillimeters)
            miles.reopen(after: start.distanceMillimeters)
        }
        let from = isCorrection ? start.distanceMillimeters : before.distanceMillimeters
        kilometers.cross(from: from, to: counters.distanceMillimeters, timerFrom: start.timer, timerTo: timer)
        miles.cross(from: from, to: counters.distanceMillimeters, timerFrom: start.timer, timerTo: timer)
        if start.time < lastSample?.time ?? .start { spreadOverLaps(to: sample.time, timer: timer) }
        while pending.isOldestDue(at: sample.time) { settle(pending.removeOldest()) }
        pending.append(
            .init(
                time: sample.time, milliseconds: min(ran, Self.longestSecond), beats: sample.heartRateBeats,
                distanceMillimeters: counters.distanceMillimeters &- before.distanceMillimeters, lap: openLap.number))
    }

    /// A value holds for at most this long after the sample before: 3 s.
    private static var longestSecond: UInt32 { 3_000 }

    private mutating func settle(_ second: PendingSeconds.Second) {
        let energy = energy(of: second), zone = header.zones.zone(ofBeats: second.beats)
        kilocalories += energy
        heartRate.add(beats: second.beats, milliseconds: second.milliseconds, zone: zone)
        if second.lap == openLap.number {
            openLap.add(second, zone: zone, kilocalories: energy)
        } else if finishedLaps.indices.contains(Int(second.lap) - 1) {
            finishedLaps[Int(second.lap) - 1].add(second, zone: zone, kilocalories: energy)
        }
    }

    /// What a second costs by the rules that look at each second; the rule by distance looks at the whole.
    private func energy(of second: PendingSeconds.Second) -> Double {
        let distance = Distance.meters(Double(second.distanceMillimeters) / 1000), minutes = Double(second.milliseconds) / 60_000
        switch header.energyRule {
        case .heartRate:
            if let perMinute = EnergyRule.byHeartRate(beats: second.beats, body: header.body) { return perMinute * minutes }
        case .metabolicEquivalent:
            guard second.milliseconds > 0 else { return 0 }
            let speed = Speed.metersPerSecond(distance.meters / (Double(second.milliseconds) / 1000))
            return EnergyRule.byMetabolicEquivalent(speed: speed, body: header.body) * minutes
        case .distance: return 0
        }
        return EnergyRule.byDistance(distance, body: header.body)
    }
}

// MARK: - Events

extension RunTotals {
    private mutating func fold(_ event: RunEvent) {
        guard endCause == nil else {
            // A run that ended before its time was known is dated afterwards (fault D9).
            if case .utcAtStart(let instant, let zone) = event.kind { utc.learn(utcAtStart: instant, zone: zone) }
            return
        }
        let before = latest
        latest = max(latest, event.time)
        switch event.kind {
        case .pause(let cause): pause(at: event.time, cause)
        case .resume: resume(at: event.time)
        case .lap(let trigger, let distance): closeLap(at: event.time, distanceMillimeters: distance, trigger)
        case .stop:
            stoppedAt = max(event.time, openLap.start, clock.pauses.last?.to ?? .start)
            pause(at: event.time, .stopMenu)
        case .end(let cause):
            stoppedAt = stoppedAt ?? before
            pause(at: before, .stopMenu)
            while pending.count > 0 { settle(pending.removeOldest()) }
            endCause = cause
        case .utcAtStart(let instant, let zone): utc.learn(utcAtStart: instant, zone: zone)
        case .outage(let outage):
            // In the same boot the run's clock went on: what is learned of UTC counts on both sides.
            if outage.boot != boot { utc.beginStretch(at: event.time, after: before) }
            boot = outage.boot
            origin = outage.monotonic.advanced(by: .zero - event.time.sinceStart)
            clock.skip(from: before, to: event.time, cause: .outage)
            timerAtLastSample = clock.timerMilliseconds(at: event.time)
            paceWindow.clear()
        case .sensor: break
        }
    }

    private mutating func pause(at time: RunTime, _ cause: PauseCause) {
        guard clock.open == nil else { return clock.take(over: cause) }
        clock.begin(at: time, cause: cause, noEarlierThan: openLap.start)
        guard let from = clock.open?.from else { return }
        pending.empty(after: from)
        still.cut(at: from)
        timerAtLastSample = min(timerAtLastSample, clock.timerMilliseconds(at: max(from, latest)))
        paceWindow.clear()
    }

    private mutating func resume(at time: RunTime) {
        guard let pause = clock.open else { return }
        let end = max(time, pause.from, openLap.start)
        clock.end(at: end)
        stoppedAt = nil
        timerAtLastSample = clock.timerMilliseconds(at: end)
        paceWindow.clear()
    }

    private mutating func closeLap(at time: RunTime, distanceMillimeters: UInt32, _ trigger: LapTrigger) {
        let (number, overflow) = openLap.number.addingReportingOverflow(1)
        guard !overflow, stoppedAt == nil else { return }
        let boundary = max(time, openLap.start)
        let isInsideLastSecond = lastSample.map { boundary < $0.time } ?? false
        var atBoundary = isInsideLastSecond ? countersBeforeLastSample : counters
        atBoundary.distanceMillimeters = min(
            max(distanceMillimeters, openLap.countersAtStart.distanceMillimeters), counters.distanceMillimeters)
        let timer = max(clock.timerMilliseconds(anywhere: boundary), openLap.timerAtStart)
        openLap.trigger = trigger
        openLap.end = boundary
        openLap.timerAtEnd = timer
        openLap.countersAtEnd = atBoundary
        if header.energyRule == .distance { openLap.energy = energyByDistance(openLap.distance) }
        finishedLaps.append(openLap)
        pending.move(after: boundary, toLap: number)
        openLap = Lap(
            number: number, trigger: nil, start: boundary, end: boundary, timerAtStart: timer, timerAtEnd: timer,
            countersAtStart: atBoundary, countersAtEnd: atBoundary, heartRate: HeartRateTally(), energy: .zero)
    }
}

// MARK: - What is said

extension RunTotals {
    /// From the start to a moment, or to the stop. Give the current run time while the run goes on.
    /// An outage whose length nobody could measure counts from when UTC was learned on both sides of it.
    public func elapsed(at now: RunTime) -> Duration {
        let end = stoppedAt ?? max(now, latest)
        return end.sinceStart + utc.outages(upTo: end)
    }
    /// Elapsed time without pauses.
    public func timer(at now: RunTime) -> Duration { .milliseconds(Int64(clock.timerMilliseconds(at: stoppedAt ?? max(now, latest)))) }
    /// From the start to the stop or the latest record.
    public var elapsed: Duration { elapsed(at: latest) }
    /// Elapsed time without pauses, to the stop or the latest record.
    public var timer: Duration { timer(at: latest) }
    /// Timer without standing: moving ≤ timer ≤ elapsed (faults B7, H14).
    public var moving: Duration { max(.zero, timer - .milliseconds(Int64(still.milliseconds))) }
    /// UTC at the start; nil if it was never known.
    public var start: UTCInstant? { utc.utc(at: .start) }
    /// Local time's offset at the start, captured with UTC (faults D2, D5); nil if nothing told it. Where a number is needed, UTC itself
    /// (0) stands for it.
    public var zone: ZoneOffset? { utc.zone }
    /// Distance.
    public var distance: Distance { counters.distance }
    /// Mean pace over the timer; nil without distance.
    public var averagePace: Pace? { Pace(distance, in: timer) }
    /// The pace now; nil when standing, unknown, old or paused.
    public func pace(at now: RunTime) -> Pace? { clock.open == nil ? paceWindow.pace(at: now) : nil }
    /// Steps; nil without a step counter.
    public var steps: UInt32? { hasSteps ? counters.steps : nil }
    /// Climbed; nil without an altitude.
    public var ascent: Distance? { hasAscent ? counters.ascent : nil }
    /// Descended; nil without an altitude.
    public var descent: Distance? { hasAscent ? counters.descent : nil }
    /// The heart rate of the run so far, the waiting seconds included.
    public var heartRateSoFar: HeartRateTally {
        var tally = heartRate
        for i in 0..<pending.count {
            let second = pending[i]
            tally.add(beats: second.beats, milliseconds: second.milliseconds, zone: header.zones.zone(ofBeats: second.beats))
        }
        return tally
    }
    /// The energy of the run so far, the waiting seconds included.
    public var energy: Energy {
        if header.energyRule == .distance { return energyByDistance(distance) }
        var sum = kilocalories
        for i in 0..<pending.count { sum += energy(of: pending[i]) }
        return .kilocalories(sum)
    }
    func energyByDistance(_ distance: Distance) -> Energy { .kilocalories(EnergyRule.byDistance(distance, body: header.body)) }

    /// A lap with those of its seconds that still wait.
    private func completed(_ lap: Lap) -> Lap {
        var lap = lap
        lap.outages = utc.outages(upTo: lap.end) - utc.outages(upTo: lap.start)
        for i in 0..<pending.count where pending[i].lap == lap.number {
            lap.add(pending[i], zone: header.zones.zone(ofBeats: pending[i].beats), kilocalories: energy(of: pending[i]))
        }
        return lap
    }
    /// The lap under way up to a moment, or up to the stop.
    public func lap(at now: RunTime) -> Lap {
        var lap = openLap
        lap.end = max(stoppedAt ?? max(now, latest), lap.start)
        lap.timerAtEnd = max(clock.timerMilliseconds(at: lap.end), lap.timerAtStart)
        lap.countersAtEnd = counters
        if header.energyRule == .distance { lap.energy = energyByDistance(lap.distance) }
        return completed(lap)
    }
    /// All laps of the run, the one under way last: their sums are the run's totals (fault H7). A last lap in which nothing was counted is
    /// left out. The array is made anew: not for each second.
    public var laps: [Lap] {
        let finished = finishedLaps.map(completed)
        return isLastLapEmpty ? finished : finished + [lap(at: latest)]
    }
    /// One of the ``laps``, from 0; nil beyond the last. Makes no array.
    public func lap(at index: Int) -> Lap? {
        if finishedLaps.indices.contains(index) { return completed(finishedLaps[index]) }
        return index == finishedLaps.count && !isLastLapEmpty ? lap(at: latest) : nil
    }
    /// How many ``laps`` there are.
    public var lapCount: Int { finishedLaps.count + (isLastLapEmpty ? 0 : 1) }

    private var isLastLapEmpty: Bool {
        let last = lap(at: latest)
        return !finishedLaps.isEmpty && last.elapsed == .zero && last.counters == RunCounters()
    }
    /// The lap that was finished last; nil in the first.
    public var previousLap: Lap? { finishedLaps.last.map(completed) }
    /// True for a run of at most 10 m and under 60 s, which asks to be discarded. Indoors steps stand for metres (fault C12).
    public var isTooShort: Bool {
        elapsed < .seconds(60) && (header.type.usesGPS ? counters.distanceMillimeters <= 10_000 : counters.steps <= 10)
    }
}
