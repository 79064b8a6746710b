import Quantities
import RunCore
import ScreenModels

/// Draws the track of a run from the records of its log, as the live run drew it.
public struct TrackReading: Sendable {
    private var sketcher = TrackSketcher()

    /// Without a record.
    public init() {}

    /// Takes the next record.
    public mutating func take(_ record: RunRecord) {
        switch record {
        case .sample(let sample):
            guard sample.flags.contains(.hasFix), !sample.flags.contains(.isPaused), let place = sample.position else { return }
            sketcher.add(place)
        case .event(let event): if case .lap = event.kind { sketcher.markLap() }
        default: break
        }
    }

    /// The track so far.
    public var sketch: TrackSketch { sketcher.sketch }
}
