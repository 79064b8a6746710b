import ActivityFiles
import Quantities
import RunCore
import Training

/// A run in the words of activity files. Numbers are the fold's own; only the file's units round them.
struct RunDescription {
    private let run: ArchivedRun
    private let figures: RunFigures
    private let start: UTCInstant

    init(_ run: ArchivedRun) {
        self.run = run
        figures = run.figures
        // All times of a file lie on one line; where the start was never known any line will do.
        start = figures.start ?? UTCInstant(milliseconds: 0)
    }

    private var totals: RunTotals { run.totals }

    var summary: ActivitySummary {
        var summary = ActivitySummary(
            sport: sport, start: start, isTimeKnown: figures.start != nil, zone: figures.zone, totals: runTotals, device: device,
            heartRateZones: zones, run: figures.id)
        summary.isOfAnotherDevice = !run.origin.isRecorded
        // A log only grows: what is added to a run later is told by more records. It does not tell whether its heights are a barometer's, so
        // no file says that they are.
        summary.revision = Int64(max(1, run.extent.records))
        return summary
    }

    /// Bytes of a device's name that FIT has room for.
    private static let longestName = 63

    /// What recorded the run. Of another device no more is known than the name that its file gave.
    private var device: ActivityDevice {
        switch run.origin {
        case .recorded:
            let version = totals.header.software
            return ActivityDevice(
                productName: "Harrier", product: 1, serialNumber: totals.header.deviceSerial,
                softwareVersionHundredths: UInt16(version.major) * 100 + UInt16(min(99, version.minor)))
        case .imported(let source):
            var name = ShownName.cleaned(source.device ?? "")
            while name.utf8.count > Self.longestName { name.removeLast() }
            return ActivityDevice(
                productName: name.isEmpty ? "Unknown device" : name, product: 1, serialNumber: 1, softwareVersionHundredths: 0)
        }
    }

    var laps: [ActivityLap] { totals.laps.map(lap) }

    var pauses: [ActivityPause] { totals.clock.pauses.map(pause) }

    func point(_ sample: RunSample) -> ActivityPoint {
        var point = ActivityPoint(time: time(sample.time))
        point.position = sample.position
        point.altitude = sample.altitude
        point.speed = sample.speed
        point.distance = sample.distance
        point.cadence = sample.cadence
        point.heartRate = sample.heartRate
        point.startsPiece = sample.flags.contains(.startsSegment)
        return point
    }

    // MARK: -

    /// A run whose kind is lost is called a run: what a running watch recorded, and every site takes.
    private var sport: ActivitySport {
        switch figures.type {
        case .run, nil: .run
        case .trailRun: .trailRun
        case .walk: .walk
        case .indoorRun: .indoorRun
        }
    }

    private var zones: ActivityHeartRateZones? {
        let zones = totals.header.zones, body = totals.header.body
        guard zones.isKnown else { return nil }
        let b = zones.lowerBounds
        return ActivityHeartRateZones(
            upperBounds: [b.0, b.1, b.2, b.3, b.4].map { .beatsPerMinute(Double($0) - 1) },
            method: body.restingBeats == nil ? .maximum : .reserve,
            maximum: body.maximumHeartRate, resting: body.restingBeats.map { .beatsPerMinute(Double($0)) })
    }

    private var runTotals: ActivityTotals {
        var out = activityTotals(
            elapsed: figures.elapsed, timer: figures.timer, counters: totals.counters, heartRate: totals.heartRateSoFar,
            energy: totals.energy)
        out.moving = figures.moving
        out.maximumSpeed = figures.maximumSpeed
        return out
    }

    private func lap(_ lap: Lap) -> ActivityLap {
        let trigger: ActivityLapTrigger =
            switch lap.trigger {
            case .manual: .manual
            case .time: .time
            case .distance: .distance
            case nil: .end
            }
        return ActivityLap(
            activityTotals(elapsed: lap.elapsed, timer: lap.timer, counters: lap.counters, heartRate: lap.heartRate, energy: lap.energy),
            trigger: trigger)
    }

    private func activityTotals(
        elapsed: Duration, timer: Duration, counters: RunCounters, heartRate: HeartRateTally, energy: Energy
    ) -> ActivityTotals {
        var out = ActivityTotals(elapsed: elapsed, timer: timer, distance: counters.distance)
        if totals.hasAscent { (out.ascent, out.descent) = (counters.ascent, counters.descent) }
        out.averageHeartRate = heartRate.average
        out.maximumHeartRate = heartRate.maximum
        out.averageCadence = counters.averageCadence
        if totals.hasSteps { out.steps = Int(counters.steps) }
        // Energy depends on the body, which only the header knew.
        if figures.energy != nil { out.energy = energy }
        if totals.header.zones.isKnown { out.timeInZones = (0...5).map { heartRate.time(inZone: $0) } }
        return out
    }

    private func pause(_ pause: PauseClock.Pause) -> ActivityPause {
        let cause: ActivityPause.Cause =
            switch pause.cause {
            case .manual, .stopMenu: .manual
            case .automatic: .automatic
            case .outage: .outage
            }
        return ActivityPause(
            start: time(pause.from), end: pause.to.map(time) ?? start.advanced(by: totals.elapsed), cause: cause)
    }

    /// Times of a file follow the run's clock, which no jump of the wall clock moves; an outage whose length UTC told later is as long as it
    /// was.
    private func time(_ time: RunTime) -> UTCInstant { totals.utc.utc(at: time) ?? start.advanced(by: time.sinceStart) }
}
