import Quantities
import RunCore

/// A run written by hand, record by record, and folded as it grows.
struct RecordedRun {
    private(set) var totals: RunTotals
    private(set) var records: [RunRecord]
    private var last = RunSample(time: .start)

    init(
        type: RunType = .run, body: BodyProfile = .unset, zones: HeartRateZones = .unknown, rule: EnergyRule = .distance,
        utc: UTCInstant? = nil
    ) {
        let header = RunHeader.sample(type: type, body: body, zones: zones, rule: rule, utc: utc)
        totals = RunTotals(header: header)
        records = [.header(header)]
    }

    mutating func add(_ record: RunRecord) {
        records.append(record)
        totals.fold(record)
    }

    mutating func event(at seconds: Double, _ kind: RunEvent.Kind) { add(.event(RunEvent(time: .seconds(seconds), kind: kind))) }

    /// One sample; what is not given stays as it was (counts) or is unknown (values).
    mutating func sample(
        at seconds: Double, meters: Double? = nil, speed: Double? = nil, beats: UInt8 = 0, steps: Int? = nil, cadence: UInt8? = nil,
        flags: RunSample.Flags = [], change: (inout RunSample) -> Void = { _ in }
    ) {
        var sample = RunSample(time: .seconds(seconds))
        sample.distanceMillimeters = meters.map { UInt32(rounding: $0 * 1000) } ?? last.distanceMillimeters
        sample.speed = speed.map(Speed.metersPerSecond)
        sample.heartRateBeats = beats
        sample.flags = flags
        sample.stepsModulo = last.stepsModulo
        if let steps {
            sample.stepsModulo = UInt16(truncatingIfNeeded: steps)
            sample.flags.insert(.hasSteps)
        }
        if let cadence { sample.cadenceSteps = cadence }
        change(&sample)
        last = sample
        add(.sample(sample))
    }

    /// A sample each second at an even speed, steps at 165 a minute.
    mutating func run(from: Int, to: Int, speed: Double, beats: UInt8 = 0, flags: RunSample.Flags = [.hasFix]) {
        let start = Double(last.distanceMillimeters) / 1000
        for second in from...to {
            sample(
                at: Double(second), meters: start + speed * Double(second - from), speed: speed, beats: beats, steps: second * 165 / 60,
                cadence: 165, flags: flags)
        }
    }

    /// The same totals from the records alone.
    var refolded: RunTotals {
        var again = RunTotals(header: totals.header)
        for record in records { again.fold(record) }
        return again
    }
}

extension RunTime {
    static func seconds(_ value: Double) -> RunTime { RunTime(milliseconds: UInt32(rounding: value * 1000)) }
}

extension BootID {
    static let first = BootID(high: 1, low: 1), second = BootID(high: 2, low: 2)
}

extension RunHeader {
    static func sample(
        type: RunType = .run, body: BodyProfile = .unset, zones: HeartRateZones = .unknown, rule: EnergyRule = .distance,
        utc: UTCInstant? = nil
    ) -> RunHeader {
        RunHeader(
            id: RunID(high: 1, low: 2), type: type, boot: .first, start: MonotonicInstant(seconds: 100), utcAtStart: utc, zone: .utc,
            body: body, zones: zones, energyRule: rule, deviceSerial: 7, software: .current)
    }
}

extension RunTotals {
    /// What holds of every run at every moment (faults B7, H7).
    var brokenInvariants: [String] {
        var broken: [String] = []
        if moving > timer { broken.append("moving \(moving) > timer \(timer)") }
        if timer > elapsed { broken.append("timer \(timer) > elapsed \(elapsed)") }
        let laps = laps
        if laps.reduce(Duration.zero, { $0 + $1.elapsed }) != elapsed { broken.append("laps' elapsed is not \(elapsed)") }
        if laps.reduce(Duration.zero, { $0 + $1.timer }) != timer { broken.append("laps' timer is not \(timer)") }
        var sum = RunCounters()
        for lap in laps { sum = sum.adding(lap.counters) }
        if sum != counters { broken.append("laps' counters \(sum) are not \(counters)") }
        for (a, b) in zip(laps, laps.dropFirst()) where a.end != b.start || a.timerAtEnd != b.timerAtStart {
            broken.append("laps \(a.number) and \(b.number) do not touch")
        }
        for lap in laps where lap.timer > lap.elapsed { broken.append("lap \(lap.number): timer \(lap.timer) > elapsed \(lap.elapsed)") }
        for (a, b) in zip(clock.pauses, clock.pauses.dropFirst()) where a.to.map({ $0 > b.from }) ?? true {
            broken.append("pauses overlap")
        }
        return broken
    }
}

extension RunCounters {
    func adding(_ other: RunCounters) -> RunCounters {
        var sum = self
        sum.distanceMillimeters += other.distanceMillimeters
        sum.steps += other.steps
        sum.ascentDecimeters += other.ascentDecimeters
        sum.descentDecimeters += other.descentDecimeters
        sum.cadenceWeighted += other.cadenceWeighted
        sum.cadenceMilliseconds += other.cadenceMilliseconds
        return sum
    }
}
