import Calendar
import Quantities
import RunCore
import SimulatedPeripherals
import Training

@testable import Reports

/// A run made from numbers alone, folded as the archive folds a log.
struct MadeUpRun {
    var id: RunID
    var seconds = 1200
    var type = RunType.run
    var start: UTCInstant? = UTCInstant(milliseconds: 1_790_000_000_000)
    var origin = RunOrigin.recorded
    var isHeaderLost = false
    /// Changes a second before it is recorded.
    var change: (_ second: Int, _ sample: inout RunSample) -> Void = { _, _ in }
    /// Seconds at which the runner pauses and goes on.
    var pauses: [(from: Int, to: Int)] = []

    /// How many seconds a lap takes; nil for one lap.
    var lap: Int?

    init(_ number: UInt64) { id = RunID(randomHigh: number &* 0x9E37_79B9_7F4A_7C15, randomLow: number &* 0xD1B5_4A32_D192_ED03) }

    /// A run on another day.
    func onDay(_ day: Int) -> MadeUpRun {
        var run = self
        run.start = UTCInstant(milliseconds: 1_790_000_000_000 + Int64(day) * 86_400_000)
        return run
    }

    /// What comes out of it.
    struct Told {
        var totals: RunTotals
        var trained: TrainedRun
        var seconds: RunSeconds
    }

    /// The run as told; `hides` says which positions the runner hides, as the archive does it.
    func told(hides: (Coordinate) -> Bool = { _ in false }) -> Told {
        var totals = RunTotals(
            header: RunHeader(
                id: id, type: type, boot: BootID(high: 1, low: 2), start: MonotonicInstant(seconds: 50), utcAtStart: start,
                zone: ZoneOffset(seconds: 7200),
                body: BodyProfile(massTenths: 700, heightCentimeters: 180, age: 40, measuredMaximumBeats: 186, restingBeats: 50),
                zones: HeartRateZones(lowerBounds: (93, 112, 130, 149, 167)) ?? .unknown, energyRule: .distance, deviceSerial: 9,
                software: .current))
        var training = TrainingReading(), shown = RunSeconds(), hasHidden = false, distance: UInt32 = 0
        for second in 1...max(1, seconds) {
            let isPaused = pauses.contains { $0.from < second && second <= $0.to }
            for pause in pauses where pause.from == second {
                totals.fold(.event(RunEvent(time: RunTime(milliseconds: UInt32(second) * 1000), kind: .pause(.manual))))
            }
            var sample = RunSample(time: RunTime(milliseconds: UInt32(second) * 1000))
            let speed = isPaused ? 0 : UInt32(2700 + second * 7 % 600)
            distance += speed
            sample.distanceMillimeters = distance
            sample.speedMillimeters = UInt16(speed)
            sample.latitudeE7 = 470_000_000 + Int32(second) * 270
            sample.longitudeE7 = 85_000_000 + Int32(abs(second * 41 % 4000 - 2000)) * 15
            sample.altitudeFifths = UInt16(5000 + second / 20 % 200)
            sample.cadenceSteps = 172
            sample.heartRateBeats = UInt8(120 + second / 30 % 50)
            sample.errorHalves = 6
            sample.flags = isPaused ? [.isPaused] : [.hasFix, .hasSteps]
            change(second, &sample)
            totals.fold(.sample(sample))
            training.take(sample)
            for pause in pauses where pause.to == second {
                totals.fold(.event(RunEvent(time: RunTime(milliseconds: UInt32(second) * 1000), kind: .resume(.manual))))
            }
            if let lap, second % lap == 0 {
                let time = RunTime(milliseconds: UInt32(second) * 1000)
                totals.fold(.event(RunEvent(time: time, kind: .lap(.manual, distanceMillimeters: sample.distanceMillimeters))))
            }
            if let position = sample.position {
                if hides(position) {
                    sample.position = nil
                    sample.flags.remove(.hasFix)
                    hasHidden = true
                } else if hasHidden {
                    sample.flags.insert(.startsSegment)
                    hasHidden = false
                }
            }
            shown.take(sample)
        }
        let end = RunTime(milliseconds: UInt32(max(1, seconds)) * 1000)
        totals.fold(.event(RunEvent(time: end, kind: .stop)))
        totals.fold(.event(RunEvent(time: end, kind: .end(.saved))))
        let trained = training.trained(origin, totals, isHeaderLost: isHeaderLost)
        return Told(totals: totals, trained: trained, seconds: shown)
    }

    /// The run's page in a history of its own, or of others too.
    func page(
        among others: [MadeUpRun] = [], damage: ReportedDamage = ReportedDamage(), in unit: ReportUnit = .kilometers,
        hides: (Coordinate) -> Bool = { _ in false }
    ) -> String {
        let told = told(hides: hides)
        let history = ReportedHistory([(told.trained, damage)] + others.map { ($0.told().trained, ReportedDamage()) })
        guard let reported = history.runs.first(where: { $0.id == id }) else { return "" }
        return String(
            decoding: RunPage(reported, told.totals, told.seconds, in: unit).bytes(fingerprint: ReportFingerprint().text), as: UTF8.self)
    }
}

/// An overview of made-up runs on 1 December 2026.
func overview(_ runs: [MadeUpRun], mostPages: Int? = nil, unreadable: Int = 0) -> String {
    let history = ReportedHistory(runs.map { ($0.told().trained, ReportedDamage()) }, mostPages: mostPages)
    return OverviewPage(
        history, today: CivilDate(year: 2026, month: 12, day: 1) ?? .earliest, weekBegins: .monday, in: .kilometers, unreadable: unreadable
    ).text
}
