import ActivityFiles
import Quantities
import Testing

/// Small files of both formats, every point another.
private struct SmallXML: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var bytes: [UInt8] { Array(text.utf8) }
    var testDescription: String { name }
    /// Where comments and sections of plain characters stand.
    var quotations: [Range<Int>] {
        [("<!--", "-->"), ("<![CDATA[", "]]>")].compactMap { start, end in
            guard let first = text.firstRange(of: start), let last = text.firstRange(of: end) else { return nil }
            return first.lowerBound.utf16Offset(in: text)..<last.upperBound.utf16Offset(in: text)
        }
    }

    static let gpx: SmallXML = {
        func point(_ index: Int) -> String {
            """
            <trkpt lat="47.0\(index + 10)" lon="8.3\(index + 10)"><ele>\(440 + index).5</ele>
            <time>2026-09-05T07:30:\(index + 10)Z</time><desc>No. \(index)</desc><extensions><x:TrackPointExtension>
            <x:hr>\(130 + index)</x:hr><x:cad>\(160 + index)</x:cad></x:TrackPointExtension></extensions></trkpt>\n
            """
        }
        let points = (0..<24).map { point($0) }
        let fake = "<trkpt lat=\"1\" lon=\"1\"></trkpt>"
        return SmallXML(
            name: "gpx",
            text: """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx version="1.1" creator="Tom's" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="tpx">
                <trk><name>A run</name><type>running</type><trkseg>
                \(points[..<8].joined())</trkseg><!-- left out: \(fake) --><trkseg>
                \(points[8..<16].joined())</trkseg></trk><trk><desc><![CDATA[\(fake)]]></desc><trkseg>
                \(points[16...].joined())</trkseg></trk></gpx>\n
                """)
    }()

    static let tcx: SmallXML = {
        func point(_ index: Int) -> String {
            """
            <Trackpoint><Time>2026-09-05T07:30:\(index + 10)Z</Time><Position><LatitudeDegrees>47.0\(index + 10)</LatitudeDegrees>
            <LongitudeDegrees>8.3\(index + 10)</LongitudeDegrees></Position><AltitudeMeters>\(440 + index).5</AltitudeMeters>
            <DistanceMeters>\(100 + index)</DistanceMeters><HeartRateBpm><Value>\(130 + index)</Value></HeartRateBpm></Trackpoint>\n
            """
        }
        func lap(_ first: Int) -> String {
            """
            <Lap StartTime="2026-09-05T07:30:\(first + 10)Z"><TotalTimeSeconds>\(first + 8)</TotalTimeSeconds>
            <DistanceMeters>\(1000 + first)</DistanceMeters><Calories>\(10 + first)</Calories><Track>
            \((first..<first + 8).map { point($0) }.joined())</Track></Lap>\n
            """
        }
        return SmallXML(
            name: "tcx",
            text: """
                <?xml version="1.0" encoding="UTF-8"?><TrainingCenterDatabase><Activities><Activity Sport="Running">
                <Id>2026-09-05T07:30:10Z</Id>\(lap(0))\(lap(8))\(lap(16))</Activity></Activities></TrainingCenterDatabase>
                """)
    }()
    static let all = [gpx, tcx]
}

@Suite("Damaged XML") struct DamagedXMLTests {
    @Test("J7: an XML file cut at any byte gives every point before the cut, and says where it ends", arguments: SmallXML.all)
    private func cutAtEveryByte(_ file: SmallXML) throws {
        let bytes = file.bytes
        let sound = try ActivityReader.read(bytes: bytes)
        #expect(sound.faults.isEmpty && sound.points.count == 24)
        var seen = 0
        for end in 1..<bytes.count {
            guard let read = try? ActivityReader.read(bytes: Array(bytes[..<end])) else {
                #expect(seen == 0)
                continue
            }
            #expect(read.points.elementsEqual(sound.points.prefix(read.points.count)), "cut at \(end)")
            #expect(read.points.count >= seen && read.laps.elementsEqual(sound.laps.prefix(read.laps.count)))
            seen = read.points.count
            let isComplete = bytes[end...].allSatisfy { $0 == 0x0A }
            #expect(read.faults.isEmpty == isComplete, "cut at \(end)")
            if case .endsEarly? = read.faults.first { continue }
            #expect(isComplete, "cut at \(end): \(read.faults)")
        }
        #expect(seen == 24)
    }

    @Test("An XML file with a block written over gives points of the sound file and no other", arguments: Overwriting.all(0..<100))
    func overwritten(_ overwriting: Overwriting) throws {
        for file in SmallXML.all {
            let bytes = file.bytes
            let sound = try ActivityReader.read(bytes: bytes).points
            let (damaged, block) = overwriting.apply(to: bytes, from: 0, length: 40...600)
            let count = SoundPoints.expect(damaged, toGiveSomeOf: sound, "\(file.name) with a block at \(block)")
            // Of a file whose start is there, all points but those in the block and one on either side; unless it took the end of a comment.
            let spoilsQuotation = file.quotations.contains { $0.overlaps(block) }
            if block.lowerBound > 250, !spoilsQuotation {
                #expect(count >= 24 - block.count / 200 - 4, "\(file.name) with a block at \(block): \(count)")
            }
        }
    }

    @Test("The laps of a damaged TCX file are laps of the sound one", arguments: Overwriting.all(0..<80))
    func overwrittenLaps(_ overwriting: Overwriting) throws {
        let sound = try ActivityReader.read(bytes: SmallXML.tcx.bytes).laps
        let (damaged, block) = overwriting.apply(to: SmallXML.tcx.bytes, from: 250, length: 40...600)
        for lap in try ActivityReader.read(bytes: damaged).laps {
            let isOne = sound.contains { whole in
                (lap.start == nil || lap.start == whole.start) && (lap.timer == nil || lap.timer == whole.timer)
                    && (lap.distance == nil || lap.distance == whole.distance) && (lap.energy == nil || lap.energy == whole.energy)
            }
            #expect(isOne, "block at \(block): \(lap)")
        }
    }

    /// What stands in the place of "No. 9" in the text of a point, how many points are left, and what is told.
    static let texts: [(text: [UInt8], points: Int, fault: ActivityFault)] = [
        (Array("Tom & Jo".utf8), 24, .forbiddenCharacters(line: 33, losesPoint: false)),
        (Array("Tom &nbsp; Jo".utf8), 24, .forbiddenCharacters(line: 33, losesPoint: false)),
        (Array("AT&T".utf8), 24, .forbiddenCharacters(line: 33, losesPoint: false)),
        (Array("&#1;".utf8), 24, .forbiddenCharacters(line: 33, losesPoint: false)),
        ([0x41, 0x0B, 0x42], 24, .forbiddenCharacters(line: 33, losesPoint: false)),
        ([UInt8](repeating: 0, count: 5000), 23, .forbiddenCharacters(line: 33, losesPoint: true)),
        ([0x5A, 0xFC, 0x72], 24, .notInEncoding(line: 33)),
        (Array("<br>".utf8), 23, .damagedXML(line: 33, column: 32, reason: "mismatched tag", resumedAt: 35)),
    ]

    @Test("J7: text that is not well-formed costs no more than its point", arguments: texts)
    func text(text: [UInt8], points: Int, fault: ActivityFault) throws {
        let parts = SmallXML.gpx.text.split(separator: "No. 9")
        let read = try ActivityReader.read(bytes: Array(parts[0].utf8) + text + Array(parts[1].utf8))
        let sound = try ActivityReader.read(bytes: SmallXML.gpx.bytes)
        #expect(read.points.count == points)
        #expect(SoundPoints.invented(read.points, of: sound.points) == nil)
        if case .damagedXML(let line, _, _, let resumed)? = read.faults.first, case .damagedXML(let expected, _, _, let next) = fault {
            #expect(line == expected && resumed == next && read.faults.count == 1)
        } else {
            #expect(read.faults == [fault])
        }
        #expect(read.sport == .run && read.sessions.count == 2)
    }

    @Test("An ampersand in an attribute costs nothing", arguments: ["Tom & Jo", "http://x/?a=1&b=2&c=3", "&"])
    func attribute(creator: String) throws {
        let parts = SmallXML.gpx.text.split(separator: "Tom's")
        let read = try ActivityReader.read(bytes: Array((parts[0] + creator + parts[1]).utf8))
        let whole = try ActivityReader.read(bytes: SmallXML.gpx.bytes)
        #expect(read.points == whole.points)
        #expect(read.device.name == creator.replacing("&", with: "?"))
        #expect(read.faults == [.forbiddenCharacters(line: 2, losesPoint: false)])
    }

    /// Damage inside of what is no content: none of the points that stand there are taken for real ones.
    static let quoted: [(before: String, after: String)] = [
        ("left out: ", "left\u{1}out: "), ("CDATA[", "CDATA[\u{1}"), ("left out: ", "--: "),
    ]

    @Test("Points in a comment or in plain characters stay none, damaged or not", arguments: quoted)
    func quotedPoints(before: String, after: String) throws {
        let read = try ActivityReader.read(bytes: Array(SmallXML.gpx.text.replacing(before, with: after).utf8))
        let whole = try ActivityReader.read(bytes: SmallXML.gpx.bytes)
        #expect(read.points == whole.points)
        #expect(read.faults.count == 1)
    }

    @Test("Two GPX files in one are both read; anything else behind the root is told and ignored")
    func behindTheRoot() throws {
        let bytes = SmallXML.gpx.bytes
        let sound = try ActivityReader.read(bytes: bytes)
        let twice = try ActivityReader.read(bytes: bytes + bytes)
        #expect(twice.points == sound.points + sound.points && twice.sessions.count == 4 && twice.faults.count == 1)
        for rest in [[UInt8](repeating: 0, count: 3000), Array("more".utf8), Array("<more/>".utf8)] {
            let read = try ActivityReader.read(bytes: bytes + rest)
            #expect(read.points == sound.points)
            guard case .trailingBytes? = read.faults.first, read.faults.count == 1 else {
                Issue.record("\(read.faults)")
                return
            }
        }
    }

    @Test("A document type behind damage is refused as well, or never looked at")
    func hiddenDocumentType() throws {
        let entity = "<!DOCTYPE gpx [<!ENTITY x \"<trkpt lat='1' lon='1'/>\">]>"
        for damage in ["\u{1}", "&", "<"] {
            let text = "<?xml version=\"1.0\"?>\(damage)\(entity)<gpx><trk><trkseg>&x;</trkseg></trk></gpx>"
            let read = try? ActivityReader.read(bytes: Array(text.utf8))
            #expect(read?.points.isEmpty ?? true)
        }
    }

    @Test("A file of nothing but damage costs a bounded number of new beginnings")
    func manyDamages() throws {
        let text = "<gpx><trk><trkseg>" + String(repeating: "<trkpt \u{1}", count: 20_000)
        let read = try ActivityReader.read(bytes: Array(text.utf8))
        #expect(read.points.isEmpty && Int(read.furtherFaults) < 2000)
        guard case .notWellFormed? = read.faults.last ?? nil, read.furtherFaults == 0 else {
            #expect(read.furtherFaults > 0)
            return
        }
    }
}
