import Quantities
import RunCore
import SimulatedPeripherals
import Testing

@testable import Reports

@Suite struct TrackDrawingTests {
    static let seeds: [UInt64] = Array(1...24)
    static let size = DrawingSize(width: 600, height: 400)
    static let margin = 20.0

    // MARK: The frame

    @Test("Everything lies within the margin of the drawing, north is up, and the longer side fills it", arguments: seeds)
    func fits(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let walk = Walk(&random)
        let frame = try #require(TrackFrame(walk.pieces, size: Self.size, margin: Self.margin))
        let drawing = try #require(TrackDrawing(walk.pieces, in: frame))
        let all = drawing.points
        let x = Self.margin - 1e-9...Self.size.width - Self.margin + 1e-9
        let y = Self.margin - 1e-9...Self.size.height - Self.margin + 1e-9
        #expect(all.allSatisfy { x.contains($0.x) && y.contains($0.y) })
        let filled = (
            width: (drawing.line.map(\.x).max() ?? 0) - (drawing.line.map(\.x).min() ?? 0),
            height: (drawing.line.map(\.y).max() ?? 0) - (drawing.line.map(\.y).min() ?? 0)
        )
        // To within the tolerance of the lines.
        #expect(filled.width > Self.size.width - 2 * Self.margin - 2 || filled.height > Self.size.height - 2 * Self.margin - 2)
        let north = try #require(walk.places.max { $0.position.latitude < $1.position.latitude })
        let south = try #require(walk.places.min { $0.position.latitude < $1.position.latitude })
        #expect(frame.point(of: north.position).y < frame.point(of: south.position).y)
    }

    @Test("A track is the same drawing anywhere on its parallel, over the date line too", arguments: seeds)
    func turns(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let walk = Walk(&random)
        let here = try #require(Self.drawing(walk.pieces))
        for degrees in [-180.0, -90, 1, 90, 179.99, 180] {
            let there = try #require(Self.drawing(walk.turned(by: degrees)))
            #expect(there.stretches.count == here.stretches.count)
            #expect(zip(here.points, there.points).allSatisfy { $0.distance(to: $1) < 1e-4 })
            #expect(here.points.count == there.points.count)
        }
    }

    /// Latitudes up to a metre from the pole.
    static let latitudes = [0.0, 30, 47.4, -33.9, 60, 71, 85, 89.999, -89.999, 89.99999]

    @Test("A square of a kilometre is drawn as a square at any latitude", arguments: latitudes)
    func isSquare(latitude: Double) throws {
        // Its corners are given by bearing and way from its middle on a sphere.
        let corners = [45.0, 135, 225, 315].map { Walk.place(from: latitude, 179.999, bearing: $0, meters: 707.107) }
        let pieces = Walk.pieces(corners + [corners[0]])
        let frame = try #require(TrackFrame(pieces, size: Self.size, margin: 0))
        let points = (corners + [corners[0]]).map { frame.point(of: $0) }
        for (a, b) in zip(points, points.dropFirst()) { #expect(abs(a.distance(to: b) - 1000 * frame.unitsPerMeter) < 0.5) }
        #expect(abs(points[0].distance(to: points[2]) - points[1].distance(to: points[3])) < 0.5)
    }

    @Test("A runner who stands is drawn as one, in the middle")
    func stands() throws {
        let place = try #require(Coordinate(latitude: 47, longitude: 8))
        for pieces in [Walk.pieces([place]), Walk.pieces([place, place, place])] {
            let drawing = try #require(Self.drawing(pieces))
            #expect(drawing.points.allSatisfy { $0.distance(to: DrawingPoint(x: 300, y: 200)) < 1e-6 })
            #expect(drawing.stretches.count == 1)
            #expect(drawing.speeds == nil)
        }
        let frame = try #require(TrackFrame(Walk.pieces([place]), size: Self.size, margin: 20))
        #expect(abs(frame.unitsPerMeter - 3.6) < 1e-9, "a hundred metres on the shorter side")
    }

    @Test("Without a place there is no drawing, and none without a size")
    func nothing() throws {
        #expect(TrackFrame(TrackPieces(), size: Self.size, margin: 0) == nil)
        let pieces = Walk.pieces([try #require(Coordinate(latitude: 47, longitude: 8))])
        #expect(TrackFrame(pieces, size: DrawingSize(width: 0, height: 10), margin: 0) == nil)
        #expect(TrackFrame(pieces, size: DrawingSize(width: .nan, height: 10), margin: 0) == nil)
        #expect(TrackFrame(pieces, size: DrawingSize(width: 10, height: .infinity), margin: 0) == nil)
        let frame = try #require(TrackFrame(pieces, size: Self.size, margin: 0))
        #expect(TrackDrawing(TrackPieces(), in: frame) == nil)
    }

    static let hostile: [(Double, Double)] = [
        (1e308, -1e308), (91, 181), (-1e9, 720), (90, 0), (-90, 0), (0, 180), (0, -180), (47, 8),
    ]

    @Test("Impossible places and margins give numbers within the drawing all the same")
    func isTotal() throws {
        let places = Self.hostile.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }
        for margin in [-5, 0, 1e9, .nan] {
            let frame = try #require(TrackFrame(Walk.pieces(places), size: Self.size, margin: margin))
            let drawing = try #require(TrackDrawing(Walk.pieces(places), in: frame, tolerance: .nan))
            #expect(drawing.points.allSatisfy { (0...600).contains($0.x) && (0...400).contains($0.y) })
        }
        var odd = TrackPieces()
        for (index, meters) in [0, .nan, -.infinity, 1e300, 5, .infinity, 1e300].enumerated() {
            let time = RunTime(milliseconds: index == 3 ? 0 : UInt32(index) * 1000)
            odd.add(TrackPlace(time: time, distance: .meters(meters), position: places[index]), startsPiece: false)
        }
        let drawing = try #require(Self.drawing(odd))
        #expect(drawing.marks.count <= 50)
        #expect(drawing.points.allSatisfy { (0...600).contains($0.x) && (0...400).contains($0.y) })
    }

    // MARK: The lines

    @Test("No place lies further from the line than the tolerance, and the line's ends are those of the pieces", arguments: seeds)
    func tolerance(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let walk = Walk(&random), tolerance = [0, 0.3, 2, 25][Int(seed % 4)]
        let frame = try #require(TrackFrame(walk.pieces, size: Self.size, margin: Self.margin))
        let drawing = try #require(TrackDrawing(walk.pieces, in: frame, tolerance: tolerance))
        let lines = drawing.pieces
        try #require(lines.count == walk.pieces.pieces.count, "pieces are never joined and never lost")
        for (line, piece) in zip(lines, walk.pieces.pieces) {
            let points = piece.map { frame.point(of: $0.position) }
            #expect(line.first == points.first)
            #expect(line.last == points.last)
            let furthest = points.map { line.squaredDistance(to: $0) }.max() ?? 0
            #expect(furthest <= (tolerance + 1e-9) * (tolerance + 1e-9))
            #expect(line.count <= points.count + drawing.stretches.count)
        }
    }

    @Test("A hundred thousand places become a line of few corners, also where each is made to be one")
    func isFast() {
        func across(_ index: Int) -> Double { Double(index) / 100 }
        let zigzag = (0..<30_000).map { DrawingPoint(x: across($0), y: $0.isMultiple(of: 2) ? across($0) : -across($0)) }
        let clock = ContinuousClock()
        var kept: [DrawingPoint] = []
        let time = clock.measure { kept = LineSimplification.simplified(zigzag, tolerance: 0.5) }
        #expect(kept.count > 27_000)
        // Seconds in a debug build; without its bound it would be minutes, and hours for a day's run.
        #expect(time < .seconds(60))
        let straight = (0..<100_000).map { DrawingPoint(x: across($0), y: 0) }
        #expect(LineSimplification.simplified(straight, tolerance: 0.5).count < 60)
        #expect(LineSimplification.simplified([DrawingPoint](), tolerance: 1).isEmpty)
    }

    @Test("The same places give the same drawing", arguments: seeds)
    func repeats(seed: UInt64) {
        var random = SeededRandom(seed: seed), again = SeededRandom(seed: seed)
        #expect(Self.drawing(Walk(&random).pieces) == Self.drawing(Walk(&again).pieces))
    }

    // MARK: Colours

    @Test("Slow, middling and fast thirds of a run have the three colours, in a few long stretches")
    func colours() throws {
        // 300 s each at 2, 3 and 4 m/s, straight to the east, with noise of the receiver.
        var random = SeededRandom(seed: 7), places: [TrackPlace] = [], meters = 0.0
        for second in 0..<900 {
            meters += [2.0, 3, 4][second / 300] + 0.5 * random.gaussian()
            let position = Walk.place(from: 47, 8, bearing: 90, meters: meters)
            places.append(TrackPlace(time: RunTime(milliseconds: UInt32(second) * 1000), distance: .meters(meters), position: position))
        }
        var pieces = TrackPieces()
        for place in places { pieces.add(place, startsPiece: false) }
        let drawing = try #require(Self.drawing(pieces))
        // Of the 2,700 m the first third of the time takes 600 and the second 900.
        let inThirds = [0.11, 0.39, 0.8].map { drawing.colour(at: 20 + 560 * $0) }
        #expect(inThirds[0].map { $0.green > 240 && $0.red > 115 } == true, "green")
        #expect(inThirds[1].map { $0.green > 225 && $0.red < 125 } == true, "cyan")
        #expect(inThirds[2].map { $0.green < 225 && $0.red < 90 } == true, "blue")
        #expect(drawing.stretches.count < 250)
        #expect(Set(drawing.stretches.map(\.colour)).count <= TrackSpeeds.steps + 1)
    }

    @Test("A run at an even pace is a line of one colour, whatever the last millimetre does")
    func even() throws {
        var pieces = TrackPieces()
        for second in 0..<900 {
            let meters = (Double(second) * 3.0333).rounded(.down) + Double(second % 7) / 1000
            let time = RunTime(milliseconds: UInt32(second) * 1000)
            let position = Walk.place(from: 47, 8, bearing: 90, meters: meters)
            pieces.add(
                TrackPlace(time: time, distance: .meters(Double(second) * 3.0333 + Double(second % 2) / 1000), position: position),
                startsPiece: false)
        }
        let drawing = try #require(Self.drawing(pieces))
        #expect(drawing.speeds == nil)
        #expect(drawing.stretches.map(\.colour) == [.middle])
    }

    // MARK: Marks and the bar

    @Test("Each kilometre and mile is marked where it was full, between two places, and not where nothing is shown")
    func marks() throws {
        var pieces = TrackPieces()
        func add(_ meters: Double, startsPiece: Bool = false) {
            let position = Walk.place(from: 47, 8, bearing: 90, meters: meters)
            let time = RunTime(milliseconds: UInt32(meters * 300))
            pieces.add(TrackPlace(time: time, distance: .meters(meters), position: position), startsPiece: startsPiece)
        }
        for meters in stride(from: 0.0, through: 1970, by: 30) { add(meters) }
        for meters in stride(from: 2010.0, through: 5010, by: 30) { add(meters, startsPiece: meters == 2010) }
        let frame = try #require(TrackFrame(pieces, size: Self.size, margin: 0))
        let drawing = try #require(TrackDrawing(pieces, in: frame))
        #expect(drawing.marks.map(\.number) == [1, 3, 4, 5])
        for mark in drawing.marks {
            let place = frame.point(of: Walk.place(from: 47, 8, bearing: 90, meters: Double(mark.number) * 1000))
            #expect(mark.point.distance(to: place) < 0.01)
        }
        #expect(try #require(TrackDrawing(pieces, in: frame, inMiles: true)).marks.map(\.number) == [1, 2, 3])
        #expect(try #require(TrackDrawing(pieces, in: frame, mostMarks: 3)).marks.map(\.number) == [4])
        #expect(try #require(TrackDrawing(pieces, in: frame, mostMarks: 0)).marks.isEmpty)
    }

    /// Units a metre, room, in miles, the bar's text and its units.
    static let bars: [(Double, Double, Bool, String, Double)] = [
        (0.1, 150, false, "1 km", 100), (0.1, 60, false, "500 m", 50), (3.6, 150, false, "20 m", 72), (1e-4, 150, false, "1000 km", 100),
        (0.1, 199, false, "1 km", 100), (0.1, 200, false, "2 km", 200), (0.1, 150, true, "0.5 mi", 80.4672),
        (3.6, 150, true, "0.02 mi", 115.872768),
        (0.02, 150, true, "2 mi", 64.37376),
    ]

    @Test("The bar is the longest of 1, 2 and 5 times a power of ten that has room", arguments: bars)
    func bar(unitsPerMeter: Double, most: Double, inMiles: Bool, text: String, units: Double) throws {
        let bar = try #require(ScaleBar(unitsPerMeter: unitsPerMeter, most: most, inMiles: inMiles))
        #expect(bar.text == text)
        #expect(abs(bar.units - units) < 1e-6)
        #expect(abs(bar.length.meters * unitsPerMeter - bar.units) < 1e-6)
        #expect(ScaleBar(unitsPerMeter: unitsPerMeter, most: .nan, inMiles: inMiles) == nil)
        #expect(ScaleBar(unitsPerMeter: 0, most: most, inMiles: inMiles) == nil)
        #expect(ScaleBar(unitsPerMeter: unitsPerMeter, most: -1, inMiles: inMiles) == nil)
    }

    // MARK: Reading a run

    @Test("Pieces begin after pauses, where a segment starts and where it started without a place; impossible places are left out")
    func reads() throws {
        func second(_ time: UInt32, _ latitude: Double?, _ flags: RunSample.Flags = []) -> RunSample {
            var sample = RunSample(time: RunTime(milliseconds: time * 1000))
            sample.position = latitude.flatMap { Coordinate(latitude: $0, longitude: 8) }
            sample.flags = flags
            return sample
        }
        var pieces = TrackPieces()
        for sample in [
            second(0, nil), second(1, 1), second(2, 1), second(3, nil), second(4, 1), second(5, 2, .isPaused), second(6, 1), second(7, 95),
            second(8, 1, .startsSegment), second(9, 1), second(10, nil, .startsSegment), second(11, nil), second(12, 1),
        ] { pieces.take(sample) }
        #expect(pieces.pieces.map { $0.map(\.time.milliseconds) } == [[1000, 2000, 4000], [6000], [8000, 9000], [12000]])
        #expect(Self.drawing(pieces)?.pieces.count == 4)
    }

    // MARK: Path data

    static let paths: [([DrawingPoint], String)] = [
        ([], ""), ([DrawingPoint(x: 3, y: 4.25)], "M3 4.3h0"),
        ([DrawingPoint(x: 3, y: -4), DrawingPoint(x: 3.5, y: -4), DrawingPoint(x: 3.44, y: -3.96)], "M3-4l.5 0-.1 0"),
        ([DrawingPoint(x: .nan, y: .infinity), DrawingPoint(x: -10.04, y: 0)], "M0 100000000l-10-100000000"),
    ]

    @Test("Path data are tenths, each relative to the one that was written, so that errors do not add up", arguments: paths)
    func path(points: [DrawingPoint], text: String) { #expect(PathText.text(points) == text) }

    static func drawing(_ pieces: TrackPieces) -> TrackDrawing? {
        TrackFrame(pieces, size: size, margin: margin).flatMap { TrackDrawing(pieces, in: $0) }
    }
}
