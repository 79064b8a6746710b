import Quantities

/// Tells standing from moving by speed and step pulses, and dates both changes back to when they began.
struct StopDetector: Sendable {
    /// What one judgement brought.
    enum Outcome: Sendable {
        /// Nothing new.
        case unchanged
        /// Slow, not yet believed: metres are held back.
        case holding
        /// The slow seconds were no stop: the metres held back count.
        case released
        /// Standing since an instant: the metres held back are dropped.
        case stopped(since: MonotonicInstant)
        /// Moving since an instant, this far from the resting place.
        case started(since: MonotonicInstant, metresFromRest: Double)
    }

    /// What a judgement rests on. A speed that is not known never stops a run.
    struct Evidence {
        var speed: Double?
        var velocity: PlaneVector?
        var hasDoppler: Bool
        var pulseRate: Double?
        var place: PlaneVector?
        /// A fix has just been used.
        var isFresh: Bool
        /// Fixes come seldom.
        var isSparse: Bool
    }

    /// Slow fixes in a row without which nobody stands: a receiver that speaks each ten seconds may be wrong once.
    private static let leastSlowFixes = 2

    /// Fixes that the resting place is the mean of: 30 keep it from wandering with the receiver.
    private static let restingFixes = 30.0
    /// Errors of a position. A place further from the resting place is on its way; the mean must not follow it.
    private static let restingErrors = 2.5
    /// s. The window that step pulses are counted in: when they have run dry, the last one is at least this old.
    private static let pulseWindow = 3.0
    /// m. How far from the resting place proves a start. Positions alone wander, so they need more; and where a step sensor sees no steps,
    /// a car park shuttle or a wandering receiver is likelier than a runner.
    private static let provenWithDoppler = 3.0, provenWithoutDoppler = 15.0
    private static let provenWithDopplerAgainstSteps = 15.0, provenWithoutDopplerAgainstSteps = 50.0

    /// Fixes that the mean velocity is taken over.
    private static let wanderingFixes = 4

    private(set) var isStill = false
    /// True while the metres of a possible stop are held back.
    private(set) var isHolding = false
    private var velocities = Ring<PlaneVector>(capacity: StopDetector.wanderingFixes, filler: .zero)
    private var isSlow = false
    private var slowFixes = 0
    private var slowFrom: MonotonicInstant?
    private var quietFrom: MonotonicInstant?
    private var fastFrom: MonotonicInstant?
    private var resting: PlaneVector?
    /// Where the first slow fix was, by positions alone or if fixes come seldom: seconds lie between it and the next.
    private(set) var slowPlace: PlaneVector?
    private var restingCount = 0.0
    private var noticedStop: MonotonicInstant?
    private var noticedStart: MonotonicInstant?

    /// Moving, with nothing known, as at the start: a manual pause has ended.
    mutating func forget() {
        isStill = false
        isHolding = false
        isSlow = false
        velocities.removeAll()
        (slowFrom, quietFrom, fastFrom, resting, noticedStop, noticedStart) = (nil, nil, nil, nil, nil, nil)
        restingCount = 0
    }

    /// Others have proved that the runner moves.
    mutating func goOn(at now: MonotonicInstant) {
        isStill = false
        isHolding = false
        isSlow = false
        noticedStart = now
        (slowFrom, quietFrom, fastFrom, resting) = (nil, nil, nil, nil)
    }

    /// True for metres that were walked after a possible stop began.
    func holds(_ instant: MonotonicInstant) -> Bool { isHolding && slowFrom.map { instant > $0 } ?? true }

    /// Takes an accepted position into the resting place while still; not one that is too far away to be resting there.
    mutating func rest(at place: PlaneVector, error: Double) {
        guard isStill else { return }
        restingCount = min(restingCount + 1, Self.restingFixes)
        guard fastFrom == nil else { return }
        if let resting, (place - resting).length > Self.restingErrors * error { return }
        resting = resting.map { $0 + (place - $0) * (1 / restingCount) } ?? place
    }

    /// The track goes on somewhere else: no line leads there from the resting place (faults A1, A18).
    mutating func forgetRest() {
        resting = nil
        restingCount = 0
        slowPlace = nil
    }

    /// A piece of track begins: where a stop may have begun before it says nothing.
    mutating func forgetSlowPlace() { slowPlace = nil }

    mutating func shiftOrigin(by shift: PlaneVector) {
        resting = resting.map { $0 - shift }
        slowPlace = slowPlace.map { $0 - shift }
    }

    mutating func judge(at now: MonotonicInstant, _ evidence: Evidence, settings: PositioningSettings) -> Outcome {
        note(evidence, at: now, settings: settings)
        return isStill ? judgeStart(at: now, evidence, settings: settings) : judgeStop(at: now, evidence, settings: settings)
    }

    /// Follows since when speed and pulses have been low, or speed high.
    private mutating func note(_ evidence: Evidence, at now: MonotonicInstant, settings: PositioningSettings) {
        if let speed = evidence.speed {
            isSlow = isSlow(speed, evidence.velocity, settings)
            slowFixes = isSlow ? slowFixes + (evidence.isFresh && slowFixes < Self.leastSlowFixes ? 1 : 0) : 0
            if isSlow, slowFrom == nil { slowPlace = evidence.hasDoppler && !evidence.isSparse ? nil : evidence.place }
            slowFrom = isSlow ? slowFrom ?? now : nil
            fastFrom = isStill && speed > settings.fastSpeed.metersPerSecond ? fastFrom ?? now : nil
        } else {
            isSlow = false
            fastFrom = nil
            if isStepping(evidence, settings) { slowFrom = nil }
        }
        if let pulseRate = evidence.pulseRate, pulseRate < settings.fewPulses.stepsPerMinute {
            quietFrom = quietFrom ?? MonotonicInstant(nanoseconds: now.nanoseconds.subtractingSaturating(Int64(Self.pulseWindow * 1e9)))
        } else {
            quietFrom = nil
        }
    }

    private mutating func judgeStop(at now: MonotonicInstant, _ evidence: Evidence, settings: PositioningSettings) -> Outcome {
        if isSlow, evidence.pulseRate == nil || quietFrom != nil {
            isHolding = true
            let since = max(slowFrom ?? now, quietFrom ?? slowFrom ?? now)
            guard now - since >= settings.slowTime, slowFixes >= Self.leastSlowFixes, hasDwelt(since: noticedStart, at: now, settings)
            else { return .holding }
            isStill = true
            noticedStop = now
            resting = slowPlace
            restingCount = slowPlace == nil ? 0 : 1
            fastFrom = nil
            isHolding = false
            return .stopped(since: since)
        }
        if isHolding, evidence.speed != nil || isStepping(evidence, settings) {
            isHolding = false
            return .released
        }
        return .unchanged
    }

    private mutating func judgeStart(at now: MonotonicInstant, _ evidence: Evidence, settings: PositioningSettings) -> Outcome {
        let away = resting.flatMap { resting in evidence.place.map { ($0 - resting).length } } ?? 0
        let isFast = fastFrom.map { now - $0 >= settings.fastTime } ?? false
        let hasGone = away > provenDistance(at: now, evidence, settings) && (isFast || !evidence.hasDoppler)
        guard isStepping(evidence, settings) || hasGone else { return .unchanged }
        let since = fastFrom ?? now
        isStill = false
        noticedStart = now
        resting = nil
        fastFrom = nil
        slowFrom = nil
        return .started(since: since, metresFromRest: away)
    }

    private func provenDistance(at now: MonotonicInstant, _ evidence: Evidence, _ settings: PositioningSettings) -> Double {
        let proven: Double
        switch (evidence.hasDoppler, evidence.pulseRate == nil) {
        case (true, true): proven = Self.provenWithDoppler
        case (false, true): proven = Self.provenWithoutDoppler
        case (true, false): proven = Self.provenWithDopplerAgainstSteps
        case (false, false): proven = Self.provenWithoutDopplerAgainstSteps
        }
        return hasDwelt(since: noticedStop, at: now, settings) ? proven : max(proven, settings.dwellDistance.meters)
    }

    /// Slow, or of a speed between slow and fast whose direction wanders so that nothing of it is left after 3 s: noise of the receiver,
    /// whose speed is always above 0.
    private mutating func isSlow(_ speed: Double, _ velocity: PlaneVector?, _ settings: PositioningSettings) -> Bool {
        velocities.append(velocity ?? PlaneVector(east: speed, north: 0))
        if speed < settings.slowSpeed.metersPerSecond { return true }
        guard velocity != nil, speed < settings.fastSpeed.metersPerSecond, velocities.count == Self.wanderingFixes else { return false }
        var sum = PlaneVector.zero
        for i in 0..<velocities.count { sum = sum + velocities[i] }
        return sum.length / Double(velocities.count) < settings.slowSpeed.metersPerSecond
    }

    private func isStepping(_ evidence: Evidence, _ settings: PositioningSettings) -> Bool {
        evidence.pulseRate.map { $0 >= settings.manyPulses.stepsPerMinute } ?? false
    }

    private func hasDwelt(since noticed: MonotonicInstant?, at now: MonotonicInstant, _ settings: PositioningSettings) -> Bool {
        noticed.map { now - $0 >= settings.dwell } ?? true
    }
}
