import Testing
import Wiring

@Suite struct WiringDrawingTests {
    @Test("The drawings in docs/images are what the tool draws; tools/draw-wiring renews them", arguments: WiringFixture.drawn)
    func golden(name: String) throws {
        let drawing = WiringDrawing(try WiringFixture.shipped(name)).svg
        #expect(try WiringFixture.text(ofFile: "docs/images/wiring-\(name).svg") == drawing)
    }

    @Test("The tables in docs/build-the-watch.md are what the tool prints; tools/draw-wiring renews them", arguments: WiringFixture.drawn)
    func goldenTable(name: String) throws {
        let table = WiringTable(try WiringFixture.shipped(name)).markdown
        let guide = try WiringFixture.text(ofFile: "docs/build-the-watch.md")
        #expect(guide.contains("<!-- wiring: boards/\(name).json -->\n\n\(table)\n<!-- end of wiring -->\n"))
    }

    @Test("A name with signs of XML and Markdown is written so that it stays a name")
    func escaping() throws {
        let plan = try WiringFixture.plan(WiringFixture.odd)
        let drawing = WiringDrawing(plan).svg
        #expect(drawing.contains("<title>Wiring: Odd &lt;board&gt; &amp; &quot;co&quot;</title>"))
        #expect(!drawing.contains("<board>"))
        let table = WiringTable(plan).markdown
        #expect(table.contains("| **A clock with a long name \\| indeed**, I²C 0x68 | VCC | 1 | 3V3 |"))
    }

    @Test("A table has a row for each terminal, and the notes below")
    func table() throws {
        let plan = try WiringFixture.shipped("breadboard")
        #expect(
            WiringTable(plan).markdown == """
                | part | its terminal | pin | called |
                | --- | --- | --- | --- |
                | **GPS receiver**, on the serial port that gpsd reads | VCC | 1 | 3V3 |
                |  | GND | 6 | GND |
                |  | RX | 8 | GPIO14, TXD |
                |  | TX | 10 | GPIO15, RXD |

                - The receiver's TX goes to the Pi's RXD, and its RX to the Pi's TXD.

                """)
        for name in WiringFixture.drawn {
            let plan = try WiringFixture.shipped(name)
            let rows = WiringTable(plan).markdown.split(separator: "\n").filter { $0.hasPrefix("| ") }.count
            #expect(rows == 2 + plan.parts.flatMap(\.terminals).count, "\(name)")
        }
    }

    @Test("A board without wires is drawn as a bare header")
    func bare() throws {
        let plan = try WiringFixture.plan(
            #"{"name": "Bare", "buttons": [{"role": "start", "driver": "keys"}, {"role": "page", "driver": "keys"}]}"#)
        let drawing = WiringDrawing(plan).svg
        #expect(drawing.hasPrefix("<svg ") && drawing.hasSuffix("</svg>\n"))
        #expect(drawing.contains(">GPIO27</text>") && !drawing.contains("<line "))
    }
}
