import Calendar
import Quantities
import TestSupport
import Testing

@Suite struct TimeZoneRulesTests {
    /// Zone, Unix second, seconds east of Greenwich: each from `TZ=zone date -d @second +%::z`.
    static let expected: [(String, Int64, Int32)] = [
        ("UTC", 0, 0), ("UTC", 4_102_444_800, 0),
        ("Europe/Zurich", -4_000_000_000, 2048), ("Europe/Zurich", 0, 3600), ("Europe/Zurich", 1_711_846_799, 3600),
        ("Europe/Zurich", 1_711_846_800, 7200), ("Europe/Zurich", 1_729_990_799, 7200), ("Europe/Zurich", 1_729_990_800, 3600),
        ("Europe/Zurich", 4_102_444_800, 3600), ("Europe/Zurich", 32_503_680_000, 3600),
        ("America/New_York", -2_717_650_800, -18000), ("America/New_York", -769_395_601, -14400),
        ("America/New_York", 1_710_053_999, -18000),
        ("America/New_York", 1_710_054_000, -14400), ("America/New_York", 1_730_613_599, -14400),
        ("America/New_York", 1_730_613_600, -18000),
        ("America/New_York", 7_258_118_400, -18000),
        ("Asia/Kathmandu", 504_901_799, 19800), ("Asia/Kathmandu", 504_901_800, 20700), ("Asia/Kathmandu", 1_790_000_000, 20700),
        ("Australia/Lord_Howe", 1_712_415_599, 39600), ("Australia/Lord_Howe", 1_712_415_600, 37800),
        ("Australia/Lord_Howe", 1_728_142_200, 39600), ("Australia/Lord_Howe", 4_102_444_800, 39600),
        ("Pacific/Apia", 1_325_239_199, -36000), ("Pacific/Apia", 1_325_239_200, 50400), ("Pacific/Apia", 1_617_458_400, 46800),
        ("America/St_Johns", -1_867_206_668, -12652), ("America/St_Johns", 1_710_048_600, -9000),
        ("America/St_Johns", 1_730_608_200, -12600),
        ("America/Sao_Paulo", 1_541_300_399, -10800), ("America/Sao_Paulo", 1_541_300_400, -7200),
        ("America/Sao_Paulo", 4_102_444_800, -10800),
        // Dublin's winter is the exception in its rule; Nuuk's changes lie on the evening before the day they are named by.
        ("Europe/Dublin", 4_102_444_800, 0), ("Europe/Dublin", 4_118_000_000, 3600), ("America/Nuuk", 1_711_846_799, -7200),
        ("America/Nuuk", 1_711_846_800, -3600), ("America/Nuuk", 4_118_000_000, -3600),
    ]

    @Test("D2: a zone's offset at an instant is the one that held then, whatever zone the process runs in", arguments: expected)
    func offset(zone: String, second: Int64, expected: Int32) throws {
        #expect(try ZoneFixture.rules(zone).offset(at: UTCInstant(milliseconds: second * 1000 + 999)).seconds == expected)
    }

    @Test("A file without a table of future changes says the same by its footer", arguments: ["Europe/Zurich", "Australia/Lord_Howe"])
    func slim(zone: String) throws {
        let fat = try ZoneFixture.rules(zone)
        let slim = try ZoneFixture.rules("\(zone)-slim")
        var differences = 0
        for second in stride(from: Int64(-3_000_000_000), to: 4_200_000_000, by: 97_777) {
            let instant = UTCInstant(milliseconds: second * 1000)
            if fat.offset(at: instant) != slim.offset(at: instant) { differences += 1 }
        }
        #expect(differences == 0)
    }

    @Test("A file of version 1 is read from its 32-bit table")
    func versionOne() throws {
        var bytes = try ZoneFixture.bytes("Europe/Zurich")
        bytes[4] = 0
        let rules = try TimeZoneRules(tzif: bytes)
        #expect(rules.offset(at: UTCInstant(milliseconds: 1_711_846_800_000)).seconds == 7200)
    }

    @Test(
        "Footers of every kind are understood",
        arguments: [
            // Rule, Unix second, seconds east: from `TZ=rule date -d @second +%::z`.
            ("EST5", 1_720_000_000, -18000), ("EST5EDT,M3.2.0,M11.1.0", 1_720_000_000, -14400), ("AAA-1:30:15", 0, 5415),
            ("AAA0BBB-2,J60/0,J300/0", 1_709_251_199, 0), ("AAA0BBB-2,J60/0,J300/0", 1_709_251_200, 7200),
            ("AAA0BBB-2,59/0,300/0", 1_709_164_799, 0), ("AAA0BBB-2,59/0,300/0", 1_709_164_800, 7200),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_711_846_800, -3600),
            // Daylight saving all year round (RFC 8536 3.3.1), seen at and around the turn of the year.
            ("XXX3EDT4,0/0,J365/23", 1_704_079_200, -14400), ("XXX3EDT4,0/0,J365/23", 1_704_081_600, -14400),
            ("XXX3EDT4,0/0,J365/23", 1_720_000_000, -14400),
        ] as [(String, Int64, Int32)])
    func footers(rule: String, second: Int64, expected: Int32) throws {
        let rules = try TimeZoneRules(tzif: TZifBytes.withFooter(rule))
        #expect(rules.offset(at: UTCInstant(milliseconds: second * 1000)).seconds == expected)
    }

    @Test(
        "A footer that is no rule makes the file unusable",
        arguments: [
            "E5", "EST", "EST25", "EST5EDT", "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0",
            "EST5EDT,M3.2.7,M11.1.0",
            "EST5EDT,J0,J1", "EST5EDT,J366,J1", "EST5EDT,366,1", "EST5EDT,M3.2.0/168,M11.1.0", "EST5EDT,M3.2.0,M11.1.0x", "<AB>5", "<ABC5",
            "EST5:60", "EST99999999999999999999",
        ])
    func badFooters(rule: String) {
        #expect(throws: TimeZoneError.malformed("its last line is not a rule")) { try TimeZoneRules(tzif: TZifBytes.withFooter(rule)) }
    }

    /// Values of TZ with a rule, a Unix second and seconds east: from `TZ=value date -d @second +%::z`, around the changes of 2026.
    static let spelled: [(text: String, second: Int64, east: Int32)] = [
        ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_745_999, 3600), ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_746_000, 7200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_889_999, 7200), ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_890_000, 3600),
        ("EST5EDT", 1_772_953_199, -18000), ("EST5EDT", 1_772_953_200, -14400), ("NZST-12NZDT,M9.5.0,M4.1.0/3", 1_768_478_400, 46800),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_784_116_800, 3600), ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_768_478_400, 0),
    ]

    @Test("J18: rules that a TZ variable spells out hold to the second", arguments: spelled)
    func spelledOut(text: String, second: Int64, east: Int32) throws {
        let rules = try #require(TimeZoneRules(posix: text))
        #expect(rules.offset(at: UTCInstant(milliseconds: second * 1000)).seconds == east)
    }

    static let notSpelled = ["", "CET", "C1", "Europe/Zurich", "<AB>", "<AB", "-1", "CET-99999999999999999999", "\u{0}", "ÄÖÜ1"]

    @Test("J18: what spells out no rule is none", arguments: notSpelled)
    func notSpelledOut(text: String) { #expect(TimeZoneRules(posix: text) == nil) }

    @Test("A zone file cut at any byte is refused and never traps")
    func truncated() throws {
        let bytes = try ZoneFixture.bytes("Australia/Lord_Howe")
        for length in 0..<bytes.count {
            #expect(throws: TimeZoneError.self) { try TimeZoneRules(tzif: Array(bytes.prefix(length))) }
        }
    }

    @Test("A zone file with any byte changed is refused or read, and never traps", arguments: [UInt8(0x00), 0x7F, 0x80, 0xFF])
    func corrupted(value: UInt8) throws {
        let bytes = try ZoneFixture.bytes("Australia/Lord_Howe-slim")
        var usable = 0
        for index in bytes.indices {
            var changed = bytes
            changed[index] = value
            guard let rules = try? TimeZoneRules(tzif: changed) else { continue }
            usable += 1
            for milliseconds in [Int64.min, -1, 1_712_415_600_000, Int64.max] {
                let offset = rules.offset(at: UTCInstant(milliseconds: milliseconds))
                #expect(abs(Int64(offset.seconds)) < 26 * 3600)
                _ = DayBoundaries(zone: rules).day(of: UTCInstant(milliseconds: milliseconds))
            }
        }
        #expect(usable > 0 && usable < bytes.count)
    }

    @Test(
        "What is wrong with a file is said",
        arguments: [
            ([], .notTZif), (Array("TZif".utf8), .truncated), (TZifBytes.withFooter("UTC0", version: "9"), .unsupportedVersion(0x39)),
            (TZifBytes.withFooter("UTC0", leapSeconds: 1), .countsLeapSeconds),
            (TZifBytes.withFooter("UTC0", offset: 100_000), .malformed("an offset is longer than a day")),
        ] as [([UInt8], TimeZoneError)])
    func reasons(bytes: [UInt8], error: TimeZoneError) {
        #expect(throws: error) { try TimeZoneRules(tzif: bytes) }
    }
}

/// Small zone files made by hand: one local time, no changes, and a footer.
enum TZifBytes {
    static func withFooter(_ rule: String, version: Character = "2", leapSeconds: UInt8 = 0, offset: Int32 = 0) -> [UInt8] {
        let header = Array("TZif".utf8) + Array(String(version).utf8) + [UInt8](repeating: 0, count: 15)
        let counts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, leapSeconds, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
        let type = withUnsafeBytes(of: offset.bigEndian) { Array($0) } + [0, 0]
        let name = Array("LMT\0".utf8)
        let old = header + counts + type + name + [UInt8](repeating: 0, count: 8 * Int(leapSeconds))
        let new = header + counts + type + name + [UInt8](repeating: 0, count: 12 * Int(leapSeconds))
        return old + new + Array("\n\(rule)\n".utf8)
    }
}
