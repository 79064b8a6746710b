import Glibc
import Quantities

/// What an optical sensor and an accelerometer gave on a real person, for a ``SimulatedBody`` to feel once more, at any instant: between two
/// values lies a straight line, and after the end it begins again.
///
/// Optical recordings come in any unit, with or without their level. The chips need light as a share of its level: see ``light(at:)``.
public struct BodyRecording: Sendable {
    /// Values at instants, both in order.
    private struct Track: Sendable {
        var times: [Double] = []
        var values: [SIMD3<Double>] = []

        mutating func append(_ value: SIMD3<Double>, at time: Double) {
            guard time.isFinite, value.x.isFinite, value.y.isFinite, value.z.isFinite, time > times.last ?? -.infinity else { return }
            times.append(time)
            values.append(value)
        }

        /// On the line between the two values around an instant; the first or last value outside all of them.
        func value(at time: Double) -> SIMD3<Double>? {
            guard let first = times.first, let last = times.last else { return nil }
            guard time > first else { return values.first }
            guard time < last else { return values.last }
            // The first index whose time is later: there is one, and one before it.
            var low = 1, high = times.count - 1
            while low < high {
                let middle = (low + high) / 2
                if times[middle] > time { high = middle } else { low = middle + 1 }
            }
            let share = (time - times[low - 1]) / (times[low] - times[low - 1])
            return values[low - 1] + (values[low] - values[low - 1]) * share
        }
    }

    /// A level is believed if the light varies about it by no more than this share of it; a wrist that walks reaches 0.18.
    private static let greatestVariation = 0.25
    /// The share by which the light varies if the level is not known: as at a wrist at rest.
    private static let usualVariation = 0.01
    /// g. What a still arm feels.
    private static let still = SIMD3(0.0, 0, 1)

    private var optical = Track()
    private var felt = Track()
    private let begin: Double
    /// How long it is.
    public let duration: Duration
    private let length: Double

    /// A recording of columns of equal length; rows whose time does not grow and values that are no numbers are left out. Nil if nothing is
    /// left that lasts.
    /// - Parameters:
    ///   - seconds: when each row was taken.
    ///   - light: what came back to the optical sensor, in any unit; nil: there was none.
    ///   - acceleration: in g; nil: there was none, and the arm is still.
    public init?(seconds: [Double], light: [Double]?, acceleration: [SIMD3<Double>]?) {
        for (row, time) in seconds.enumerated() {
            if let light, row < light.count { optical.append(SIMD3(light[row], 0, 0), at: time) }
            if let acceleration, row < acceleration.count { felt.append(acceleration[row], at: time) }
        }
        let times = [optical.times, felt.times].filter { !$0.isEmpty }
        guard let begin = times.compactMap(\.first).min(), let end = times.compactMap(\.last).max(), end - begin > 0, end - begin < 1e9
        else { return nil }
        self.begin = begin
        length = end - begin
        duration = .seconds(length)
        optical.values = Self.shares(optical.values)
    }

    /// The light as shares of its level. Where a level is recorded, it is the mean; where it is not, because the sensor or the file has only
    /// what changes, the light is made to vary by a hundredth.
    private static func shares(_ values: [SIMD3<Double>]) -> [SIMD3<Double>] {
        guard !values.isEmpty else { return values }
        let count = Double(values.count)
        let mean = values.reduce(0) { $0 + $1.x } / count
        let deviation = (values.reduce(0) { $0 + ($1.x - mean) * ($1.x - mean) } / count).squareRoot()
        let isLevel = values.allSatisfy { $0.x > 0 } && deviation <= greatestVariation * mean
        let unit = isLevel ? 1 / mean : deviation > 0 ? usualVariation / deviation : 0
        return values.map { SIMD3(max(0, 1 + ($0.x - mean) * unit), 0, 0) }
    }

    /// The light that comes back, as a share of its level, some time after the beginning; 1 if none was recorded.
    func light(at time: Duration) -> Double { optical.value(at: place(time))?.x ?? 1 }

    /// What an accelerometer feels, in g, some time after the beginning; a still arm if none was recorded.
    func acceleration(at time: Duration) -> SIMD3<Double> { felt.value(at: place(time)) ?? Self.still }

    private func place(_ time: Duration) -> Double {
        begin + max(0, time.inSeconds).truncatingRemainder(dividingBy: length)
    }
}
