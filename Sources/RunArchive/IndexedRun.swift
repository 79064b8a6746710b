import Quantities
import RunCore
import Training

/// What the archive's index keeps of a log: all that a list, an order and a history say of its run.
struct IndexedRun: Hashable, Sendable {
    /// The start by which the run is ordered.
    var orderedBy: UTCInstant?
    /// What the history keeps.
    var run: TrainedRun
    /// What the log lacks.
    var damage: RunDamage

    init(orderedBy: UTCInstant?, run: TrainedRun, damage: RunDamage) {
        (self.orderedBy, self.run, self.damage) = (orderedBy, run, damage)
    }

    init(_ run: ArchivedRun) { self.init(orderedBy: run.orderedBy, run: run.trained, damage: run.damage) }
}

// Each number as it is, to the last bit. What is written is read in the same order.
extension IndexedRun {
    /// Writes all but ``orderedBy``, which has a place of its own.
    func put(into writer: inout PackedWriter) {
        damage.put(into: &writer)
        run.origin.put(into: &writer)
        run.figures.put(into: &writer)
        for kind in BestEffortKind.allCases { writer.put(run.efforts[kind]) { $1.put(into: &$0) } }
        writer.put(run.load) { writer, load in
            writer.put(load.banister) { $0.put($1) }
            writer.put(load.edwards) { $0.put($1) }
        }
        writer.put(run.oxygenUptake) { writer, uptake in
            writer.put(uptake.milliliters)
            writer.put(uptake.stretches)
        }
        writer.put(run.aerobicPace) { writer, aerobic in
            writer.put(aerobic.pace.secondsPerKilometer)
            writer.put(aerobic.minutes)
            writer.put(UInt64(aerobic.lowerBeats))
            writer.put(UInt64(aerobic.upperBeats))
        }
        writer.put(run.isTooFast)
    }

    /// Reads what ``put(into:)`` wrote; nil if it is anything else.
    init?(orderedBy: UTCInstant?, from reader: inout PackedReader) {
        let damage = RunDamage(from: &reader)
        guard let origin = RunOrigin(from: &reader) else { return nil }
        var run = TrainedRun(origin: origin, figures: RunFigures(from: &reader), efforts: BestEfforts())
        for kind in BestEffortKind.allCases {
            if let effort = reader.optional({ BestEffort(from: &$0) }) { run.efforts[kind] = effort }
        }
        run.load = reader.optional { reader in
            let banister = reader.optional { $0.real() }
            return TrainingLoad(banister: banister, edwards: reader.optional { $0.real() })
        }
        run.oxygenUptake = reader.optional { reader in
            let milliliters = reader.real()
            return OxygenUptake(milliliters: milliliters, stretches: Int(clamping: reader.signed()))
        }
        run.aerobicPace = reader.optional { reader in
            let pace = Pace.secondsPerKilometer(reader.real()), minutes = Int(clamping: reader.signed())
            return AerobicPace(pace: pace, minutes: minutes, lowerBeats: reader.narrow(), upperBeats: reader.narrow())
        }
        run.isTooFast = reader.flag()
        guard reader.isDone else { return nil }
        self.init(orderedBy: orderedBy, run: run, damage: damage)
    }
}

extension RunDamage {
    fileprivate func put(into writer: inout PackedWriter) {
        writer.put(isHeaderLost)
        writer.put(holes)
        writer.put(unreadableBytes)
        writer.put(lostRecords)
        writer.put(isEndTorn)
        writer.put(records)
    }

    fileprivate init(from reader: inout PackedReader) {
        isHeaderLost = reader.flag()
        holes = reader.narrow()
        unreadableBytes = reader.narrow()
        lostRecords = reader.narrow()
        isEndTorn = reader.flag()
        records = reader.narrow()
    }
}

extension RunOrigin {
    fileprivate func put(into writer: inout PackedWriter) {
        switch self {
        case .recorded: writer.put(false)
        case .imported(let source):
            writer.put(true)
            writer.put(source.fileName)
            writer.put(source.format)
            writer.put(source.device) { $0.put($1) }
        }
    }

    fileprivate init?(from reader: inout PackedReader) {
        guard reader.flag() else {
            self = .recorded
            return
        }
        let fileName = reader.text(), format = reader.text()
        self = .imported(ImportSource(fileName: fileName, format: format, device: reader.optional { $0.text() }))
    }
}

extension BestEffort {
    fileprivate func put(into writer: inout PackedWriter) {
        writer.put(UInt64(start.milliseconds))
        writer.put(elapsed)
        writer.put(distance.meters)
    }

    fileprivate init(from reader: inout PackedReader) {
        let start = RunTime(milliseconds: reader.narrow()), elapsed = reader.duration()
        self.init(start: start, elapsed: elapsed, distance: .meters(reader.real()))
    }
}

extension RunFigures {
    fileprivate func put(into writer: inout PackedWriter) {
        writer.put(id.high)
        writer.put(id.low)
        writer.put(type) { $0.put(UInt64($1.rawValue)) }
        writer.put(start) { $0.put($1.milliseconds) }
        writer.put(zone) { $0.put(Int64($1.seconds)) }
        writer.put(elapsed)
        writer.put(timer)
        writer.put(moving)
        writer.put(distance.meters)
        writer.put(averagePace) { $0.put($1.secondsPerKilometer) }
        writer.put(maximumSpeed) { $0.put($1.metersPerSecond) }
        writer.put(averageHeartRate) { $0.put($1.beatsPerMinute) }
        writer.put(maximumHeartRate) { $0.put($1.beatsPerMinute) }
        writer.put(averageCadence) { $0.put($1.stepsPerMinute) }
        writer.put(steps) { $0.put(UInt64($1)) }
        writer.put(ascent) { $0.put($1.meters) }
        writer.put(descent) { $0.put($1.meters) }
        writer.put(energy) { $0.put($1.baseValue) }
        writer.put(timeInZones) { writer, times in
            writer.put(UInt64(times.count))
            for time in times { writer.put(time) }
        }
    }

    fileprivate init(from reader: inout PackedReader) {
        let high = reader.unsigned(), low = reader.unsigned()
        let type = reader.optional { RunType(rawValue: $0.narrow()) }
        let start = reader.optional { UTCInstant(milliseconds: $0.signed()) }
        let zone = reader.optional { ZoneOffset(seconds: $0.narrow()) }
        let elapsed = reader.duration(), timer = reader.duration(), moving = reader.duration()
        self.init(id: RunID(high: high, low: low), elapsed: elapsed, timer: timer, moving: moving, distance: .meters(reader.real()))
        (self.type, self.start, self.zone) = (type.flatMap { $0 }, start, zone)
        averagePace = reader.optional { .secondsPerKilometer($0.real()) }
        maximumSpeed = reader.optional { .metersPerSecond($0.real()) }
        averageHeartRate = reader.optional { .beatsPerMinute($0.real()) }
        maximumHeartRate = reader.optional { .beatsPerMinute($0.real()) }
        averageCadence = reader.optional { .stepsPerMinute($0.real()) }
        steps = reader.optional { $0.narrow() }
        ascent = reader.optional { .meters($0.real()) }
        descent = reader.optional { .meters($0.real()) }
        energy = reader.optional { Energy(baseValue: $0.real()) }
        timeInZones = reader.optional { reader in
            // A time takes two bytes at least, so a number of them that cannot be ends soon.
            let count = reader.unsigned()
            var times: [Duration] = []
            while times.count < count, !reader.isDamaged { times.append(reader.duration()) }
            return times
        }
    }
}
