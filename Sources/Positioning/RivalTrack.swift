import Quantities

/// Reports that do not belong to the track that is believed, but agree among themselves: a single one is an outlier, several may be right.
struct RivalTrack: Sendable {
    /// One report of it.
    struct Point: Sendable {
        var at: MonotonicInstant
        var time: UTCInstant
        var place: Coordinate
    }

    /// s. A report waits no longer than this for a second one.
    private static let patience = 60.0

    /// Where it began.
    private(set) var first: Point?
    /// Its latest report.
    private(set) var last: Point?
    /// How many reports agree in a row.
    private(set) var count = 0

    /// Takes the next report; one that nobody could have reached from the last begins a new track. Returns true if it agrees.
    mutating func take(_ point: Point, error: Double, maximumSpeed: Double) -> Bool {
        if let last, Self.agree(last, point, error: error, maximumSpeed: maximumSpeed) {
            self.last = point
            count += 1
            return true
        }
        first = point
        last = point
        count = 1
        return false
    }

    mutating func removeAll() { (first, last, count) = (nil, nil, 0) }

    /// Metres from its beginning to its end.
    var chord: Double {
        guard let first, let last else { return 0 }
        return Ellipsoid.distance(from: first.place, to: last.place).meters
    }

    private static func agree(_ a: Point, _ b: Point, error: Double, maximumSpeed: Double) -> Bool {
        let monotonic = b.at.seconds(since: a.at)
        let received = Double(b.time.milliseconds.subtractingSaturating(a.time.milliseconds)) / 1000
        guard monotonic <= Self.patience else { return false }
        let dt = received > 0 && received < monotonic + 0.5 ? max(received, monotonic) : monotonic
        return Ellipsoid.distance(from: a.place, to: b.place).meters <= maximumSpeed * max(dt, received > 0 ? min(received, 60) : 0) + error
    }
}
