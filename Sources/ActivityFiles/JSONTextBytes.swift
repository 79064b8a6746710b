import Quantities

/// Members of JSON objects in a text in the making. Those that are not known are left out.
extension TextBytes {
    /// Adds `,"name":` and a number of 10^−places without zeros at its end.
    mutating func append(member name: StaticString, _ value: Int64?, upTo places: Int = 0) {
        guard let value else { return }
        append(name)
        append(value, upTo: places)
    }

    /// Adds `,"name":` and an instant in quotes.
    mutating func append(member name: StaticString, _ instant: UTCInstant?) {
        guard let instant else { return }
        append(name)
        append("\"")
        append(instant)
        append("\"")
    }

    /// Adds a word that needs no escaping, in quotes.
    mutating func append(quoted word: StaticString) {
        append("\"")
        append(word)
        append("\"")
    }
}

extension ActivitySport {
    /// The sport in a word, for formats whose words are free.
    var word: StaticString {
        switch self {
        case .trailRun: "trail_run"
        case .indoorRun: "indoor_run"
        case .walk: "walk"
        case .hike: "hike"
        case .ride: "ride"
        default: sport == ActivitySport.run.sport ? "run" : "other"
        }
    }
}
