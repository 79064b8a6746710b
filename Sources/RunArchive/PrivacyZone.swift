import Glibc
import Quantities

/// A circle in which a run's positions are shown to nobody, such as the one around the runner's home.
///
/// Its description does not say where it lies, which is neither printed nor logged.
public struct PrivacyZone: Hashable, Sendable, CustomStringConvertible {
    /// The middle.
    public let center: Coordinate
    /// How far it reaches, 1...100,000 m.
    public let radius: Distance

    /// How far it reaches, and not where it lies.
    public var description: String { "a privacy zone of \(decimal(radius.meters, 0)) m" }

    /// The radii that a zone may have.
    public static let radii: ClosedRange<Distance> = .meters(1)...(.meters(100_000))

    /// A zone; nil if the middle is no place on the earth, or the radius none of ``radii``.
    public init?(center: Coordinate, radius: Distance) {
        guard center.isPlausible, Self.radii.contains(radius) else { return nil }
        (self.center, self.radius) = (center, radius)
    }

    /// Reads `LATITUDE,LONGITUDE,METRES` in degrees and metres with a decimal point, such as `47.3769,8.5417,200`; blanks around the
    /// numbers are passed over. Nil for anything else.
    public init?(_ text: some StringProtocol) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.number($0) }
        guard numbers.count == 3, let latitude = numbers[0], let longitude = numbers[1], let meters = numbers[2],
            let center = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        self.init(center: center, radius: .meters(meters))
    }

    /// Digits, a sign and a decimal point: no exponent, no hexadecimal, no infinity.
    private static func number(_ text: some StringProtocol) -> Double? {
        var bytes = ArraySlice(text.utf8)
        while bytes.first == 0x20 { bytes.removeFirst() }
        while bytes.last == 0x20 { bytes.removeLast() }
        guard bytes.count <= 24, bytes.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }) else {
            return nil
        }
        return Double(String(decoding: bytes, as: UTF8.self))
    }

    /// The zone as ``init(_:)`` reads it, to seven decimals of a degree (11 mm) and to the millimetre: only for the file that keeps it, and
    /// for a runner who asks.
    public var text: String { "\(decimal(center.latitude, 7)),\(decimal(center.longitude, 7)),\(decimal(radius.meters, 3))" }

    /// True if a position lies in the zone, its edge included: by the great circle on a sphere of the earth's mean radius, which differs from
    /// the ellipsoid by less than 0.6 %.
    public func contains(_ position: Coordinate) -> Bool { Self.meters(center, position) <= radius.meters }

    /// Mean radius of the earth (IUGG 1980), metres.
    private static let earthRadius = 6_371_008.8

    private static func meters(_ a: Coordinate, _ b: Coordinate) -> Double {
        let radians = Double.pi / 180
        let south = a.latitude * radians, north = b.latitude * radians
        let up = sin((north - south) / 2), along = sin((b.longitude - a.longitude) * radians / 2)
        let haversine = up * up + cos(south) * cos(north) * along * along
        return 2 * earthRadius * asin(min(1, haversine.squareRoot()))
    }
}
