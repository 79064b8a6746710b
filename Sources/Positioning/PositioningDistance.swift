import Quantities

// Counting metres: steps between fixes, gaps without, and what a pause does to both.
extension Positioning {
    /// True when the last good fix is too old to speak for now, by the monotonic clock (fault A3).
    func hasNoFreshFix(at now: MonotonicInstant) -> Bool { lastGood.map { now - $0.at > settings.staleAfter } ?? true }

    /// A second without a fix: speed and distance by stride while steps go on, else unknown.
    mutating func lose(at now: MonotonicInstant, tick: Double) {
        // The first such second also stands for those in which the old fix still counted as fresh; none for a time that nobody watched.
        let unseen = isLost ? tick : lastGood.map { now.seconds(since: $0.at) } ?? tick
        let gone = min(unseen, settings.bridge.inSeconds)
        isLost = true
        decisionSpeed = nil
        guard let pedestrianSpeed, let pulseRate, pulseRate >= settings.fewPulses.stepsPerMinute else {
            speed = nil
            isReckoned = false
            return
        }
        speed = pedestrianSpeed
        isReckoned = true
        guard !isManual, !stop.isStill else { return }
        reckoned += pedestrianSpeed * gone
        counted += pedestrianSpeed * gone
        pace.append(at: now, speed: pedestrianSpeed, duration: gone)
    }

    /// Counts every step whose direction is known.
    mutating func countSteps(at now: MonotonicInstant, settling: Bool) {
        while let metres = trail.takeStep(at: now, halfWindow: settings.chordHalfWindow.inSeconds, settling: settling) {
            if isManual || stop.isStill { continue }
            if isDrifting { continue }
            if stop.isHolding { held += metres } else { counted += metres }
        }
    }

    /// A step sensor sees no step, and the receiver no speed that only wheels could explain: the positions wander.
    private var isDrifting: Bool {
        guard let pulseRate, pulseRate < settings.fewPulses.stepsPerMinute else { return false }
        return !hasDoppler || (speed ?? 0) < settings.fastSpeed.metersPerSecond
    }

    /// Closes the piece of track: counts what waits for its direction; keeps or drops the metres of a stop not yet believed.
    mutating func settle(keepingHeld: Bool) {
        if let now { countSteps(at: now, settling: true) }
        trail.removeAll()
        if keepingHeld || !stop.isHolding { counted += held }
        held = 0
    }

    /// A fix after a long gap: by steps where they were seen, raised to the chord if that is somewhat longer; else by the chord if it fits
    /// the speed before; else nothing is known.
    mutating func crossGap(lasting dt: Double, chord: Double) {
        settle(keepingHeld: true)
        let before = filter?.velocity.length ?? 0
        if !isManual, !stop.isStill {
            if reckoned > 0 {
                counted += chord < 1.5 * reckoned ? max(0, chord - reckoned) : 0
            } else if before > settings.slowSpeed.metersPerSecond, chord / dt >= 0.5 * before, chord / dt <= 1.5 * before {
                counted += chord
            }
        }
        segment &+= 1
    }

    /// The end of a manual pause: what was walked meanwhile is forgotten, place and speed are learned anew (fault A22).
    mutating func breakTrack() {
        trail.removeAll()
        pace.removeAll()
        held = 0
        segment &+= 1
        filter = nil
        lastGood = nil
        isTrusted = false
        isLost = false
        decisionSpeed = nil
        stop.forget()
    }
}
