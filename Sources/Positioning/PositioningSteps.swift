import Quantities

// Where positions and the receiver's speed prove movement that others deny.
extension Positioning {
    /// A zero of the step sensor counts only while nothing contradicts it; and who is thought to stand, but leaves the place, goes.
    mutating func judgeSteps(at now: MonotonicInstant) {
        guard verdict == .accepted, !isManual, let place = lastGood?.offset else { return }
        let isMoving = (speed ?? 0) > settings.slowSpeed.metersPerSecond
        steps.compare(isMoving: isMoving, at: now)
        let isDenied = steps.believedPulseRate.map { $0 < settings.fewPulses.stepsPerMinute } ?? false
        guard isDenied || stop.isStill else { return circle.forget() }
        let error = (positionError ?? settings.defaultError).meters
        var proof = circle.take(place, error: error, counted: counted, at: now)
        if proof == nil, hasDoppler, let began = circle.began, trail.progresses(at: now, since: began, error: error) {
            proof = circle.proof(at: place)
        }
        guard let proof else { return }
        if isDenied { steps.overrule() }
        goOn(proof, at: now)
    }

    /// The way since the circle was left in a straight line, and the run goes on from there.
    private mutating func goOn(_ proof: ProgressCircle.Proof, at now: MonotonicInstant) {
        circle.forget()
        held = 0
        trail.markAllCounted()
        if isPossible(proof.metres, at: now) { counted = max(counted, proof.countedBefore + proof.metres) }
        guard stop.isStill || stop.isHolding else { return }
        stop.goOn(at: now)
        decisionSpeed = trail.displacementSpeed(at: now)
        goOn(since: proof.since)
    }
}
