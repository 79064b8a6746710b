import Quantities
import RunCore

/// Estimates the greatest oxygen uptake from heart rate and speed: at a steady effort the share of the heart-rate reserve is the share of the
/// uptake's reserve (ACSM's guidelines), and what running costs is known, so VO₂max = 3.5 + (VO₂ − 3.5) / share. Error 5 to 8 % of one runner's
/// figure, more where the greatest heart rate is from the age.
///
/// A stretch is three ``SteadyMinute``s in a row. It is steady if
/// - each minute is faster than 2 m/s and within 5 % of their mean speed,
/// - their heart rates lie within 5 beats a minute of one another, so that the heart has caught up with the legs,
/// - the mean rate is 70 to 95 % of the greatest,
/// - the altitude is known and the ground rises by −2 to 8 %: what running steeper down costs is not known well.
///
/// The cost is ACSM's 0.2 ml/kg for a metre, 3.5 at rest, of the speed on the flat that costs the same (Minetti 2002). The run's estimate is
/// the median of its stretches, which do not overlap. Only of runs: indoors the speed is a guess, a trail costs more than the rule knows, and
/// walking has another.
struct OxygenUptakeReading: Sendable {
    private let rest: Double
    private let maximum: Double
    private var minutes: [SteadyMinute] = []
    private var stretches: [Double] = []

    /// Nil where the rule does not hold: the greatest or the resting rate is not known, or it is no run.
    init?(_ body: BodyProfile, type: RunType) {
        guard type == .run, let maximum = body.maximumHeartRate?.beatsPerMinute, let rest = body.restingBeats, rest > 0,
            maximum > Double(rest)
        else { return nil }
        self.rest = Double(rest)
        self.maximum = maximum
    }

    mutating func take(_ step: SteadyMinutes.Step) {
        switch step {
        case .on: return
        case .broken: minutes.removeAll(keepingCapacity: true)
        case .full(let minute):
            minutes.append(minute)
            guard minutes.count == 3 else { return }
            if let milliliters = uptakeOfMinutes() {
                stretches.append(milliliters)
                minutes.removeAll(keepingCapacity: true)
            } else {
                minutes.removeFirst()
            }
        }
    }

    /// The run's estimate; nil without a steady stretch.
    var estimate: OxygenUptake? { median(of: stretches).map { OxygenUptake(milliliters: $0, stretches: stretches.count) } }

    private func uptakeOfMinutes() -> Double? {
        let seconds = minutes.reduce(0) { $0 + Double($1.milliseconds) } / 1000
        let meters = minutes.reduce(0) { $0 + Double($1.millimeters) } / 1000
        guard seconds > 0, meters > 0 else { return nil }
        let speed = meters / seconds, beats = minutes.map(\.beats), mean = beats.reduce(0, +) / Double(beats.count)
        guard minutes.allSatisfy({ $0.speed > 2 && abs($0.speed - speed) <= speed * 0.05 }) else { return nil }
        guard let least = beats.min(), let most = beats.max(), most - least <= 5 else { return nil }
        guard (0.7...0.95).contains(mean / maximum), mean > rest else { return nil }
        var climbed = 0.0
        for minute in minutes {
            guard let meters = minute.climbed else { return nil }
            climbed += meters
        }
        let grade = climbed / meters
        guard (-0.02...0.08).contains(grade) else { return nil }
        let uptake = 3.5 + 0.2 * speed * 60 * RunningCost.ofGrade(grade)
        let greatest = 3.5 + (uptake - 3.5) * (maximum - rest) / (mean - rest)
        // Beyond these nobody has been measured who runs.
        return (15...97).contains(greatest) ? greatest : nil
    }
}

/// What running up or down costs (Minetti et al. 2002).
public enum RunningCost {
    /// The cost of a metre on a grade over that on the flat, C(i) / C(0), i being the rise by the way, held within ±0.45:
    /// C(i) = 155.4 i⁵ − 30.4 i⁴ − 43.3 i³ + 46.3 i² + 19.5 i + 3.6 J/kg/m.
    public static func ofGrade(_ grade: Double) -> Double {
        guard !grade.isNaN else { return 1 }
        let i = min(max(grade, -0.45), 0.45)
        return (((((155.4 * i - 30.4) * i - 43.3) * i + 46.3) * i + 19.5) * i + 3.6) / 3.6
    }
}

/// The middle of some values, of an even number the mean of the two in the middle; nil without any.
func median(of values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
