import Glibc
import Quantities
import RunCore
import SimulatedPeripherals

@testable import Reports

/// A random walk of some kilometres in pieces.
struct Walk {
    var places: [TrackPlace] = []
    var startsPiece: [Bool] = []

    init(_ random: inout SeededRandom) {
        let latitude = 160 * random.uniform() - 80, longitude = 360 * random.uniform() - 180
        var east = 0.0, north = 0.0, course = 0.0, meters = 0.0
        for second in 0..<600 + Int(random.uniform() * 2000) {
            course += 0.2 * random.gaussian()
            let isGap = random.uniform() < 0.005, speed = (isGap ? 200 : 1) * (3 + random.gaussian())
            east += speed * sin(course)
            north += speed * cos(course)
            meters += abs(speed)
            let bearing = atan2(east, north) * 180 / .pi
            let position = Self.place(from: latitude, longitude, bearing: bearing, meters: (east * east + north * north).squareRoot())
            places.append(TrackPlace(time: RunTime(milliseconds: UInt32(second) * 1000), distance: .meters(meters), position: position))
            startsPiece.append(isGap)
        }
    }

    var pieces: TrackPieces { turned(by: 0) }

    /// The walk elsewhere on its parallel.
    func turned(by degrees: Double) -> TrackPieces {
        var pieces = TrackPieces()
        for (place, starts) in zip(places, startsPiece) {
            var place = place
            place.position.longitude += degrees
            if place.position.longitude > 180 { place.position.longitude -= 360 }
            if place.position.longitude < -180 { place.position.longitude += 360 }
            pieces.add(place, startsPiece: starts)
        }
        return pieces
    }

    /// Places a second and three metres apart, in one piece.
    static func pieces(_ positions: [Coordinate]) -> TrackPieces {
        var pieces = TrackPieces()
        for (index, position) in positions.enumerated() {
            let time = RunTime(milliseconds: UInt32(index) * 1000)
            pieces.add(TrackPlace(time: time, distance: .meters(Double(index) * 3), position: position), startsPiece: false)
        }
        return pieces
    }

    /// Where one comes to on a great circle of a sphere.
    static func place(from latitude: Double, _ longitude: Double, bearing: Double, meters: Double) -> Coordinate {
        let radians = Double.pi / 180, way = meters / TrackProjection.earthRadius
        let start = latitude * radians, course = bearing * radians
        let end = asin(min(max(sin(start) * cos(way) + cos(start) * sin(way) * cos(course), -1), 1))
        let turn = atan2(sin(course) * sin(way) * cos(start), cos(way) - sin(start) * sin(end))
        var east = longitude + turn / radians
        if east > 180 { east -= 360 }
        if east < -180 { east += 360 }
        guard let place = Coordinate(latitude: end / radians, longitude: east) else { preconditionFailure("a way from nowhere") }
        return place
    }
}

extension DrawingPoint {
    func distance(to other: DrawingPoint) -> Double { ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot() }
}

extension [DrawingPoint] {
    /// The square of the distance of a point from a line through these.
    func squaredDistance(to point: DrawingPoint) -> Double {
        guard count > 1, let first else { return first.map { LineSimplification.squaredDistance(point, $0, $0) } ?? .infinity }
        return zip(self, dropFirst()).map { LineSimplification.squaredDistance(point, $0, $1) }.min()
            ?? LineSimplification.squaredDistance(point, first, first)
    }
}

extension TrackDrawing {
    /// All points that it holds.
    var points: [DrawingPoint] { line + marks.map(\.point) + [start, end] }
    /// The points of its lines.
    var line: [DrawingPoint] { stretches.flatMap(\.points) }

    /// The lines of its pieces, whatever their colours.
    var pieces: [[DrawingPoint]] {
        stretches.reduce(into: []) { pieces, stretch in
            if stretch.startsPiece || pieces.isEmpty {
                pieces.append(stretch.points)
            } else {
                pieces[pieces.count - 1] += stretch.points.dropFirst()
            }
        }
    }

    /// The colour of the first line that crosses a column.
    func colour(at x: Double) -> TrackColour? {
        stretches.first { stretch in
            (stretch.points.map(\.x).min() ?? .infinity) <= x && (stretch.points.map(\.x).max() ?? -.infinity) >= x
        }?.colour
    }
}
