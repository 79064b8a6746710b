import Calendar
import Quantities
import RunCore

/// What is said of a run wherever it is listed, shown or exported. What is not known is absent, also what only a lost header knew.
public struct RunFigures: Hashable, Sendable {
    /// The run's name.
    public var id: RunID
    /// The kind of run; nil if the header is lost.
    public var type: RunType?
    /// UTC at the start; nil if it was never known.
    public var start: UTCInstant?
    /// Local time's offset at the start; nil if the header is lost.
    public var zone: ZoneOffset?
    /// From start to stop.
    public var elapsed: Duration
    /// Without pauses.
    public var timer: Duration
    /// Without standing.
    public var moving: Duration
    /// The distance.
    public var distance: Distance
    /// Mean pace over the timer; nil without distance.
    public var averagePace: Pace?
    /// The greatest believed speed; nil without one.
    public var maximumSpeed: Speed?
    /// Mean heart rate; nil without one.
    public var averageHeartRate: HeartRate?
    /// Greatest heart rate; nil without one.
    public var maximumHeartRate: HeartRate?
    /// Mean cadence; nil without steps.
    public var averageCadence: Cadence?
    /// Steps; nil without a step counter.
    public var steps: UInt32?
    /// Climbed; nil without an altitude.
    public var ascent: Distance?
    /// Descended; nil without an altitude.
    public var descent: Distance?
    /// Energy; nil if the header is lost or the body was not told, on which it depends.
    public var energy: Energy?
    /// Time below zone 1 and in the zones 1 to 5; nil without zones.
    public var timeInZones: [Duration]?

    /// The figures of a run. Where the header is lost, what only it knew is absent.
    public init(_ totals: RunTotals, isHeaderLost: Bool = false) {
        let heartRate = totals.heartRateSoFar
        id = totals.header.id
        type = isHeaderLost ? nil : totals.header.type
        start = totals.utc.utc(at: .start)
        zone = totals.zone
        elapsed = totals.elapsed
        timer = totals.timer
        moving = totals.moving
        distance = totals.distance
        averagePace = totals.averagePace
        maximumSpeed =
            totals.maximumSpeedMillimeters > 0 ? .metersPerSecond(Double(totals.maximumSpeedMillimeters) / 1000) : nil
        averageHeartRate = heartRate.average
        maximumHeartRate = heartRate.maximum
        averageCadence = totals.counters.averageCadence
        steps = totals.steps
        ascent = totals.ascent
        descent = totals.descent
        energy = isHeaderLost || !totals.header.body.isTold ? nil : totals.energy
        timeInZones = !isHeaderLost && totals.header.zones.isKnown ? (0...5).map { heartRate.time(inZone: $0) } : nil
    }

    /// Figures of which only these are known; the others are absent until they are set.
    public init(id: RunID, elapsed: Duration, timer: Duration, moving: Duration, distance: Distance) {
        (self.id, self.elapsed, self.timer, self.moving, self.distance) = (id, elapsed, timer, moving, distance)
    }

    /// The start in local time, in UTC where the zone is not known; nil if the start was never known.
    public var localStart: CivilDateTime? { start.map { CivilDateTime($0, offset: zone ?? .utc) } }
    /// The local day that it began on; nil if the start was never known.
    public var day: CivilDate? { localStart?.date }
}
