import ActivityFiles
import Quantities
import Testing

/// Every kind of run through FIT, GPX and TCX, and back through the readers for files from anywhere.
@Suite struct FormatRoundTripTests {
    /// How far a value may lie from what was written: half of the last digit that the format has, and a whole second where FIT cuts.
    struct Resolution: Sendable {
        var milliseconds: Int64
        var degrees: Double
        var altitude: Double
        var distance: Double
        var speed: Double
        var beats: Double
        var steps: Double

        //                                     time        place                 height         distance         speed          heart      cadence
        static let fit = Resolution(
            milliseconds: 999, degrees: 4.2e-8, altitude: 0.1, distance: 0.005, speed: 5e-4, beats: 0.5, steps: 0.008)
        static let gpx = Resolution(milliseconds: 0, degrees: 5e-8, altitude: 0.005, distance: 0, speed: 5e-4, beats: 0.5, steps: 1)
        static let tcx = Resolution(milliseconds: 0, degrees: 5e-8, altitude: 0.005, distance: 0.005, speed: 5e-4, beats: 0.5, steps: 1)
    }

    private static let rounding = 1e-9

    private func expectNear(
        _ a: Double?, _ b: Double?, _ resolution: Double, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard let a, let b else {
            #expect((a == nil) == (b == nil), what, sourceLocation: sourceLocation)
            return
        }
        #expect(abs(a - b) <= resolution + Self.rounding, what, sourceLocation: sourceLocation)
    }

    private func compare(
        _ found: [ActivityPoint], with expected: [ActivityPoint], _ resolution: Resolution, hasDistance: Bool = true, hasTime: Bool = true,
        shift: Int64 = 0
    ) {
        #expect(found.count == expected.count)
        for (point, other) in zip(found, expected) {
            if hasTime {
                let difference = (other.time?.milliseconds ?? 0) + shift - (point.time?.milliseconds ?? .min)
                #expect((0...resolution.milliseconds).contains(difference))
            } else {
                #expect(point.time == nil)
            }
            expectNear(point.position?.latitude, other.position?.latitude, resolution.degrees, "latitude")
            expectNear(point.position?.longitude, other.position?.longitude, resolution.degrees, "longitude")
            expectNear(point.altitude?.meters, other.altitude?.meters, resolution.altitude, "height")
            expectNear(point.speed?.metersPerSecond, other.speed?.metersPerSecond, resolution.speed, "speed")
            expectNear(point.heartRate?.beatsPerMinute, other.heartRate?.beatsPerMinute, resolution.beats, "heart rate")
            expectNear(point.cadence?.stepsPerMinute, other.cadence?.stepsPerMinute, resolution.steps, "cadence")
            if hasDistance { expectNear(point.distance?.meters, other.distance?.meters, resolution.distance, "distance") }
        }
    }

    private func compareLaps(_ file: ImportedActivity, with kind: RunKind, milliseconds: Int64, shift: Int64) throws {
        let laps = kind.laps.isEmpty ? [ActivityLap(kind.summary.totals, trigger: .end)] : kind.laps
        try #require(file.laps.count == laps.count)
        var start = kind.start.milliseconds + shift
        for (found, lap) in zip(file.laps, laps) {
            let difference = start - (found.start?.milliseconds ?? .min)
            #expect((0...milliseconds).contains(difference))
            #expect(found.timer == lap.totals.timer)
            expectNear(found.distance?.meters, lap.totals.distance.meters, 0.01, "distance of a lap")
            expectNear(found.averageHeartRate?.beatsPerMinute, lap.totals.averageHeartRate?.beatsPerMinute, 0.5, "heart rate of a lap")
            expectNear(found.maximumHeartRate?.beatsPerMinute, lap.totals.maximumHeartRate?.beatsPerMinute, 0.5, "heart rate of a lap")
            expectNear(found.energy?.kilocalories, lap.totals.energy?.kilocalories, 0.5, "energy of a lap")
            start += lap.totals.elapsed.inMilliseconds
        }
        expectNear(file.deviceDistance?.meters, kind.summary.totals.distance.meters, 0.005, "distance")
        #expect(file.timer == kind.summary.totals.timer)
    }

    /// The length of the line through all places, pieces apart, on a flat earth: only to compare lines that should be one.
    private func length(_ file: ImportedActivity) -> Double {
        var sum = 0.0, last: Coordinate?
        for (index, point) in file.points.enumerated() {
            if file.segmentStarts.contains(index) { last = nil }
            guard let place = point.position else { continue }
            if let last {
                let north = (place.latitude - last.latitude) * 111_195, east = (place.longitude - last.longitude) * 98_450
                sum += (north * north + east * east).squareRoot()
            }
            last = place
        }
        return sum
    }

    private static func stand(in kind: RunKind) -> Int64 { kind.isTimeKnown ? 0 : 899_501_056_000 - kind.start.milliseconds }

    @Test("H3-H8: FIT gives back points, laps, pauses and times as they were", arguments: RunKind.all)
    func fit(_ kind: RunKind) throws {
        let file = try ActivityReader.read(bytes: kind.file(.fit)), shift = Self.stand(in: kind)
        #expect(file.faults == [] && file.isTimeKnown == kind.isTimeKnown && file.run == kind.summary.run && file.zone == kind.zone)
        compare(file.points, with: kind.points, .fit, shift: shift)
        try compareLaps(file, with: kind, milliseconds: 999, shift: shift)
        #expect(file.segmentStarts.count == kind.pieces && file.elapsed == kind.summary.totals.elapsed)
    }

    @Test(
        "H10: GPX gives back every point that has a place, in its piece; neither laps nor distance, as they have no place in it",
        arguments: RunKind.all)
    func gpx(_ kind: RunKind) throws {
        let placed = kind.points.filter { $0.position != nil }
        guard !placed.isEmpty else {
            #expect(throws: ActivityWriteError.withoutPlaces(.gpx)) { try kind.file(.gpx) }
            return
        }
        let file = try ActivityReader.read(bytes: kind.file(.gpx))
        #expect(file.faults == [] && file.unread == [] && file.sport == kind.sport)
        compare(file.points, with: placed, .gpx, hasDistance: false, hasTime: kind.isTimeKnown)
        #expect(file.segmentStarts.count == kind.pieces && file.laps == [] && file.deviceDistance == nil)
        // What others compute from the file is what they compute from the FIT file.
        let fit = try ActivityReader.read(bytes: kind.file(.fit))
        expectNear(length(file), length(fit), 0.02 * Double(file.points.count), "length of the line")
    }

    @Test("H3-H8: TCX gives back points, laps and times as they were", arguments: RunKind.all)
    func tcx(_ kind: RunKind) throws {
        let file = try ActivityReader.read(bytes: kind.file(.tcx)), shift = Self.stand(in: kind)
        #expect(file.faults == [] && file.unread == [] && file.isTimeKnown == kind.isTimeKnown)
        compare(file.points, with: kind.points, .tcx, shift: shift)
        try compareLaps(file, with: kind, milliseconds: 0, shift: shift)
        #expect(file.segmentStarts.count == kind.pieces)
    }

    @Test("FIT, then GPX, then TCX, then FIT again loses nothing but what each format rounds", arguments: RunKind.all)
    func chain(_ kind: RunKind) throws {
        let fit = try ActivityReader.read(bytes: kind.file(.fit))
        var next = kind
        // From here on the times are those of FIT, whole seconds.
        next.start = try #require(fit.start)
        next.isTimeKnown = fit.isTimeKnown
        var points = fit.points
        if points.contains(where: { $0.position != nil }), kind.isTimeKnown {
            // GPX knows places, times and what is measured; of each point the rest is FIT's.
            let gpx = try ActivityReader.read(bytes: next.file(.gpx, fit.points)).points
            var place = 0
            for index in points.indices where points[index].position != nil {
                var point = gpx[place]
                point.distance = points[index].distance
                points[index] = point
                place += 1
            }
        }
        let tcx = try ActivityReader.read(bytes: next.file(.tcx, points))
        let again = try ActivityReader.read(bytes: next.file(.fit, tcx.points))
        var resolution = Resolution.fit
        (resolution.milliseconds, resolution.degrees, resolution.altitude, resolution.steps) = (0, 1.5e-7, 0.1, 1)
        compare(again.points, with: fit.points, resolution)
        #expect(again.laps.map(\.start) == fit.laps.map(\.start) && again.laps.map(\.timer) == fit.laps.map(\.timer))
        #expect(again.laps.map(\.distance) == fit.laps.map(\.distance) && again.pauses == fit.pauses)
    }
}
