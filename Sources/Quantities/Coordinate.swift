/// A place on the WGS-84 ellipsoid, in degrees. A receiver may report any number: ``isPlausible`` says whether to believe it.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, −90...90 when plausible.
    public var latitude: Double
    /// Degrees east of Greenwich, −180...180 when plausible.
    public var longitude: Double

    /// Wraps two finite numbers of degrees; nil if one is NaN or infinite.
    @inlinable public init?(latitude: Double, longitude: Double) {
        guard latitude.isFinite, longitude.isFinite else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// False outside the ranges, and within 0.0001° of 0° N 0° E, which receivers and gpsd report instead of "unknown" (faults A1, A2).
    @inlinable public var isPlausible: Bool {
        abs(latitude) <= 90 && abs(longitude) <= 180 && !(abs(latitude) < 1e-4 && abs(longitude) < 1e-4)
    }
}
