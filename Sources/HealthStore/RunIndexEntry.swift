import Quantities
import RunCore

/// One run in the index: what a list shows, folded from its log. The log is the truth; the index can be made again from it at any time.
public struct RunIndexEntry: Hashable, Sendable {
    /// The run's name, and so its file's.
    public var id: RunID
    /// The kind of run.
    public var type: RunType
    /// UTC at the start; nil if it was never learned (fault D9).
    public var start: UTCInstant?
    /// Local time's offset at the start.
    public var zone: ZoneOffset
    /// From start to stop.
    public var elapsed: Duration
    /// Without pauses.
    public var timer: Duration
    /// Without standing.
    public var moving: Duration
    /// The distance.
    public var distance: Distance
    /// Steps; nil without a step counter.
    public var steps: UInt32?
    /// Climbed; nil without an altitude.
    public var ascent: Distance?
    /// Descended; nil without an altitude.
    public var descent: Distance?
    /// Energy.
    public var energy: Energy
    /// Mean heart rate; nil without one.
    public var averageHeartRate: HeartRate?
    /// Greatest heart rate; nil without one.
    public var maximumHeartRate: HeartRate?
    /// How many laps.
    public var laps: UInt16
    /// What ended it; nil for a log that has no end.
    public var endCause: EndCause?

    /// The entry of a run with these totals. Allocates nothing.
    public init(_ totals: RunTotals) {
        let heartRate = totals.heartRateSoFar
        id = totals.header.id
        type = totals.header.type
        start = totals.utc.utc(at: .start)
        zone = totals.zone ?? .utc
        elapsed = totals.elapsed
        timer = totals.timer
        moving = totals.moving
        distance = totals.distance
        steps = totals.steps
        ascent = totals.ascent
        descent = totals.descent
        energy = totals.energy
        averageHeartRate = heartRate.average
        maximumHeartRate = heartRate.maximum
        laps = UInt16(clamping: totals.finishedLaps.count + 1)
        endCause = totals.endCause
    }
}

extension RunIndexEntry {
    static let columns = """
        id, type, start_utc_ms, zone_s, elapsed_ms, timer_ms, moving_ms, distance_mm, steps, ascent_dm, descent_dm, energy_kcal, \
        average_bpm, maximum_bpm, laps, end_cause
        """

    var values: [SQLiteValue] {
        [
            .blob(id.bytes), SQLiteValue(type.rawValue), SQLiteValue(start?.milliseconds), SQLiteValue(zone.seconds),
            SQLiteValue(elapsed.inMilliseconds), SQLiteValue(timer.inMilliseconds), SQLiteValue(moving.inMilliseconds),
            SQLiteValue(Int64(rounding: distance.meters * 1000)), SQLiteValue(steps),
            SQLiteValue(ascent.map { Int64(rounding: $0.meters * 10) }), SQLiteValue(descent.map { Int64(rounding: $0.meters * 10) }),
            SQLiteValue(energy.kilocalories), SQLiteValue(averageHeartRate?.beatsPerMinute),
            SQLiteValue(maximumHeartRate?.beatsPerMinute), SQLiteValue(laps), SQLiteValue(endCause?.rawValue),
        ]
    }

    /// A row in the order of ``columns``; nil if its name is not one.
    init?(row: SQLiteStatement) {
        guard let id = row.blob(0).flatMap(RunID.init(bytes:)) else { return nil }
        self.id = id
        type = row.integer(1).flatMap { UInt8(exactly: $0) }.flatMap(RunType.init(rawValue:)) ?? .run
        start = row.integer(2).map { UTCInstant(milliseconds: $0) }
        zone = ZoneOffset(seconds: Int32(clamping: row.integer(3) ?? 0))
        elapsed = .milliseconds(row.integer(4) ?? 0)
        timer = .milliseconds(row.integer(5) ?? 0)
        moving = .milliseconds(row.integer(6) ?? 0)
        distance = .meters(Double(row.integer(7) ?? 0) / 1000)
        steps = row.integer(8).map { UInt32(clamping: $0) }
        ascent = row.integer(9).map { .meters(Double($0) / 10) }
        descent = row.integer(10).map { .meters(Double($0) / 10) }
        energy = .kilocalories(row.real(11) ?? 0)
        averageHeartRate = row.real(12).map { .beatsPerMinute($0) }
        maximumHeartRate = row.real(13).map { .beatsPerMinute($0) }
        laps = UInt16(clamping: row.integer(14) ?? 0)
        endCause = row.integer(15).flatMap { UInt8(exactly: $0) }.flatMap(EndCause.init(rawValue:))
    }
}

extension RunID {
    /// The sixteen bytes, most significant first.
    var bytes: [UInt8] { withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { [UInt8]($0) } }

    init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }, low: bytes[8...].reduce(0) { $0 << 8 | UInt64($1) })
    }
}
