import Calendar
import Glibc
import LinuxPeripherals
import Quantities
import TestSupport
import Testing

@Suite struct ZoneFileTests {
    @Test(
        "Names that could leave the folder are refused",
        arguments: [
            "", "/etc/passwd", "../../etc/passwd", "Europe/../../x", "Europe//Zurich", "Europe/", "./UTC", "Europe\\Zurich", "Z\u{0}",
            "Zürich", String(repeating: "a", count: 65),
        ])
    func refusedNames(name: String) {
        #expect(!ZoneFile.isZoneName(name))
        #expect(throws: ZoneFileError.notAZoneName(name)) { try ZoneFile().load(name: name) }
    }

    @Test(
        "Names of the IANA's shape are accepted",
        arguments: ["UTC", "Europe/Zurich", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "America/Port-au-Prince"])
    func acceptedNames(name: String) {
        #expect(ZoneFile.isZoneName(name))
    }

    @Test("A zone that is not there is an error that says what to do")
    func missing() {
        #expect {
            try ZoneFile(directory: ZoneFixture.directory).load(name: "Nowhere/Here")
        } throws: { error in
            "\(error)".contains("Nowhere/Here") && "\(error)".contains("tzdata")
        }
    }

    @Test("A folder in the place of a file, and a file that is no zone, are errors")
    func notZones() {
        #expect(throws: ZoneFileError.self) { try ZoneFile(directory: "/").load(name: "etc") }
        #expect(throws: ZoneFileError.unusable(path: #filePath, .notTZif)) { try ZoneFile(localtime: #filePath).loadLocal() }
    }

    @Test("The machine's own zone is read from the file it is said in")
    func local() throws {
        let rules = try ZoneFile(localtime: "\(ZoneFixture.directory)/Asia-Kathmandu.tzif").loadLocal()
        #expect(rules.offset(at: UTCInstant(milliseconds: 1_790_000_000_000)).seconds == 20700)
    }

    /// A zone as it is set on a watch, and the seconds east of Greenwich in September 2026; nil where it is the machine's own.
    static let settings: [(name: String?, seconds: Int32?)] = [
        ("Asia-Kathmandu.tzif", nil), ("UTC", 0), ("UTC+05:45", 20_700), ("UTC-03:30", -12_600), ("Nowhere/Here", nil), (nil, nil),
        ("", nil),
        ("../etc/passwd", nil),
    ]

    @Test("A zone that is set is an offset, a name of this machine's, or else the machine's own zone", arguments: settings)
    func set(_ name: String?, _ seconds: Int32?) throws {
        let zones = ZoneFile(directory: ZoneFixture.directory, localtime: "\(ZoneFixture.directory)/Asia-Kathmandu.tzif")
        let own =
            ZoneFile.variable == nil ? Int32(20_700) : try zones.loadLocal(variable: ZoneFile.variable).offset(at: Self.september).seconds
        #expect(zones.rules(ofSetting: name).offset(at: Self.september).seconds == seconds ?? own)
    }
    private static let september = UTCInstant(milliseconds: 1_790_000_000_000)

    /// Values of TZ, and the seconds east of Greenwich on 15 January and 15 July 2026, 12:00 UTC: from `TZ=value date -d @second +%::z` of
    /// Debian 12 (glibc 2.36, tzdata 2025b). Names stand for files of the fixtures' folder.
    static let variables: [(variable: String, january: Int32, july: Int32)] = [
        ("Europe-Zurich.tzif", 3600, 7200), (":Europe-Zurich.tzif", 3600, 7200), ("FOLDER/Europe-Zurich.tzif", 3600, 7200),
        (":FOLDER/Europe-Zurich.tzif", 3600, 7200), ("../Zones/Asia-Kathmandu.tzif", 20700, 20700), ("UTC.tzif", 0, 0),
        ("CET-1CEST,M3.5.0,M10.5.0/3", 3600, 7200), (":CET-1CEST,M3.5.0,M10.5.0/3", 3600, 7200), ("CET-1", 3600, 3600),
        ("CET-1CEST", 3600, 7200), ("CET-1CEST,", 3600, 7200), ("EST5EDT", -18000, -14400), ("UTC0", 0, 0), ("<+0530>-5:30", 19800, 19800),
        ("<-03>3", -10800, -10800), ("CET-1:30:15", 5415, 5415), ("ABC+3", -10800, -10800), ("ABC-24", 86400, 86400),
        ("ABC3XYZ2,J60,J300", -10800, -7200), ("ABC3XYZ2,59/0,299/5", -10800, -7200), ("XXX3YYY,M3.5.0/-1,M10.5.0/25", -10800, -7200),
        ("CET-1x", 3600, 3600), ("CET-1 ", 3600, 3600), ("CET-1CEST,M3.5.0,M10.5.0/3junk", 3600, 7200), ("CET-1CEST,M3.5.0", 3600, 7200),
        // Nothing of this kind is UTC.
        ("", 0, 0), (":", 0, 0), ("garbage", 0, 0), ("Nowhere/Here", 0, 0), ("AB3", 0, 0), (" CET-1", 0, 0), ("12345", 0, 0), ("<>5", 0, 0),
        ("A<B5", 0, 0), ("/etc/passwd", 0, 0), ("/nonexistent", 0, 0), ("/", 0, 0), ("..", 0, 0), ("europe/zurich", 0, 0),
    ]

    @Test("J18: TZ is honoured as date(1) does", arguments: variables)
    func variable(variable: String, january: Int32, july: Int32) throws {
        let folder = ZoneFixture.directory
        let parts = variable.split(separator: "FOLDER", omittingEmptySubsequences: false), text = parts.joined(separator: folder)
        // The machine's own zone is another one, so that it cannot be taken for the answer.
        let zones = ZoneFile(directory: folder, localtime: "\(folder)/Australia-Lord_Howe.tzif"),
            rules = try zones.loadLocal(variable: text)
        #expect(rules.offset(at: UTCInstant(milliseconds: 1_768_478_400_000)).seconds == january)
        #expect(rules.offset(at: UTCInstant(milliseconds: 1_784_116_800_000)).seconds == july)
    }

    @Test("J18: without TZ it is the machine's own zone; a TZ that says nothing is told from one that says UTC")
    func noVariable() throws {
        let folder = ZoneFixture.directory, zones = ZoneFile(directory: folder, localtime: "\(folder)/Asia-Kathmandu.tzif")
        #expect(
            try zones.loadLocal(variable: nil).offset(at: UTCInstant(milliseconds: 0))
                == zones.loadLocal().offset(at: .init(milliseconds: 0)))
        for understood in ["", ":", "UTC.tzif", "UTC0", "CET-1"] { #expect(zones.understands(variable: understood)) }
        for garbage in ["garbage", "/etc/passwd", "Nowhere/Here", "5"] { #expect(!zones.understands(variable: garbage)) }
    }

    @Test(
        "The machine's zone has the name that its link points to, if it has one",
        arguments: [
            ("/usr/share/zoneinfo/Europe/Zurich", "Europe/Zurich"), ("../usr/share/zoneinfo/UTC", "UTC"), ("/usr/share/zoneinfo/", nil),
            ("/somewhere/else", nil), ("/usr/share/zoneinfo/../passwd", nil),
            ("/a/zoneinfo/b/zoneinfo/America/New_York", "America/New_York"),
        ] as [(String, String?)])
    func localName(target: String, name: String?) throws {
        let folder = TemporaryFolder(), link = "\(folder.path)/localtime"
        #expect(symlink(target, link) == 0)
        #expect(ZoneFile(localtime: link).localName() == name)
        #expect(ZoneFile(localtime: "\(folder.path)/missing").localName() == nil)
    }
}
