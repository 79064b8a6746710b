import Quantities

/// A point of a drawing: units from the left and from the top.
public struct DrawingPoint: Hashable, Sendable {
    /// Units from the left edge.
    public var x: Double
    /// Units from the upper edge.
    public var y: Double

    /// A point.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// The size of a drawing, in its own units.
public struct DrawingSize: Hashable, Sendable {
    /// Units from left to right.
    public var width: Double
    /// Units from top to bottom.
    public var height: Double

    /// A size.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

/// How the places of a run become points of a drawing: north up, the whole track in the middle, as large as the margin lets it be.
///
/// A frame knows where the run was. It is for making drawings and is not part of one.
public struct TrackFrame: Sendable {
    /// The drawing's size.
    public let size: DrawingSize
    /// How long a metre is drawn, in units.
    public let unitsPerMeter: Double
    private let projection: TrackProjection
    private let middle: PlanePoint
    private let margin: Double

    /// The least that the shorter side of a drawing shows: a runner who stands is not drawn as one who roams.
    public static let leastExtent = Distance.meters(100)

    /// The frame of a track; nil if it has no place, or the size is none.
    /// - Parameter margin: units that stay free at each edge; at most a third of the shorter side is taken.
    public init?(_ pieces: TrackPieces, size: DrawingSize, margin: Double) {
        let shorter = min(size.width, size.height)
        guard size.width.isFinite, size.height.isFinite, shorter > 0, let projection = TrackProjection(pieces) else { return nil }
        self.size = size
        self.projection = projection
        let margin = margin > 0 ? min(margin, shorter / 3) : 0
        self.margin = margin
        var east = (least: Double.infinity, most: -Double.infinity), north = east
        for place in pieces.pieces.joined() {
            let point = projection.point(of: place.position)
            east = (min(east.least, point.east), max(east.most, point.east))
            north = (min(north.least, point.north), max(north.most, point.north))
        }
        middle = PlanePoint(east: (east.least + east.most) / 2, north: (north.least + north.most) / 2)
        unitsPerMeter = min(
            (shorter - 2 * margin) / Self.leastExtent.meters, (size.width - 2 * margin) / (east.most - east.least),
            (size.height - 2 * margin) / (north.most - north.least))
    }

    /// The point of a place of the track. Other places may lie outside of the drawing; they come to lie on its margin.
    public func point(of position: Coordinate) -> DrawingPoint {
        let point = projection.point(of: position)
        let x = size.width / 2 + (point.east - middle.east) * unitsPerMeter
        let y = size.height / 2 - (point.north - middle.north) * unitsPerMeter
        return DrawingPoint(x: min(max(x, margin), size.width - margin), y: min(max(y, margin), size.height - margin))
    }

    /// The bar that tells the drawing's scale.
    /// - Parameter most: units that it may be long.
    public func scaleBar(most: Double, inMiles: Bool = false) -> ScaleBar? {
        ScaleBar(unitsPerMeter: unitsPerMeter, most: most, inMiles: inMiles)
    }
}
