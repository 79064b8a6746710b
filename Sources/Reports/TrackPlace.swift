import Quantities
import RunCore

/// A moment of a run with its place.
public struct TrackPlace: Hashable, Sendable {
    /// When, on the run's clock.
    public var time: RunTime
    /// How far the runner was, since the start of the run.
    public var distance: Distance
    /// Where.
    public var position: Coordinate

    /// A moment with its place.
    public init(time: RunTime, distance: Distance, position: Coordinate) {
        (self.time, self.distance, self.position) = (time, distance, position)
    }
}

/// The places of a run in pieces, of which no two are joined by a line.
///
/// A piece begins after a pause, after a gap in the receiver's reception, and where the track comes out of what the runner hides: wherever
/// the seconds say ``RunCore/RunSample/Flags/startsSegment``. Seconds of pauses, without a place and with an impossible one are left out.
public struct TrackPieces: Hashable, Sendable {
    /// The pieces, in order; none is empty.
    public private(set) var pieces: [[TrackPlace]] = []
    private var startsPiece = true

    /// No places.
    public init() {}

    /// Takes the next second, as ``RunArchive`` shows it.
    public mutating func take(_ sample: RunSample) {
        if !sample.flags.isDisjoint(with: [.startsSegment, .isPaused]) { startsPiece = true }
        guard !sample.flags.contains(.isPaused), let position = sample.position, position.isPlausible else { return }
        add(TrackPlace(time: sample.time, distance: sample.distance, position: position), startsPiece: startsPiece)
        startsPiece = false
    }

    /// Adds a place.
    /// - Parameter startsPiece: true if no line leads to it from the place before.
    public mutating func add(_ place: TrackPlace, startsPiece: Bool) {
        if startsPiece || pieces.isEmpty { pieces.append([]) }
        pieces[pieces.count - 1].append(place)
    }

    /// True without any place.
    public var isEmpty: Bool { pieces.isEmpty }
}
