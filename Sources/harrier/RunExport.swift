import ActivityFiles
import Calendar
import Quantities
import RunCore
import RunLog

/// A run's log as an activity file. Numbers are the fold's own; only the file's units round them.
struct RunExport {
    private let entry: RunCatalog.Entry
    private let start: UTCInstant
    private let isTimeKnown: Bool
    /// Smoothed heart rates in the order of time: milliseconds of the run, beats a minute, 0 where the rate is not known after all.
    private var smoothed: [(milliseconds: UInt64, beats: UInt8)] = []

    init(_ entry: RunCatalog.Entry) throws(RunLogError) {
        self.entry = entry
        isTimeKnown = entry.totals.utc.isKnown
        start = entry.totals.utc.utc(at: .start) ?? UTCInstant(milliseconds: 0)
        var smoothed: [(milliseconds: UInt64, beats: UInt8)] = []
        try RunLogReader(path: entry.path).forEach { record in
            guard case .smoothedHeartRate(let rates) = record else { return }
            for i in 0..<Int(rates.count) {
                let milliseconds = UInt64(rates.first.milliseconds) + UInt64(i) * 1000
                if let last = smoothed.last, last.milliseconds >= milliseconds { continue }
                smoothed.append((milliseconds, rates.beats[i]))
            }
        }
        self.smoothed = smoothed
    }

    private var totals: RunTotals { entry.totals }

    /// `2026-11-30_0712_Run_10.02km`, in local time; `unset_…` with the id when the time was never known.
    var fileName: String {
        let kilometers = decimal(totals.distance.kilometers, 2)
        let kind =
            switch totals.header.type {
            case .run: "Run"
            case .trailRun: "TrailRun"
            case .walk: "Walk"
            case .indoorRun: "IndoorRun"
            }
        guard isTimeKnown else { return "unset_\("\(totals.header.id)".prefix(8))_\(kind)_\(kilometers)km" }
        let local = CivilDateTime(start, offset: totals.zone ?? .utc)
        func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
        return "\(local.date)_\(two(local.time.hour))\(two(local.time.minute))_\(kind)_\(kilometers)km"
    }

    /// Writes a run as a FIT file into a folder, whole or not at all, checked by the linter; returns its path.
    static func writeFIT(_ entry: RunCatalog.Entry, to folder: String) throws -> String {
        let export = try RunExport(entry)
        let name = export.fileName + ".fit"
        _ = try ActivityFileStore(directory: folder).writeFIT(
            named: name, export.summary, laps: export.totals.laps.map(export.lap),
            pauses: export.totals.clock.pauses.map(export.pause), points: PointSequence(export: export))
        return "\(folder)/\(name)"
    }

    // MARK: - Totals

    private var summary: ActivitySummary {
        let version = totals.header.software
        return ActivitySummary(
            sport: sport, start: start, isTimeKnown: isTimeKnown, zone: totals.zone ?? .utc, totals: runTotals,
            device: ActivityDevice(
                productName: "Harrier", product: 1, serialNumber: totals.header.deviceSerial,
                softwareVersionHundredths: UInt16(version.major) * 100 + UInt16(min(99, version.minor))),
            heartRateZones: zones)
    }

    private var sport: ActivitySport {
        switch totals.header.type {
        case .run: .run
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
            elapsed: totals.elapsed, timer: totals.timer, counters: totals.counters, heartRate: totals.heartRateSoFar, energy: totals.energy
        )
        out.moving = totals.moving
        if totals.maximumSpeedMillimeters > 0 {
            out.maximumSpeed = .metersPerSecond(Double(totals.maximumSpeedMillimeters) / 1000)
        }
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
        out.energy = energy
        if totals.header.zones.isKnown { out.timeInZones = (0...5).map { heartRate.time(inZone: $0) } }
        return out
    }

    private func pause(_ pause: PauseClock.Pause) -> ActivityPause {
        let from = time(pause.from), to = pause.to.map(time) ?? start.advanced(by: totals.elapsed)
        let cause: ActivityPause.Cause =
            switch pause.cause {
            case .manual, .stopMenu: .manual
            case .automatic: .automatic
            case .outage: .outage
            }
        return ActivityPause(start: from, end: to, cause: cause)
    }

    /// Times of a file follow the run's clock, which no jump of the wall clock moves; an outage whose length UTC told later is as long as it
    /// was.
    private func time(_ time: RunTime) -> UTCInstant { totals.utc.utc(at: time) ?? start.advanced(by: time.sinceStart) }

    // MARK: - Points

    fileprivate func point(_ sample: RunSample) -> ActivityPoint {
        var point = ActivityPoint(time: time(sample.time))
        point.position = sample.position
        point.altitude = sample.altitude
        point.speed = sample.speed
        point.distance = sample.distance
        point.cadence = sample.cadence
        let beats = smoothedBeats(at: sample.time) ?? sample.heartRateBeats
        if beats > 0 { point.heartRate = .beatsPerMinute(Double(beats)) }
        return point
    }

    /// The smoothed value of a sample, by the rule of the totals: the one that lies within half a second.
    private func smoothedBeats(at time: RunTime) -> UInt8? {
        let latest = UInt64(time.milliseconds) + 500
        var low = 0, high = smoothed.count
        while low < high {
            let middle = (low + high) / 2
            if smoothed[middle].milliseconds <= latest { low = middle + 1 } else { high = middle }
        }
        guard low > 0, smoothed[low - 1].milliseconds + 1000 > latest else { return nil }
        return smoothed[low - 1].beats
    }

    /// The run's seconds as points, read from the log one by one so that a day's run needs little memory.
    private struct PointSequence: Sequence, IteratorProtocol {
        let export: RunExport
        let reader: RunLogReader?

        init(export: RunExport) {
            self.export = export
            reader = try? RunLogReader(path: export.entry.path)
        }

        mutating func next() -> ActivityPoint? {
            while let record = try? reader?.next() {
                if case .sample(let sample) = record, !sample.flags.contains(.isPaused) { return export.point(sample) }
            }
            return nil
        }
    }
}
