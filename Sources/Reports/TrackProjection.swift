import Glibc
import Quantities

/// Metres east and north of the middle of a track.
struct PlanePoint: Hashable, Sendable {
    var east: Double
    var north: Double
}

/// Places as points of a plane that touches the earth in the middle of a track: the azimuthal equidistant projection of a sphere.
///
/// Around its middle it is the flat map that anyone would draw; unlike degrees that are scaled by the cosine of the latitude, it holds
/// at the poles, and the date line is no place of its own. North is up in the middle. A sphere instead of the ellipsoid makes lengths wrong
/// by up to 0.6 %, less than the width of a line.
struct TrackProjection: Hashable, Sendable {
    /// The earth's mean radius R₁ in metres (Moritz, Geodetic Reference System 1980).
    static let earthRadius = 6_371_008.8

    private let sinLatitude: Double
    private let cosLatitude: Double
    private let longitude: Double

    /// The projection about the middle of places; nil without any.
    init?(_ pieces: TrackPieces) {
        guard let first = pieces.pieces.first?.first else { return nil }
        var x = 0.0, y = 0.0, z = 0.0, count = 0.0
        for place in pieces.pieces.joined() {
            let (latitude, longitude) = Self.radians(place.position)
            x += cos(latitude) * cos(longitude)
            y += cos(latitude) * sin(longitude)
            z += sin(latitude)
            count += 1
        }
        // Places all around the earth have no middle.
        let hasMiddle = (x * x + y * y + z * z).squareRoot() > count * 1e-6
        let middle = hasMiddle ? (latitude: atan2(z, (x * x + y * y).squareRoot()), longitude: atan2(y, x)) : Self.radians(first.position)
        (sinLatitude, cosLatitude, longitude) = (sin(middle.latitude), cos(middle.latitude), middle.longitude)
    }

    /// The point of a place.
    func point(of position: Coordinate) -> PlanePoint {
        let (latitude, place) = Self.radians(position)
        let sine = sin(latitude), cosine = cos(latitude), turn = cos(place - longitude)
        let east = cosine * sin(place - longitude)
        let north = cosLatitude * sine - sinLatitude * cosine * turn
        let length = (east * east + north * north).squareRoot()
        let angle = atan2(length, sinLatitude * sine + cosLatitude * cosine * turn)
        let scale = Self.earthRadius * (length > 0 ? angle / length : 1)
        return PlanePoint(east: east * scale, north: north * scale)
    }

    private static func radians(_ position: Coordinate) -> (latitude: Double, longitude: Double) {
        (min(max(position.latitude, -90), 90) * .pi / 180, position.longitude.remainder(dividingBy: 360) * .pi / 180)
    }
}
