import Glibc
import LinuxPeripherals
import Peripherals
import Positioning
import Quantities
import Testing

/// What a client reported, in order.
private typealias Reports = Journal<GPSReport>

extension Reports {
    var links: [GPSLink] { entries.compactMap { if case .link(let link) = $0 { link } else { nil } } }
    var fixes: [GPSFix] { entries.compactMap { if case .fix(let fix) = $0 { fix } else { nil } } }
    var skies: [SkyView] { entries.compactMap { if case .sky(let sky) = $0 { sky } else { nil } } }
}

/// Limits under which a test sees a back-off or a silence without waiting long.
private func quick(silence: Duration = .seconds(5)) -> GPSDClient.Limits {
    var limits = GPSDClient.Limits()
    limits.backOff = BackOff(first: .milliseconds(50), longest: .milliseconds(200))
    limits.silence = silence
    limits.tolerance = .zero
    return limits
}

private let fixLine =
    Array(
        #"{"class":"TPV","device":"/dev/x","mode":3,"time":"2026-11-30T00:00:01.000Z","lat":1.5,"lon":2.5,"altHAE":10.0}"#.utf8) + [13, 10]
private let greeting =
    Array(#"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#.utf8) + [13, 10]
    + Array(#"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/x","driver":"u-blox"}]}"#.utf8) + [13, 10]

extension GPSDTests {
    @Suite("A real gpsd", .serialized, .enabled(if: RealGPSD.isInstalled, "gpsd is not installed: apt-get install gpsd"))
    struct Real {
        let loop: EventLoop
        private let reports = Reports()
        let gpsd = RealGPSD()
        init() throws { loop = try EventLoop() }

        private func client(_ limits: GPSDClient.Limits) throws -> GPSDClient {
            let reports = reports
            let client = try GPSDClient(GPSDAddress("127.0.0.1:\(gpsd.port)"), on: loop, limits: limits) { report, _ in
                reports.entries.append(report)
            }
            client.start()
            return client
        }

        @Test("A fix, its dilution, its satellites and its driver arrive")
        func fix() throws {
            let feeder = try #require(NMEAFeeder(on: loop, hertz: 10))
            feeder.start()
            #expect(gpsd.start([feeder.terminal.path]))
            let client = try client(quick())
            defer { client.stop() }
            let reports = reports
            #expect(try loop.run { reports.fixes.contains { $0.horizontalDilution != nil && $0.mode == .threeDimensional } })
            let fix = try #require(reports.fixes.last { $0.horizontalDilution != nil && $0.mode == .threeDimensional })
            let place = try #require(fix.position)
            #expect(abs(place.latitude - 46.5) < 0.02 && abs(place.longitude - 7.5) < 0.02)
            #expect(abs((fix.altitude?.meters ?? 0) - 545.4) < 0.1)
            #expect(abs((fix.speed?.metersPerSecond ?? 0) - 4.2 * 1852 / 3600) < 0.01)
            #expect(fix.horizontalDilution == 0.9 && fix.satellitesUsed == 9 && fix.errorRule == .fromDilution)
            #expect(fix.time != nil && fix.course != nil && fix.horizontalError != nil)
            #expect(reports.skies.contains(SkyView(used: 9, visible: 12)))
            #expect(client.driver == "NMEA0183")
            #expect(client.link == .attached && client.problem == nil)
        }

        @Test(
            "K13: what a receiver does not tell of its satellites and dilution costs no fix",
            arguments: NMEAFeeder.Oddity.allCases)
        func oddReceiver(_ oddity: NMEAFeeder.Oddity) throws {
            let feeder = try #require(NMEAFeeder(on: loop, hertz: 10, oddity: oddity))
            feeder.start()
            #expect(gpsd.start([feeder.terminal.path]))
            let client = try client(quick())
            defer { client.stop() }
            let reports = reports
            #expect(try loop.run { reports.fixes.filter { $0.position != nil }.count >= 30 })
            var positioning = Positioning(), verdicts: [FixVerdict] = []
            for (index, fix) in reports.fixes.filter({ $0.position != nil }).enumerated() {
                let now = MonotonicInstant(seconds: 1000).advanced(by: .milliseconds(Int64(100 * index)))
                let input = PositioningInput(at: now, fix: fix, pulseRate: nil, pedestrianSpeed: nil, pressure: nil)
                verdicts.append(positioning.push(input).verdict)
            }
            // gpsd 3.25 makes several reports of one epoch: its time counts once, and steps are a second long.
            let usual: Set<FixVerdict> = [.unconfirmed, .accepted, .tooSoon, .repeatedTime]
            #expect(verdicts.contains(.accepted) && Set(verdicts).isSubset(of: usual), "\(verdicts)")
        }

        @Test("A26: gpsd may be killed and start again; the client says so and is back by itself")
        func restart() throws {
            let feeder = try #require(NMEAFeeder(on: loop, hertz: 10))
            feeder.start()
            let client = try client(quick())
            defer { client.stop() }
            let reports = reports
            #expect(try loop.run { client.link == .noDaemon && client.problem != nil })
            #expect(client.problem?.description.contains("check that gpsd runs") == true)
            #expect(gpsd.start([feeder.terminal.path]))
            #expect(try loop.run { !reports.fixes.isEmpty })
            gpsd.kill()
            #expect(try loop.run { client.link == .noDaemon })
            let before = reports.fixes.count
            #expect(gpsd.start([feeder.terminal.path]))
            #expect(try loop.run { reports.fixes.count > before + 2 })
            #expect(reports.links.prefix(2) == [.noDaemon, .attached] && reports.links.contains(.noDaemon) && client.link == .attached)
        }

        @Test("A gpsd without a receiver is told apart from no gpsd")
        func noReceiver() throws {
            #expect(gpsd.start([]))
            let client = try client(quick())
            defer { client.stop() }
            #expect(try loop.run { client.link == .noReceiver })
            #expect(reports.fixes.isEmpty)
        }

        @Test("A receiver without a fix reports mode 1, no place, and the satellites it hears")
        func noFix() throws {
            let feeder = try #require(NMEAFeeder(on: loop, hertz: 10, hasFix: false))
            feeder.start()
            #expect(gpsd.start([feeder.terminal.path]))
            let client = try client(quick())
            defer { client.stop() }
            let reports = reports
            #expect(try loop.run { reports.fixes.count > 3 && reports.skies.contains { $0.visible == 12 } })
            #expect(reports.fixes.allSatisfy { $0.position == nil && ($0.mode == GPSFix.Mode.none || $0.mode == nil) })
            #expect(reports.skies.allSatisfy { ($0.used ?? 0) == 0 })
        }

        @Test("A3: a receiver that falls silent is reported, and so is its return")
        func silence() throws {
            let feeder = try #require(NMEAFeeder(on: loop, hertz: 10))
            feeder.start()
            #expect(gpsd.start([feeder.terminal.path]))
            let client = try client(quick(silence: .milliseconds(600)))
            defer { client.stop() }
            let reports = reports
            #expect(try loop.run { !reports.fixes.isEmpty && client.link == .attached })
            feeder.stop()
            #expect(try loop.run { client.link == .silent })
            feeder.start()
            #expect(try loop.run { client.link == .attached })
        }

        @Test("I8: at one report a second the client wakes the loop at most twice a second")
        func wakeUps() throws {
            let feeder = try #require(NMEAFeeder(on: loop, hertz: 1))
            feeder.start()
            #expect(gpsd.start([feeder.terminal.path]))
            let client = try client(GPSDClient.Limits())
            defer { client.stop() }
            let reports = reports
            #expect(try loop.run { reports.fixes.count >= 1 && feeder.epochs >= 2 })
            let epochs = feeder.epochs
            let wakeUps = loop.wakeUps
            #expect(try loop.run { feeder.epochs >= epochs + 4 })
            let own = Int(loop.wakeUps - wakeUps) - 4  // the feeder's timer wakes the loop as well
            #expect(own <= 2 * 4)
            #expect(reports.fixes.count >= 4)
        }
    }

    @Suite("A hostile gpsd", .serialized) struct Hostile {
        let loop: EventLoop
        private let reports = Reports()
        init() throws { loop = try EventLoop() }

        private func client(_ server: ScriptedServer, _ limits: GPSDClient.Limits) throws -> GPSDClient {
            let reports = reports
            let client = try GPSDClient(GPSDAddress("127.0.0.1:\(server.port)"), on: loop, limits: limits) { report, _ in
                reports.entries.append(report)
            }
            client.start()
            return client
        }

        @Test("A7: garbage, NUL, wrong types, NaN, unknown members and merged lines give no false fix, and the true ones arrive")
        func garbage() throws {
            let pieces: [String] = [
                "garbage\r\n", "\0\u{FF}{}\r\n", "{\"class\":\"TPV\",\"mode\":\"three\"}\r\n",
                "{\"class\":\"TPV\",\"mode\":3,\"lat\":NaN}\r\n",
                "{\"class\":\"TPV\",\"mode\":3,\"newfield\":{\"a\":[1,2,{\"b\":null}]},\"lat\":1.5,\"lon\":2.5}\r\n",
                "{\"class\":\"FUTURE\",\"x\":1}\r\n",
            ]
            let server = try #require(
                try ScriptedServer(on: loop) { _ in
                    var steps: [ScriptedServer.Step] = [.send(greeting)]
                    for piece in pieces { steps += [.send(Array(piece.utf8)), .wait(.milliseconds(5))] }
                    steps += [.send(fixLine), .wait(.milliseconds(5)), .send(fixLine + fixLine + fixLine)]
                    steps += [.send(Array(fixLine[..<20])), .wait(.milliseconds(50)), .send(Array(fixLine[20...]))]
                    return steps
                })
            let client = try client(server, quick())
            defer { client.stop() }
            let reports = reports
            #expect(try loop.run { reports.fixes.count { $0.position != nil } >= 5 })
            let truth = GPSFix(
                mode: .threeDimensional, time: UTCInstant(milliseconds: 1_795_996_801_000),
                position: Coordinate(latitude: 1.5, longitude: 2.5),
                altitude: .meters(10), errorRule: .fromReceiver)
            #expect(reports.fixes.filter { $0.position != nil } == Array(repeating: truth, count: 5))
            #expect(server.connections == 1)
        }

        @Test("A7: a report split in two at any byte arrives once and whole")
        func splits() throws {
            let server = try #require(
                try ScriptedServer(on: loop) { _ in
                    [.send(greeting)]
                        + (1..<fixLine.count).flatMap {
                            [.send(Array(fixLine[..<$0])), .wait(.milliseconds(1)), .send(Array(fixLine[$0...])), .wait(.milliseconds(1))]
                        }
                })
            let client = try client(server, quick())
            defer { client.stop() }
            let reports = reports
            #expect(try loop.run { reports.fixes.count >= fixLine.count - 1 })
            #expect(reports.fixes.count == fixLine.count - 1 && reports.fixes.allSatisfy { $0.position?.latitude == 1.5 })
        }

        @Test("A line of 60 kB ends the connection, and the next one works")
        func endlessLine() throws {
            let server = try #require(
                try ScriptedServer(on: loop) { connection in
                    guard connection == 1 else { return [.send(greeting), .send(fixLine)] }
                    let line = Array(#"{"class":"SKY","x":""#.utf8) + [UInt8](repeating: 65, count: 60_000) + Array("\"}\r\n".utf8)
                    return [.send(greeting), .send(line), .send(fixLine)]
                })
            let client = try client(server, quick())
            defer { client.stop() }
            let reports = reports
            #expect(try loop.run { server.connections == 2 && !reports.fixes.isEmpty })
            #expect(reports.links == [.attached, .noDaemon, .attached])
        }

        @Test("A server that closes at once, says nothing or stalls in a line is left and tried again")
        func deadEnds() throws {
            let server = try #require(
                try ScriptedServer(on: loop) { connection in
                    switch connection {
                    case 1: [.close]
                    case 2: []
                    case 3: [.send(greeting), .send(Array(fixLine[..<20]))]
                    default: [.send(greeting), .send(fixLine)]
                    }
                })
            let client = try client(server, quick(silence: .milliseconds(100)))
            defer { client.stop() }
            let reports = reports
            #expect(try loop.run { !reports.fixes.isEmpty })
            #expect(server.connections == 4)
            #expect(reports.links == [.noDaemon, .attached, .silent, .noDaemon, .attached])
        }

        @Test("A flood ends the connection instead of eating the processor")
        func flood() throws {
            var limits = quick()
            limits.mostBytes = 100_000
            let server = try #require(
                try ScriptedServer(on: loop) { connection in
                    connection == 1 ? [.send(greeting)] + (0..<2000).map { _ in .send(fixLine) } : [.send(greeting)]
                })
            let client = try client(server, limits)
            defer { client.stop() }
            #expect(try loop.run { server.connections == 2 && client.link == .attached })
            #expect(reports.fixes.count < 1100)
        }

        @Test("The question is asked anew on each connection")
        func asksAgain() throws {
            let server = try #require(
                try ScriptedServer(on: loop) { connection in
                    connection < 3 ? [.send(greeting), .wait(.milliseconds(20)), .close] : [.send(greeting)]
                })
            let client = try client(server, quick())
            defer { client.stop() }
            let question = "?WATCH={\"enable\":true,\"json\":true};\n"
            #expect(try loop.run { server.questions.count >= 3 * question.utf8.count })
            #expect(String(decoding: server.questions, as: UTF8.self) == question + question + question)
        }

        @Test("A client may be stopped from its own report")
        func stopInside() throws {
            let server = try #require(try ScriptedServer(on: loop) { _ in [.send(greeting), .send(fixLine + fixLine)] })
            let reports = reports
            let box = Journal<GPSDClient>()
            let client = try GPSDClient(GPSDAddress("127.0.0.1:\(server.port)"), on: loop, limits: quick()) { report, _ in
                reports.entries.append(report)
                if case .fix = report { box.entries.first?.stop() }
            }
            box.entries.append(client)
            client.start()
            #expect(try loop.run { !reports.fixes.isEmpty })
            #expect(reports.fixes.count == 1 && client.link == .noDaemon)
            box.entries = []
        }
    }
}
