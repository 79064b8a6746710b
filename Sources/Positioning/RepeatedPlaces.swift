import Quantities

/// The last places that a receiver has said, to the last bit. A receiver that measures never says the same coordinates again while its
/// wearer moves; one that repeats a place, or two in turn, measures nothing.
struct RepeatedPlaces: Sendable {
    /// How a place stands to those before.
    enum Kind: Sendable {
        /// Not said lately.
        case fresh
        /// The place that was said last.
        case last
        /// One that was said before the last.
        case earlier
    }

    /// m. A receiver that stands and rounds its coordinates changes between neighbours; further apart than this are no neighbours.
    static let rounding = 2.5
    private static let capacity = 4

    private var places = Ring<Coordinate?>(capacity: RepeatedPlaces.capacity, filler: nil)

    mutating func note(_ place: Coordinate) -> Kind {
        if let last = places.last ?? nil {
            if place == last { return .last }
            for i in 0..<places.count where places[i] == place {
                return Ellipsoid.distance(from: last, to: place) > .meters(Self.rounding) ? .earlier : .last
            }
        }
        places.append(place)
        return .fresh
    }
}
