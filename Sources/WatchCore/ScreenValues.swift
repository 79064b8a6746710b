import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels

// The same notions in the words of the screens.
extension RunKind {
    /// The screen's word for a kind of run.
    public init(_ type: RunType) {
        switch type {
        case .run: self = .run
        case .trailRun: self = .trailRun
        case .walk: self = .walk
        case .indoorRun: self = .indoorRun
        }
    }
}

extension RunType {
    /// The kind of run that a stored number means; a plain run for an unknown one.
    init(setting: UInt8) { self = RunType(rawValue: setting) ?? .run }
    var next: RunType { RunType(rawValue: rawValue + 1) ?? .run }
}

extension LapFigures {
    /// What a screen says of a lap.
    public init(_ lap: Lap) {
        self.init(number: lap.number, timer: lap.timer, distance: lap.distance, pace: lap.pace, heartRate: lap.heartRate.average)
    }
}

extension RunFigures {
    /// What a screen says of a run; splits by kilometre or mile.
    public init(_ totals: RunTotals, inMiles: Bool) {
        self.init()
        distance = totals.distance
        timer = totals.timer
        elapsed = totals.elapsed
        moving = totals.moving
        averagePace = totals.averagePace
        energy = totals.energy
        let tally = totals.heartRateSoFar
        averageHeartRate = tally.average
        maximumHeartRate = tally.maximum
        for zone in 0...5 { zoneTimes[zone] = tally.time(inZone: zone) }
        averageCadence = totals.counters.averageCadence
        steps = totals.steps
        ascent = totals.ascent
        descent = totals.descent
        laps = UInt16(clamping: totals.lapCount)
        let splits = inMiles ? totals.miles : totals.kilometers
        bestSplit = splits.fastest
        slowestSplit = splits.slowest
    }
}

extension StoredRun {
    /// What a screen says of a run read from its log.
    public init(_ totals: RunTotals, inMiles: Bool) {
        let start = totals.start.map { CivilDateTime($0, offset: totals.zone ?? .utc) }
        self.init(
            figures: RunFigures(totals, inMiles: inMiles), kind: RunKind(totals.header.type), date: start.map { DayOfYear($0.date) },
            start: start.map { TimeOfDay($0.time) })
    }
}

extension DayOfYear {
    /// The screen's date.
    public init(_ date: CivilDate) {
        let parts = date.parts
        self.init(
            year: Int16(clamping: parts.year), month: UInt8(clamping: parts.month), day: UInt8(clamping: parts.day),
            weekday: UInt8(clamping: date.weekday.rawValue))
    }
}

extension TimeOfDay {
    /// The screen's time of day.
    public init(_ time: CivilTime) { self.init(hour: UInt8(clamping: time.hour), minute: UInt8(clamping: time.minute)) }
}
