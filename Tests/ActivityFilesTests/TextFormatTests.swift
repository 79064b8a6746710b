import ActivityFiles
import Quantities
import RunCore
import Testing

/// Tables and JSON: what only other people's software reads.
@Suite struct TextFormatTests {
    private static let id = RunID(high: 0x0011_2233_4455_4677, low: 0x8899_AABB_CCDD_EEFF)

    private static func kind(_ change: (inout RunKind) -> Void = { _ in }) -> RunKind { RunKind("a run", change) }

    private func lines(_ format: ExportFormat, _ kind: RunKind, _ points: [ActivityPoint]? = nil) throws -> [Substring] {
        try kind.text(format, points).split(separator: format == .csv ? "\r\n" : "\n")
    }

    // MARK: CSV

    @Test("A table has its units in its first row, and each value or nothing in its place")
    func table() throws {
        let kind = Self.kind {
            $0.seconds = 4
            $0.lapEnds = [(2, .manual)]
            $0.stops = [(2, 3, .manual)]
            $0.unplaced = 3...3
        }
        let rows = try lines(.csv, kind), id = "\(try #require(kind.summary.run))"
        #expect(
            rows
                == [
                    "run_id,time_utc,elapsed_s,lap,piece,latitude_deg,longitude_deg,altitude_m,distance_m,speed_m_per_s,heart_rate_per_min,cadence_steps_per_min,temperature_degC",
                    "\(id),2026-09-21T14:13:20.250Z,0,1,1,27.7,85.3,1300.2,0,3.1,140,172,",
                    "\(id),2026-09-21T14:13:21.250Z,1,1,1,27.7000279,85.2999907,1300.4,3.1,3.1,141,173,",
                    "\(id),2026-09-21T14:13:22.250Z,2,2,1,27.7000558,85.2999814,1300.6,6.2,3.1,142,174,",
                    "\(id),2026-09-21T14:13:23.250Z,3,2,2,,,1300.8,6.2,3.1,143,175,",
                    "\(id),2026-09-21T14:13:24.250Z,4,2,2,27.7000837,85.2999721,1301,9.3,3.1,144,172,",
                ].map { Substring($0) })
        #expect(try kind.text(.csv).hasSuffix(",172,\r\n"))
    }

    @Test(
        "D9: a table or lines of a run whose date is not known have seconds and no dates", arguments: [ExportFormat.csv, .ndjson, .geojson])
    func undated(format: ExportFormat) throws {
        let kind = Self.kind { ($0.isTimeKnown, $0.seconds) = (false, 3) }
        #expect(try !kind.text(format).contains("T14:13"))
        #expect(try !kind.text(format).contains("coordTimes"))
    }

    // MARK: NDJSON

    @Test("Lines of JSON: the run, then a point each, with a name for ever and a version")
    func ndjson() throws {
        let kind = Self.kind {
            $0.seconds = 2
            $0.hasHeartRate = false
        }
        let rows = try lines(.ndjson, kind), id = "\(try #require(kind.summary.run))"
        #expect(rows.count == 4)
        #expect(
            rows[0].hasPrefix(
                "{\"type\":\"run\",\"source\":\"Harrier\",\"syncId\":\"\(id)\",\"syncVersion\":1,\"sport\":\"run\",\"start\":\"2026-09-21T14:13:20.250Z\""
            ))
        #expect(
            rows[2]
                == "{\"type\":\"sample\",\"syncId\":\"\(id)/1000\",\"syncVersion\":1,\"time\":\"2026-09-21T14:13:21.250Z\",\"elapsed_s\":1,\"lap\":1,\"piece\":1,\"latitude_deg\":27.7000279,\"longitude_deg\":85.2999907,\"altitude_m\":1300.4,\"distance_m\":3.1,\"speed_m_per_s\":3.1,\"cadence_steps_per_min\":173}"
        )
        #expect(!rows.joined().contains("heart_rate") && !rows.joined().contains("null"))
    }

    @Test("Of two exports of a run the later one has the same names and a higher version")
    func versions() throws {
        let kind = Self.kind { $0.seconds = 1 }
        var summary = kind.summary
        summary.revision = 7203
        let sink = MemoryByteSink()
        _ = try NDJSONActivityWriter.write(summary, laps: [], pauses: [], points: kind.points, to: sink)
        let later = String(decoding: sink.bytes, as: UTF8.self)
        #expect(later.split(separator: "\"syncVersion\":7203").count == 4)
        #expect(
            try later
                == kind.text(.ndjson).split(separator: "\"syncVersion\":1", omittingEmptySubsequences: false).joined(
                    separator: "\"syncVersion\":7203"))
    }

    @Test("The run's line tells its pauses, the last one without an end")
    func pauses() throws {
        let kind = Self.kind { $0.stops = [(20, 30, .automatic), (110, 120, .manual)] }
        #expect(
            try kind.text(.ndjson).contains(
                "\"pauses\":[{\"from_s\":20,\"cause\":\"automatic\",\"to_s\":30},{\"from_s\":110,\"cause\":\"manual\"}]"))
    }

    // MARK: GeoJSON

    @Test("A map's lines have longitude before latitude, and one time for each position")
    func geoJSON() throws {
        let kind = Self.kind {
            $0.seconds = 5
            $0.stops = [(1, 4, .manual)]
            $0.unplaced = 5...5
        }
        let id = "\(try #require(kind.summary.run))"
        let text = try kind.text(.geojson)
        #expect(
            text == """
                {"type":"FeatureCollection","creator":"Harrier","run":"\(id)","features":[
                {"type":"Feature","geometry":{"type":"LineString","coordinates":[[85.3,27.7],[85.2999907,27.7000279]]},"properties":\
                {"sport":"run","piece":1,"coordTimes":["2026-09-21T14:13:20.250Z","2026-09-21T14:13:21.250Z"],"heartRates":[140,141],\
                "altitudes":[1300.2,1300.4]}},
                {"type":"Feature","geometry":{"type":"Point","coordinates":[85.2999907,27.7000279]},"properties":{"sport":"run","piece":2,\
                "coordTimes":["2026-09-21T14:13:24.250Z"],"heartRates":[144],"altitudes":[1301]}}
                ]}

                """)
    }

    @Test("A line that crosses the date line is parted there, and stays one piece")
    func dateLine() throws {
        var points = Self.kind { $0.seconds = 5 }.points
        for (index, longitude) in [179.9998, 179.9999, -179.9999, -179.9998, 179.9999, 179.9998].enumerated() {
            points[index].position = Coordinate(latitude: 1, longitude: longitude)
        }
        let text = try Self.kind { $0.seconds = 5 }.text(.geojson, points)
        #expect(text.split(separator: "\"LineString\"").count == 4 && text.split(separator: "\"piece\":1").count == 4)
    }

    @Test("What has no place is no map", arguments: [ExportFormat.gpx, .geojson])
    func unplaced(format: ExportFormat) {
        let kind = Self.kind { $0.unplaced = 0...120 }
        #expect(throws: ActivityWriteError.withoutPlaces(format)) { try kind.file(format) }
        #expect(ActivityWriteError.withoutPlaces(format).isUnsuitedFormat)
    }

    // MARK: Open mHealth

    @Test("Data points have headers with names of their own, and the fields that their schemas ask for")
    func openMHealth() throws {
        let kind = Self.kind {
            $0.seconds = 2
            $0.unplaced = 0...2
        }
        let rows = try lines(.omh, kind), id = "\(try #require(kind.summary.run))"
        // Brackets, activity, steps, three heart rates.
        #expect(rows.count == 7 && rows.first == "[" && rows.last == "]")
        #expect(
            rows[1]
                == "{\"header\":{\"acquisition_provenance\":{\"source_name\":\"Harrier\",\"modality\":\"sensed\"},\"id\":\"\(id)\",\"creation_date_time\":\"2026-09-21T14:13:22.250Z\",\"schema_id\":{\"namespace\":\"omh\",\"name\":\"physical-activity\",\"version\":\"1.2\"}},\"body\":{\"activity_name\":\"running\",\"effective_time_frame\":{\"time_interval\":{\"start_date_time\":\"2026-09-21T14:13:20.250Z\",\"end_date_time\":\"2026-09-21T14:13:22.250Z\"}},\"distance\":{\"value\":6.2,\"unit\":\"m\"},\"kcal_burned\":{\"value\":2,\"unit\":\"kcal\"}}},"
        )
        #expect(
            rows[2].hasSuffix(
                "\"body\":{\"step_count\":{\"value\":6,\"unit\":\"steps\"},\"effective_time_frame\":{\"time_interval\":{\"start_date_time\":\"2026-09-21T14:13:20.250Z\",\"end_date_time\":\"2026-09-21T14:13:22.250Z\"}}}},"
            ))
        #expect(
            rows[3].hasSuffix(
                "\"body\":{\"heart_rate\":{\"value\":140,\"unit\":\"beats/min\"},\"effective_time_frame\":{\"date_time\":\"2026-09-21T14:13:20.250Z\"}}},"
            ))
        let names = rows[1...5].compactMap { $0.split(separator: "\"id\":\"").last?.prefix(36) }
        #expect(Set(names).count == 5 && names.allSatisfy { RunID($0) != nil })
    }

    @Test("D9: without a date there are no data points, and the reason is said")
    func undatedOpenMHealth() {
        let kind = Self.kind { $0.isTimeKnown = false }
        #expect(throws: ActivityWriteError.withoutTime(.omh)) { try kind.file(.omh) }
    }

    // MARK: All

    @Test("What is no number reaches no file of any kind", arguments: ExportFormat.allCases)
    func noNumbers(format: ExportFormat) throws {
        let kind = Self.kind { $0.seconds = 9 }
        var points = kind.points
        for (index, value) in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e15, -1e15, .leastNonzeroMagnitude].enumerated() {
            points[index + 1].altitude = .meters(value)
            points[index + 1].speed = .metersPerSecond(value)
            points[index + 1].distance = .meters(value)
            points[index + 1].heartRate = .beatsPerMinute(value)
            points[index + 1].cadence = .stepsPerMinute(value)
            points[index + 1].temperature = .celsius(value)
            points[index + 1].position = Coordinate(latitude: value, longitude: value) ?? points[index + 1].position
        }
        let bytes = try kind.file(format, points)
        guard format != .fit else { return #expect(ActivityLinter.check(bytes) == []) }
        let text = String(decoding: bytes, as: UTF8.self)
        for word in [":nan", ":-nan", ",nan", ">nan", ":inf", ":-inf", ",inf", ">inf", "e+", "E+"] { #expect(!text.contains(word)) }
    }
}
