import Quantities

/// Turns what a receiver, a step counter and a barometer say into distance, speed, pace, standing and ascent.
///
/// A value: give it one ``PositioningInput`` after another and read the ``PositioningState`` that comes back. The same inputs give the same
/// states on every machine. After `init` nothing is allocated. The rules in order: ``FixVerdict`` says which reports are refused;
/// a Kalman filter with constant velocity follows the rest; each step counts by its projection on the direction of travel; gaps are closed
/// by stride or by their chord; standing adds nothing. Positions, Doppler speed and strides are three witnesses (``MovementWitnesses``):
/// none has a veto, two that agree overrule the third, and what one claimed alone is settled when a better one comes back.
public struct Positioning: Sendable {
    /// The last fix that was used.
    struct GoodFix: Sendable {
        var at: MonotonicInstant
        var time: UTCInstant
        var place: Coordinate
        var offset: PlaneVector
        /// Measured velocity, where speed and course were told.
        var measured: PlaneVector?
        /// Since when the receiver has said this very place, and how fast the runner was then, m/s.
        var saidSince: MonotonicInstant
        var speedBefore: ClosedRange<Double>
    }

    /// What was believed before a jump or a gap, in case the fixes after it turn out to be the wrong ones.
    struct FormerTrack: Sendable {
        var fix: GoodFix
        var speed: ClosedRange<Double>
        var counted: Double
        var loan: StrideLoan
    }

    /// The limits in force.
    public let settings: PositioningSettings

    var gate = FixGate()
    var altitude = AltitudeFilter()
    var pace = PaceWindow()
    var trail = Trail()
    var stop = StopDetector()
    var courseNoise = CourseNoise()

    var now: MonotonicInstant?
    /// The input before.
    var previous: MonotonicInstant?
    var verdict = FixVerdict.noFix

    // The filter's plane, and what it knows in it. `filter` and `lastGood` come and go together.
    var origin: Coordinate?
    var filter: VelocityFilter?
    var lastGood: GoodFix?
    /// Two good fixes in agreement have been seen.
    var isTrusted = false
    /// Fixes in a row that agreed since the track began.
    var fixesOfTrack = 0
    var hasDoppler = false
    /// Speed of the last half minute or so, m/s: what a gap is measured by, as a single fix may be slow by its noise.
    var usualSpeed: Double?
    /// The last step took longer than the window that tells a direction.
    var isSparse = false
    var clock = ReceiverClock()
    /// Reports that agree with each other, but not with the track.
    var rival = RivalTrack()
    /// The same among reports whose speed is impossible.
    var impossibleSpeeds = RivalTrack()
    /// Where the runner was last, when the track was given up by hand: a first fix near it needs no second one.
    var placeBeforePause: RivalTrack.Point?
    var former: FormerTrack?
    var doppler = DopplerWitness()
    var dopplerAt: MonotonicInstant?
    var repeatsSince: MonotonicInstant?

    // The last accepted fix, kept across pauses for those who draw it.
    var position: Coordinate?
    var positionError: Distance?
    var positionAt: MonotonicInstant?

    // Steps.
    var steps = StepWitness()
    var loan = StrideLoan()
    /// Until when strides have been counted.
    var lentUntil: MonotonicInstant?
    var circle = ProgressCircle()

    // Totals, metres.
    var counted = 0.0
    /// Walked since a possible stop began.
    var held = 0.0
    var shown = 0.0

    var segment: UInt32 = 0
    var speed: Double?
    /// The speed that auto-pause looks at.
    var decisionSpeed: Double?
    var isLost = false
    var isReckoned = false
    var isManual = false
    var isAutoPaused = false
    var change: PauseChange?
    var lastChange: PauseChange?

    /// Ready for the first input of a run.
    public init(settings: PositioningSettings = PositioningSettings()) { self.settings = settings }

    /// Takes in what has become known and returns all that follows. An input that goes back in time changes nothing.
    public mutating func push(_ input: PositioningInput) -> PositioningState {
        change = nil
        if let before = now, input.at < before { return state(at: before) }
        previous = now
        now = input.at
        steps.note(input, settings: settings)
        obey(input.command, at: input.at)
        verdict = gate.judge(input.fix, steps: steps, speedFactor: doppler.factor, settings: settings)
        if verdict == .accepted, let fix = input.fix, let place = fix.position, let time = fix.time {
            take(fix, place: place, time: time, at: input.at)
        } else {
            weighRefused(input.fix, at: input.at)
            if hasNoFreshFix(at: input.at) { lose(at: input.at) }
        }
        judgeSteps(at: input.at)
        judgeStanding(at: input.at)
        altitude.push(
            at: input.at, receiverHeight: verdict == .accepted ? input.fix?.knownAltitude : nil,
            pressure: input.pressure.flatMap { $0.isFinite ? $0 : nil }, moving: !(isManual || stop.isStill))
        pace.forget(before: input.at, window: settings.paceWindow.inSeconds)
        shown = max(shown, counted)
        return state(at: input.at)
    }

    /// Where the filter sees the runner, from the origin of its plane (usually the first fix); nil while there is no track.
    public var filteredOffset: (east: Distance, north: Distance)? {
        filter.map { (.meters($0.position.east), .meters($0.position.north)) }
    }

    /// The end of the run: counts what still waits for its direction.
    public mutating func finish() -> PositioningState {
        change = nil
        settle(keepingHeld: true)
        shown = max(shown, counted)
        return state(at: now ?? MonotonicInstant(nanoseconds: 0))
    }

    private mutating func obey(_ command: PositioningInput.Command?, at now: MonotonicInstant) {
        switch command {
        case .pause where !isManual:
            settle(keepingHeld: false)
            isManual = true
            record(.pause, at: now)
        case .resume where isManual:
            isManual = false
            isAutoPaused = false
            breakTrack()
            record(.resume, at: now)
        default: break
        }
    }

    private mutating func judgeStanding(at now: MonotonicInstant) {
        guard !isManual else { return }
        let evidence = StopDetector.Evidence(
            speed: decisionSpeed, velocity: hasDoppler ? filter?.velocity : nil, hasDoppler: hasDoppler,
            pulseRate: steps.believedPulseRate, place: lastGood?.offset,
            isFresh: verdict == .accepted, isSparse: isSparse)
        switch stop.judge(at: now, evidence, settings: settings) {
        case .unchanged, .holding: break
        case .released:
            counted += held
            held = 0
        case .stopped(let since):
            countWaiting(until: since)
            held = 0
            if let place = stop.slowPlace { circle.begin(at: place, counted: counted, since: since) }
            guard settings.autoPause else { return }
            isAutoPaused = true
            record(.autoPause, at: since)
        case .started(let since, let metres):
            // The way since the stop, as a straight line from the resting place; unless steps deny it so far: then their own rule decides.
            if !hasNoFreshFix(at: now), !isDrifting, let decisionSpeed, decisionSpeed > settings.slowSpeed.metersPerSecond {
                if isPossible(metres, at: now) { counted += metres }
                trail.markAllCounted()
            }
            goOn(since: since)
        }
    }

    /// s. A receiver that repeats itself for this long while its wearer moves is named.
    private static let repeatsFor = 5.0

    private func witnesses(at now: MonotonicInstant) -> MovementWitnesses {
        var witnesses = MovementWitnesses()
        if lastGood != nil || rival.count > 0 {
            let isRepeating = repeatsSince.map { now.seconds(since: $0) >= Self.repeatsFor } ?? false
            witnesses.positions = isRepeating ? .contradicted : hasNoFreshFix(at: now) ? .silent : .good
        }
        if let dopplerAt {
            witnesses.doppler = doppler.isContradicted ? .contradicted : now - dopplerAt > settings.staleAfter ? .silent : .good
        }
        witnesses.strides = steps.state
        return witnesses
    }

    mutating func goOn(since: MonotonicInstant) {
        guard isAutoPaused else { return }
        isAutoPaused = false
        pace.removeAll()
        segment &+= 1
        record(.autoResume, at: since)
    }

    private mutating func record(_ kind: PauseChange.Kind, at instant: MonotonicInstant) {
        change = PauseChange(kind: kind, at: instant)
        lastChange = change
    }

    private func state(at now: MonotonicInstant) -> PositioningState {
        let isPaused = isManual || isAutoPaused
        let mean = isPaused ? nil : pace.mean(at: now, maximumAge: settings.paceExpiry.inSeconds).map(Speed.metersPerSecond)
        var state = PositioningState()
        state.distance = .meters(shown)
        state.speed = speed.map(Speed.metersPerSecond)
        state.meanSpeed = mean
        state.pace = mean.flatMap { $0 >= settings.slowestPace ? $0.pace : nil }
        state.segment = segment
        state.isPaused = isPaused
        state.isManual = isManual
        state.isStill = stop.isStill
        state.ascent = .meters(altitude.turns.ascent)
        state.descent = .meters(altitude.turns.descent)
        state.smoothedAltitude = altitude.altitude(at: now)
        state.altitudeSource = altitude.source(at: now)
        state.verdict = verdict
        state.position = position
        state.filteredPosition = filter.flatMap { filter in origin.flatMap { Ellipsoid.place(from: $0, by: filter.position) } }
        state.horizontalError = positionError
        state.fixAge = positionAt.map { now - $0 }
        state.isReckoned = isReckoned
        state.witnesses = witnesses(at: now)
        state.heightWitnesses = altitude.witnesses(at: now)
        state.change = change
        state.lastChange = lastChange
        return state
    }
}
