import Quantities

/// What distances and paces of a report are told in.
public enum ReportUnit: Hashable, Sendable {
    /// Kilometres.
    case kilometers
    /// International miles.
    case miles

    var isMiles: Bool { self == .miles }
    /// Metres of one.
    var meters: Double { isMiles ? Distance.metersPerMile : 1000 }
    var phrase: ReportPhrase { isMiles ? .mi : .km }
    var perUnit: ReportPhrase { isMiles ? .perMi : .perKm }

    /// A distance with two decimals, cut; `--` for none.
    func amount(_ distance: Distance?) -> String { ShownNumber.text(ShownNumber.hundredths(of: distance, inMiles: isMiles), places: 2) }

    /// A pace, `5:33`; `--` for none.
    func pace(_ pace: Pace?) -> String {
        ShownNumber.seconds(of: pace, inMiles: isMiles).map { ReportText.time(seconds: $0) } ?? "--"
    }

    /// The pace of a speed in metres a second.
    func pace(ofMetersPerSecond speed: Double?) -> String { pace(speed.flatMap { Speed.metersPerSecond($0).pace }) }
}
