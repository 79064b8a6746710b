import Calendar
import Quantities
import RunCore

@testable import Training

/// A run for tests: second by second for the reading, or only its figures for what is folded from many.
struct MadeUpRun {
    var type = RunType.run
    var body = BodyProfile(sex: .male, measuredMaximumBeats: 190, restingBeats: 50)
    var zones = HeartRateZones(ofMaximum: .beatsPerMinute(190))
    private(set) var records: [RunRecord] = []
    private var milliseconds: UInt32 = 0
    private var millimeters: UInt32 = 0
    private var altitude = 100.0

    /// Seconds at a speed in m/s; the ground rises by the grade.
    mutating func run(
        _ seconds: Int, speed: Double, beats: UInt8 = 0, grade: Double? = 0, confidence: UInt8 = 100, flags: RunSample.Flags = [.hasFix]
    ) {
        for _ in 0..<seconds {
            milliseconds += 1000
            millimeters += UInt32(rounding: speed * 1000)
            altitude += speed * (grade ?? 0)
            var sample = RunSample(time: RunTime(milliseconds: milliseconds))
            sample.distanceMillimeters = millimeters
            sample.heartRateBeats = beats
            sample.confidencePercent = confidence
            if grade != nil { sample.altitude = .meters(altitude) }
            sample.flags = flags
            records.append(.sample(sample))
        }
    }
    /// A pause by the button.
    mutating func pause(_ seconds: UInt32, beats: UInt8 = 0) {
        records.append(.event(RunEvent(time: RunTime(milliseconds: milliseconds), kind: .pause(.manual))))
        run(Int(seconds), speed: 0, beats: beats, flags: [.hasFix, .isPaused])
        records.append(.event(RunEvent(time: RunTime(milliseconds: milliseconds), kind: .resume(.manual))))
    }

    static func header(_ number: UInt64, type: RunType = .run, body: BodyProfile = .unset, zones: HeartRateZones = .unknown) -> RunHeader {
        RunHeader(
            id: RunID(high: 0, low: number), type: type, boot: BootID(high: 0, low: 1), start: MonotonicInstant(nanoseconds: 0),
            utcAtStart: UTCInstant(milliseconds: 1_790_000_000_000), zone: .utc, body: body, zones: zones, energyRule: .distance,
            deviceSerial: 1, software: .current)
    }

    func trained(isHeaderLost: Bool = false, smoothed: (RunTime) -> UInt8? = { _ in nil }) -> TrainedRun {
        var totals = RunTotals(header: Self.header(1, type: type, body: body, zones: zones))
        for record in records { totals.fold(record) }
        var reading = TrainingReading()
        for case .sample(let sample) in records { reading.take(sample) }
        return reading.trained(.recorded, totals, isHeaderLost: isHeaderLost, smoothed: smoothed)
    }

    /// A run of which only the figures count.
    static func onlyFigures(
        _ number: UInt64, day: CivilDate?, hour: Int = 12, kilometers: Double = 10, minutes: Int = 60, type: RunType? = .run
    ) -> TrainedRun {
        var figures = RunFigures(RunTotals(header: header(number)))
        figures.type = type
        figures.start = day.flatMap { date in
            CivilTime(hour: hour, minute: 0, second: 0).map { CivilDateTime(date: date, time: $0).instant(offset: .utc) }
        }
        figures.distance = .kilometers(kilometers)
        figures.timer = .seconds(minutes * 60)
        figures.averagePace = Pace(figures.distance, in: figures.timer)
        return TrainedRun(origin: .recorded, figures: figures, efforts: BestEfforts())
    }
}

/// A day after 2026-01-01, which is a Thursday.
func day(_ number: Int) -> CivilDate { CivilDate(daysSinceEpoch: 20_454 + number) }
