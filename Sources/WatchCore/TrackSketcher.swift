import Quantities
import ScreenModels

/// Keeps the shape of a track in at most 64 points: when they are full every second one is dropped and the spacing doubles.
struct TrackSketcher: Sendable {
    private var latitudes: [Double] = [], longitudes: [Double] = []
    private var skip = 1, waiting = 0
    /// Points at which a lap begins, the first in the lowest bit, and whether the next one does.
    private var lapMarks: UInt64 = 0, isLapDue = false
    private(set) var sketch = TrackSketch()

    init() {
        latitudes.reserveCapacity(64)
        longitudes.reserveCapacity(64)
    }

    mutating func restart() {
        latitudes.removeAll(keepingCapacity: true)
        longitudes.removeAll(keepingCapacity: true)
        (skip, waiting, lapMarks, isLapDue) = (1, 0, 0, false)
        sketch = TrackSketch()
    }

    /// A lap begins: the next point is marked.
    mutating func markLap() { isLapDue = true }

    mutating func add(_ place: Coordinate) {
        waiting += 1
        guard waiting >= skip else { return }
        waiting = 0
        if latitudes.count == 64 {
            for i in 0..<32 {
                latitudes[i] = latitudes[2 * i]
                longitudes[i] = longitudes[2 * i]
            }
            latitudes.removeLast(32)
            longitudes.removeLast(32)
            lapMarks = Self.halved(lapMarks)
            skip *= 2
        }
        if isLapDue, latitudes.count > 0 {
            lapMarks |= 1 << UInt64(latitudes.count)
            isLapDue = false
        }
        latitudes.append(place.latitude)
        longitudes.append(place.longitude)
        draw()
    }

    /// The marks of every second point; one of a point that is dropped goes to the one before.
    private static func halved(_ marks: UInt64) -> UInt64 {
        var kept: UInt64 = 0
        for i in 0..<32 where marks >> UInt64(2 * i) & 3 != 0 { kept |= 1 << UInt64(i) }
        return kept & ~1
    }

    /// Scales the points into the unit box. The east–west scale is that of the first latitude; a track across the date line is
    /// unwrapped at its first point.
    private mutating func draw() {
        guard let lat0 = latitudes.first, let lon0 = longitudes.first else { return }
        let shrink = max(0.01, Self.cosine(ofDegrees: lat0))
        var (west, east, south, north) = (0.0, 0.0, 0.0, 0.0)
        for i in latitudes.indices {
            let x = Self.unwrap(longitudes[i] - lon0) * shrink, y = latitudes[i] - lat0
            (west, east, south, north) = (min(west, x), max(east, x), min(south, y), max(north, y))
        }
        let span = max(east - west, north - south, 1e-5)
        sketch.count = UInt8(latitudes.count)
        sketch.lapMarks = lapMarks
        sketch.span = .meters(span * 111_195)
        let marginX = (span - (east - west)) / 2, marginY = (span - (north - south)) / 2
        for i in latitudes.indices {
            let x = Self.unwrap(longitudes[i] - lon0) * shrink, y = latitudes[i] - lat0
            sketch.x[i] = UInt8(rounding: (x - west + marginX) / span * 255)
            sketch.y[i] = UInt8(rounding: (north - y + marginY) / span * 255)
        }
    }

    private static func unwrap(_ degrees: Double) -> Double { degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees }

    /// Cosine by its series, to 1e-4 within ±90°: enough for a picture, and no C library in the pure core.
    static func cosine(ofDegrees degrees: Double) -> Double {
        let x = degrees * Double.pi / 180, q = x * x
        return 1 - q / 2 * (1 - q / 12 * (1 - q / 30 * (1 - q / 56)))
    }
}
