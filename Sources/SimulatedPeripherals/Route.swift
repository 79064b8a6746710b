import Glibc
import Quantities

/// The shape of a way on the ground.
public enum Route: Sendable, Hashable {
    /// Straight on.
    case straight
    /// The standard 400 m track, run 0.3 m from the kerb: straights of 84.39 m, bends of 36.8 m radius (World Athletics).
    case track
    /// A right-angled corner after every block, left and right in an order of its own; long and short blocks take turns.
    case corners(long: Distance, short: Distance)
    /// A turn by 180° after every length: to and fro.
    case hairpins(every: Distance)
    /// The blocks of Manhattan, 274 m by 80 m.
    public static let cityCorners = Route.corners(long: .meters(274), short: .meters(80))
    /// A path that winds to either side, with a wave length along the way and a largest deviation of its course.
    case curving(wave: Distance, swing: Course)
}

/// Someone on a route: where, and which way they face. Bends are followed in steps of a quarter of a metre, on the WGS-84 ellipsoid.
struct RouteWalker: Sendable {
    /// m. As tight as a runner turns at 3 m/s without slowing down: 0.35 g sideways.
    private static let tightestRadius = 2.6
    /// m. Bends are followed in steps of this length.
    private static let curveStep = 0.25
    private static let trackRadius = 36.8, trackStraight = 84.39
    private static let equator = 6_378_137.0, eccentricitySquared = 0.00669437999014

    var route: Route {
        didSet { if route != oldValue { begin() } }
    }
    private var latitude: Double
    private var longitude: Double
    /// Course in radians, clockwise from north.
    private(set) var heading: Double
    /// Metres since the last corner, hairpin or bend ended.
    private var sinceTurn = 0.0
    /// Radians left to turn, and to which side.
    private var turnLeft = 0.0
    private var side = 1.0
    private var turns: UInt64 = 0
    private var along = 0.0
    private var base = 0.0

    init(latitude: Double, longitude: Double, course: Course, route: Route) {
        self.latitude = latitude
        self.longitude = longitude
        heading = course.degrees * .pi / 180
        self.route = route
        base = heading
    }

    var eastward: Double { sin(heading) }
    var northward: Double { cos(heading) }

    private mutating func begin() {
        sinceTurn = 0
        turnLeft = 0
        along = 0
        base = heading
    }

    /// Goes a way of metres.
    mutating func advance(_ metres: Double) {
        var left = metres
        while left > 1e-9 {
            let step = min(left, isStraight(for: left) ? left : Self.curveStep)
            turn(step)
            move(step)
            left -= step
        }
    }

    /// True if there is no bend within the metres ahead.
    private func isStraight(for ahead: Double) -> Bool {
        switch route {
        case .straight: true
        case .curving: false
        case .track: turnLeft <= 0 && sinceTurn + ahead < Self.trackStraight
        case .corners(let long, let short): turnLeft <= 0 && sinceTurn + ahead < (turns % 2 == 0 ? long : short).meters
        case .hairpins(let every): turnLeft <= 0 && sinceTurn + ahead < every.meters
        }
    }

    private mutating func turn(_ step: Double) {
        along += step
        switch route {
        case .straight: return
        case .curving(let wave, let swing):
            guard wave.meters > 0 else { return }
            heading = base + swing.degrees * .pi / 180 * sin(2 * .pi * along / wave.meters)
        case .track: bend(after: Self.trackStraight, by: .pi, radius: Self.trackRadius, alternating: false, step)
        case .corners(let long, let short):
            bend(after: turns % 2 == 0 ? long.meters : short.meters, by: .pi / 2, radius: Self.tightestRadius, alternating: true, step)
        case .hairpins(let every): bend(after: every.meters, by: .pi, radius: Self.tightestRadius, alternating: true, step)
        }
    }

    private mutating func bend(after length: Double, by angle: Double, radius: Double, alternating: Bool, _ step: Double) {
        if turnLeft <= 0 {
            sinceTurn += step
            guard sinceTurn >= length else { return }
            sinceTurn = 0
            turnLeft = angle
            turns &+= 1
            if alternating { side = (turns &* 0x9E37_79B9_7F4A_7C15) &>> 63 == 0 ? 1 : -1 }
            return
        }
        let part = min(turnLeft, step / radius)
        heading += side * part
        turnLeft -= part
        if turnLeft < 1e-9 { turnLeft = 0 }
    }

    private mutating func move(_ step: Double) {
        let moved = Self.shifted(latitude: latitude, longitude: longitude, east: step * eastward, north: step * northward)
        latitude = moved.latitude
        longitude = moved.longitude
    }

    /// The true place moved by an error of metres.
    func place(east: Double = 0, north: Double = 0) -> Coordinate? {
        let moved = Self.shifted(latitude: latitude, longitude: longitude, east: east, north: north)
        return Coordinate(latitude: moved.latitude, longitude: moved.longitude)
    }

    static func course(east: Double, north: Double) -> Course {
        let degrees = atan2(east, north) * 180 / .pi
        return .degrees(degrees < 0 ? degrees + 360 : degrees)
    }

    private static func shifted(
        latitude: Double, longitude: Double, east: Double, north: Double
    ) -> (latitude: Double, longitude: Double) {
        let radians = latitude * .pi / 180
        let w = 1 - eccentricitySquared * sin(radians) * sin(radians)
        let meridian = equator * (1 - eccentricitySquared) / (w * w.squareRoot())
        let parallel = equator / w.squareRoot() * cos(radians)
        var moved = longitude + east / parallel * 180 / .pi
        if moved > 180 { moved -= 360 } else if moved < -180 { moved += 360 }
        return (latitude + north / meridian * 180 / .pi, moved)
    }
}
