import Glibc
import Quantities

// What becomes of a report that passed the gate: used, refused by the filter, or the start of a new track.
extension Positioning {
    /// m. The plane is laid anew when the runner is this far from its origin.
    private static let planeReach = 20_000.0
    /// m/s. Below this a course means nothing, and a Doppler speed is as likely noise.
    private static let courseSpeed = 0.7

    /// A report with everything that the filter needs, in its plane.
    struct Report {
        var at: MonotonicInstant
        var time: UTCInstant
        var place: Coordinate
        var offset: PlaneVector
        var error: Distance
        /// Doppler speed, m/s, unless it has been found out.
        var speed: Double?
        /// Course in radians; nil where it or the speed is missing.
        var course: Double?
        var dilution: Double?

        /// Variance of each position component, m².
        var variance: Double { error.meters * error.meters / 2 + 1 }
    }

    mutating func take(_ fix: GPSFix, place: Coordinate, time: UTCInstant, at now: MonotonicInstant, tick: Double) {
        var report = Report(
            at: now, time: time, place: place, offset: planeOffset(of: place), error: fix.estimatedError(default: settings.defaultError),
            speed: fix.knownSpeed, course: nil, dilution: fix.horizontalDilution)
        guard let last = lastGood, let before = filter else { return start(report) }
        let dt = elapsed(since: last, report)
        guard dt >= settings.minimumStep.inSeconds else {
            verdict = .tooSoon
            return
        }
        if report.speed != nil, trail.deniesSpeed(at: now, place: report.offset, error: report.error.meters) {
            report.speed = nil
            if hasDoppler { filter?.distrustVelocity() }
        }
        report.course = report.speed == nil ? nil : fix.knownCourse.map { $0 * .pi / 180 }
        let chord = (report.offset - last.offset).length
        let reach = settings.maximumSpeed.metersPerSecond * dt
        if chord > reach + report.error.meters * (isTrusted ? 3 : 1) { return refuse(report, as: .jump, tick: tick) }
        if dt > settings.bridge.inSeconds {
            crossGap(lasting: dt, chord: chord)
            return start(report, velocity: filter?.velocity, trusted: true)
        }
        guard filterAgrees(report, after: dt) else { return refuse(report, as: .innovation, tick: tick) }
        advance(report, velocityBefore: before.velocity, dt: dt, chord: chord, reportedSpeed: fix.knownSpeed)
    }

    /// Where a place lies in the plane, which is laid at the first fix and moved along with the runner.
    private mutating func planeOffset(of place: Coordinate) -> PlaneVector {
        let from = origin ?? place
        origin = from
        let offset = Ellipsoid.offset(from: from, to: place)
        guard lastGood != nil, offset.length > Self.planeReach else { return offset }
        origin = place
        if var moved = filter { moved.position = moved.position - offset; filter = moved }
        if var moved = lastGood { moved.offset = moved.offset - offset; lastGood = moved }
        trail.shiftOrigin(by: offset)
        stop.shiftOrigin(by: offset)
        return .zero
    }

    /// Seconds since the last good fix: by the receiver's time where it agrees with the monotonic clock within half a second, which takes
    /// out the jitter of arrival; else by the monotonic clock, so leap seconds, week roll-overs and set clocks change nothing (fault A24).
    private func elapsed(since last: GoodFix, _ report: Report) -> Double {
        let monotonic = report.at.seconds(since: last.at)
        let received = Double(report.time.milliseconds.subtractingSaturating(last.time.milliseconds)) / 1000
        return received > 0 && abs(received - monotonic) < 0.5 ? received : monotonic
    }

    /// Predicts and takes in the report unless its position surprises the filter too much; then nothing has happened.
    private mutating func filterAgrees(_ report: Report, after dt: Double) -> Bool {
        guard var next = filter else { return false }
        next.predict(
            after: dt,
            accelerationDensity: report.course == nil
                ? settings.accelerationDensityWithoutDoppler : settings.accelerationDensityWithDoppler)
        let surprise = (report.offset - next.position).squaredLength / (next.positionVariance + report.variance)
        if isTrusted, surprise > settings.innovationGate { return false }
        next.observe(position: report.offset, variance: report.variance)
        if let speed = report.speed, let course = report.course {
            let measured = PlaneVector(east: sin(course), north: cos(course)) * speed
            noteCourseNoise(measured: measured, expected: next.velocity)
            let doppler = settings.dopplerError.metersPerSecond * ((report.dilution ?? 0) > 2 ? 2 : 1)
            next.observe(
                velocity: measured, variance: speed >= Self.courseSpeed ? doppler * doppler + 0.05 : 0.25)
        } else if let speed = report.speed, speed < settings.slowSpeed.metersPerSecond {
            next.observe(velocity: .zero, variance: 0.25)
        }
        filter = next
        return true
    }

    private mutating func noteCourseNoise(measured: PlaneVector, expected: PlaneVector) {
        let length = expected.length
        guard length >= Self.courseSpeed, measured.length >= Self.courseSpeed else { return }
        courseNoise.push((measured.east * expected.north - measured.north * expected.east) / length)
    }

    /// The filter has moved on to the report: count the step.
    private mutating func advance(_ report: Report, velocityBefore: PlaneVector, dt: Double, chord: Double, reportedSpeed: Double?) {
        guard let last = lastGood, let velocity = filter?.velocity else { return }
        hasDoppler = report.speed != nil
        isTrusted = true
        refusedInARow = 0
        isLost = false
        isReckoned = false
        var direction: PlaneVector?
        var stretch = 1.0
        if report.course != nil, let speed = report.speed, speed >= Self.courseSpeed {
            direction = velocityBefore + velocity
            stretch = courseNoise.correction(speed: velocity.length)
        } else if dt > settings.chordHalfWindow.inSeconds + 0.5 {
            direction = report.offset - last.offset
        }
        let speedNow = report.course == nil ? report.speed ?? velocity.length : velocity.length
        speed = speedNow
        trail.append(
            at: report.at, place: report.offset, direction: direction, stretch: stretch, dopplerStep: (reportedSpeed ?? 0) * dt)
        accept(report)
        countSteps(at: report.at, settling: false)
        pace.append(at: report.at, speed: speedNow, duration: dt)
        let isStepless = pulseRate.map { $0 < settings.fewPulses.stepsPerMinute } ?? false
        decisionSpeed = hasDoppler ? speedNow : isStepless ? 0 : trail.displacementSpeed(at: report.at)
        if reckoned > 0 {
            // A short loss was counted by steps already; its chord has now been counted too.
            counted -= min(reckoned, chord)
            reckoned = 0
        }
        if !isManual { stop.rest(at: report.offset) }
    }

    /// The first fix of a run, after a gap or after a restart: no distance comes from it.
    private mutating func start(_ report: Report, velocity: PlaneVector? = nil, trusted: Bool = false) {
        filter = VelocityFilter(position: report.offset, velocity: velocity ?? .zero, variance: report.variance)
        isTrusted = trusted
        refusedInARow = 0
        isLost = false
        reckoned = 0
        trail.begin(at: report.at, place: report.offset)
        accept(report)
    }

    private mutating func accept(_ report: Report) {
        lastGood = GoodFix(at: report.at, time: report.time, place: report.place, offset: report.offset)
        position = report.place
        positionError = report.error
        positionAt = report.at
    }

    /// A report that cannot follow the last one is as if missing; after several in a row they are right and the filter is wrong.
    private mutating func refuse(_ report: Report, as reason: FixVerdict, tick: Double) {
        verdict = reason
        guard isTrusted, let last = lastGood else { return start(report) }
        refusedInARow += 1
        if refusedInARow >= settings.refusalsBeforeRestart {
            settle(keepingHeld: true)
            let dt = report.at.seconds(since: last.at)
            let chord = (report.offset - last.offset).length
            if reason == .innovation, chord <= settings.maximumSpeed.metersPerSecond * dt {
                crossGap(lasting: dt, chord: chord)
            } else {
                segment &+= 1
                stop.forgetRest()
            }
            start(report)
        } else if hasNoFreshFix(at: report.at) {
            lose(at: report.at, tick: tick)
        }
    }
}
