import Quantities
import ScreenModels
import Testing

@testable import WatchCore

@Suite("The shape of the track")
struct TrackSketcherTests {
    static func sketch(_ places: [(Double, Double)]) -> TrackSketch {
        var sketcher = TrackSketcher()
        for (latitude, longitude) in places {
            if let place = Coordinate(latitude: latitude, longitude: longitude) { sketcher.add(place) }
        }
        return sketcher.sketch
    }

    @Test("A square keeps its sides and is as wide as it is high", arguments: [0.0, 47, -60])
    func square(_ latitude: Double) {
        let north = 0.01, east = 0.01 / TrackSketcher.cosine(ofDegrees: latitude)
        let sketch = Self.sketch([(latitude, 8), (latitude + north, 8), (latitude + north, 8 + east), (latitude, 8 + east)])
        #expect(sketch.count == 4)
        #expect([sketch.x[0], sketch.x[1], sketch.x[2], sketch.x[3]] == [0, 0, 255, 255])
        #expect([sketch.y[0], sketch.y[1], sketch.y[2], sketch.y[3]] == [255, 0, 0, 255])
        #expect(abs(sketch.span.meters - 1112) < 1)
    }

    @Test("However long the run, at most 64 points are kept, the first among them")
    func long() {
        let sketch = Self.sketch((0..<5_000).map { (47 + Double($0) * 1e-5, 8) })
        #expect(sketch.count > 32 && sketch.count <= 64)
        #expect(sketch.y[0] == 255)
        #expect(sketch.x[0] == 127 || sketch.x[0] == 128)
        #expect(sketch.span > .meters(5_300))
        #expect((1..<Int(sketch.count)).allSatisfy { sketch.y[$0] <= sketch.y[$0 - 1] })
    }

    @Test(
        "A lap is marked at the next point, and stays marked there while points are dropped",
        arguments: [(10, 5), (200, 40), (3_000, 1_500)])
    func lapMarks(_ points: Int, _ lapAt: Int) throws {
        var sketcher = TrackSketcher()
        for index in 0..<points {
            if index == lapAt { sketcher.markLap() }
            if let place = Coordinate(latitude: 47 + Double(index) * 1e-5, longitude: 8) { sketcher.add(place) }
        }
        let sketch = sketcher.sketch
        try #require(sketch.lapMarks.nonzeroBitCount == 1)
        let mark = sketch.lapMarks.trailingZeroBitCount
        #expect(mark < Int(sketch.count))
        // North is up: the share of the way that the point has behind it.
        let share = Double(255 - sketch.y[mark]) / 255
        #expect(abs(share - Double(lapAt) / Double(points)) < 0.06)
        sketcher.restart()
        #expect(sketcher.sketch.lapMarks == 0)
    }

    @Test("The first point is the start and never a lap, and many laps leave no mark outside the points")
    func manyLaps() {
        var sketcher = TrackSketcher()
        for index in 0..<1_000 {
            sketcher.markLap()
            if let place = Coordinate(latitude: 47 + Double(index) * 1e-5, longitude: 8) { sketcher.add(place) }
            #expect(sketcher.sketch.lapMarks & 1 == 0)
            #expect(sketcher.sketch.count == 64 || sketcher.sketch.lapMarks >> UInt64(sketcher.sketch.count) == 0)
        }
    }

    @Test(
        "A track across the date line, one at the pole and one that stands are drawn without a trap",
        arguments: [
            [(0.0, 179.999), (0, -179.999)], [(90, 0), (89.999, 0)], [(47, 8), (47, 8), (47, 8)],
        ])
    func odd(_ places: [(Double, Double)]) {
        let sketch = Self.sketch(places)
        #expect(Int(sketch.count) == places.count)
        #expect(sketch.span < .meters(23_000))
    }

    @Test("The cosine is good enough for a picture", arguments: [(0.0, 1.0), (60, 0.5), (-60, 0.5), (90, 0), (45, 0.70710678)])
    func cosine(_ degrees: Double, _ expected: Double) {
        #expect(abs(TrackSketcher.cosine(ofDegrees: degrees) - expected) < 1e-4)
    }
}
