import Glibc
import Quantities

/// The great-circle distance on a sphere of 6,371,008.8 m, what many programs sum up; for comparison only. Up to 0.56 % off the ellipsoid.
enum Haversine {
    static func distance(from a: Coordinate, to b: Coordinate) -> Distance {
        let radians = Double.pi / 180
        let halfLatitude = sin((b.latitude - a.latitude) * radians / 2), halfLongitude = sin((b.longitude - a.longitude) * radians / 2)
        let square = halfLatitude * halfLatitude + cos(a.latitude * radians) * cos(b.latitude * radians) * halfLongitude * halfLongitude
        return .meters(2 * 6_371_008.8 * asin(min(1, square.squareRoot())))
    }
}
