import ActivityFiles
import Quantities
import RunCore
import Testing

@Suite struct GPXActivityWriterTests {
    private let run = SampleRun(seconds: 10)

    private func write(_ run: SampleRun, _ points: [ActivityPoint]? = nil, change: (inout ActivitySummary) -> Void = { _ in }) throws
        -> String
    {
        var summary = run.summary
        change(&summary)
        let sink = MemoryByteSink()
        _ = try GPXActivityWriter.write(summary, laps: run.laps, pauses: run.pauses, points: points ?? run.points, to: sink)
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    @Test("A point is written to the digit, its values in the order of the schema")
    func point() throws {
        var point = ActivityPoint(time: run.at(5))
        point.position = Coordinate(latitude: -0.000_5, longitude: 179.999_999_99)
        point.altitude = .meters(-12.345)
        point.speed = .metersPerSecond(3.1)
        point.heartRate = .beatsPerMinute(150.5)
        point.cadence = .stepsPerMinute(173)
        point.temperature = .celsius(-0.04)
        #expect(
            try write(run, [point]).contains(
                """
                <trkseg>
                <trkpt lat="-0.0005000" lon="-180.0000000"><ele>-12.35</ele><time>2026-09-21T14:13:25.250Z</time><extensions>\
                <gpxtpx:TrackPointExtension><gpxtpx:atemp>0</gpxtpx:atemp><gpxtpx:hr>151</gpxtpx:hr><gpxtpx:cad>87</gpxtpx:cad>\
                <gpxtpx:speed>3.1</gpxtpx:speed></gpxtpx:TrackPointExtension></extensions></trkpt>
                </trkseg></trk>
                </gpx>

                """))
    }

    @Test("H10: values that the schema excludes, and those that are none, are left out", arguments: FITActivityWriterTests.Spoiled.all)
    func spoiled(_ spoiled: FITActivityWriterTests.Spoiled) throws {
        var point = spoiled.point
        point.time = run.at(5)
        if point.position == nil { point.position = Coordinate(latitude: 48, longitude: 11) }
        var sound = ActivityPoint(time: run.at(6))
        sound.position = Coordinate(latitude: 48, longitude: 11)
        let file = try ActivityReader.read(bytes: Array(try write(run, [point, sound]).utf8))
        #expect(file.faults == [])
        for point in file.points {
            #expect(point.heartRate == nil && point.speed == nil && point.position == sound.position)
            #expect(point.cadence.map { 0...508 ~= $0.stepsPerMinute } != false)
        }
    }

    @Test("The mark of a new piece goes to the next point that is written, whatever lies between")
    func marks() throws {
        var points = run.points
        // The third point begins a piece and has no place, nor has the fourth; the sixth and seventh each begin one.
        for index in [2, 5, 6] { points[index].startsPiece = true }
        for index in [2, 3] { points[index].position = nil }
        let file = try ActivityReader.read(bytes: Array(try write(run, points).utf8))
        #expect(file.segmentStarts == [0, 2, 3, 4] && file.points.count == 9)
    }

    @Test("A pause begins a new piece, two without a point between them begin one, and no piece is empty")
    func pauses() throws {
        var paused = run
        let times = [(2.2, 2.8), (5.1, 5.3), (5.5, 5.9), (8.0, 9.0), (9.5, 12.0)]
        paused.pauses = times.map { ActivityPause(start: run.at($0.0), end: run.at($0.1), cause: .manual) }
        let file = try ActivityReader.read(bytes: Array(try write(paused).utf8))
        #expect(file.segmentStarts == [0, 3, 6, 9])
        #expect(file.points.compactMap(\.time) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map { run.at($0) })
    }

    @Test(
        "A name of anybody is escaped, and what XML cannot hold is left out",
        arguments: [("A & B", "A &amp; B"), ("<\"'>", "&lt;&quot;&apos;&gt;"), ("a\0b\u{1B}c\nd\u{FFFE}", "abcd"), ("Ä 🏃", "Ä 🏃")]
            as [(String, String)])
    func names(name: String, written: String) throws {
        let text = try write(run) { $0.device.productName = name }
        #expect(text.contains("creator=\"\(written)\""))
        #expect(try ActivityReader.read(bytes: Array(text.utf8)).faults == [])
    }

    @Test("The creator claims a barometer only where the heights are one's")
    func barometer() throws {
        #expect(try write(run).contains("creator=\"Harrier\""))
        #expect(try write(run) { $0.hasBarometricHeight = true }.contains("creator=\"Harrier with barometer\""))
    }

    @Test("D9: a run whose date is not known has no times")
    func undated() throws {
        #expect(try !write(run) { $0.isTimeKnown = false }.contains("<time>"))
    }

    @Test("Times have milliseconds only where there are some")
    func wholeSeconds() throws {
        var run = run
        run.start = UTCInstant(milliseconds: 1_790_000_000_000)
        #expect(try !write(run).contains(".000Z"))
        #expect(try write(run).contains("<time>2026-09-21T14:13:20Z</time>"))
    }

    @Test("A day is handed on in pieces of at most 64 KiB, and its memory does not grow")
    func chunks() throws {
        final class Sink: ActivityByteSink {
            var longest = 0, bytes = 0
            func append(_ chunk: [UInt8]) { (longest, bytes) = (max(longest, chunk.count), bytes + chunk.count) }
            func overwriteStart(_ header: [UInt8]) {}
        }
        let day = SampleRun(seconds: 20_000)
        for format in ExportFormat.allCases {
            let sink = Sink()
            let written = try format.writer.write(day.summary, laps: [], pauses: [], points: day.points, to: sink)
            #expect(sink.longest <= 64 << 10 && sink.bytes == written.bytes && sink.bytes > 500_000)
        }
    }
}
