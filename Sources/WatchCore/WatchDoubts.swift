import Positioning
import Quantities
import RunCore
import ScreenModels

// A part that speaks, but that others prove wrong: a receiver that repeats one place while its wearer runs, a step sensor that says 0.
extension Watch {
    /// Names the part when the doubt begins, and when it is over. The receiver's own speed has no name on the screen: positions take its
    /// place, and the run is told nothing wrong.
    mutating func tellDoubts(at now: MonotonicInstant) {
        let present = session.phase.isRecording ? session.place?.witnesses.doubted : nil
        guard present != doubted else { return }
        if let part = doubted.flatMap(Self.part), part != present.flatMap(Self.part) {
            session.take(part, .working, at: now, into: &outputs)
            if session.phase.isRecording { showMessage(.sensorBack(part), for: .seconds(3), at: now) }
        }
        if let part = present.flatMap(Self.part), part != doubted.flatMap(Self.part) {
            session.take(part, .failed, at: now, into: &outputs)
            showMessage(.sensorDoubted(part), for: .seconds(5), at: now)
        }
        doubted = present
        needsRedraw = true
    }

    static func part(of witness: MovementWitness) -> SensorKind? {
        switch witness {
        case .positions: .gps
        case .doppler: nil
        case .strides: .motion
        }
    }
}
