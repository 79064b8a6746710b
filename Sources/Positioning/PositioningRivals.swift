import Quantities

// What becomes of a report that cannot simply follow the track: the first of all, an outlier, or the true place after outliers.
extension Positioning {
    /// Agreeing reports that replace a track which nobody could have left for them: as many as the track had itself, within these.
    static let fewestRivals = 5, mostRivals = 31
    /// Reports with an impossible speed and possible places in a row that prove the speed wrong.
    private static let impossibleSpeedsInARow = 5
    /// s. A place that has been repeated for longer than this was no news.
    private static let longestRepetition = 3.0

    /// A first place is believed when a second report agrees (or when the track was given up there a while ago, by hand). Then it is where
    /// the track begins, and the second report is its first step.
    mutating func confirm(_ report: Report, course: Double?) {
        let point = RivalTrack.Point(at: report.at, time: report.time, place: report.place)
        let maximumSpeed = settings.maximumSpeed.metersPerSecond
        if let known = placeBeforePause {
            placeBeforePause = nil
            let chord = Ellipsoid.distance(from: known.place, to: report.place).meters
            if chord <= maximumSpeed * report.at.seconds(since: known.at) + 3 * report.error.meters { return start(report) }
        }
        guard let first = rival.last, rival.take(point, error: report.error.meters, maximumSpeed: maximumSpeed) else {
            if rival.count == 0 { _ = rival.take(point, error: report.error.meters, maximumSpeed: maximumSpeed) }
            verdict = .unconfirmed
            // Strides before the first place stand; those after it are a loan.
            loan.clear()
            if hasNoFreshFix(at: report.at) { lose(at: report.at) }
            return
        }
        // The track begins where the first report was, and this one follows it.
        var beginning = report
        (beginning.at, beginning.moment, beginning.time, beginning.place) = (first.at, first.at, first.time, first.place)
        beginning.offset = origin.map { Ellipsoid.offset(from: $0, to: first.place) } ?? .zero
        counted -= loan.metres
        start(beginning)
        var next = report
        next.course = report.speed == nil ? nil : course.map { $0 * .pi / 180 }
        let (dt, lateness) = clock.judge(
            at: report.at, monotonic: report.at.seconds(since: first.at), received: Self.seconds(from: first.time, to: report.time))
        guard let before = filter, dt >= settings.minimumStep.inSeconds, dt <= settings.bridge.inSeconds, filterAgrees(next, after: dt)
        else {
            return start(report)
        }
        clock.accept(lateness: lateness)
        advance(
            next, velocityBefore: before.velocity, dt: dt, chord: (next.offset - beginning.offset).length, reportedSpeed: report.speed)
    }

    /// Further than anyone runs in the time: an outlier; or the receiver had repeated itself, and the way took longer than it seems; or the
    /// track that was believed last was the outlier, and this is the way back to the one before.
    mutating func leap(_ report: Report, from last: GoodFix, dt: Double, chord: Double) {
        let maximumSpeed = settings.maximumSpeed.metersPerSecond, error = 3 * report.error.meters
        let since = report.at.seconds(since: last.saidSince)
        if since > dt + Self.longestRepetition, chord <= maximumSpeed * since + error {
            rememberTrack()
            crossGap(lasting: since, chord: chord, speedBefore: last.speedBefore, error: report.error.meters)
            return start(report, velocity: .zero, trusted: true)
        }
        if let former, isReachable(report, from: former.fix, error: error), noteRival(report) >= 2 {
            return goBack(to: former, with: report)
        }
        refuse(report, as: .jump)
    }

    private func isReachable(_ report: Report, from fix: GoodFix, error: Double) -> Bool {
        Ellipsoid.distance(from: fix.place, to: report.place).meters
            <= settings.maximumSpeed.metersPerSecond * report.at.seconds(since: fix.at) + error
    }

    /// The fixes since the jump or gap were wrong: what they counted is dropped, and the time since is a gap of the track before.
    private mutating func goBack(to track: FormerTrack, with report: Report) {
        let dt = report.at.seconds(since: track.fix.at)
        let chord = Ellipsoid.distance(from: track.fix.place, to: report.place).meters
        let isStill = stop.isStill || isManual
        var whole = track.loan
        if loan.metres > 0 { whole = loan }
        settle(keepingHeld: false)
        let worth = whole.settlement(
            gap: dt, chord: chord, speedBefore: track.speed, slow: settings.slowSpeed.metersPerSecond, error: report.error.meters)
        // The metres of the wrong fixes are real ones if they fit the time: a receiver may be off by the same way for a while.
        let since = counted - track.counted
        let fits = since >= chord && since <= 1.5 * max(track.speed.upperBound * dt, chord)
        if !isStill { counted = track.counted + max(worth, fits ? since : 0) }
        loan.clear()
        former = nil
        segment &+= 1
        stop.forgetRest()
        start(report)
    }

    mutating func rememberTrack() {
        guard let lastGood, former == nil else { return }
        former = FormerTrack(fix: lastGood, speed: speeds, counted: counted - loan.metres, loan: loan)
    }

    mutating func noteRival(_ report: Report) -> Int {
        let point = RivalTrack.Point(at: report.at, time: report.time, place: report.place)
        if rival.last?.at != report.at || rival.last?.place != report.place {
            _ = rival.take(point, error: report.error.meters, maximumSpeed: settings.maximumSpeed.metersPerSecond)
        }
        return rival.count
    }

    /// What the gate refused may still tell of the receiver: that it repeats itself, or that its speed is in another unit.
    mutating func weighRefused(_ fix: GPSFix?, at now: MonotonicInstant) {
        if verdict == .frozen { repeatsSince = repeatsSince ?? now }
        guard verdict == .impossibleSpeed, let fix, let place = fix.position, let time = fix.time else { return }
        dopplerAt = now
        let error = fix.estimatedError(default: settings.defaultError).meters
        _ = impossibleSpeeds.take(
            .init(at: now, time: time, place: place), error: error, maximumSpeed: settings.maximumSpeed.metersPerSecond)
        guard impossibleSpeeds.count >= Self.impossibleSpeedsInARow else { return }
        impossibleSpeeds.removeAll()
        doppler.contradict()
    }

    /// A report that cannot follow the last one is as if missing; after several in a row they are right and the filter is wrong.
    mutating func refuse(_ report: Report, as reason: FixVerdict) {
        verdict = reason
        let rivals = noteRival(report)
        guard let last = lastGood else { return }
        let needed: Int
        if !isTrusted {
            needed = 2
        } else if reason == .innovation {
            needed = settings.refusalsBeforeRestart
        } else {
            needed = max(Self.fewestRivals, min(Self.mostRivals, fixesOfTrack))
        }
        if rivals >= needed {
            let way = rival.chord
            settle(keepingHeld: true)
            let dt = report.at.seconds(since: last.at)
            let chord = (report.offset - last.offset).length
            if reason == .innovation, chord <= settings.maximumSpeed.metersPerSecond * dt {
                crossGap(lasting: dt, chord: chord, speedBefore: speeds, error: report.error.meters)
            } else {
                rememberTrack()
                // Nobody came from there to here, but along the new track the runner went.
                if !isManual, !stop.isStill { counted += max(0, way - loan.metres) }
                segment &+= 1
                stop.forgetRest()
            }
            start(report)
        } else if hasNoFreshFix(at: report.at) {
            lose(at: report.at)
        }
    }
}
