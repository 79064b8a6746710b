import Glibc
import Quantities

// What becomes of a report that passed the gate: used, refused by the filter, or the start of a new track.
extension Positioning {
    /// m. The plane is laid anew when the runner is this far from its origin.
    private static let planeReach = 20_000.0
    /// m/s. Below this a course means nothing, and a Doppler speed is as likely noise.
    static let courseSpeed = 0.7

    /// s. Over a longer step than this the way between two courses is an arc, not its chord.
    private static let longestChordStep = 5.5
    /// Radians. Between courses further apart than this lies more than one bend.
    private static let largestArc = 2.1
    /// s. What the usual speed remembers.
    private static let usualTime = 20.0

    /// A report with everything that the filter needs, in its plane.
    struct Report {
        /// When it arrived.
        var at: MonotonicInstant
        /// When it was made, on the monotonic clock: earlier if it waited in a backlog.
        var moment: MonotonicInstant
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
        /// The velocity that was measured; nil where a course means nothing.
        var velocity: PlaneVector? {
            guard let speed, let course, speed >= courseSpeed else { return nil }
            return PlaneVector(east: sin(course), north: cos(course)) * speed
        }
    }

    mutating func take(_ fix: GPSFix, place: Coordinate, time: UTCInstant, at now: MonotonicInstant) {
        var report = Report(
            at: now, moment: now, time: time, place: place, offset: planeOffset(of: place),
            error: fix.estimatedError(default: settings.defaultError),
            speed: fix.knownSpeed.flatMap { speed in doppler.factor.map { speed * $0 } }, course: nil, dilution: fix.horizontalDilution)
        if fix.knownSpeed != nil { dopplerAt = now }
        guard let last = lastGood, let before = filter else { return confirm(report, course: fix.knownCourse) }
        let (dt, lateness) = clock.judge(at: now, monotonic: now.seconds(since: last.at), received: Self.seconds(from: last.time, to: time))
        report.moment = now.advanced(by: .nanoseconds(-Int64(rounding: lateness * 1e9)))
        guard dt >= settings.minimumStep.inSeconds else {
            verdict = .tooSoon
            return
        }
        let told = (fix.knownSpeed ?? 0) * dt
        if report.speed != nil, trail.deniesSpeed(at: report.moment, place: report.offset, step: told, error: report.error.meters) {
            report.speed = nil
            if hasDoppler { filter?.distrustVelocity() }
        }
        report.course = report.speed == nil ? nil : fix.knownCourse.map { $0 * .pi / 180 }
        let chord = (report.offset - last.offset).length
        let maximumSpeed = settings.maximumSpeed.metersPerSecond
        if chord > maximumSpeed * dt + report.error.meters * (isTrusted ? 3 : 1) {
            return leap(report, from: last, dt: dt, chord: chord)
        }
        if dt > settings.bridge.inSeconds {
            // Where outliers lie in the gap, the report that ends it may be one more: a second one has to agree.
            if rival.count > 0, noteRival(report) < 2 { return refuse(report, as: .unconfirmed) }
            rememberTrack()
            crossGap(lasting: dt, chord: chord, speedBefore: speeds, error: report.error.meters)
            clock.accept(lateness: lateness)
            return start(report, velocity: filter?.velocity, trusted: true)
        }
        guard filterAgrees(report, after: dt) else { return refuse(report, as: .innovation) }
        clock.accept(lateness: lateness)
        advance(report, velocityBefore: before.velocity, dt: dt, chord: chord, reportedSpeed: fix.knownSpeed)
    }

    static func seconds(from start: UTCInstant, to end: UTCInstant) -> Double {
        Double(end.milliseconds.subtractingSaturating(start.milliseconds)) / 1000
    }

    /// Where a place lies in the plane, which is laid at the first fix and moved along with the runner.
    mutating func planeOffset(of place: Coordinate) -> PlaneVector {
        let from = origin ?? place
        origin = from
        let offset = Ellipsoid.offset(from: from, to: place)
        guard lastGood != nil, offset.length > Self.planeReach else { return offset }
        origin = place
        if var moved = filter { moved.position = moved.position - offset; filter = moved }
        if var moved = lastGood { moved.offset = moved.offset - offset; lastGood = moved }
        trail.shiftOrigin(by: offset)
        circle.shiftOrigin(by: offset)
        stop.shiftOrigin(by: offset)
        return .zero
    }

    /// Predicts and takes in the report unless its position surprises the filter too much; then nothing has happened.
    mutating func filterAgrees(_ report: Report, after dt: Double) -> Bool {
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
    mutating func advance(_ report: Report, velocityBefore: PlaneVector, dt: Double, chord: Double, reportedSpeed: Double?) {
        guard let last = lastGood, let velocity = filter?.velocity else { return }
        hasDoppler = report.speed != nil
        isTrusted = true
        isLost = false
        isReckoned = false
        var direction: PlaneVector?
        var stretch = 1.0
        isSparse = dt > settings.chordHalfWindow.inSeconds + 0.5
        if let measured = report.velocity, dt <= Self.longestChordStep {
            direction = velocityBefore + velocity
            stretch = courseNoise.correction(speed: velocity.length)
            if isSparse, direction.map({ $0.length < Self.courseSpeed }) ?? true { direction = measured }
        } else if isSparse, chord >= settings.shortestStep.meters {
            direction = report.offset - last.offset
            stretch = Self.arc(from: last.measured, to: report.velocity)
        }
        let speedNow = report.course == nil ? report.speed ?? velocity.length : velocity.length
        speed = speedNow
        if !stop.isStill, !stop.isHolding, speedNow > settings.slowSpeed.metersPerSecond {
            usualSpeed = usualSpeed.map { $0 + (speedNow - $0) * min(1, dt / Self.usualTime) } ?? speedNow
        }
        trail.append(
            at: report.moment, place: report.offset, direction: direction, stretch: stretch, dopplerStep: (reportedSpeed ?? 0) * dt,
            strideStep: (steps.steppingSince == nil ? 0 : steps.speed ?? 0) * dt, travel: (report.velocity ?? .zero) * dt)
        accept(report)
        // A short loss was counted by strides; its chord takes their place.
        counted -= loan.metres
        loan.clear()
        countSteps(at: report.moment, settling: false)
        pace.append(at: report.at, speed: speedNow, duration: dt)
        let isStepless = steps.hasSpoken && steps.believedPulseRate.map { $0 < settings.fewPulses.stepsPerMinute } ?? false
        decisionSpeed = hasDoppler ? speedNow : isStepless ? 0 : trail.displacementSpeed(at: report.moment)
        if !isManual { stop.rest(at: report.offset, error: report.error.meters) }
    }

    /// How much longer than its chord the way between two courses is, if it bends evenly: half the angle over its sine.
    private static func arc(from start: PlaneVector?, to end: PlaneVector?) -> Double {
        guard let start, let end else { return 1 }
        let lengths = start.length * end.length
        guard lengths > 0 else { return 1 }
        let half = acos(max(-1, min(1, start.dot(end) / lengths))) / 2
        return half > 0.01 && half <= largestArc / 2 ? half / sin(half) : 1
    }

    /// The first fix of a run, after a gap or after a restart: no distance comes from it.
    mutating func start(_ report: Report, velocity: PlaneVector? = nil, trusted: Bool = false) {
        filter = VelocityFilter(position: report.offset, velocity: velocity ?? .zero, variance: report.variance)
        isTrusted = trusted
        fixesOfTrack = 0
        isLost = false
        loan.clear()
        circle.forget()
        stop.forgetSlowPlace()
        trail.begin(at: report.moment, place: report.offset)
        accept(report)
    }

    mutating func accept(_ report: Report) {
        let isRepeated = lastGood?.place == report.place
        lastGood = GoodFix(
            at: report.at, time: report.time, place: report.place, offset: report.offset, measured: report.velocity,
            saidSince: isRepeated ? lastGood?.saidSince ?? report.at : report.at,
            speedBefore: isRepeated ? lastGood?.speedBefore ?? speeds : speeds)
        position = report.place
        positionError = report.error
        positionAt = report.at
        lentUntil = nil
        rival.removeAll()
        impossibleSpeeds.removeAll()
        repeatsSince = nil
        fixesOfTrack = min(fixesOfTrack + 1, Self.mostRivals)
        if fixesOfTrack == Self.mostRivals { former = nil }
    }
}
