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

    /// What a screen says of a full kilometre or mile, from 0; nil beyond the last.
    init?(split index: Int, of totals: RunTotals, inMiles: Bool) {
        let book = inMiles ? totals.miles : totals.kilometers
        guard let time = book.time(of: index) else { return nil }
        self.init(
            number: UInt16(clamping: index + 1), timer: time, distance: inMiles ? .miles(1) : .kilometers(1), pace: book.pace(of: index),
            heartRate: nil)
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
        hasZones = totals.header.zones.isKnown
        for zone in 0...5 { zoneTimes[zone] = tally.time(inZone: zone) }
        averageCadence = totals.counters.averageCadence
        steps = totals.steps
        ascent = totals.ascent
        descent = totals.descent
        laps = UInt16(clamping: totals.lapCount)
        let book = inMiles ? totals.miles : totals.kilometers
        splits = UInt16(clamping: book.doneAt.count)
        bestSplit = book.fastest
        slowestSplit = book.slowest
    }
}

extension StoredRun {
    /// How many laps, and how many splits, of a run of the history are shown: more than a day of kilometres.
    public static let mostRows = 400

    /// What a screen says of a run read from its log, with its laps and splits.
    public init(withLapsOf totals: RunTotals, inMiles: Bool) {
        self.init(totals, inMiles: inMiles)
        laps = (0..<min(Int(figures.laps), Self.mostRows)).compactMap { totals.lap(at: $0).map { LapFigures($0) } }
        splits = (0..<min(Int(figures.splits), Self.mostRows)).compactMap { LapFigures(split: $0, of: totals, inMiles: inMiles) }
    }

    /// What a screen says of a run. Makes no list, as a run that is closed must need no memory (fault C7): the open run gives its laps itself.
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

extension AlertNews {
    /// The screen's words for what the runner wanted to be told of.
    init(_ alert: RunAlert) {
        switch alert {
        case .heartRateAbove(let rate): self = .heartRateAbove(rate)
        case .heartRateBelow(let rate): self = .heartRateBelow(rate)
        case .paceFaster(let pace): self = .paceFaster(pace)
        case .paceSlower(let pace): self = .paceSlower(pace)
        case .distance(let distance): self = .distance(distance)
        case .time(let time): self = .time(time)
        }
    }
}
