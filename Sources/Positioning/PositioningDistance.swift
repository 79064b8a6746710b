import Quantities

// Counting metres: steps between fixes, gaps without, and what a pause does to both.
extension Positioning {
    /// True when the last good fix is too old to speak for now, by the monotonic clock (fault A3).
    func hasNoFreshFix(at now: MonotonicInstant) -> Bool { lastGood.map { now - $0.at > settings.staleAfter } ?? true }

    /// A second without a fix: speed and distance by stride while steps go on, else unknown.
    mutating func lose(at now: MonotonicInstant) {
        isLost = true
        decisionSpeed = nil
        // A cadence is credited only for a rhythm: the pulses of an arm are no movement.
        guard let pedestrianSpeed = steps.speed, steps.steppingSince != nil, !steps.isOverruled else {
            speed = nil
            isReckoned = false
            lentUntil = now
            return
        }
        speed = pedestrianSpeed * loan.scale
        isReckoned = true
        guard !isManual, !stop.isStill else { return lentUntil = now }
        // Strides also stand for the time in which the old fix still counted as fresh; for none that nobody watched.
        let from = lentUntil ?? lastGood?.at ?? previous ?? now
        let gone = max(0, min(now.seconds(since: from), settings.bridge.inSeconds))
        let lent = loan.lend(speed: pedestrianSpeed, seconds: gone)
        counted += lent
        lentUntil = now
        pace.append(at: now, speed: pedestrianSpeed * loan.scale, duration: gone)
    }

    /// Counts every step whose direction is known.
    mutating func countSteps(at now: MonotonicInstant, settling: Bool) {
        while let step = trail.takeStep(at: now, settings: settings, isHolding: stop.isHolding, settling: settling) {
            if isManual || stop.isStill { continue }
            if isDrifting { continue }
            // Before a possible stop, too, only what has a direction is sure to be a way.
            if stop.holds(step.at) || stop.isHolding && !step.isSure { held += step.metres } else { counted += step.metres }
            guard step.isShort else { continue }
            if step.doppler > 0 {
                doppler.push(positions: step.metres, doppler: step.doppler, dt: step.duration, error: positionError?.meters ?? 0)
            }
            loan.measure(positions: step.metres, strides: step.strides)
        }
    }

    /// The speed just now and the usual one, in their order.
    var speeds: ClosedRange<Double> {
        let now = filter?.velocity.length ?? 0, usual = usualSpeed ?? now
        return min(now, usual)...max(now, usual)
    }

    /// A way from the resting place is no proof where a gap lies in it that the runner cannot have crossed: the place after it is wrong.
    func isPossible(_ metres: Double, at now: MonotonicInstant) -> Bool {
        guard let former else { return true }
        return metres <= 1.5 * former.speed.upperBound * now.seconds(since: former.fix.at)
    }

    /// A stop is believed, and dated back: what was run before it and still waits for its direction counts, if that
    /// can be told.
    mutating func countWaiting(until instant: MonotonicInstant) {
        while let step = trail.takeStep(at: instant, settings: settings, isHolding: true, settling: true) {
            if step.at <= instant, step.isSure, !isDrifting { counted += step.metres }
        }
    }

    /// A step sensor sees no step, and the receiver no speed that only wheels could explain: the positions wander.
    var isDrifting: Bool {
        guard let pulseRate = steps.believedPulseRate, pulseRate < settings.fewPulses.stepsPerMinute else { return false }
        return !hasDoppler || (speed ?? 0) < settings.fastSpeed.metersPerSecond
    }

    /// Closes the piece of track: counts what waits for its direction; keeps or drops the metres of a stop not yet believed.
    mutating func settle(keepingHeld: Bool) {
        if let now { countSteps(at: now, settling: true) }
        trail.removeAll()
        if keepingHeld || !stop.isHolding { counted += held }
        held = 0
    }

    /// A fix after a long gap, with the error of its position in metres: what strides claimed is settled against the chord.
    mutating func crossGap(lasting dt: Double, chord: Double, speedBefore: ClosedRange<Double>, error: Double) {
        settle(keepingHeld: true)
        if !isManual, !stop.isStill {
            let errorBefore = (positionError ?? settings.defaultError).meters
            let worth = loan.settlement(
                gap: dt, chord: chord, speedBefore: speedBefore, slow: settings.slowSpeed.metersPerSecond,
                error: (errorBefore * errorBefore + error * error).squareRoot())
            counted += worth - loan.metres
        }
        loan.clear()
        segment &+= 1
    }

    /// The end of a manual pause: what was walked meanwhile is forgotten, place and speed are learned anew (fault A22).
    mutating func breakTrack() {
        trail.removeAll()
        pace.removeAll()
        held = 0
        segment &+= 1
        placeBeforePause = lastGood.map { RivalTrack.Point(at: $0.at, time: $0.time, place: $0.place) }
        filter = nil
        lastGood = nil
        isTrusted = false
        isLost = false
        decisionSpeed = nil
        former = nil
        rival.removeAll()
        loan.clear()
        lentUntil = now
        repeatsSince = nil
        circle.forget()
        stop.forget()
    }
}
