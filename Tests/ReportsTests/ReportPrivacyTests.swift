import Glibc
import Quantities
import RunCore
import SimulatedPeripherals
import Testing

@testable import Reports

@Suite struct ReportPrivacyTests {
    static let seeds: [UInt64] = Array(1...12)

    /// A walk on a plane of some kilometres, and a circle on it that hides places.
    private struct Hidden {
        var run: MadeUpRun
        let center: Coordinate
        let meters: Double

        static let perDegree = 111_195.0

        init(seed: UInt64) {
            var random = SeededRandom(seed: seed)
            let turns = (0..<30).map { _ in Double.random(in: -0.03...0.03, using: &random) }
            meters = Double.random(in: 50...600, using: &random)
            var places: [(Int32, Int32)] = [], heading = Double.random(in: 0...6.28, using: &random), x = 0.0, y = 0.0
            for second in 0..<1500 {
                heading += turns[second / 50]
                x += 3 * cos(heading)
                y += 3 * sin(heading)
                places.append(
                    (Int32(470_000_000 + y / Self.perDegree * 1e7), Int32(85_000_000 + x / (Self.perDegree * cos(47 * .pi / 180)) * 1e7)))
            }
            let middle = places[Int.random(in: 0..<places.count, using: &random)]
            center = RunSample.place(middle)
            run = MadeUpRun(seed)
            run.seconds = places.count
            run.change = { second, sample in (sample.latitudeE7, sample.longitudeE7) = places[second - 1] }
        }

        func hides(_ place: Coordinate) -> Bool {
            let north = (place.latitude - center.latitude) * Self.perDegree
            let east = (place.longitude - center.longitude) * Self.perDegree * cos(center.latitude * .pi / 180)
            return north * north + east * east <= meters * meters
        }
    }

    @Test("No corner of the track, no mark and no place of the cursor lies in what is hidden", arguments: seeds)
    func nothingInside(seed: UInt64) throws {
        let hidden = Hidden(seed: seed), told = hidden.run.told(hides: hidden.hides)
        guard let map = MapMarkup(told.seconds.track, in: .kilometers) else { return }
        let center = map.frame.point(of: hidden.center)
        // A circle that lies out of the frame is out of the drawing.
        guard center.x > 46, center.x < 954, center.y > 46, center.y < 754 else { return }
        // A metre for the round earth, and half a unit for the rounding of places.
        let radius = (hidden.meters - 1) * map.frame.unitsPerMeter - 0.75
        func isOutside(_ point: DrawingPoint) -> Bool { hypot(point.x - center.x, point.y - center.y) >= radius }
        #expect(map.every == 1 && !map.lines.edge.isEmpty)
        #expect(map.drawing.stretches.allSatisfy { $0.points.allSatisfy(isOutside) })
        #expect(isOutside(map.drawing.start) && isOutside(map.drawing.end))
        #expect(map.drawing.marks.allSatisfy { isOutside($0.point) })
        let rows = CurveRows(told.seconds, in: map.frame).rows
        #expect(rows.compactMap(\.point).allSatisfy(isOutside))
        #expect(rows.contains { $0.point == nil })
        // And no line goes through it from one shown place to the next.
        for (a, b) in map.drawing.stretches.flatMap({ zip($0.points, $0.points.dropFirst()).map { ($0, $1) } }) {
            let middle = DrawingPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
            #expect(hypot(middle.x - center.x, middle.y - center.y) >= radius - 2)
        }
    }

    @Test("A page does not depend on the places that are hidden", arguments: seeds)
    func independent(seed: UInt64) {
        let hidden = Hidden(seed: seed)
        var moved = hidden.run
        let change = hidden.run.change
        moved.change = { second, sample in
            change(second, &sample)
            guard let place = sample.position, hidden.hides(place) else { return }
            // Somewhere else within the circle.
            sample.position = Coordinate(
                latitude: 2 * hidden.center.latitude - place.latitude, longitude: 2 * hidden.center.longitude - place.longitude)
        }
        #expect(hidden.run.page(hides: hidden.hides) == moved.page(hides: hidden.hides))
    }

    @Test("A run that is hidden as a whole has no map, and all its figures")
    func allHidden() {
        let page = ParsedPage(MadeUpRun(1).page(hides: { _ in true }))
        #expect(!page.elements.contains { $0.attributes["id"] == "map" })
        #expect(page.text.contains("No position of this run is known or shown.") && page.text.contains("Splits"))
    }
}

extension RunSample {
    /// A place from its tenths of millionths of a degree.
    fileprivate static func place(_ degrees: (Int32, Int32)) -> Coordinate {
        var place = Walk.place(from: 0, 0, bearing: 0, meters: 0)
        (place.latitude, place.longitude) = (Double(degrees.0) / 1e7, Double(degrees.1) / 1e7)
        return place
    }
}
