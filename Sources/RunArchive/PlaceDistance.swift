import ForeignRuns
import Positioning
import Quantities

/// The distance of a recording that states none: that of the straight lines between its places.
///
/// Places less than 3 m from the last that counted add nothing, so that who stands does not run; a place that nobody reaches at 12 m/s is
/// passed over, unless five in a row agree with one another: then those before were wrong, and the way between is nobody's. Nothing is
/// counted across a break of recording. Between two places that count the distance grows evenly.
struct PlaceDistance {
    /// Metres since the first moment, one for each moment; nil before the first place and after the last.
    private(set) var meters: [Double?]
    /// Places that were passed over.
    private(set) var passedOver = 0

    /// The whole, metres.
    var total: Double { counted }

    /// Metres.
    private static let shortestStep = 3.0
    /// m/s, as in ``PositioningSettings/maximumSpeed``, and metres that a position may be wrong by.
    private static let fastest = 12.0, error = 5.0
    /// Places that agree against the one before.
    private static let believed = 5

    private struct Place {
        var index: Int
        var at: UTCInstant
        var coordinate: Coordinate
    }
    private var counted = 0.0
    private var anchor: Place?
    private var rival: (last: Place, meters: Double, count: Int)?
    private var latest: Place?

    init(_ moments: [RecordedMoment]) {
        meters = Array(repeating: nil, count: moments.count)
        for (index, moment) in moments.enumerated() {
            if moment.startsStretch, index > 0, moments[index - 1].time.duration(to: moment.time) > MomentOrder.longestBreath {
                end()
                anchor = nil
                rival = nil
            }
            guard let coordinate = moment.position else { continue }
            take(Place(index: index, at: moment.time, coordinate: coordinate))
        }
        end()
    }

    private mutating func take(_ place: Place) {
        guard let anchor else { return begin(at: place) }
        let way = Ellipsoid.distance(from: anchor.coordinate, to: place.coordinate).meters
        if Self.isReachable(way, from: anchor, place) {
            rival = nil
            latest = place
            if way >= Self.shortestStep { count(way, to: place) }
            return
        }
        passedOver += 1
        guard let last = rival else { return rival = (place, 0, 1) }
        let step = Ellipsoid.distance(from: last.last.coordinate, to: place.coordinate).meters
        guard Self.isReachable(step, from: last.last, place) else { return rival = (place, 0, 1) }
        rival = (place, last.meters + step, last.count + 1)
        guard last.count + 1 >= Self.believed else { return }
        passedOver -= last.count + 1
        count(last.meters + step, to: place)
        rival = nil
    }

    private static func isReachable(_ way: Double, from: Place, _ to: Place) -> Bool {
        way <= fastest * from.at.duration(to: to.at).inSeconds + error
    }

    private mutating func begin(at place: Place) {
        anchor = place
        latest = place
        meters[place.index] = counted
    }

    private mutating func count(_ way: Double, to: Place) {
        counted += way
        meters[to.index] = counted
        (anchor, latest) = (to, to)
    }

    /// What is left between the last place that counted and the last of the stretch.
    private mutating func end() {
        guard let anchor, let latest, latest.index > anchor.index else { return }
        count(Ellipsoid.distance(from: anchor.coordinate, to: latest.coordinate).meters, to: latest)
    }
}

extension PlaceDistance {
    /// The metres of each moment: on the line between the places that count, by time; held where there is none.
    func evened(_ moments: [RecordedMoment]) -> [Double] {
        var evened = [Double](repeating: 0, count: meters.count), known: (index: Int, meters: Double)?
        for index in meters.indices {
            guard let here = meters[index] else {
                evened[index] = known?.meters ?? 0
                continue
            }
            evened[index] = here
            if let before = known, before.index + 1 < index {
                let span = moments[before.index].time.duration(to: moments[index].time).inSeconds
                for between in (before.index + 1)..<index where span > 0 {
                    let part = moments[before.index].time.duration(to: moments[between].time).inSeconds / span
                    evened[between] = before.meters + part * (here - before.meters)
                }
            }
            known = (index, here)
        }
        return evened
    }
}
