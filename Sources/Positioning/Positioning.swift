import Quantities

/// Turns what a receiver, a step counter and a barometer say into distance, speed, pace, standing and ascent.
///
/// A value: give it one ``PositioningInput`` after another and read the ``PositioningState`` that comes back. The same inputs give the same
/// states on every machine. After `init` nothing is allocated. The rules in order: ``FixVerdict`` says which reports are refused;
/// a Kalman filter with constant velocity follows the rest; each step counts by its projection on the direction of travel; gaps are closed
/// by stride or by their chord; standing adds nothing.
public struct Positioning: Sendable {
    /// The last fix that was used.
    struct GoodFix: Sendable {
        var at: MonotonicInstant
        var time: UTCInstant
        var place: Coordinate
        var offset: PlaneVector
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
    var verdict = FixVerdict.noFix

    // The filter's plane, and what it knows in it. `filter` and `lastGood` come and go together.
    var origin: Coordinate?
    var filter: VelocityFilter?
    var lastGood: GoodFix?
    /// Two good fixes in agreement have been seen.
    var isTrusted = false
    var refusedInARow = 0
    var hasDoppler = false

    // The last accepted fix, kept across pauses for those who draw it.
    var position: Coordinate?
    var positionError: Distance?
    var positionAt: MonotonicInstant?

    // Steps.
    var pulseRate: Double?
    var pulsesAt: MonotonicInstant?
    var pedestrianSpeed: Double?

    // Totals, metres.
    var counted = 0.0
    /// Walked since a possible stop began.
    var held = 0.0
    /// Counted by steps since the fix was lost.
    var reckoned = 0.0
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
        let tick = now.map { input.at.seconds(since: $0) } ?? 0
        now = input.at
        noteSteps(input)
        obey(input.command, at: input.at)
        verdict = gate.judge(input.fix, lastPlace: lastGood?.place, pulseRate: pulseRate, settings: settings)
        if verdict == .accepted, let fix = input.fix, let place = fix.position, let time = fix.time {
            take(fix, place: place, time: time, at: input.at, tick: tick)
        } else if hasNoFreshFix(at: input.at) {
            lose(at: input.at, tick: tick)
        }
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

    /// Pulses older than 3 s say nothing about now.
    private mutating func noteSteps(_ input: PositioningInput) {
        if let rate = input.pulseRate, rate.isFinite {
            pulseRate = rate.stepsPerMinute
            pulsesAt = input.at
        } else if let at = pulsesAt, input.at.seconds(since: at) > 3 {
            pulseRate = nil
        }
        if let speed = input.pedestrianSpeed?.metersPerSecond, speed >= 0, speed <= settings.maximumSpeed.metersPerSecond {
            pedestrianSpeed = speed
        } else if pulseRate == nil {
            pedestrianSpeed = nil
        }
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
            speed: decisionSpeed, velocity: hasDoppler ? filter?.velocity : nil, hasDoppler: hasDoppler, pulseRate: pulseRate,
            place: lastGood?.offset)
        switch stop.judge(at: now, evidence, settings: settings) {
        case .unchanged, .holding: break
        case .released:
            counted += held
            held = 0
        case .stopped(let since):
            held = 0
            guard settings.autoPause else { return }
            isAutoPaused = true
            record(.autoPause, at: since)
        case .started(let since, let metres):
            // The way since the stop, as a straight line from the resting place.
            if !hasNoFreshFix(at: now), let decisionSpeed, decisionSpeed > settings.slowSpeed.metersPerSecond {
                counted += metres
                trail.markAllCounted()
            }
            guard isAutoPaused else { return }
            isAutoPaused = false
            pace.removeAll()
            segment &+= 1
            record(.autoResume, at: since)
        }
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
        state.change = change
        state.lastChange = lastChange
        return state
    }
}
