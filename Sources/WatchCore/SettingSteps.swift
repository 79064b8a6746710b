import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels

/// How far one step of a number goes.
enum NumberStep: Sendable {
    /// A press: by one.
    case one
    /// Held: by one, and no further than the last number.
    case again
    /// Held for long: to the next larger multiple, of five or whatever suits the number.
    case far
}

/// How the numbers of the settings go up and down.
enum SettingSteps {
    /// A number moved up (1) or down (−1), as far as its range goes. One that may be unset becomes so by a press beyond either end, and
    /// begins at its usual value. What has a unit goes by the one that is shown; hours and minutes of the clock go round.
    static func moved(_ value: SettingValue, by direction: Int, _ step: NumberStep, usesMiles: Bool) -> SettingValue {
        switch value {
        case .weight(let weight):
            // The international pound (1959 agreement).
            .weight(moved(weight, by: direction, step, each: .kilograms(usesMiles ? 0.453_592_37 : 1), in: Profile.weights))
        case .height(let height):
            .height(moved(height, by: direction, step, each: .meters(usesMiles ? 0.0254 : 0.01), in: Profile.heights))
        case .birthYear(let year):
            .birthYear(Scale(birthYears, usual: 1990).moved(year.map { Int($0) }, by: direction, step).map { Int16(clamping: $0) })
        case .maximumHeartRate(let rate): .maximumHeartRate(moved(rate, by: direction, step, from: 180, in: Profile.maximumHeartRates))
        case .restingHeartRate(let rate): .restingHeartRate(moved(rate, by: direction, step, from: 55, in: Profile.restingHeartRates))
        case .alert(let limit): .alert(moved(limit, by: direction, step, usesMiles: usesMiles))
        case .quietFrom(let time): .quietFrom(moved(time, by: direction, step, from: 1320))
        case .quietTo(let time): .quietTo(moved(time, by: direction, step, from: 420))
        case .bedtime(let time): .bedtime(moved(time, by: direction, step, from: 1350))
        case .zone(let minutes, let choice): moved(zone: minutes, choice, by: direction, step)
        case .hour(let hour): .hour(around(hour, by: direction, step, count: 24, usual: 12))
        case .minute(let minute): .minute(around(minute, by: direction, step, count: 60, usual: 0))
        case .zoneLimit(let zone, let rate): .zoneLimit(zone, moved(limitOf: zone, rate, by: direction, step))
        case .caffeineHalfLife(let halfLife): .caffeineHalfLife(moved(halfLife, by: direction, step))
        default: value
        }
    }

    /// Years of birth that the editor goes through; it begins at 1990.
    static let birthYears = 1920...2020

    /// Where a zone can begin, so that there is room for the others below and above.
    static func limits(ofZone zone: UInt8) -> ClosedRange<UInt8> {
        let below = min(max(zone, 1), 5) - 1
        return Settings.zoneLimitRange.lowerBound + below...Settings.zoneLimitRange.upperBound - (4 - below)
    }

    // MARK: - Kinds of numbers

    /// The numbers that one can be.
    private struct Scale {
        var range: ClosedRange<Int>
        /// One press goes to the next multiple of this.
        var unit = 1
        /// A long hold goes to the next multiple of this.
        var far = 5
        /// Where one begins that is not set.
        var usual = 0

        init(_ range: ClosedRange<Int>, each unit: Int = 1, far: Int = 5, usual: Int) {
            (self.range, self.unit, self.far, self.usual) = (range, unit, far, usual)
        }

        /// The next number in a direction; nil beyond an end.
        func moved(_ number: Int?, by direction: Int, _ step: NumberStep) -> Int? {
            guard let number else { return usual }
            let next = SettingSteps.next(after: number, by: direction, each: step == .far ? far : unit)
            if range.contains(next) { return next }
            let end = direction > 0 ? range.upperBound - range.upperBound % unit : range.lowerBound
            return step == .one && number == end ? nil : end
        }
    }

    /// The next multiple in a direction.
    private static func next(after number: Int, by direction: Int, each unit: Int) -> Int {
        let remainder = ((number % unit) + unit) % unit
        return direction > 0 ? number - remainder + unit : number - (remainder == 0 ? unit : remainder)
    }

    private static func moved<Q: Quantity>(_ value: Q, by direction: Int, _ step: NumberStep, each unit: Q, in range: ClosedRange<Q>) -> Q {
        let number = Int(rounding: min(max(value / unit, 0), 1e6))
        return min(max(unit * Double(next(after: number, by: direction, each: step == .far ? 5 : 1)), range.lowerBound), range.upperBound)
    }

    private static func moved(_ rate: HeartRate?, by direction: Int, _ step: NumberStep, from usual: Int, in range: ClosedRange<HeartRate>)
        -> HeartRate?
    {
        let beats = Int(rounding: range.lowerBound.beatsPerMinute)...Int(rounding: range.upperBound.beatsPerMinute)
        return Scale(beats, usual: usual).moved(whole(rate), by: direction, step).map { .beatsPerMinute(Double($0)) }
    }

    private static func whole(_ rate: HeartRate?) -> Int? { rate.map { Int(rounding: min(max($0.beatsPerMinute, 0), 1e3)) } }

    /// By quarters of an hour, held by hours.
    private static func moved(_ time: TimeOfDay?, by direction: Int, _ step: NumberStep, from usual: Int) -> TimeOfDay? {
        Scale(0...1425, each: 15, far: 60, usual: usual).moved(time.map { Int($0.minutes) }, by: direction, step)
            .map { TimeOfDay(minutes: UInt16(clamping: $0)) }
    }

    /// Round and round.
    private static func around(_ number: UInt8?, by direction: Int, _ step: NumberStep, count: Int, usual: UInt8) -> UInt8 {
        guard let number else { return usual }
        return UInt8(
            clamping: Int64(next(after: Int(number), by: direction, each: step == .far ? 5 : 1)).flooredRemainder(by: Int64(count)))
    }

    /// The first press makes of the offset as it is one that stays so.
    private static func moved(zone minutes: Int16, _ choice: ZoneChoice, by direction: Int, _ step: NumberStep) -> SettingValue {
        let range = Int(ZoneOffset.fixedMinutes.lowerBound)...Int(ZoneOffset.fixedMinutes.upperBound), unit = Int(ZoneOffset.fixedStep)
        guard choice == .fixed else {
            let near = Int64(minutes) - Int64(minutes).flooredRemainder(by: Int64(unit))
            return .zone(minutes: Int16(clamping: min(max(Int(near), range.lowerBound), range.upperBound)), from: .fixed)
        }
        let next = Scale(range, each: unit, far: 60, usual: 0).moved(Int(minutes), by: direction, step)
        return next.map { .zone(minutes: Int16(clamping: $0), from: .fixed) } ?? .zone(minutes: minutes, from: .machine)
    }

    private static func moved(limitOf zone: UInt8, _ rate: HeartRate, by direction: Int, _ step: NumberStep) -> HeartRate {
        let limits = limits(ofZone: zone), range = Int(limits.lowerBound)...Int(limits.upperBound)
        let next = Scale(range, usual: range.lowerBound).moved(whole(rate), by: direction, step)
        return next.map { .beatsPerMinute(Double($0)) } ?? rate
    }

    private static func moved(_ halfLife: Duration, by direction: Int, _ step: NumberStep) -> Duration {
        let range = Int(Settings.caffeineHalfLives.lowerBound)...Int(Settings.caffeineHalfLives.upperBound)
        let minutes = Int(clamping: halfLife.inMilliseconds / 60_000)
        let next = Scale(range, each: 15, far: 60, usual: 300).moved(minutes, by: direction, step)
        return next.map { .minutes(Int64($0)) } ?? halfLife
    }

    // MARK: - Alerts

    private static func moved(_ limit: AlertLimit, by direction: Int, _ step: NumberStep, usesMiles: Bool) -> AlertLimit {
        let rates = Int(RunAlerts.heartRates.lowerBound)...Int(RunAlerts.heartRates.upperBound)
        func moved(_ rate: HeartRate?, from usual: Int) -> HeartRate? {
            Scale(rates, usual: usual).moved(whole(rate), by: direction, step).map { .beatsPerMinute(Double($0)) }
        }
        func moved(_ pace: Pace?, from usual: Double) -> Pace? { self.moved(pace, from: usual, by: direction, step, usesMiles: usesMiles) }
        switch limit {
        case .heartRateAbove(let rate): return .heartRateAbove(moved(rate, from: 170))
        case .heartRateBelow(let rate): return .heartRateBelow(moved(rate, from: 120))
        case .paceFaster(let pace): return .paceFaster(moved(pace, from: 300))
        case .paceSlower(let pace): return .paceSlower(moved(pace, from: 360))
        case .eachDistance, .eachTime: return limit
        }
    }

    /// By 5 s for a kilometre or mile, held by half minutes. It is stored in whole seconds a kilometre, so one for a mile is taken for the
    /// multiple of 5 s that it was.
    private static func moved(
        _ pace: Pace?, from usual: Double, by direction: Int, _ step: NumberStep, usesMiles: Bool
    ) -> Pace? {
        let unit = usesMiles ? Distance.metersPerMile / 1000 : 1, lowest = Double(RunAlerts.paces.lowerBound) * unit
        func seconds(_ perKilometer: Double) -> Int {
            let number = min(max(perKilometer * unit, 0), 1e5)
            return usesMiles ? 5 * Int(rounding: number / 5) : Int(rounding: number)
        }
        let range =
            5 * Int(rounding: (lowest / 5).rounded(.up))...5 * Int(rounding: (Double(RunAlerts.paces.upperBound) * unit / 5).rounded(.down))
        let scale = Scale(range, each: 5, far: 30, usual: seconds(usual))
        return scale.moved(pace.map { seconds($0.secondsPerKilometer) }, by: direction, step).map {
            .secondsPerKilometer(Double($0) / unit)
        }
    }
}
