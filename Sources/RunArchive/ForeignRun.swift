import ActivityFiles
import Calendar
import ForeignRuns
import Quantities
import RunCore
import Training

/// A run that another device recorded, in the numbers of a log: made of one activity file, or of a part of one.
///
/// Elapsed time, timer and distance are the file's own where it states them; what it does not tell is absent. The runner's body is not known,
/// so there is no energy, and no zones; the file's own calories have no place in a log.
public struct ForeignRun: Sendable {
    /// The kind of run.
    public let type: RunType
    /// When it began; nil where the device never learned the time.
    public let start: UTCInstant?
    /// The run's name, where Harrier wrote the file of it.
    public let own: RunID?
    /// What was left out or taken otherwise than it stands in the file.
    public let notes: [ImportNote]
    /// From start to stop, pauses included.
    public let elapsed: Duration

    private let zone: ZoneOffset?
    private let samples: [RunSample]
    private let events: [TimedEvent]

    /// An event, and how many samples stand before it.
    fileprivate struct TimedEvent: Hashable {
        var samples: Int
        var event: RunEvent
    }

    /// What a part of a file gives.
    public enum Part: Sendable {
        /// A run.
        case run(ForeignRun)
        /// No run, and why; when it would have begun, and what is wrong with the file.
        case refused(ImportRefusal, start: UTCInstant?, notes: [ImportNote])
    }

    /// The most runs of one file. Each is flushed to the disk, so that many take long.
    static let mostRuns = 200

    /// The runs in a file, in the order of time.
    /// - Parameters:
    ///   - activity: what was read.
    ///   - localZone: stands for the zone where the file does not tell it.
    ///   - unnamed: what a file that names no sport is to be; nil to tell it by its speed.
    public static func parts(of activity: consuming ImportedActivity, localZone: TimeZoneRules, unnamed: RunType? = nil) -> [Part] {
        if activity.points.isEmpty, activity.sessions.isEmpty, activity.laps.isEmpty, activity.faults.isEmpty {
            return [.refused(.noActivity, start: nil, notes: [])]
        }
        var notes = ImportNote.notes(of: activity.faults)
        if activity.furtherFaults > 0 { notes.append(.furtherFaults(activity.furtherFaults)) }
        if !activity.unread.isEmpty { notes.append(.notRead(activity.unread, hasMore: activity.hasMoreUnread)) }
        let points = activity.points.count, hasPoints = points > 0
        let order = MomentOrder(takeMoments(of: &activity))
        let timed = order.moments.count + order.contradicted + order.sameTime
        if timed < points { notes.append(.withoutTime(points - timed)) }
        if order.contradicted > 0 { notes.append(.contradictedTimes(order.contradicted)) }
        if order.backward > 0 { notes.append(.outOfOrder(order.backward)) }
        if order.sameTime > 0 { notes.append(.sameTime(order.sameTime)) }
        let pieces = ActivityPiece.pieces(of: activity, order.moments, isInOrder: order.backward == 0)
        let parts: [Part] = pieces.prefix(mostRuns).map { piece in
            do throws(ImportRefusal) {
                return .run(
                    try ForeignRun(
                        piece, own: pieces.count == 1 ? activity.run : nil, zone: activity.zone, localZone: localZone, unnamed: unnamed,
                        needsPlaces: activity.format == .gpx, notes: notes))
            } catch {
                let error = error == .noTimes && !hasPoints ? .noPoints : error
                return .refused(error, start: piece.moments.first?.time ?? piece.totals.start, notes: notes)
            }
        }
        guard pieces.count > mostRuns else { return parts }
        return parts + [.refused(.tooManyRuns(limit: mostRuns), start: pieces[mostRuns].moments.first?.time, notes: [])]
    }

    /// Makes moments of the points, which then are none of the activity any more: hundreds of thousands of them are not held twice for long.
    private static func takeMoments(of activity: inout ImportedActivity) -> [RecordedMoment] {
        var moments: [RecordedMoment] = []
        moments.reserveCapacity(activity.points.count)
        var breaks = activity.segmentStarts[...], isBroken = false
        for (index, point) in activity.points.enumerated() {
            while let next = breaks.first, next <= index {
                breaks.removeFirst()
                isBroken = true
            }
            guard let time = point.time else { continue }
            moments.append(
                RecordedMoment(
                    time: time, position: point.position, altitude: point.altitude, speed: point.speed, heartRate: point.heartRate,
                    cadence: point.cadence, distance: point.distance, startsStretch: isBroken && !moments.isEmpty))
            isBroken = false
        }
        activity.points = []
        return moments
    }

    /// 2000-01-01T00:00:00Z: earlier times are the stand-ins of recorders that never learned theirs.
    private static let firstCredible = UTCInstant(milliseconds: 946_684_800_000)

    init(
        _ piece: ActivityPiece, own: RunID?, zone: ZoneOffset?, localZone: TimeZoneRules, unnamed: RunType?, needsPlaces: Bool,
        notes: [ImportNote]
    ) throws(ImportRefusal) {
        guard let clock = ForeignClock(piece) else { throw .noTimes }
        guard clock.elapsed <= Int64(UInt32.max) else { throw .tooLong }
        var piece = piece
        if piece.moments.isEmpty { piece.moments = Self.ends(of: clock) }
        let distance = ForeignDistance(piece, clock), hasPlaces = piece.moments.contains { $0.position != nil }
        let ran = Double(clock.elapsed - clock.standing) / 1000
        let speed = ran > 0 && distance.total > .zero ? Speed.metersPerSecond(distance.total.meters / ran) : nil
        var notes = notes + distance.notes
        switch ImportedKind(piece.sport, unnamed: unnamed, hasPlaces: hasPlaces, meanSpeed: speed) {
        case .refused(let reason): throw reason
        case .onFoot(let type, let isBySpeed):
            self.type = type
            if isBySpeed { notes.append(.sportBySpeed(isWalk: type == .walk)) }
        }
        let hasContent = hasPlaces || distance.total > .zero || piece.moments.contains { $0.heartRate != nil }
        guard hasPlaces || distance.total > .zero || !needsPlaces else { throw .noPlaces }
        guard hasContent else { throw .nothingButTimes }
        guard clock.elapsed >= 60_000 || distance.total > .meters(10) else { throw .tooShort }
        if clock.notPlaced > 0 { notes.append(.timerNotPlaced(.milliseconds(clock.notPlaced))) }
        start = clock.start >= Self.firstCredible ? clock.start : nil
        self.zone = start.flatMap { zone ?? localZone.offset(at: $0) }
        self.own = own
        self.notes = notes
        elapsed = .milliseconds(clock.elapsed)
        samples = Self.samples(piece, clock, distance)
        let laps = ForeignLaps(piece.laps, clock, total: distance.total)
        events = Self.events(samples, clock, laps)
    }

    /// A session of which the file tells totals only has a beginning and an end.
    private static func ends(of clock: ForeignClock) -> [RecordedMoment] {
        [Int64(0), clock.elapsed].map { at in
            RecordedMoment(
                time: clock.start.advanced(by: .milliseconds(at)), position: nil, altitude: nil, heartRate: nil, cadence: nil)
        }
    }
}

// MARK: - The log

extension ForeignRun {
    /// The run's log.
    /// - Parameter id: the name that it is to have.
    public func records(as id: RunID) -> ForeignRecords { ForeignRecords(header: header(id), samples: samples, events: events) }

    private func header(_ id: RunID) -> RunHeader {
        RunHeader(
            id: id, type: type, boot: BootID(high: 0, low: 0), start: MonotonicInstant(nanoseconds: 0), utcAtStart: start, zone: zone,
            body: .notTold, zones: .unknown, energyRule: .distance, deviceSerial: 1, software: .current)
    }

    /// What the log tells of the run, by the fold that every list comes from.
    public func figures(as id: RunID) -> RunFigures {
        var totals = RunTotals(header: header(id))
        for record in records(as: id) { totals.fold(record) }
        return RunFigures(totals)
    }

    /// m/s. What is faster is no speed of anyone on foot, as in ``PositioningSettings/maximumSpeed``.
    private static let fastest = 12.0
    /// Beats a minute that a heart can have.
    private static let possibleBeats = 25.0...240.0

    private static func samples(_ piece: ActivityPiece, _ clock: ForeignClock, _ distance: ForeignDistance) -> [RunSample] {
        let moments = piece.moments, heights = ForeignAscent(moments, stated: piece.totals.ascent)
        var samples: [RunSample] = [], pause = 0, isSplit = false
        samples.reserveCapacity(moments.count)
        for (index, moment) in moments.enumerated() {
            let at = max(0, min(clock.elapsed, clock.start.duration(to: moment.time).inMilliseconds))
            while pause < clock.pauses.count, clock.pauses[pause].upperBound <= at {
                pause += 1
                isSplit = true
            }
            var sample = RunSample(time: RunTime(milliseconds: UInt32(clamping: at)))
            if let position = moment.position {
                sample.position = position
                sample.flags.insert(.hasFix)
            }
            sample.altitude = ForeignAscent.height(moment).map { .meters($0) }
            sample.speed = moment.speed.flatMap { 0...fastest ~= $0.metersPerSecond ? $0 : nil }
            sample.distanceMillimeters = distance.millimeters[index]
            sample.cadence = moment.cadence.flatMap { 0...254 ~= $0.stepsPerMinute ? $0 : nil }
            sample.heartRate = moment.heartRate.flatMap { possibleBeats.contains($0.beatsPerMinute) ? $0 : nil }
            if distance.isStated { sample.flags.insert(.hasOdometer) }
            if clock.isStanding(at: at) { sample.flags.insert(.isPaused) }
            if index > 0, isSplit || moment.startsStretch && moments[index - 1].time.duration(to: moment.time) > MomentOrder.longestBreath {
                sample.flags.insert(.startsSegment)
            }
            isSplit = false
            if heights.ascent.indices.contains(index) {
                sample.flags.insert(.hasAscent)
                sample.ascentDecimetersModulo = UInt16(truncatingIfNeeded: heights.ascent[index])
                sample.descentDecimetersModulo = UInt16(truncatingIfNeeded: heights.descent[index])
            }
            samples.append(sample)
        }
        if distance.total > .zero { ForeignStillness.mark(&samples) }
        return samples
    }

    /// A lap waits for so many milliseconds while the timer runs, and for one sample at least, for the one in which its distance is covered.
    private static let lapPatience: UInt32 = 5000

    private static func events(_ samples: [RunSample], _ clock: ForeignClock, _ laps: ForeignLaps) -> [TimedEvent] {
        var events: [TimedEvent] = []
        func add(_ milliseconds: Int64, after count: Int, _ kind: RunEvent.Kind) {
            let time = RunTime(milliseconds: UInt32(clamping: milliseconds))
            events.append(TimedEvent(samples: count, event: RunEvent(time: time, kind: kind)))
        }
        /// How many samples come before the first one for which it is true.
        func count(_ isAfter: (RunSample) -> Bool) -> Int {
            var low = 0, high = samples.count
            while low < high {
                let middle = low + (high - low) / 2
                if isAfter(samples[middle]) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        for pause in clock.pauses {
            let (from, to) = (UInt32(clamping: pause.lowerBound), UInt32(clamping: pause.upperBound))
            add(pause.lowerBound, after: count { $0.time.milliseconds > from }, .pause(.manual))
            // The one in which the run was ended has no end of its own.
            if pause.upperBound < clock.elapsed { add(pause.upperBound, after: count { $0.time.milliseconds >= to }, .resume(.manual)) }
        }
        for lap in laps.boundaries {
            let at = UInt32(clamping: lap.at), first = count { $0.time.milliseconds >= at }
            var after = first
            let pause = clock.firstPause(endingAfter: lap.at)
            let isStanding = clock.pauses.indices.contains(pause) && clock.pauses[pause].lowerBound <= lap.at
            let running = isStanding ? UInt32(clamping: clock.pauses[pause].upperBound) : at
            let next = count { $0.time.milliseconds > running }
            let latest = max(running &+ lapPatience, next < samples.count ? samples[next].time.milliseconds : 0)
            while after + 1 < samples.count, let distance = lap.millimeters, samples[after].distanceMillimeters < distance,
                samples[after + 1].time.milliseconds <= latest
            {
                after += 1
            }
            let distance = lap.millimeters ?? interpolated(samples, at: at, before: first)
            add(lap.at, after: min(samples.count, after + 1), .lap(laps.trigger, distanceMillimeters: distance))
        }
        // Of what happens between two samples the earlier comes first; a pause ends before the next begins.
        let order = events.indices.sorted {
            (events[$0].samples, events[$0].event.time, $0) < (events[$1].samples, events[$1].event.time, $1)
        }
        events = order.map { events[$0] }
        add(clock.elapsed, after: samples.count, .stop)
        add(clock.elapsed, after: samples.count, .end(.saved))
        return events
    }

    private static func interpolated(_ samples: [RunSample], at time: UInt32, before next: Int) -> UInt32 {
        guard next > 0 else { return 0 }
        let from = samples[next - 1]
        guard next < samples.count else { return from.distanceMillimeters }
        let to = samples[next], span = Double(to.time.millisecondsSince(from.time))
        guard span > 0, to.distanceMillimeters > from.distanceMillimeters else { return to.distanceMillimeters }
        let part = Double(time > from.time.milliseconds ? time - from.time.milliseconds : 0) / span
        return from.distanceMillimeters + UInt32(rounding: part * Double(to.distanceMillimeters - from.distanceMillimeters))
    }
}

/// The records of a run of another device, made one by one.
public struct ForeignRecords: Sequence, IteratorProtocol {
    private let header: RunHeader
    private let samples: [RunSample]
    private let events: [ForeignRun.TimedEvent]
    private var sample = 0, event = 0, hasHeader = false

    fileprivate init(header: RunHeader, samples: [RunSample], events: [ForeignRun.TimedEvent]) {
        (self.header, self.samples, self.events) = (header, samples, events)
    }

    /// The next record; nil after the end of the run.
    public mutating func next() -> RunRecord? {
        guard hasHeader else {
            hasHeader = true
            return .header(header)
        }
        if event < events.count, events[event].samples <= sample {
            event += 1
            return .event(events[event - 1].event)
        }
        guard sample < samples.count else { return nil }
        sample += 1
        return .sample(samples[sample - 1])
    }
}
