import ActivityFiles
import Quantities
import Testing

/// What other tools write that no standard allows.
@Suite("Files of others") struct ForeignFilesTests {
    private static let point = "<trkpt lat=\"47\" lon=\"8\"><time>2026-05-01T06:30:00Z</time></trkpt>"
    private static let gpx = "<gpx><trk><trkseg>\(point)</trkseg></trk></gpx>"

    static let prefixes = ["          ", "\n", "\r\n\t ", String(repeating: " ", count: 100_000)]

    @Test("J1: blanks and line ends before the declaration are skipped", arguments: prefixes)
    func blanks(prefix: String) throws {
        let read = try ActivityReader.read(bytes: Array((prefix + "<?xml version=\"1.0\"?>" + Self.gpx).utf8))
        #expect(read.points.count == 1 && read.faults.isEmpty)
    }

    @Test("J1: nothing but blanks is an empty file")
    func onlyBlanks() { #expect(throws: ActivityFault.empty) { try ActivityReader.read(bytes: Array("   \n".utf8)) } }

    static let encodings = ["windows-1252", "windows-1251", "ISO-8859-15", "ISO-8859-1", "GBK", "Shift_JIS", "x-nobody"]

    @Test("J2: the points of a file in a code page are read, whatever becomes of its words", arguments: encodings)
    func codePage(encoding: String) throws {
        let head = Array("<?xml version=\"1.0\" encoding=\"\(encoding)\"?><gpx><trk><name>".utf8)
        let read = try ActivityReader.read(
            bytes: head + [0xC4, 0xE3, 0xFC] + Array("</name><trkseg>\(Self.point)</trkseg></trk></gpx>".utf8))
        #expect(read.points.count == 1 && read.faults.isEmpty)
        #expect(read.points.first?.position != nil)
    }

    static let heartRateNames = ["hr", "gpxdata:hr", "heartrate", "heartRate", "heart_rate", "bpm", "HeartRateBpm"]

    @Test("J16: a heart rate is read by each name that apps give it", arguments: heartRateNames)
    func heartRate(name: String) throws {
        let point = "<trkpt lat=\"47\" lon=\"8\"><extensions><\(name)>140</\(name)></extensions></trkpt>"
        let read = try ActivityReader.read(bytes: Array("<gpx xmlns:gpxdata=\"x\"><trk><trkseg>\(point)</trkseg></trk></gpx>".utf8))
        #expect(read.points.first?.heartRate == .beatsPerMinute(140))
    }

    private static func gpx(inPoint content: String) throws -> ImportedActivity {
        let point = "<trkpt lat=\"47\" lon=\"8\"><time>2026-05-01T06:30:00Z</time>\(content)</trkpt>"
        let points = String(repeating: point, count: 3)
        return try ActivityReader.read(bytes: Array("<gpx xmlns:x=\"x\"><trk><trkseg>\(points)</trkseg></trk></gpx>".utf8))
    }

    /// What stands in each point of a GPX file, and the names that are said not to be read.
    static let unreadElements: [(content: String, names: [String])] = [
        ("<extensions><x:puls>140</x:puls></extensions>", ["puls"]), ("<puls>140</puls><Watts>200</Watts>", ["puls", "Watts"]),
        ("<extensions><x:a><x:b>1</x:b></x:a></extensions>", ["b"]), ("<extensions><x:empty/><x:blank> </x:blank></extensions>", []),
        ("<hdop>1</hdop><sat>7</sat><name>A</name><link href=\"\"><text>t</text></link><course>9</course><type>t</type>", []),
        ("<extensions><x:hr>140</x:hr><x:cad>80</x:cad></extensions>", []),
        // A known name in another format's or another parent's place is not read either.
        ("<extensions><x:ele>140</x:ele><x:Value>3</x:Value></extensions>", ["ele", "Value"]),
    ]

    @Test("J16: an element of a point that holds a value and is not read is named", arguments: unreadElements)
    func unread(content: String, names: [String]) throws {
        let read = try Self.gpx(inPoint: content)
        #expect(read.unread == names && !read.hasMoreUnread && read.faults.isEmpty && read.points.count == 3)
    }

    @Test("J16: the same in TCX")
    func unreadTCX() throws {
        let point = "<Time>2026-05-01T06:30:00Z</Time><SensorState>Present</SensorState><Extensions><TPX><Speed>3</Speed><Pulse>140</Pulse>"
        let track =
            "<Track><Trackpoint>\(point)</TPX></Extensions></Trackpoint></Track><Extensions><LX><AvgSpeed>3</AvgSpeed></LX></Extensions>"
        let text = "<TrainingCenterDatabase><Activities><Activity><Lap>\(track)</Lap></Activity></Activities></TrainingCenterDatabase>"
        #expect(try ActivityReader.read(bytes: Array(text.utf8)).unread == ["Pulse"])
    }

    @Test("J16: so many names, so much of each, and nothing that a terminal would obey")
    func manyUnread() throws {
        let read = try Self.gpx(inPoint: (0..<1000).map { "<a\($0)>1</a\($0)>" }.joined())
        #expect(read.unread.count == ActivityLimits().unreadNames && read.hasMoreUnread)
        let long = try Self.gpx(inPoint: "<\(String(repeating: "b", count: 5000))>1</\(String(repeating: "b", count: 5000))>")
        #expect(long.unread == [String(repeating: "b", count: 64)])
        let strange = try Self.gpx(inPoint: "<a\u{85}b>1</a\u{85}b>")
        #expect(strange.unread.allSatisfy { name in name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) } })
    }

    @Test("J7: of faults without number some are kept, and how many more there were")
    func furtherFaults() throws {
        let points = String(repeating: "<trkpt lat=\"47,1\" lon=\"8\"></trkpt>\n", count: 500)
        let read = try ActivityReader.read(bytes: Array("<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>".utf8))
        #expect(read.faults.count == ActivityLimits().faults && Int(read.furtherFaults) == 500 - read.faults.count)
    }

    /// Hours that local time is ahead of UTC, and whether anywhere it is.
    static let zones: [(hours: Int32, isReal: Bool)] = [
        (-12, true), (14, true), (0, true), (-277, false), (30, false), (24, false), (-24, false),
    ]

    @Test("J6, N14: local time that is further from UTC than in any zone is unknown, and said", arguments: zones)
    func zone(hours: Int32, isReal: Bool) throws {
        var summary = SampleRun().summary
        summary.zone = ZoneOffset(seconds: hours * 3600)
        let sink = MemoryByteSink()
        _ = try FITActivityWriter.write(summary, laps: [], pauses: [], points: SampleRun().points, to: sink)
        let read = try ActivityReader.read(bytes: sink.bytes)
        #expect((read.zone == summary.zone) == isReal)
        #expect(read.faults.contains(.impossibleZone(seconds: Int64(hours) * 3600)) == !isReal)
    }
}
