import Quantities
import RunCore

/// The colours of a track by speed, a step for each line between two places.
///
/// Speed is what the run's distance grew by in about ten seconds, longer ones in long runs, so that neither the receiver's noise nor the
/// length of a run makes a drawing of confetti. The slowest and the fastest twentieth of the lines have the colours of the ends.
struct TrackSpeeds {
    /// The window over which a speed is taken.
    private static let window: UInt32 = 10_000
    /// A run is no longer than so many windows.
    private static let mostWindows: UInt32 = 360
    /// Steps of colour.
    static let steps = 12
    /// What counts as the slowest and the fastest speed, as shares of all lines.
    private static let ends = (slow: 0.05, fast: 0.95)

    /// Speeds that differ by less are the same: a log counts millimetres, and a window is ten seconds.
    private static let leastSpan = Speed.metersPerSecond(0.01)

    private let window: UInt32
    /// The slowest and the fastest speed; equal where they do not differ or none is known.
    let slowest: Speed, fastest: Speed

    init(_ pieces: TrackPieces) {
        let first = pieces.pieces.first?.first?.time ?? .start, last = pieces.pieces.last?.last?.time ?? .start
        let window = max(Self.window, last.millisecondsSince(first) / Self.mostWindows)
        self.window = window
        let speeds = pieces.pieces.flatMap { Self.speeds($0, over: window).compactMap(\.self) }.sorted()
        func speed(at share: Double) -> Speed {
            guard let most = speeds.indices.last else { return .zero }
            return speeds[min(Int(rounding: share * Double(most)), most)]
        }
        let ends = (slow: speed(at: Self.ends.slow), fast: speed(at: Self.ends.fast))
        (slowest, fastest) = ends.fast - ends.slow >= Self.leastSpan ? ends : (ends.slow, ends.slow)
    }

    /// The colours of a piece: of each place's line to the next.
    func colours(_ piece: [TrackPlace]) -> [TrackColour] {
        let span = fastest - slowest
        var level: Int?
        return Self.speeds(piece, over: window).map { speed in
            guard let speed, span > .zero else { return .middle }
            let share = min(max((speed - slowest) / span, 0), 1) * Double(Self.steps)
            // A speed at the edge of two steps does not go back and forth between them: a step is left for good.
            if let held = level, abs(share - (Double(held) + 0.5)) <= 1 { return colour(held) }
            let next = min(Int(rounding: share.rounded(.down)), Self.steps - 1)
            level = next
            return colour(next)
        }
    }

    /// The colour of a step, the first and the last being those of the slowest and the fastest speed.
    private func colour(_ step: Int) -> TrackColour {
        let share = Double(step) / Double(Self.steps - 1)
        return TrackColour(of: slowest + (fastest - slowest) * share, slowest: slowest, fastest: fastest)
    }

    /// The speed of each place's line to the next, over the places within a window around the middle of the line; nil where none is known.
    private static func speeds(_ piece: [TrackPlace], over window: UInt32) -> [Speed?] {
        guard piece.count > 1 else { return [] }
        var from = 0, to = 1
        return (0..<piece.count - 1).map { index in
            // Twice the middle, so that it is a whole number.
            let middle = UInt64(piece[index].time.milliseconds) + UInt64(piece[index + 1].time.milliseconds)
            while from < index, 2 * UInt64(piece[from].time.milliseconds) + UInt64(window) < middle { from += 1 }
            to = max(to, index + 1)
            while to + 1 < piece.count, 2 * UInt64(piece[to + 1].time.milliseconds) <= middle + UInt64(window) { to += 1 }
            let milliseconds = piece[to].time.millisecondsSince(piece[from].time), grown = piece[to].distance - piece[from].distance
            guard milliseconds > 0, grown.isFinite, grown >= .zero else { return nil }
            return .metersPerSecond(grown.meters / (Double(milliseconds) / 1000))
        }
    }
}
