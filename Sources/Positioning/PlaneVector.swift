/// East and north components in a local plane: metres, or metres per second for a velocity. Bare numbers, because it never leaves this room.
struct PlaneVector: Hashable, Sendable {
    var east: Double
    var north: Double

    static let zero = PlaneVector(east: 0, north: 0)

    var length: Double { (east * east + north * north).squareRoot() }
    var squaredLength: Double { east * east + north * north }

    func dot(_ other: PlaneVector) -> Double { east * other.east + north * other.north }

    static func + (a: PlaneVector, b: PlaneVector) -> PlaneVector { PlaneVector(east: a.east + b.east, north: a.north + b.north) }
    static func - (a: PlaneVector, b: PlaneVector) -> PlaneVector { PlaneVector(east: a.east - b.east, north: a.north - b.north) }
    static func * (a: PlaneVector, factor: Double) -> PlaneVector { PlaneVector(east: a.east * factor, north: a.north * factor) }
}
