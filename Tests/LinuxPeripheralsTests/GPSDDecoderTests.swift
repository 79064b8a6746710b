import Glibc
import Peripherals
import Quantities
import Testing

@testable import LinuxPeripherals

/// All that touches libgps runs one test after another: nothing says that it may run in two threads.
@Suite("gpsd", .serialized) enum GPSDTests {}

private let start = MonotonicInstant(seconds: 100)

extension GPSDDecoder {
    /// Decodes a line given as text.
    func decode(_ text: String, at now: MonotonicInstant = start) -> Message {
        var bytes = Array(text.utf8) + [0]
        return bytes.withUnsafeMutableBufferPointer { decode(UnsafeMutableBufferPointer(rebasing: $0.dropLast()), at: now) }
    }
    /// The fix in a line.
    func fix(_ text: String, at now: MonotonicInstant = start) -> GPSFix? {
        if case .fix(let fix) = decode(text, at: now) { fix } else { nil }
    }
}

extension GPSDTests {
    @Suite("Lines become reports") struct Decoding {
        let decoder: GPSDDecoder
        init() throws { decoder = try #require(GPSDDecoder()) }

        @Test("A full report comes out whole")
        func full() {
            let fix = decoder.fix(
                #"{"class":"TPV","device":"/dev/x","mode":3,"time":"2026-11-30T00:00:01.250Z","ept":0.005,"lat":46.5,"lon":-7.25,"altHAE":592.3,"altMSL":545.4,"epx":1.0,"epy":2.0,"epv":3.5,"track":123.4,"speed":2.161,"climb":0.1,"eph":13.5}"#
            )
            #expect(
                fix
                    == GPSFix(
                        mode: .threeDimensional, time: UTCInstant(milliseconds: 1_795_996_801_250),
                        position: Coordinate(latitude: 46.5, longitude: -7.25), altitude: .meters(545.4), speed: .metersPerSecond(2.161),
                        course: .degrees(123.4), horizontalError: .meters(13.5)))
        }

        @Test(
            "A5: height comes from altMSL, else altHAE, else the alt of old versions, else it is absent",
            arguments: [
                (#""altHAE":592.3,"altMSL":545.4,"alt":545.4"#, 545.4), (#""altHAE":592.3"#, 592.3), (#""altMSL":545.4"#, 545.4),
                (#""alt":512.0"#, 512.0), (#""epv":1.0"#, nil),
            ] as [(String, Double?)])
        func height(members: String, expected: Double?) throws {
            let fix = try #require(decoder.fix(#"{"class":"TPV","mode":3,"lat":1.5,"lon":2.5,\#(members)}"#))
            #expect(fix.altitude?.meters == expected)
        }

        @Test("A6: any member may be missing, and then exactly its value is absent")
        func missingMembers() throws {
            let members = [
                (#""mode":3"#, "mode"), (#""time":"2026-11-30T00:00:01.000Z""#, "time"), (#""lat":1.5"#, "position"),
                (#""lon":2.5"#, "position"),
                (#""altMSL":10.0"#, "altitude"), (#""speed":3.0"#, "speed"), (#""track":90.0"#, "course"), (#""eph":4.0"#, "error"),
                (#""epc":1.0"#, ""), (#""climb":0.2"#, ""), (#""device":"/dev/x""#, ""),
            ]
            for (removed, lost) in members {
                let rest = members.map(\.0).filter { $0 != removed }.joined(separator: ",")
                let fix = decoder.fix(#"{"class":"TPV",\#(rest)}"#)
                guard lost != "mode" else {
                    #expect(fix == nil, "a report without a mode says nothing")
                    continue
                }
                let report = try #require(fix)
                #expect((report.time == nil) == (lost == "time"), "\(removed)")
                #expect((report.position == nil) == (lost == "position"), "\(removed)")
                #expect((report.altitude == nil) == (lost == "altitude"), "\(removed)")
                #expect((report.speed == nil) == (lost == "speed"), "\(removed)")
                #expect((report.course == nil) == (lost == "course"), "\(removed)")
                #expect((report.horizontalError == nil) == (lost == "error"), "\(removed)")
            }
        }

        @Test("A3: a report without a position does not repeat the last one")
        func noRepeat() throws {
            #expect(decoder.fix(#"{"class":"TPV","mode":3,"lat":1.5,"lon":2.5,"speed":3.0}"#)?.position != nil)
            let next = try #require(decoder.fix(#"{"class":"TPV","mode":1}"#))
            #expect(next == GPSFix(mode: GPSFix.Mode.none))
        }

        @Test("A8: a fix without a time is delivered without one")
        func noTime() throws {
            let fix = try #require(decoder.fix(#"{"class":"TPV","mode":2,"lat":1.5,"lon":2.5}"#))
            #expect(fix.time == nil && fix.mode == .twoDimensional)
            #expect(decoder.fix(#"{"class":"TPV","mode":2,"time":"soon","lat":1.5,"lon":2.5}"#)?.time == nil)
        }

        @Test("A7: a report cut short at any byte is not believed")
        func cutShort() {
            let line = #"{"class":"TPV","mode":3,"time":"2026-11-30T00:00:01.000Z","lat":46.51234,"lon":7.51234,"altHAE":10.0}"#
            for length in 0..<line.utf8.count {
                #expect(decoder.decode(String(line.prefix(length))) == .nothing, "cut at \(length)")
            }
            #expect(decoder.fix(line) != nil)
        }

        @Test(
            "What is not gpsd's is ignored",
            arguments: [
                "", "garbage", "{", "{}", "[]", "\0\u{FF}\u{FE}{}", #"{"class":"FUTURE","x":1}"#, #"{"class":"TPV","mode":"three"}"#,
                #"{"class":"TPV","mode":3,"lat":nano}"#, #"{"class":"TPV","mode":3,"lat":n}"#, #"{"class":"TPV","mode":3,"lat":-}"#,
                #"{"class":"TPV","mode":3,"lat":-,"lon":1}"#,
                #"{"class":"TPV","mode":3,"lat":1.5x}"#,
                #"{"class":"TPV","mode":3,"lat":1.5,"lon":2.5}{"class":"TPV","mode":3}"#, #"{"class":"TPV","mode":3,"lat":01.5}"#,
                #"{"class":"TPV","mode":3,"lat":+1.5}"#, #"{"class":"TPV","mode":3,}"#, #"{"class":"TPV" "mode":3}"#,
                #"{class:"TPV","mode":3}"#,
            ])
        func nonsense(line: String) {
            #expect(decoder.decode(line) == .nothing)
        }

        @Test(
            "Numbers that are none are absent, never 0",
            arguments: [
                #""lat":null,"lon":2.5"#, #""lat":true,"lon":2.5"#, #""lat":1e999,"lon":2.5"#, #""lat":"1.5","lon":2.5"#,
                #""lat":[1.5],"lon":2.5"#,
                #""newfield":{"a":[1,2,{"b":null}]},"lon":2.5"#,
            ])
        func absent(members: String) {
            let fix = decoder.fix(#"{"class":"TPV","mode":3,\#(members)}"#)
            #expect(fix?.position == nil)
        }

        @Test(
            "K19: a member that is not a number is not known, and the rest of the report counts",
            arguments: ["nan", "NaN", "-nan", "+nan", "inf", "-inf", "Infinity", "-Infinity", "null"])
        func notANumber(word: String) throws {
            let fix = try #require(
                decoder.fix(#"{"class":"TPV","mode":3,"lat":1.5,"lon":2.5,"speed":\#(word),"track":\#(word),"eph":\#(word),"altHAE":10.0}"#)
            )
            #expect(fix.position == Coordinate(latitude: 1.5, longitude: 2.5) && fix.altitude == .meters(10))
            #expect(fix.speed == nil && fix.course == nil && fix.horizontalError == nil)
            #expect(decoder.fix(#"{"class":"TPV","mode":3,"lat":\#(word),"lon":2.5}"#)?.position == nil)
        }

        @Test("K13, K20: no satellites and a dilution of 99.99 go on as they are told; positioning says what they are worth")
        func untold() throws {
            _ = decoder.decode(#"{"class":"SKY","hdop":99.99,"nSat":1,"uSat":0,"satellites":[{"PRN":1,"used":false}]}"#)
            let fix = try #require(decoder.fix(#"{"class":"TPV","mode":3,"lat":1.5,"lon":2.5,"eph":3.5}"#))
            #expect(fix.satellitesUsed == 0 && fix.horizontalDilution == 99.99 && fix.horizontalError == .meters(3.5))
        }

        @Test("Dilution and satellites of SKY go with the fixes of the next 5 s, and no longer")
        func skyMerges() throws {
            let line = #"{"class":"TPV","mode":3,"lat":1.5,"lon":2.5}"#
            #expect(decoder.fix(line)?.horizontalDilution == nil)
            let sky = decoder.decode(
                #"{"class":"SKY","hdop":0.90,"nSat":3,"uSat":2,"satellites":[{"PRN":1,"el":1.0,"az":1.0,"ss":30.0,"used":true},{"PRN":2,"used":true},{"PRN":3,"used":false}]}"#
            )
            #expect(sky == .sky(SkyView(used: 2, visible: 3)))
            let fix = try #require(decoder.fix(line, at: start + .seconds(5)))
            #expect(fix.horizontalDilution == 0.9 && fix.satellitesUsed == 2)
            let late = try #require(decoder.fix(line, at: start + .milliseconds(5001)))
            #expect(late.horizontalDilution == nil && late.satellitesUsed == nil)
        }

        @Test("A6: a SKY without satellites counts none, and is no zero")
        func skyWithoutSatellites() throws {
            _ = decoder.decode(#"{"class":"SKY","nSat":1,"uSat":1,"satellites":[{"PRN":1,"used":true}]}"#)
            #expect(decoder.decode(#"{"class":"SKY","hdop":1.20}"#) == .dilutionOnly)
            let fix = try #require(decoder.fix(#"{"class":"TPV","mode":3,"lat":1.5,"lon":2.5}"#))
            #expect(fix.satellitesUsed == 1 && fix.horizontalDilution == 1.2)
        }

        @Test("A receiver that sees nothing has none of none")
        func emptySky() {
            #expect(decoder.decode(#"{"class":"SKY","nSat":0,"uSat":0,"satellites":[]}"#) == .sky(SkyView(used: 0, visible: 0)))
        }

        @Test(
            "The driver decides how the error is read",
            arguments: [
                ("u-blox", GPSFix.ErrorRule.fromReceiver), ("SiRF", .fromReceiver), ("NMEA0183", .fromDilution),
                ("MTK-3301", .fromDilution),
            ])
        func errorRule(driver: String, rule: GPSFix.ErrorRule) throws {
            let list = #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/x","driver":"\#(driver)","bps":9600}]}"#
            #expect(decoder.decode(list) == .receivers(count: 1))
            #expect(decoder.driver == driver)
            #expect(decoder.fix(#"{"class":"TPV","device":"/dev/x","mode":3,"lat":1.5,"lon":2.5}"#)?.errorRule == rule)
            #expect(decoder.fix(#"{"class":"TPV","device":"/dev/other","mode":3,"lat":1.5,"lon":2.5}"#)?.errorRule == .fromDilution)
        }

        @Test("A receiver recognised later changes its rule")
        func recognisedLater() throws {
            _ = decoder.decode(#"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/x"}]}"#)
            #expect(decoder.driver == nil)
            #expect(decoder.decode(#"{"class":"DEVICE","path":"/dev/x","driver":"u-blox","bps":9600}"#) == .receivers(count: 1))
            #expect(decoder.driver == "u-blox")
            #expect(decoder.decode(#"{"class":"DEVICES","devices":[]}"#) == .receivers(count: 0))
            #expect(decoder.driver == nil)
        }

        @Test(
            "Lines that hold libgps itself for ever are never given to it",
            arguments: endlessLines)
        func endlessForLibgps(line: String) {
            #expect([.nothing, .receivers(count: 0)].contains(decoder.decode(line)))
        }

        @Test("A list of more receivers than libgps knows does no harm")
        func manyReceivers() {
            let list = (0..<9).map { #"{"class":"DEVICE","path":"/dev/\#($0)","driver":"u-blox"}"# }.joined(separator: ",")
            _ = decoder.decode(#"{"class":"DEVICES","devices":[\#(list)]}"#)
            #expect(decoder.fix(#"{"class":"TPV","mode":1}"#) != nil)
        }
    }

    @Suite("Bytes become lines") struct Lines {
        @Test("A7: a stream split in two at any byte gives the same lines")
        func splits() throws {
            let stream = Array("one\r\ntwo\n\n{\"three\":3}\r\n".utf8)
            for split in 0...stream.count {
                let pipe = try #require(BytePipe())
                let buffer = LineBuffer(capacity: 64)
                var lines: [String] = []
                for part in [stream[..<split], stream[split...]] where !part.isEmpty {
                    pipe.send(Array(part))
                    while case .bytes = buffer.fill(from: pipe.reading) {
                        while let line = buffer.nextLine() { lines.append(String(decoding: line, as: UTF8.self)) }
                    }
                }
                #expect(lines == ["one", "two", "", "{\"three\":3}"], "split at \(split)")
            }
        }

        @Test("A line that does not fit is an overflow, one that just fits is a line", arguments: [(7, true), (8, false)])
        func overflow(length: Int, fits: Bool) throws {
            let pipe = try #require(BytePipe())
            let buffer = LineBuffer(capacity: 8)
            let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length) + [UInt8(ascii: "\n")]
            pipe.send(bytes)
            #expect(buffer.fill(from: pipe.reading) == .bytes(8))
            #expect((buffer.nextLine() != nil) == fits)
            #expect(buffer.fill(from: pipe.reading) == (fits ? .nothing : .overflow))
        }

        @Test("The end of a stream is told apart from silence")
        func end() throws {
            let pipe = try #require(BytePipe())
            let buffer = LineBuffer(capacity: 8)
            #expect(buffer.fill(from: pipe.reading) == .nothing)
            pipe.closeWriting()
            #expect(buffer.fill(from: pipe.reading) == .ended)
        }
    }

    @Test("A26: waits grow 1, 2, 4 … 60 s and begin again after a success")
    static func backOff() {
        var backOff = BackOff()
        #expect((0..<8).map { _ in backOff.wait() } == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
        backOff.reset()
        #expect(backOff.wait() == .seconds(1))
    }
}

/// Lines on which gps_unpack of libgps 3.22 loops for ever.
private let endlessLines: [String] = [
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":5}]}"#,
    #"{"class":"TPV","x":[{"class":"TPV","mode":3}],"mode":3}"#,
    #"{"class":"TPV","mode":3,"a\"class":1,"lat":1.5,"lon":2.5}"#,
]
