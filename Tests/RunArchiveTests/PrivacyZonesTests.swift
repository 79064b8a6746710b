import ActivityFiles
import Glibc
import Quantities
import RunCore
import RunLog
import SystemCalls
import TestSupport
import Testing

@testable import RunArchive

/// Circles in which positions are shown to nobody.
@Suite struct PrivacyZonesTests {
    static let home = "47.0000000,8.0000000,100.000"

    static func zone(_ text: String) throws -> PrivacyZone { try #require(PrivacyZone(text)) }

    // MARK: Zones

    @Test(
        "A zone is a place and a radius, and nothing else is one",
        arguments: [
            ("47.3769,8.5417,200", true), (" 47.3769 , 8.5417 , 200 ", true), ("-33.86,151.2,1", true), ("+1,-180,100000", true),
            ("90,0,50", true), ("47.3769,8.5417,0.5", false), ("47.3769,8.5417,100001", false), ("47.3769,8.5417,-5", false),
            ("0,0,100", false), ("91,8,100", false), ("47,181,100", false), ("47,8", false), ("47,8,100,1", false), ("", false),
            ("a,b,c", false), ("nan,8,100", false), ("47,inf,100", false), ("0x2f,8,100", false), ("4e1,8,100", false),
            ("47.3769;8.5417;200", false), ("47,8,", false), ("47..1,8,100", false), ("4 7,8,100", false),
        ] as [(String, Bool)])
    func text(text: String, isZone: Bool) throws {
        #expect((PrivacyZone(text) != nil) == isZone)
        if isZone { #expect(PrivacyZone(try Self.zone(text).text) == PrivacyZone(text)) }
    }

    @Test(
        "A zone reaches as far as its radius by the great circle, over the date line and a pole too",
        arguments: [
            // A degree of latitude, and of longitude at 60°, of the mean sphere.
            ("47,8", "48,8", 111_195.08), ("60,8", "60,9", 55_597.0), ("0,179.9", "0,-179.9", 22_239.0), ("89.9,0", "89.9,180", 22_239.0),
            ("-33.86,151.2", "-33.86,151.2", 0),
        ] as [(String, String, Double)])
    func reach(center: String, other: String, meters: Double) throws {
        let place = try Self.zone("\(other),1").center
        if meters + 1 <= 100_000 { #expect(try Self.zone("\(center),\(meters + 1)").contains(place)) }
        if meters - 1 >= 1, meters <= 100_000 { #expect(try !Self.zone("\(center),\(meters - 1)").contains(place)) }
        if meters > 100_000 { #expect(try !Self.zone("\(center),100000").contains(place)) }
    }

    @Test("What describes a zone does not say where it is")
    func description() throws {
        let zones = PrivacyZones([try Self.zone("47.3769,8.5417,200")])
        for text in ["\(zones)", "\(zones.zones)", String(reflecting: zones.zones), String(describing: zones.zones[0])] {
            #expect(!text.contains("47.3") && !text.contains("8.54"), "\(text)")
        }
    }

    // MARK: The file

    @Test("Zones are kept for their owner only, and come back as they were; no file is no zones")
    func file() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path)
        #expect(try PrivacyZones.read(in: directory).isEmpty)
        var zones = PrivacyZones()
        for text in [Self.home, "-33.8567844,151.2152967,1234.5", Self.home] { try zones.add(Self.zone(text)) }
        #expect(zones.zones.count == 2)
        try zones.write(in: directory)
        #expect(try PrivacyZones.read(in: directory) == zones)
        var status = stat()
        #expect(stat(folder.path + "/privacy-zones", &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(zones.remove(number: 1) && !zones.remove(number: 2) && !zones.remove(number: 0))
        try zones.write(in: directory)
        #expect(try PrivacyZones.read(in: directory).zones == [Self.zone("-33.8567844,151.2152967,1234.5")])
    }

    static let header = "Harrier privacy zones, version 1: latitude,longitude,metres\n"

    @Test(
        "A file that is no list of zones is an error that tells the line and not the place",
        arguments: [
            ("", 1), ("47,8,100\n", 1), (header + "47.3769,8.5417,1", 2), (header + "47,8,100\nhome\n", 3),
            (header + "47.3769,8.5417\n", 2),
            (header + "47,8,100\r\n", 2), (header + "47,8,\0\n", 2), (String(header.dropLast()), 1),
        ] as [(String, Int)])
    func malformed(text: String, line: Int) throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path)
        folder.write(Array(text.utf8), "privacy-zones")
        let path = folder.path + "/privacy-zones"
        #expect(throws: PrivacyZonesError.malformed(path: path, line: line)) { try PrivacyZones.read(in: directory) }
        #expect(!PrivacyZonesError.malformed(path: path, line: line).description.contains("47.37"))
    }

    @Test("A file that is longer than any list of zones is not read in part")
    func tooLong() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path)
        folder.write(Array((Self.header + String(repeating: "47,8,100\n", count: 8000)).utf8), "privacy-zones")
        #expect(throws: PrivacyZonesError.malformed(path: folder.path + "/privacy-zones", line: 1)) { try PrivacyZones.read(in: directory) }
    }

    @Test("A file that cannot be read is an error, and never no zones: a folder, a link to nowhere, a sick card")
    func unreadable() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path)
        #expect(mkdir(folder.path + "/privacy-zones", 0o755) == 0)
        #expect(throws: PrivacyZonesError.self) { try PrivacyZones.read(in: directory) }
        #expect(rmdir(folder.path + "/privacy-zones") == 0 && symlink("nowhere", folder.path + "/privacy-zones") == 0)
        #expect(throws: PrivacyZonesError.self) { try PrivacyZones.read(in: directory) }
    }

    @Test("More zones than are kept are refused")
    func most() throws {
        var zones = PrivacyZones()
        for number in 0..<PrivacyZones.most { try zones.add(Self.zone("47,\(number % 100),\(100 + number)")) }
        #expect(throws: PrivacyZonesError.tooMany(most: PrivacyZones.most)) { try zones.add(Self.zone("46,8,5")) }
    }

    // MARK: Runs

    /// A run of two minutes to the north, 3 m a second, hidden from its 41st second to its 60th.
    private static func hidden() throws -> (run: ArchivedRun, zones: PrivacyZones, folder: RecordedFolder) {
        let recorded = RecordedRun(1), folder = try RecordedFolder([recorded])
        // 27e-6 degrees a second are 3.0023 m; 29.9 m to either side of the middle are just under ten seconds.
        let zones = PrivacyZones([try Self.zone("\(47 + 50.5 * 27e-6),8,29.5")])
        return (try RunArchive(folder.directory).find(nil), zones, folder)
    }

    @Test("Of the seconds in a zone the place is gone and all else stays; the next place begins a new segment")
    func samples() throws {
        let (run, zones, folder) = try Self.hidden()
        var shown = try run.samples(hiding: zones), whole = try run.samples(hiding: PrivacyZones())
        var hiddenSeconds: [Int] = [], marked: [Int] = []
        while let sample = try whole.next() {
            let cut = try #require(try shown.next()), second = Int(sample.time.milliseconds / 1000)
            if cut.position == nil { hiddenSeconds.append(second) }
            if cut.flags.contains(.startsSegment) { marked.append(second) }
            #expect(cut.flags.contains(.hasFix) == (cut.position != nil))
            var rest = cut
            (rest.position, rest.flags) = (sample.position, sample.flags)
            #expect(rest == sample)
        }
        #expect(try shown.next() == nil)
        #expect(hiddenSeconds == Array(41...60) && marked == [61])
        _ = folder
    }

    @Test("A file of a run has no place in a zone, and no other line")
    func exported() throws {
        let (run, zones, folder) = try Self.hidden()
        let path = try run.export(RunExport(.fit, hiding: zones), to: folder.directory.exports).path
        let file = try ActivityReader.read(path: path)
        // The record of the start is without a place too: the first fix came a second later.
        #expect(file.points.filter { $0.position == nil }.count == 21)
        for point in file.points { if let position = point.position { #expect(!zones.hides(position)) } }
        #expect(file.deviceDistance == .meters(360))
    }

    @Test("Whatever zones there are, no position in one of them is shown", arguments: 1...20 as ClosedRange<UInt64>)
    func property(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let recorded = RecordedRun.random(seed, using: &random), folder = try RecordedFolder([recorded])
        let run = try RunArchive(folder.directory).find(nil)
        let zones = PrivacyZones(
            try (0..<Int.random(in: 0...5, using: &random)).map { _ in
                try Self.zone(
                    "\(47 + Double.random(in: 0...0.04, using: &random)),8,\(Double.random(in: 1...2000, using: &random).rounded())")
            })
        var samples = try run.samples(hiding: zones), wasHidden = false
        while let sample = try samples.next() {
            guard let position = sample.position else {
                wasHidden = true
                continue
            }
            #expect(!zones.hides(position))
            #expect(!wasHidden || sample.flags.contains(.startsSegment))
            wasHidden = false
        }
    }
}
