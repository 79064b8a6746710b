import Glibc
import Testing

@testable import ActivityFiles

@Suite("Points alike") struct XMLPointTemplateTests {
    /// Room in depth for everything that the files hold, and not for points to be taken by their likeness.
    private static let byParserAlone: ActivityLimits = {
        var limits = ActivityLimits()
        limits.takesPointsByLikeness = false
        return limits
    }()

    private func expectSame(_ bytes: [UInt8], _ what: String) throws {
        let alike = try ActivityReader.read(bytes: bytes)
        let alone = try ActivityReader.read(bytes: bytes, limits: Self.byParserAlone)
        #expect(alike == alone, "\(what)")
        #expect(!alike.points.isEmpty)
    }

    /// Points of one kind each, and what is odd about some of them.
    static let oddities: [String] = [
        "", "<ele>1e2</ele>", "<ele>+5</ele>", "<ele> 5 </ele>", "<ele></ele>", "<ele>5.</ele>", "<ele>.5</ele>", "<ele>-0.25</ele>",
        "<ele>-</ele>",
        "<ele>NaN</ele>", "<ele>12345678901234567890.5</ele>", "<ele>0.1234567890123456789012345</ele>", "<ele>5<!-- m --></ele>",
        "<ele>5&#46;5</ele>",
        "<ele><![CDATA[5]]></ele>", "<time>2026-09-05T07:30:00</time>", "<time>2026-13-05T07:30:00Z</time>", "<time/>", "<hr>0</hr>",
        "<hr>-3</hr>",
        "<x:speed>3.5</x:speed>", "<sat>7</sat>", "<desc>a &amp; b</desc>", "<desc>\u{FC}</desc>", "<puls>140</puls>",
        "<extensions><a><b><hr>140</hr></b></a></extensions>",
        "<extensions><ele>9</ele></extensions>", "<trkpt lat=\"1\" lon=\"2\"></trkpt>", "text", "<ele x='1'>5</ele>",
        "<cad>80</cad><cad>81</cad>", "<atemp>21</atemp>",
    ]

    @Test("A point that is odd among others is read as the parser alone reads it", arguments: oddities)
    func oddity(content: String) throws {
        var text = "<gpx xmlns:x=\"x\"><trk><trkseg>\n"
        for index in 0..<60 {
            let own = [19, 20, 40].contains(index) ? content : "<ele>\(index).5</ele>"
            text +=
                "<trkpt lat=\"47.\(100 + index)\" lon=\"8.5\">\(own)<time>2026-09-05T07:30:\(index < 10 ? "0" : "")\(index)Z</time></trkpt>\n"
        }
        try expectSame(Array((text + "</trkseg></trk></gpx>").utf8), content)
    }

    @Test("Points by turns of several kinds, in several segments and with faults, are read as the parser alone reads them")
    func turns() throws {
        for seed in 0..<60 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var text = "<gpx xmlns:x=\"x\"><trk><type>running</type><trkseg>"
            for index in 0..<300 {
                if Int.random(in: 0..<20, using: &random) == 0 { text += "</trkseg>\r\n<trkseg>" }
                let latitude = Int.random(in: 0..<30, using: &random) == 0 ? "x" : "47.\(Int.random(in: 0..<10_000_000, using: &random))"
                text +=
                    "\n\(String(repeating: " ", count: Int.random(in: 0..<4, using: &random)))<trkpt lat=\"\(latitude)\" lon=\"-8.\(index)\">"
                text += oddity(&random) + oddity(&random) + "</trkpt>"
            }
            let whole = Array((text + "\n</trkseg></trk></gpx>\n").utf8)
            try expectSame(whole, "seed \(seed)")
            try expectSame(Array(whole[..<Int.random(in: whole.count / 2..<whole.count, using: &random)]), "seed \(seed), cut")
            var damaged = whole
            damaged[Int.random(in: whole.count / 2..<whole.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            try expectSame(damaged, "seed \(seed), damaged")
        }
    }

    private func oddity(_ random: inout SeededGenerator) -> String {
        let number = "\(Int.random(in: -9...999, using: &random)).\(Int.random(in: 0...9, using: &random))"
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return "<ele>\(number)</ele>"
        case 1: return "<time>2026-09-05T07:30:\(Int.random(in: 10...70, using: &random))Z</time>"
        case 2: return "<extensions><x:hr>\(Int.random(in: 0...200, using: &random))</x:hr></extensions>"
        case 3:
            return Int.random(in: 0..<6, using: &random) == 0 ? Self.oddities[Int.random(in: 0..<Self.oddities.count, using: &random)] : ""
        default: return "\n<ele>500.5</ele>"
        }
    }

    @Test("Pieces of any size of the file give the same points", arguments: [1, 7, 100, 5000, 70_000])
    func pieces(size: Int) throws {
        var text = "<gpx><trk><trkseg>\n"
        for index in 0..<2000 { text += "<trkpt lat=\"47.\(10_000 + index)\" lon=\"8.5\"><ele>\(index)</ele></trkpt>\n" }
        text += "<trkpt lat=\"91\" lon=\"8\"></trkpt></trkseg></trk></gpx>"
        let bytes = Array(text.utf8)
        let whole = try ActivityReader.read(bytes: bytes)
        let dripped = try XMLActivityReader.read(
            ByteWindow(DrippingSource(bytes, piece: size)), fileSize: Int64(bytes.count), limits: ActivityLimits(), run: nil)
        #expect(whole == dripped && whole.points.count == 2001)
        #expect(whole.faults == [.badValue(line: 2002, element: "trkpt")])
    }

    @Test("A number is the one that the C library makes of it, to the last bit", arguments: 0..<40 as Range<UInt64>)
    func numbers(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5000 {
            let digits = Int.random(in: 1...32, using: &random)
            var text = Bool.random(using: &random) ? "-" : ""
            let point = Int.random(in: 0...digits, using: &random)
            for index in 0..<digits {
                if index == point { text += "." }
                text += "\(Int.random(in: 0...9, using: &random))"
            }
            let read = Array(text.utf8).withUnsafeBufferPointer { DecimalText.number($0) }
            #expect(read == strtod(text, nil), "\(text)")
            let leading = Array((text + "<").utf8).withUnsafeBufferPointer { DecimalText.leading($0) }
            #expect(leading?.value == strtod(text, nil) && leading?.length == text.utf8.count, "\(text)")
        }
    }

    /// Numbers in the middle between two neighbours, or nearly.
    static let hard = [
        "9007199254740993", "9007199254740993.00001", "9007199254740992.99999", "0.30000000000000004", "1.7976931348623157",
        "4503599627370496.5", "4503599627370497.5",
        "4503599627370497.4999999", "8.9999999999999991118215802998747676610946655273437", "0.000000000000000000000000000001",
        "00000000000000000000000000.5", "2.00000000000000022204",
    ]
    @Test("Numbers that are hard to round are rounded right", arguments: hard)
    func hardNumbers(text: String) {
        #expect(Array(text.utf8).withUnsafeBufferPointer { DecimalText.number($0) } == (text.utf8.count > 48 ? nil : strtod(text, nil)))
    }
}
