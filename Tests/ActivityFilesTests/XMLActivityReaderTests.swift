import ActivityFiles
import Quantities
import Testing

@Suite struct XMLActivityReaderTests {
    private func read(_ text: String, _ limits: ActivityLimits = ActivityLimits()) throws -> ImportedActivity {
        try ActivityReader.read(bytes: Array(text.utf8), limits: limits)
    }
    private func gpx(_ points: String, type: String = "running") -> String {
        "<?xml version=\"1.0\"?><gpx creator=\"test\" version=\"1.1\"><trk><type>\(type)</type><trkseg>\(points)</trkseg></trk></gpx>"
    }

    @Test("H10: a GPX point gives each of its values, heart rate within and without its extension")
    func gpxPoint() throws {
        let read = try read(
            gpx(
                """
                <trkpt lat="48.5" lon="-11.25"><ele>512.3</ele><time>2026-05-01T06:30:00.250Z</time><extensions>
                <gpxtpx:TrackPointExtension xmlns:gpxtpx="x"><gpxtpx:atemp>21</gpxtpx:atemp><gpxtpx:hr>151</gpxtpx:hr>
                <gpxtpx:cad>172</gpxtpx:cad><gpxtpx:speed>3.5</gpxtpx:speed></gpxtpx:TrackPointExtension></extensions></trkpt>
                <trkpt lon="-11.25" lat="48.6"><hr>152</hr></trkpt>
                """))
        #expect(read.format == .gpx)
        #expect(read.sport == .run)
        #expect(read.device.name == "test")
        var expected = ActivityPoint(time: UTCInstant(milliseconds: 1_777_617_000_250))
        expected.position = Coordinate(latitude: 48.5, longitude: -11.25)
        expected.altitude = .meters(512.3)
        expected.temperature = .celsius(21)
        expected.heartRate = .beatsPerMinute(151)
        expected.cadence = .stepsPerMinute(172)
        expected.speed = .metersPerSecond(3.5)
        #expect(read.points.first == expected)
        #expect(read.points.last?.heartRate == .beatsPerMinute(152))
        #expect(read.points.last?.time == nil)
    }

    @Test("Each segment of a GPX track begins a new stretch, empty ones none")
    func gpxSegments() throws {
        let point = "<trkpt lat=\"1\" lon=\"2\"/>"
        let read = try read(
            "<gpx><trk><trkseg>\(point)\(point)</trkseg><trkseg/><trkseg>\(point)</trkseg></trk><trk><trkseg>\(point)</trkseg></trk></gpx>")
        #expect(read.points.count == 4)
        #expect(read.segmentStarts == [0, 2, 3])
    }

    @Test(
        "F6: GPX cadence of one foot is doubled for runs, that of both is not",
        arguments: [
            ("running", [85, 90], [170, 180]), ("running", [170, 90], [170, 90]), ("Lauf", [85, 90], [170, 180]),
            ("walking", [105, 110], [105, 110]), ("cycling", [85, 90], [nil, nil]),
        ] as [(String, [Int], [Double?])])
    func gpxCadence(type: String, cadence: [Int], expected: [Double?]) throws {
        let points = cadence.map { "<trkpt lat=\"1\" lon=\"2\"><extensions><cad>\($0)</cad></extensions></trkpt>" }.joined()
        #expect(try read(gpx(points, type: type)).points.map { $0.cadence?.stepsPerMinute } == expected)
    }

    @Test("A TCX file gives the device's laps and each value of its points")
    func tcx() throws {
        let read = try read(
            """
            <TrainingCenterDatabase xmlns:ns3="x"><Activities><Activity Sport="Running"><Id>2026-05-01T06:30:00Z</Id>
            <Lap StartTime="2026-05-01T06:30:00Z"><TotalTimeSeconds>300.5</TotalTimeSeconds><DistanceMeters>1000.25</DistanceMeters>
            <Calories>70</Calories><AverageHeartRateBpm><Value>150</Value></AverageHeartRateBpm>
            <MaximumHeartRateBpm><Value>160</Value></MaximumHeartRateBpm>
            <Track><Trackpoint><Time>2026-05-01T06:30:01Z</Time><Position><LatitudeDegrees>48.5</LatitudeDegrees>
            <LongitudeDegrees>11.5</LongitudeDegrees></Position><AltitudeMeters>500</AltitudeMeters><DistanceMeters>3</DistanceMeters>
            <HeartRateBpm><Value>140</Value></HeartRateBpm><Extensions><ns3:TPX><ns3:Speed>3.1</ns3:Speed>
            <ns3:RunCadence>86</ns3:RunCadence></ns3:TPX></Extensions></Trackpoint></Track>
            <Track><Trackpoint><Time>2026-05-01T06:31:00Z</Time></Trackpoint></Track></Lap>
            <Lap StartTime="2026-05-01T06:35:00Z"><DistanceMeters>500</DistanceMeters><Track><Trackpoint/></Track></Lap>
            <Creator><Name>Watch</Name></Creator></Activity></Activities><Author><Name>Somebody</Name></Author></TrainingCenterDatabase>
            """)
        #expect(read.faults.isEmpty)
        #expect(read.sport == .run)
        #expect(read.device.name == "Watch")
        #expect(read.deviceDistance == .meters(1500.25))
        #expect(read.laps.first?.timer == .milliseconds(300_500))
        #expect(read.laps.first?.energy == .kilocalories(70))
        #expect(read.laps.first?.averageHeartRate == .beatsPerMinute(150))
        #expect(read.laps.first?.maximumHeartRate == .beatsPerMinute(160))
        var expected = ActivityPoint(time: UTCInstant(milliseconds: 1_777_617_001_000))
        expected.position = Coordinate(latitude: 48.5, longitude: 11.5)
        expected.altitude = .meters(500)
        expected.distance = .meters(3)
        expected.heartRate = .beatsPerMinute(140)
        expected.speed = .metersPerSecond(3.1)
        expected.cadence = .stepsPerMinute(172)
        #expect(read.points.first == expected)
        // A further track in a lap is an interruption, the first one of the next lap is not.
        #expect(read.segmentStarts == [0, 1])
    }

    @Test(
        "D4, D6: times with and without zone, seconds and fraction are one instant",
        arguments: [
            "2026-05-01T06:30:00Z", "2026-05-01T08:30:00+02:00", "2026-05-01T01:30:00-0500", "2026-05-01T06:30Z", "2026-05-01T06:30:00",
            "2026-05-01 06:30:00.000Z", "2026-04-30T18:30:00.0000000-12:00", " 2026-05-01T06:30:00z\n", "2026-05-01T08:30+02",
            "2026-5-1T6:30:00Z", "2026-05-01T06:30:00 Z", "2026-05-01 06:30:00 UTC", "2026-05-01T06:30:00GMT", "2026-05-01 08:30:00 +02:00",
        ])
    func times(text: String) throws {
        let read = try read(gpx("<trkpt lat=\"1\" lon=\"2\"><time>\(text)</time></trkpt>"))
        #expect(read.points.first?.time == UTCInstant(milliseconds: 1_777_617_000_000))
        #expect(read.faults.isEmpty)
    }

    @Test(
        "D12: leap days and centuries are counted right",
        arguments: [("2024-02-29", 19_782), ("2000-02-29", 11_016), ("2100-03-01", 47_541), ("1969-12-31", -1)] as [(String, Int64)])
    func days(text: String, days: Int64) throws {
        let read = try read(gpx("<trkpt lat=\"1\" lon=\"2\"><time>\(text)T00:00:00Z</time></trkpt>"))
        #expect(read.points.first?.time?.milliseconds == days * 86_400_000)
    }

    @Test(
        "Times that do not exist are absent and reported",
        arguments: [
            "", "yesterday", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-05-01T25:00:00Z", "2026-05-01T06:30:00Q",
            "9999999999999", "2026-05-01T06:30:00 CET", "2026-05-01T06:30:00UT", "2026-5-T6:30Z", "2026-005-01T06:30Z",
        ])
    func badTimes(text: String) throws {
        let read = try read(gpx("<trkpt lat=\"1\" lon=\"2\"><time>\(text)</time></trkpt>"))
        #expect(read.points.count == 1)
        #expect(read.points.first?.time == nil)
        #expect(read.faults == [.badValue(line: 1, element: "time")])
    }

    @Test(
        "Positions that are none are absent and reported",
        arguments: [
            "lat=\"NaN\" lon=\"1\"", "lat=\"91\" lon=\"1\"", "lat=\"1\"", "lat=\"1,5\" lon=\"2\"", "lat=\"0x10\" lon=\"2\"",
            "lat=\"0\" lon=\"0\"", "lat=\"1e999\" lon=\"0\"",
        ])
    func badPositions(attributes: String) throws {
        let read = try read(gpx("<trkpt \(attributes)><ele>7</ele></trkpt>"))
        #expect(read.points.map(\.position) == [nil])
        #expect(read.points.first?.altitude == .meters(7))
        #expect(read.faults == [.badValue(line: 1, element: "trkpt")])
    }

    // MARK: Hostile files

    @Test(
        "A document type is refused before anything in it is looked at",
        arguments: [
            "<!DOCTYPE gpx [<!ENTITY x \"y\">]><gpx/>", "<!DOCTYPE gpx SYSTEM \"file:///etc/passwd\"><gpx/>",
            "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]><gpx><trk>&b;</trk></gpx>",
        ])
    func documentTypes(text: String) {
        #expect { try read(text) } throws: { error in
            if case .documentTypeRefused? = error as? ActivityFault { true } else { false }
        }
    }

    @Test("Elements nested too deeply end the reading")
    func depth() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        let read = try read("<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk>" + deep)
        #expect(read.points.count == 1)
        #expect(read.faults == [.tooDeep(line: 1)])
    }

    @Test("A tag or comment without end is given up early")
    func longTag() throws {
        let read = try read("<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/>\n<!-- " + String(repeating: "x", count: 2 << 20))
        #expect(read.points.count == 1)
        #expect(read.faults == [.tagTooLong(line: 2)])
    }

    @Test("A file past the size limit is read up to it")
    func sizeLimit() throws {
        var limits = ActivityLimits()
        limits.unpackedBytes = 100_000
        let read = try read(gpx(String(repeating: "<trkpt lat=\"1\" lon=\"2\"/>", count: 20_000)), limits)
        #expect(read.faults == [.tooLarge(limit: 100_000)])
        #expect(read.points.count > 1000 && read.points.count < 10_000)
    }

    @Test("A cut XML file gives what stood before the cut", arguments: [0.2, 0.5, 0.9, 0.99])
    func cut(share: Double) throws {
        let whole = gpx((0..<50).map { "<trkpt lat=\"1\" lon=\"2\"><ele>\($0)</ele></trkpt>" }.joined())
        let read = try read(String(whole.prefix(Int(Double(whole.count) * share))))
        #expect(read.points.elementsEqual(try self.read(whole).points.prefix(read.points.count)))
        #expect(read.points.count >= Int(share * 45) - 5)
        #expect(read.faults == [.endsEarly(line: 1)])
    }

    @Test("Random damage to XML is never fatal", arguments: 0..<40 as Range<UInt64>)
    func randomDamage(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = Array(gpx((0..<50).map { "<trkpt lat=\"1\" lon=\"2\"><ele>\($0)</ele><hr>1</hr></trkpt>" }.joined()).utf8)
        for _ in 0..<(1 << (seed % 6)) {
            bytes[Int.random(in: 60..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let read = try ActivityReader.read(bytes: bytes)
        #expect(read.points.count <= 50)
    }

    @Test("Other XML and other bytes are no activity", arguments: ["<html/>", "<kml></kml>", "not xml", "{}", " ", "<", "\u{1F}\u{8B}"])
    func unknownFormats(text: String) { #expect(throws: ActivityFault.self) { try read(text) } }

    @Test("Byte order marks and white space before the start are no hindrance", arguments: ["\u{FEFF}", "\n \t", ""])
    func beginnings(prefix: String) throws { #expect(try read(prefix + "<gpx creator=\"x\"/>").device.name == "x") }

    @Test("UTF-16 is read too")
    func utf16() throws {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><gpx creator=\"Läufer\"/>"
        let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try ActivityReader.read(bytes: bytes).device.name == "Läufer")
    }
}
