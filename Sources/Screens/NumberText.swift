import Quantities
import ScreenModels

/// What stands between whole units and their decimals.
public enum DecimalMark: Sendable {
    /// `12.34`, as in English and Chinese.
    case point
    /// `12,34`, as in Spanish and German.
    case comma

    /// The character.
    var character: UInt8 { self == .point ? UInt8(ascii: ".") : UInt8(ascii: ",") }
}

/// How numbers are written: by integer arithmetic, without the system's locale. Which whole number is told is the rule of ``ShownNumber``.
/// A value that is absent, negative or not finite is written `--`.
public enum NumberText {
    /// What stands for a value that is not known.
    public static let absent: LineText = "--"

    /// Kilometres or miles with two decimals below 100, one below 1,000, else none: `9.99`, `123.4`, `1042`.
    public static func distance(_ distance: Distance?, in units: UnitSystem, mark: DecimalMark = .point) -> LineText {
        guard let hundredths = ShownNumber.hundredths(of: distance, inMiles: units == .imperial) else { return absent }
        if hundredths < 100 * 100 { return decimal(hundredths, places: 2, mark) }
        if hundredths < 1000 * 100 { return decimal(hundredths / 10, places: 1, mark) }
        return decimal(hundredths / 100, places: 0)
    }

    /// Kilometres or miles cut to three decimals: `2.000`; or, for a goal, to as many as say something: `5`, `1.5`.
    public static func thousandths(_ distance: Distance, in units: UnitSystem, mark: DecimalMark, isShort: Bool) -> LineText {
        // The international mile (1959 agreement). What a goal is in kilometres is no round number of miles.
        let thousandths = distance.meters * (units == .metric ? 1 : 1 / 1.609344)
        guard let number = ShownNumber.nearest(isShort ? thousandths.rounded() : thousandths.rounded(.down)) else { return absent }
        guard isShort else { return decimal(number, places: 3, mark) }
        if number % 1000 == 0 { return decimal(number / 1000, places: 0) }
        if number % 100 == 0 { return decimal(number / 100, places: 1, mark) }
        return number % 10 == 0 ? decimal(number / 10, places: 2, mark) : decimal(number, places: 3, mark)
    }

    /// With one to three digits that say something, as Coffee Tracker writes: `48`, `3.45`, `1230`.
    public static func threeDigits(_ amount: Double?, mark: DecimalMark) -> LineText {
        guard let amount, amount.isFinite, amount >= 0 else { return absent }
        let places = amount < 9.995 ? 2 : amount < 99.95 ? 1 : 0
        guard var number = ShownNumber.nearest(amount * (places == 2 ? 100 : places == 1 ? 10 : 1)) else { return absent }
        var left = places
        while left > 0, number % 10 == 0 {
            number /= 10
            left -= 1
        }
        return decimal(number, places: left, mark)
    }

    /// Metres or feet, cut to whole ones: ascent, accuracy.
    public static func height(_ height: Distance?, in units: UnitSystem) -> LineText {
        number(units == .metric ? ShownNumber.meters(of: height) : ShownNumber.feet(of: height))
    }

    /// An altitude in whole metres or feet, rounded; below the sea it is negative.
    public static func altitude(_ altitude: Altitude?, in units: UnitSystem) -> LineText {
        guard let altitude, altitude.meters.isFinite else { return absent }
        let amount = units == .metric ? altitude.meters : altitude.meters / 0.3048
        guard let magnitude = ShownNumber.nearest(amount.magnitude) else { return absent }
        return decimal(amount < 0 ? -magnitude : magnitude, places: 0)
    }

    /// An error radius: metres or feet rounded up, because a promise must not be better than the estimate.
    public static func accuracy(_ accuracy: Distance?, in units: UnitSystem) -> LineText {
        guard let millimeters = ShownNumber.nearest(accuracy.map { $0.meters * 1000 }) else { return absent }
        return decimal(units == .metric ? (millimeters + 999) / 1000 : (millimeters * 10 + 3047) / 3048, places: 0)
    }

    /// `0:07`, `59:59`, `1:02:03`; at most `999:59:59`.
    public static func time(_ time: Duration?) -> LineText {
        guard let seconds = ShownNumber.seconds(of: time) else { return absent }
        var text = LineText()
        if seconds >= 3600 {
            text.append(number: seconds / 3600)
            text.append(UInt8(ascii: ":"))
            text.append(number: seconds / 60 % 60, digits: 2)
        } else {
            text.append(number: seconds / 60)
        }
        text.append(UInt8(ascii: ":"))
        text.append(number: seconds % 60, digits: 2)
        return text
    }

    /// Minutes and seconds per kilometre or mile, seconds cut: `5'00''`; `--` at 100 minutes and above, which is no pace.
    public static func pace(_ pace: Pace?, in units: UnitSystem) -> LineText {
        guard let seconds = ShownNumber.seconds(of: pace, inMiles: units == .imperial) else { return absent }
        var text = LineText()
        text.append(number: seconds / 60)
        text.append("'")
        text.append(number: seconds % 60, digits: 2)
        text.append("''")
        return text
    }

    /// Whole kilocalories, cut, at every size: `67`, `8310`.
    public static func energy(_ energy: Energy?) -> LineText { number(ShownNumber.kilocalories(of: energy)) }

    /// Drumsticks with two decimals, rounded, from the energy and not from its text.
    public static func drumsticks(_ energy: Energy?, mark: DecimalMark = .point) -> LineText {
        guard let hundredths = ShownNumber.nearest(energy.map { $0.drumsticks * 100 }) else { return absent }
        return decimal(hundredths, places: 2, mark)
    }

    /// Beats per minute, rounded.
    public static func heartRate(_ rate: HeartRate?) -> LineText { number(ShownNumber.beats(of: rate)) }

    /// Steps per minute, rounded.
    public static func cadence(_ cadence: Cadence?) -> LineText { number(ShownNumber.steps(of: cadence)) }

    /// A whole number.
    public static func count(_ count: some BinaryInteger) -> LineText { decimal(Int64(clamping: count), places: 0) }

    /// A whole number, or `--`.
    public static func count(_ count: (some BinaryInteger)?) -> LineText { count.map { NumberText.count($0) } ?? absent }

    /// Kilograms or pounds, rounded. The international pound (1959 agreement) is exactly 0.453 592 37 kg.
    public static func mass(_ mass: Mass, in units: UnitSystem) -> LineText {
        rounded(units == .metric ? mass.kilograms : mass.kilograms / 0.453_592_37)
    }

    /// The height of a body in whole centimetres, or in feet and inches: `172`, `5'8''`.
    public static func bodyHeight(_ height: Distance, in units: UnitSystem) -> LineText {
        guard units == .imperial else { return rounded(height.meters * 100) }
        guard let inches = ShownNumber.nearest(height.meters / 0.0254) else { return absent }
        var text = decimal(inches / 12, places: 0)
        text.append("'")
        text.append(number: inches % 12)
        text.append("''")
        return text
    }

    /// `07:05`, `19:05`, or in twelve hours `7:05 PM`; `--:--` until the watch knows the time.
    public static func clock(_ time: TimeOfDay?, in form: ClockForm = .twentyFourHours) -> LineText {
        var text = clockFigures(time, in: form)
        let half = halfDay(of: time, in: form)
        if !half.isEmpty {
            text.append(" ")
            text.append(half)
        }
        return text
    }

    /// The figures of a time of day, without the half of the day.
    public static func clockFigures(_ time: TimeOfDay?, in form: ClockForm) -> LineText {
        guard let time else { return "--:--" }
        var text = hour(time.hour, in: form)
        text.append(UInt8(ascii: ":"))
        text.append(number: Int64(time.minute), digits: 2)
        return text
    }

    /// The figures of an hour: `07`, or in twelve hours `7`.
    public static func hour(_ hour: UInt8, in form: ClockForm) -> LineText {
        var text = LineText()
        switch form {
        case .twentyFourHours: text.append(number: Int64(hour), digits: 2)
        case .twelveHours: text.append(number: hour % 12 == 0 ? 12 : Int64(hour % 12))
        }
        return text
    }

    /// The figures of a minute of the hour: `05`.
    public static func minute(_ minute: UInt8) -> LineText {
        var text = LineText()
        text.append(number: Int64(minute), digits: 2)
        return text
    }

    /// Whole hours as one number, others with their minutes: `5`, `5:15`.
    public static func hours(_ duration: Duration) -> LineText {
        let minutes = max(0, duration.inMilliseconds / 60_000)
        var text = count(minutes / 60)
        if minutes % 60 != 0 {
            text.append(UInt8(ascii: ":"))
            text.append(number: minutes % 60, digits: 2)
        }
        return text
    }

    /// `AM` or `PM` where the day has twice twelve hours, in every language, as digital watches write it; empty otherwise.
    public static func halfDay(of time: TimeOfDay?, in form: ClockForm) -> LineText {
        guard let time, form == .twelveHours else { return LineText() }
        return time.hour < 12 ? "AM" : "PM"
    }

    /// Hours ahead of UTC: `UTC`, `UTC+1`, `UTC-3:30`.
    public static func zone(minutes: Int16) -> LineText {
        var text: LineText = "UTC"
        guard minutes != 0 else { return text }
        let ahead = Int64(minutes.magnitude)
        text.append(minutes < 0 ? "-" : "+")
        text.append(number: ahead / 60)
        if ahead % 60 != 0 {
            text.append(UInt8(ascii: ":"))
            text.append(number: ahead % 60, digits: 2)
        }
        return text
    }

    /// A distance that was chosen, or a multiple of it, without zeros at its end: `0.5`, `5`. Kilometres are rounded to hundredths, miles to
    /// tenths, because they are stored in whole metres and 30 times 1609 m are 30 miles to the runner.
    public static func chosen(_ distance: Distance, in units: UnitSystem, mark: DecimalMark = .point) -> LineText {
        let amount = units == .metric ? distance.kilometers : distance.meters / Distance.metersPerMile
        guard let hundredths = units == .metric ? ShownNumber.nearest(amount * 100) : ShownNumber.nearest(amount * 10).map({ $0 * 10 })
        else {
            return absent
        }
        if hundredths % 100 == 0 { return decimal(hundredths / 100, places: 0) }
        return hundredths % 10 == 0 ? decimal(hundredths / 10, places: 1, mark) : decimal(hundredths, places: 2, mark)
    }

    /// A pace that was chosen: for a kilometre as it is stored, in whole seconds; for a mile to the nearest 5 s, by which it is chosen.
    public static func chosen(_ pace: Pace, in units: UnitSystem) -> LineText {
        guard units == .imperial else { return NumberText.pace(pace, in: units) }
        guard let fives = ShownNumber.nearest(pace.secondsPerMile / 5) else { return absent }
        return NumberText.pace(.secondsPerKilometer(Double(fives) * 5), in: .metric)
    }

    private static func rounded(_ value: Double?) -> LineText { number(ShownNumber.nearest(value)) }

    private static func number(_ number: Int64?) -> LineText { number.map { decimal($0, places: 0) } ?? absent }

    /// A number of 10^−places, with its point or comma.
    private static func decimal(_ scaled: Int64, places: Int, _ mark: DecimalMark = .point) -> LineText {
        var divisor: Int64 = 1
        for _ in 0..<places { divisor *= 10 }
        var text = LineText()
        text.append(number: scaled / divisor)
        if places > 0 {
            text.append(mark.character)
            text.append(number: scaled % divisor, digits: places)
        }
        return text
    }
}
