import Quantities

/// The point of a track at which a kilometre or mile was full.
public struct TrackMark: Hashable, Sendable {
    /// How many kilometres or miles.
    public let number: Int
    /// Where, between two places by even pace.
    public let point: DrawingPoint
}

extension TrackMark {
    /// The marks of a track. One that was full where no place is shown has none; where there would be too many, only every second, fifth,
    /// tenth ... is there.
    static func marks(_ pieces: TrackPieces, in frame: TrackFrame, inMiles: Bool, most: Int) -> [TrackMark] {
        let unit = inMiles ? Distance.metersPerMile : 1000
        let longest = pieces.pieces.joined().lazy.map(\.distance).filter(\.isFinite).max() ?? .zero
        let all = min(longest.meters / unit, 1e12)
        guard most > 0, all >= 1 else { return [] }
        var step = 1.0, factors = 0
        while all / step > Double(most) {
            step *= factors % 3 == 1 ? 2.5 : 2
            factors += 1
        }
        var marks: [TrackMark] = [], next = step
        for piece in pieces.pieces {
            for (a, b) in zip(piece, piece.dropFirst()) {
                let from = a.distance.meters / unit, to = b.distance.meters / unit
                guard from.isFinite, to.isFinite, to > from, to >= next else { continue }
                // What was full before this line was so where nothing is shown.
                if next < from { next = (from / step).rounded(.up) * step }
                guard next <= to else { continue }
                let start = frame.point(of: a.position), end = frame.point(of: b.position)
                while next <= to {
                    let share = min(max((next - from) / (to - from), 0), 1)
                    let point = DrawingPoint(x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y))
                    marks.append(TrackMark(number: Int(rounding: next), point: point))
                    next += step
                }
            }
        }
        return marks
    }
}
