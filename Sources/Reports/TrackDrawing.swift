import Quantities

/// A part of a track in one colour.
public struct TrackStretch: Hashable, Sendable {
    /// Its colour.
    public let colour: TrackColour
    /// The corners of its line, at least one: a place alone is a dot.
    public let points: [DrawingPoint]
    /// True if its first point is not the last one of the stretch before.
    public let startsPiece: Bool

    /// The line as the path data of an SVG (`d`), in tenths of a unit. With round caps a place alone shows as a dot.
    public var path: String { PathText.text(points) }
}

/// A run's way as lines in colours: what a map on a page, and a picture, are drawn from.
///
/// Of the places nothing remains but points of the drawing; the same places give the same drawing.
public struct TrackDrawing: Hashable, Sendable {
    /// The drawing's size; everything lies within it, the margin apart.
    public let size: DrawingSize
    /// The lines, in the order in which they were run. Lines of two pieces are never joined.
    public let stretches: [TrackStretch]
    /// Where each kilometre or mile was full.
    public let marks: [TrackMark]
    /// The first and the last place that are shown; the run itself may have begun and ended where nothing is.
    public let start: DrawingPoint, end: DrawingPoint
    /// A bar that tells the scale, at most a quarter of the width long.
    public let scaleBar: ScaleBar?
    /// The speeds that the colours of the ends stand for; nil if all of the track has one colour because they do not differ.
    public let speeds: ClosedRange<Speed>?

    /// The drawing of a track in its frame; nil without a place.
    /// - Parameters:
    ///   - tolerance: how far the lines may be from the places, in units.
    ///   - inMiles: marks and bar in miles.
    ///   - mostMarks: of more than this many kilometres or miles only every second, fifth ... is marked.
    public init?(_ pieces: TrackPieces, in frame: TrackFrame, tolerance: Double = 0.5, inMiles: Bool = false, mostMarks: Int = 50) {
        guard let first = pieces.pieces.first?.first, let last = pieces.pieces.last?.last else { return nil }
        size = frame.size
        start = frame.point(of: first.position)
        end = frame.point(of: last.position)
        let colours = TrackSpeeds(pieces)
        speeds = colours.slowest < colours.fastest ? colours.slowest...colours.fastest : nil
        stretches = pieces.pieces.flatMap { Self.stretches($0, colours.colours($0), in: frame, tolerance: tolerance) }
        marks = TrackMark.marks(pieces, in: frame, inMiles: inMiles, most: mostMarks)
        scaleBar = frame.scaleBar(most: frame.size.width / 4, inMiles: inMiles)
    }

    /// The stretches of a piece, of which each begins where the one before ends.
    private static func stretches(
        _ piece: [TrackPlace], _ colours: [TrackColour], in frame: TrackFrame, tolerance: Double
    ) -> [TrackStretch] {
        let points = piece.map { frame.point(of: $0.position) }
        guard let only = colours.first else { return [TrackStretch(colour: .middle, points: points, startsPiece: true)] }
        var stretches: [TrackStretch] = [], from = 0, colour = only
        func end(at index: Int) {
            let line = LineSimplification.simplified(points[from...index], tolerance: tolerance)
            stretches.append(TrackStretch(colour: colour, points: line, startsPiece: from == 0))
        }
        for (index, next) in colours.enumerated() where next != colour {
            end(at: index)
            (from, colour) = (index, next)
        }
        end(at: colours.count)
        return stretches
    }
}
