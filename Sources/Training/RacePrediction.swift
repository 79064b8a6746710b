import Calendar
import Glibc
import Quantities
import RunCore

/// How long a race would take, from the best that was run lately: T₂ = T₁ × (D₂ / D₁)^e (Riegel 1981).
///
/// Up to the half marathon e is 1.06, and 1.05 to 1.08 is the range in which runners lie. For the marathon it is 1.08 to 1.15, because most
/// have not the kilometres for it; above 60 km a week it is as for the others. The effort that promises most counts: one of 3½ to 230 minutes, for
/// which the rule was made, and over at least a quarter of the distance, give or take. It is what the runner could do on a day like that
/// one's; an effort within an easy run promises less than a race would give.
public struct RacePrediction: Hashable, Sendable {
    /// The race.
    public var race: BestEffortKind
    /// The time that the rule gives.
    public var time: Duration
    /// The fast end of its range.
    public var fastest: Duration
    /// The slow end of its range.
    public var slowest: Duration
    /// What kind of effort it comes from.
    public var source: BestEffortKind
    /// That effort.
    public var effort: BestEffort
    /// The run in which it was.
    public var run: RunID

    /// How many days an effort counts.
    public static let days = 90
    /// The races that are foretold.
    public static let races: [BestEffortKind] = [.fiveKilometers, .tenKilometers, .halfMarathon, .marathon]
    private static let sources: [BestEffortKind] = [
        .kilometer, .mile, .threeKilometers, .fiveKilometers, .tenKilometers, .halfMarathon, .marathon,
    ]

    /// The predictions on a day from the runs of the 90 days up to it; a race is left out where no effort promises anything.
    /// Only runs and trail runs count.
    public static func all(from runs: some Sequence<TrainedRun>, on today: CivilDate) -> [RacePrediction] {
        let lately = runs.inOrderOfTime().filter { run in
            guard let day = run.figures.day, let type = run.figures.type, RecordClass(type) == .run, !run.isTooFast else { return false }
            return (0..<days).contains(day.days(to: today))
        }
        let weekly = lately.reduce(0) { $0 + $1.figures.distance.kilometers } * 7 / Double(days)
        return races.compactMap { race in
            var best: RacePrediction?
            for run in lately {
                for source in sources {
                    guard let effort = run.efforts[source],
                        let prediction = RacePrediction(race, from: source, effort, run.figures.id, weeklyKilometers: weekly)
                    else { continue }
                    if best.map({ prediction.time < $0.time }) ?? true { best = prediction }
                }
            }
            return best
        }
    }

    /// Nil where the rule does not hold.
    init?(_ race: BestEffortKind, from source: BestEffortKind, _ effort: BestEffort, _ run: RunID, weeklyKilometers: Double) {
        guard let goal = race.distance?.meters, effort.distance.meters > 0, (210...13_800).contains(effort.elapsed.inSeconds) else {
            return nil
        }
        let ratio = goal / effort.distance.meters
        // 10 km for the marathon and 5 km for the half are a little less than a quarter.
        guard ratio <= 4.25, ratio >= 0.2 else { return nil }
        func time(_ exponent: Double) -> Duration { .milliseconds(Int64(rounding: effort.elapsed.inSeconds * pow(ratio, exponent) * 1000)) }
        let isShortOfKilometers = race == .marathon && ratio > 1 && weeklyKilometers <= 60
        let (low, middle, high) = isShortOfKilometers ? (1.08, 1.115, 1.15) : (1.05, 1.06, 1.08)
        self.race = race
        self.time = time(middle)
        fastest = min(time(low), time(high))
        slowest = max(time(low), time(high))
        self.source = source
        self.effort = effort
        self.run = run
    }
}
