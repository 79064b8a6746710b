import Calendar
import Glibc
import Quantities
import RunCore
import Testing

@testable import Training

@Suite("Fitness, fatigue, predictions") struct FormTests {
    private func loaded(_ number: Int, load: Double?) -> TrainedRun {
        var run = MadeUpRun.onlyFigures(UInt64(number + 1), day: day(number))
        run.load = load.map { TrainingLoad(banister: $0, edwards: nil) }
        return run
    }

    @Test("The same load each day ends in itself, and 63.2 % of it are reached after 42 and 7 days")
    func converges() throws {
        let runs = (0..<400).map { loaded($0, load: 100) }
        let days = TrainingDay.all(of: runs, by: .banister, today: day(399), days: 400)
        #expect(days.count == 400)
        #expect(abs(days[6].fatigue - 63.212) < 0.001 && abs(days[41].fitness - 63.212) < 0.001)
        #expect(abs(days[399].fitness - 100) < 0.01 && abs(days[399].form) < 0.01)
        // 63.212 − 99.752 on the day after.
        #expect(abs(days[42].form + 36.540) < 0.001)
        #expect(days[0].form == 0)
    }

    @Test("Days without runs count nothing: after 42 days the fitness of one run is down to 36.8 %")
    func forgets() throws {
        let days = TrainingDay.all(of: [loaded(0, load: 100)], by: .banister, today: day(42))
        let first = try #require(days.first), last = try #require(days.last)
        // 100 × (1 − e^(−1/42)) = 2.3528.
        #expect(abs(first.fitness - 2.3528) < 0.0001 && abs(last.fitness - 0.8655) < 0.0001)
        #expect(last.load == 0 && !last.isIncomplete && last.fatigue < 0.04)
    }

    @Test("How many days are shown changes none of them, also where a date is of another millennium")
    func window() {
        let runs = [0, 3, 4, 20, 40].map { loaded($0, load: Double($0 + 50)) }
        let all = TrainingDay.all(of: runs, by: .banister, today: day(60)),
            some = TrainingDay.all(of: runs, by: .banister, today: day(60), days: 30)
        #expect(some.count == 30)
        for (a, b) in zip(some, all.suffix(30)) {
            #expect(a.day == b.day && abs(a.fitness - b.fitness) < 1e-9 && abs(a.fatigue - b.fatigue) < 1e-9 && abs(a.form - b.form) < 1e-9)
        }
        var ancient = MadeUpRun.onlyFigures(99, day: .earliest)
        ancient.load = TrainingLoad(banister: 100, edwards: nil)
        #expect(TrainingDay.all(of: [ancient], by: .banister, today: .latest, days: .max).count == 36_600)
        #expect(TrainingDay.all(of: [loaded(5, load: 1)], by: .banister, today: day(4)).isEmpty)
    }

    @Test("A run without a load makes its day incomplete, and a history has one rule")
    func rule() {
        var edwards = loaded(1, load: nil)
        #expect(TrainingDay.all(of: [edwards], by: .banister, today: day(1)).first?.isIncomplete == true)
        edwards.load = TrainingLoad(banister: nil, edwards: 40)
        #expect(LoadRule(for: [edwards]) == .edwards && LoadRule(for: [edwards, loaded(2, load: 3)]) == .banister)
    }

    // MARK: - Oxygen uptake

    private func uptakes(_ values: [Double?]) -> [TrainedRun] {
        values.enumerated().map { index, value in
            var run = MadeUpRun.onlyFigures(UInt64(index), day: day(index))
            run.oxygenUptake = value.map { OxygenUptake(milliliters: $0, stretches: 3) }
            return run
        }
    }

    @Test("A runner's uptake is the median of the last five runs that tell one, with how far it may be off")
    func runner() throws {
        let uptake = try #require(RunnerOxygenUptake(of: uptakes([90, 50, nil, 48, 52, 40, 56]).reversed(), on: day(9)))
        #expect(uptake.milliliters == 50 && uptake.spread == 8 && uptake.runs == 5 && uptake.latest == day(6))
        let close = try #require(RunnerOxygenUptake(of: uptakes([50, 50, 50]), on: day(9)))
        #expect(close.spread == 3.25)
        #expect(RunnerOxygenUptake(of: uptakes([50, nil, 50]), on: day(9)) == nil)
        #expect(RunnerOxygenUptake(of: uptakes([50, 50, 50]), on: day(1)) == nil)
    }

    // MARK: - Predictions

    private func effort(_ kind: BestEffortKind, seconds: Int, on number: Int, type: RunType = .run, kilometers: Double = 10) -> TrainedRun {
        var run = MadeUpRun.onlyFigures(UInt64(number + 1), day: day(number), kilometers: kilometers, type: type)
        run.efforts[kind] = BestEffort(start: .start, elapsed: .seconds(seconds), distance: kind.distance ?? .zero)
        return run
    }

    /// An effort, the race, its time in seconds, the fast and the slow end.
    static let predictions: [(BestEffortKind, Int, BestEffortKind, Double, Double, Double)] = [
        (.tenKilometers, 2400, .halfMarathon, 5295.6, 5256.2, 5375.4), (.fiveKilometers, 1200, .tenKilometers, 2501.9, 2484.6, 2536.9),
        (.tenKilometers, 2400, .marathon, 11_951, 11_363, 12_568), (.tenKilometers, 2400, .tenKilometers, 2400, 2400, 2400),
        (.tenKilometers, 2400, .fiveKilometers, 1151.1, 1135.3, 1159.1),
    ]

    @Test("Riegel's rule, by hand", arguments: predictions)
    func byHand(
        _ source: BestEffortKind, _ seconds: Int, _ race: BestEffortKind, _ time: Double, _ fastest: Double, _ slowest: Double
    ) throws {
        let runs = [effort(source, seconds: seconds, on: 0)]
        let prediction = try #require(RacePrediction.all(from: runs, on: day(10)).first { $0.race == race })
        #expect(abs(prediction.time.inSeconds - time) < 1)
        #expect(abs(prediction.fastest.inSeconds - fastest) < 1)
        #expect(abs(prediction.slowest.inSeconds - slowest) < 1)
        #expect(prediction.source == source && prediction.run == runs[0].figures.id)
    }

    @Test("Who runs more than 60 km a week is foretold the marathon as the other races")
    func manyKilometers() throws {
        let runs = [effort(.halfMarathon, seconds: 5400, on: 0, kilometers: 800)]
        let marathon = try #require(RacePrediction.all(from: runs, on: day(10)).last)
        #expect(marathon.race == .marathon && abs(marathon.time.inSeconds - 5400 * pow(2, 1.06)) < 1)
    }

    @Test("An effort counts for 90 days and only of runs outdoors; what promises most counts")
    func sources() {
        let old = effort(.tenKilometers, seconds: 2400, on: 0)
        #expect(RacePrediction.all(from: [old], on: day(89)).count == 4)
        #expect(RacePrediction.all(from: [old], on: day(90)).isEmpty)
        #expect(RacePrediction.all(from: [old], on: day(-1)).isEmpty)
        for type in [RunType.walk, .indoorRun] {
            #expect(RacePrediction.all(from: [effort(.tenKilometers, seconds: 2400, on: 0, type: type)], on: day(1)).isEmpty)
        }
        let better = effort(.fiveKilometers, seconds: 1080, on: 1)
        let ten = RacePrediction.all(from: [old, better], on: day(2)).first { $0.race == .tenKilometers }
        #expect(ten?.source == .fiveKilometers)
        // A kilometre says nothing of the half marathon.
        #expect(RacePrediction.all(from: [effort(.kilometer, seconds: 240, on: 0)], on: day(1)).isEmpty)
    }
}
