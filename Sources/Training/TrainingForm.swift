import Calendar
import Glibc
import Quantities

/// By which of the two rules load is told. They have different scales, so one history is told by one of them.
public enum LoadRule: String, Hashable, Sendable {
    /// Banister's impulse.
    case banister
    /// Edwards' sum.
    case edwards

    /// The rule for a history: Banister's, unless more of its runs have Edwards'.
    public init(for runs: some Sequence<TrainedRun>) {
        var banister = 0, edwards = 0
        for run in runs {
            if run.load?.banister != nil { banister += 1 }
            if run.load?.edwards != nil { edwards += 1 }
        }
        self = edwards > banister ? .edwards : .banister
    }

    func amount(_ load: TrainingLoad?) -> Double? { self == .banister ? load?.banister : load?.edwards }
}

/// Load, fitness, fatigue and form on one day.
///
/// Fitness is the mean of the daily load that forgets with a time of 42 days, fatigue with 7 days (Banister's model in its usual form: CTL and
/// ATL), each L ← L + (1 − e^(−1 day / time)) × (load − L), beginning at 0 before the first run; form is the difference of the two on the day
/// before. A day without runs has a load of 0. It takes some six weeks until fitness says something.
public struct TrainingDay: Hashable, Sendable {
    /// The local day.
    public var day: CivilDate
    /// The sum of its runs' loads.
    public var load: Double
    /// True if a run of the day has no load by this rule: then what follows is too low.
    public var isIncomplete: Bool
    /// CTL at its end.
    public var fitness: Double
    /// ATL at its end.
    public var fatigue: Double
    /// CTL − ATL of the day before.
    public var form: Double

    /// The time over which fitness forgets, days.
    public static let fitnessDays = 42.0
    /// The time over which fatigue forgets, days.
    public static let fatigueDays = 7.0

    /// The days up to today, at most so many, the last being today. Runs after today do not count; earlier ones all do.
    public static func all(of runs: some Sequence<TrainedRun>, by rule: LoadRule, today: CivilDate, days: Int = 365) -> [TrainingDay] {
        let byDay = runs.byDay().filter { $0.key <= today }
        guard let first = byDay.keys.min(), days > 0 else { return [] }
        let firstShown = max(first, today.adding(days: 1 - min(days, 36_600)))
        var fitness = 0.0, fatigue = 0.0, reached = first
        // Before what is shown only days with runs are looked at: a run of the year 1 costs no more than one of last year.
        for day in byDay.keys.filter({ $0 < firstShown }).sorted() {
            decay(&fitness, &fatigue, days: reached.days(to: day))
            reached = day
            add(byDay[day] ?? [], rule, &fitness, &fatigue)
            reached = day.adding(days: 1)
        }
        decay(&fitness, &fatigue, days: max(0, reached.days(to: firstShown)))
        var all: [TrainingDay] = [], day = firstShown
        while day <= today {
            let runs = byDay[day] ?? [], form = fitness - fatigue
            let load = add(runs, rule, &fitness, &fatigue)
            all.append(
                TrainingDay(
                    day: day, load: load, isIncomplete: runs.contains { rule.amount($0.load) == nil }, fitness: fitness, fatigue: fatigue,
                    form: form))
            guard day < today else { break }
            day = day.adding(days: 1)
        }
        return all
    }

    @discardableResult private static func add(
        _ runs: [TrainedRun], _ rule: LoadRule, _ fitness: inout Double, _ fatigue: inout Double
    ) -> Double {
        let load = runs.reduce(0) { $0 + (rule.amount($1.load) ?? 0) }
        fitness += (1 - exp(-1 / fitnessDays)) * (load - fitness)
        fatigue += (1 - exp(-1 / fatigueDays)) * (load - fatigue)
        return load
    }

    private static func decay(_ fitness: inout Double, _ fatigue: inout Double, days: Int) {
        guard days > 0 else { return }
        fitness *= exp(-Double(days) / fitnessDays)
        fatigue *= exp(-Double(days) / fatigueDays)
    }
}
