import Quantities
import SimulatedPeripherals

/// Which columns of a recording hold light and acceleration.
public struct RecordingColumns: Hashable, Sendable {
    /// The unit of the acceleration columns.
    public enum AccelerationUnit: String, CaseIterable, Sendable {
        /// Thousandths of standard gravity.
        case milligravity = "mg"
        /// Standard gravity.
        case gravity = "g"
    }

    /// Optical columns; empty to take the first known one (`ppg`, `ppg1`, `ppg_green`, `green`, `r`).
    public var optical: [String]
    /// Acceleration columns x, y, z; empty to take `ax_mg,ay_mg,az_mg`, `ax_g,…` or `ax,ay,az` where there are any.
    public var axes: [String]
    /// Unit of the acceleration columns; nil to take it from their names, `_mg` or not.
    public var unit: AccelerationUnit?

    /// Columns by name; the defaults fit recordings in the project's own format.
    public init(optical: [String] = [], axes: [String] = [], unit: AccelerationUnit? = nil) {
        self.optical = optical
        self.axes = axes
        self.unit = unit
    }

    /// The names of the optical columns, at most three; empty if none is named and none is known.
    public func opticalNames(_ recording: Recording) throws(BenchmarkFailure) -> [String] {
        if !optical.isEmpty { return Array(optical.prefix(PPGSample.maximumChannels)) }
        let known = ["ppg", "ppg1", "ppg_green", "green", "r"]
        return known.first { recording.names.contains($0) }.map { [$0] } ?? []
    }

    /// The acceleration of each row in g; nil if there is none.
    public func acceleration(_ recording: Recording) throws(BenchmarkFailure) -> [SIMD3<Double>]? {
        var names = axes
        for known in [["ax_mg", "ay_mg", "az_mg"], ["ax_g", "ay_g", "az_g"], ["ax", "ay", "az"]]
        where names.isEmpty && recording.names.contains(known[0]) { names = known }
        guard names.count == 3 else { return nil }
        let x = try recording.column(names[0]), y = try recording.column(names[1]), z = try recording.column(names[2])
        let isMilli = unit.map { $0 == .milligravity } ?? names[0].hasSuffix("_mg")
        let scale = isMilli ? 0.001 : 1
        return x.indices.map { SIMD3(x[$0], y[$0], z[$0]) * scale }
    }
}

extension BodyRecording {
    /// What simulated chips are to feel: the first optical column of a recording, and its acceleration.
    public init(_ recording: Recording, columns: RecordingColumns = RecordingColumns()) throws(BenchmarkFailure) {
        var light: [Double]?
        if let name = try columns.opticalNames(recording).first { light = try recording.column(name) }
        let acceleration = try columns.acceleration(recording)
        guard light != nil || acceleration != nil else {
            throw BenchmarkFailure("\(recording.path) has neither light nor acceleration: name the columns with --ppg and --acc")
        }
        guard let body = BodyRecording(seconds: try recording.times(), light: light, acceleration: acceleration) else {
            throw BenchmarkFailure("\(recording.path) has no two rows with a time and a number in them")
        }
        self = body
    }
}
