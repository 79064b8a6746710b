import Glibc
import Quantities

/// The lines of a track for a page, all of a colour in one path.
struct TrackLines {
    /// A colour and the path data of its lines.
    let colours: [(colour: TrackColour, path: String)]
    /// The path data of all lines, whatever their colour.
    let edge: String

    private struct Line {
        var colour: TrackColour
        var points: [DrawingPoint]
        var length = 0.0
    }

    /// - Parameters:
    ///   - shortest: units. A stretch that is shorter has the colour of the one before; a piece that is shorter is left out.
    ///   - tolerance: how far lines that were joined may be from their corners, units.
    ///   - mostPieces: of more pieces the shortest are left out.
    init(_ drawing: TrackDrawing, shortest: Double, tolerance: Double = 0, mostPieces: Int = .max) {
        var pieces: [[Line]] = []
        for stretch in drawing.stretches {
            let length = zip(stretch.points, stretch.points.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
            if stretch.startsPiece || pieces.isEmpty {
                pieces.append([Line(colour: stretch.colour, points: stretch.points, length: length)])
                continue
            }
            let piece = pieces.count - 1, last = pieces[piece].count - 1
            if pieces[piece][last].colour == stretch.colour || length < shortest {
                pieces[piece][last].points += stretch.points.dropFirst()
                pieces[piece][last].length += length
            } else {
                pieces[piece].append(Line(colour: stretch.colour, points: stretch.points, length: length))
            }
        }
        if shortest > 0, pieces.count > 1 {
            let whole = pieces
            pieces.removeAll { $0.reduce(0) { $0 + $1.length } < shortest }
            if pieces.isEmpty { pieces = [whole[0]] }
        }
        let shortestPiece = Self.shortest(of: pieces, within: mostPieces)
        pieces.removeAll { $0.reduce(0) { $0 + $1.length } < shortestPiece }
        var paths: [TrackColour: String] = [:], order: [TrackColour] = [], edge = ""
        for line in pieces.joined() {
            let points = tolerance > 0 ? LineSimplification.simplified(line.points[...], tolerance: tolerance) : line.points
            let path = PathText.text(points)
            if paths[line.colour] == nil { order.append(line.colour) }
            paths[line.colour, default: ""] += path
            edge += path
        }
        // Each colour has its place, so that the same track gives the same page.
        colours = order.map { ($0, paths[$0] ?? "") }
        self.edge = edge
    }

    /// How long a piece must be to be among so many of the longest.
    private static func shortest(of pieces: [[Line]], within most: Int) -> Double {
        guard pieces.count > most, most > 0 else { return 0 }
        let lengths = pieces.map { $0.reduce(0) { $0 + $1.length } }.sorted(by: >)
        return lengths[most - 1]
    }
}

extension TrackPieces {
    /// Every second, fourth ... place, and the ends of each piece.
    func thinned(_ every: Int) -> TrackPieces {
        var thinned = TrackPieces()
        for piece in pieces {
            for (index, place) in piece.enumerated() where index % every == 0 || index == piece.count - 1 {
                thinned.add(place, startsPiece: index == 0)
            }
        }
        return thinned
    }
}
