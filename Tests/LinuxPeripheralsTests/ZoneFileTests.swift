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
