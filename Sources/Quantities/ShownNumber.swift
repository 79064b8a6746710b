/// What whole number of a figure is told: on the watch, by the commands on a computer, in names of files. There is one rule for all of them,
/// so that a run has the same figures wherever it is looked at (U-B6).
///
/// - What was covered, climbed, burnt or has passed is cut: a kilometre is told when it has been run and not 5 m before, and the stopwatch
///   never runs ahead. Pace is a time, so that a kilometre in 5:33.9 is told as 5:33 in its time and in its pace.
/// - What a sensor reads is rounded to the nearest: beats and steps a minute.
/// - What is not known, below zero or not finite has no number.
public enum ShownNumber {
    /// Hundredths of a kilometre or an international mile, cut.
    public static func hundredths(of distance: Distance?, inMiles: Bool) -> Int64? {
        // In tens of micrometres, of which a hundredth of a mile has exactly 1,609,344.
        nearest(distance.map { $0.meters * 100_000 }).map { $0 / (inMiles ? 1_609_344 : 1_000_000) }
    }

    /// Thousandths of a kilometre or an international mile, cut.
    public static func thousandths(of distance: Distance?, inMiles: Bool) -> Int64? {
        nearest(distance.map { $0.meters * 1_000_000 }).map { $0 / (inMiles ? 1_609_344 : 1_000_000) }
    }

    /// Metres of a way or a climb, cut.
    public static func meters(of distance: Distance?) -> Int64? { nearest(distance.map { $0.meters * 1000 }).map { $0 / 1000 } }

    /// International feet (1959 agreement: exactly 304.8 mm) of a climb, cut.
    public static func feet(of distance: Distance?) -> Int64? { nearest(distance.map { $0.meters * 1000 }).map { $0 * 10 / 3048 } }

    /// Seconds of a time, cut, up to the last that nine hundred ninety-nine hours have.
    public static func seconds(of time: Duration?) -> Int64? {
        guard let time, time >= .zero else { return nil }
        return min(time.inMilliseconds / 1000, 3_599_999)
    }

    /// Seconds per kilometre or mile, cut; none at 100 minutes and above, which is no pace.
    public static func seconds(of pace: Pace?, inMiles: Bool) -> Int64? {
        let milliseconds = nearest(pace.map { (inMiles ? $0.secondsPerMile : $0.secondsPerKilometer) * 1000 })
        guard let milliseconds, milliseconds > 0, milliseconds < 6_000_000 else { return nil }
        return milliseconds / 1000
    }

    /// Kilocalories, cut.
    public static func kilocalories(of energy: Energy?) -> Int64? { nearest(energy.map { $0.kilocalories * 1000 }).map { $0 / 1000 } }

    /// Beats a minute, rounded.
    public static func beats(of rate: HeartRate?) -> Int64? { nearest(rate?.beatsPerMinute) }

    /// Steps a minute, rounded.
    public static func steps(of cadence: Cadence?) -> Int64? { nearest(cadence?.stepsPerMinute) }

    /// A number of 10^−places as text: `12.34`; `--` for none.
    public static func text(_ scaled: Int64?, places: Int = 0) -> String {
        guard let scaled, scaled >= 0 else { return "--" }
        guard places > 0, places < 10 else { return "\(scaled)" }
        let digits = String(scaled), whole = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return "\(whole.dropLast(places)).\(whole.suffix(places))"
    }

    /// The nearest whole number, held below 10^16 so that it may be multiplied by 100; nil if absent, negative or not finite.
    public static func nearest(_ value: Double?) -> Int64? {
        guard let value, value.isFinite, value >= 0 else { return nil }
        return min(Int64(rounding: value), 9_999_999_999_999_999)
    }
}
