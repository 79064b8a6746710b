import Boards
import Glibc
import HealthCore
import HealthStore
import LinuxPeripherals
import Quantities
import RunCore
import RunLog
import SystemCalls
import TestSupport
import Testing
import WatchCore

@testable import WatchDaemon

/// A daemon on a folder, and somebody who asks it, on the daemon's own loop.
private final class AskedDaemon {
    let daemon: Daemon
    let script: PressScript
    let folder: DaemonFolder
    private var client: ControlClient?
    private var others: [ControlClient] = []
    private(set) var answers: [[UInt8]] = []

    init(_ folder: DaemonFolder, board: String = AskedDaemon.board, gpsd: String? = nil) throws {
        self.folder = folder
        var options = Daemon.Options(
            board: try Board(json: Array(board.utf8), file: "test.json"), dataPath: folder.path, say: { _ in })
        options.gpsd = gpsd
        options.mayBelieveSystemClock = false
        daemon = try Daemon(options)
        script = PressScript(daemon)
    }

    static let board = """
        {
            "name": "Asked watch",
            "buttons": [ { "role": "start", "driver": "control" }, { "role": "page", "driver": "control" } ],
            "features": []
        }
        """

    /// Sends a line from a client that listens on the daemon's loop.
    func send(_ line: String) {
        do {
            if client == nil {
                let client = try ControlClient(folder.directory.control)
                try daemon.loop.add(client.descriptor, .readable) { [unowned self] _, _ in
                    if let answer = client.receive() { answers.append(answer) }
                }
                self.client = client
            }
            try client?.send(line)
        } catch { Issue.record("\(error)") }
    }

    /// Sends a packet from a client of its own, which is answered into the same list.
    func send(_ bytes: [UInt8]) {
        do {
            let client = try ControlClient(folder.directory.control)
            others.append(client)
            try daemon.loop.add(client.descriptor, .readable) { [unowned self] _, _ in
                if let answer = client.receive() { answers.append(answer) }
            }
            try client.send(bytes)
        } catch { Issue.record("\(error)") }
    }

    /// An answer that came after the loop had ended.
    func next() -> [UInt8]? { client?.receive() }
    func end() { daemon.put(.shutDown, at: MonotonicClock.now()) }
    var texts: [String] { answers.map { String(decoding: $0, as: UTF8.self) } }
    var views: [WatchView] { answers.compactMap { WatchView($0) } }
}

@Suite(.serialized) struct ControlDeskTests {
    @Test("U-A11: a watch without a display says what it does and what it would show, and tells who follows that it ends")
    func status() throws {
        let asked = try AskedDaemon(try DaemonFolder())
        asked.script.add(after: .milliseconds(50)) { asked.send(ControlLine.status) }
        asked.script.add(after: .milliseconds(50)) { asked.send(ControlLine.follow(after: 0)) }
        asked.script.add(after: .milliseconds(50)) { asked.send("dance") }
        asked.script.add(after: .milliseconds(50)) { asked.send(ControlLine.follow(after: asked.daemon.framesDrawn)) }
        asked.script.add(after: .milliseconds(50)) { asked.end() }
        try asked.script.run()
        // The end may be drawn: a picture more, and then the farewell.
        var last: [UInt8]?
        while let next = asked.next() { last = next }
        #expect(last.map { WatchView.isEnd($0) } == true)
        #expect(asked.views.allSatisfy { $0.status.board == "Asked watch" })
        #expect(asked.views.first?.picture == nil)
        #expect(asked.views.dropFirst().first?.picture?.width == 128)
        #expect(asked.texts.dropFirst(2).first == "error there is no such request")
    }

    @Test("U-A11: who follows gets each picture that is new and the newest when slow; who never reads holds up nobody")
    func follow() throws {
        let asked = try AskedDaemon(try DaemonFolder())
        var deaf: [ControlClient] = []
        asked.script.add(after: .milliseconds(50)) {
            // Those who ask and never read: the kernel's buffer of each takes what it takes.
            deaf = (0..<6).compactMap { _ in try? ControlClient(asked.folder.directory.control) }
            // The kernel queues a few datagrams for the watch at most, and sending to a full queue would wait.
            for client in deaf { try? client.send(ControlLine.follow(after: 0)) }
        }
        asked.script.add(after: .milliseconds(50)) { for client in deaf { try? client.send(ControlLine.follow(after: 1)) } }
        asked.script.add(after: .milliseconds(50)) { asked.send(ControlLine.follow(after: 0)) }
        asked.script.add(after: .milliseconds(50)) { asked.send(ControlLine.follow(after: asked.views.last?.serial ?? 0)) }
        // Getting ready redraws; the run's first seconds draw several more, of which one is asked for.
        asked.script.press(.start) { #expect(asked.daemon.watch.session.phase == .preparing) }
        asked.script.press(.start) {}
        asked.script.press(.start) { #expect(asked.daemon.watch.session.phase == .running) }
        asked.script.add(after: .milliseconds(1200)) { asked.send(ControlLine.follow(after: asked.views.last?.serial ?? 0)) }
        asked.script.add(after: .milliseconds(1500)) { asked.send(ControlLine.follow(after: asked.daemon.framesDrawn)) }
        asked.script.add(after: .milliseconds(30)) { asked.end() }
        try asked.script.run()
        let serials = asked.views.map(\.serial)
        #expect(serials.count >= 3 && serials == serials.sorted() && Set(serials).count == serials.count)
        #expect(asked.views.last?.status.phase == .running)
        #expect(asked.daemon.watch.session.phase == .running)
        withExtendedLifetime(deaf) {}
    }

    @Test("U-C10: a watch deletes a run that is over, and not the one that it records")
    func delete() throws {
        let folder = try DaemonFolder(), asked = try AskedDaemon(folder)
        var saved: RunID?, recorded: RunID?
        asked.script.press(.start) {}
        asked.script.press(.start) {}
        asked.script.press(.start) { #expect(asked.daemon.watch.session.phase == .running) }
        asked.script.add(after: .milliseconds(1200)) {
            recorded = asked.daemon.watch.session.totals?.header.id
            if let recorded { asked.send(ControlLine.delete(recorded, forGood: true)) }
        }
        asked.script.press(.start, for: .milliseconds(1100)) { #expect(asked.daemon.watch.session.phase == .stopped) }
        asked.script.press(.page) { #expect(asked.daemon.watch.session.phase == .saved) }
        asked.script.add(after: .milliseconds(500)) {
            saved = asked.daemon.watch.session.totals?.header.id
            #expect(saved.flatMap { asked.daemon.watch.book.run(HealthID($0)) }?.isDeleted == false)
            if let saved { asked.send(ControlLine.delete(saved, forGood: false)) }
        }
        asked.script.add(after: .milliseconds(700)) { asked.end() }
        try asked.script.run()
        #expect(recorded != nil && saved == recorded)
        #expect(asked.texts == ["error that run is being recorded: stop and save it first", "ok"])
        let id = try #require(saved)
        #expect(asked.daemon.watch.book.run(HealthID(id))?.isDeleted ?? true)
        #expect(try folder.directory.runIDs().isEmpty)
        #expect(access(RunTrash(folder.directory).path(of: id), F_OK) == 0)
        #expect(try HealthStore(path: folder.directory.healthStore, access: .readOnly).newest(.run, HealthID(id))?.isDeleted == true)
    }

    private static func coffee(_ milligrams: Double, version: UInt32 = 1, from host: UInt64 = 1) -> HealthChange {
        HealthChange(
            kind: .drinkKind, id: HealthID("coffee") ?? HealthID(RunID(high: 1, low: 1)), version: version,
            origin: HealthOrigin(high: host, low: 0), value: .drinkKind(DrinkKind(name: LocalizedText("Coffee"), milligrams: milligrams)))
    }

    @Test("Changes that another program hands in are on the card when it is told so, and the watch follows at once")
    func changes() throws {
        let asked = try AskedDaemon(try DaemonFolder()), change = Self.coffee(80)
        let frame = try HealthChangeFrame([change]).bytes
        asked.script.add(after: .milliseconds(50)) { asked.send(frame) }
        asked.script.add(after: .milliseconds(600)) {
            let store = try? HealthStore(path: asked.folder.directory.healthStore, access: .readOnly)
            #expect((try? store?.newest(.drinkKind, change.id)) == change)
            #expect(asked.texts == [(try? store?.lastSequence()).map { "ok \($0)" } ?? "no store"])
            #expect(asked.daemon.watch.book.newest(.drinkKind, change.id) == change)
            // A second time it is nothing, and as good.
            asked.send(frame)
        }
        asked.script.add(after: .milliseconds(400)) { #expect(asked.texts.count == 2 && asked.texts.allSatisfy { $0.hasPrefix("ok ") }) }
        asked.script.add(after: .milliseconds(10)) { asked.end() }
        try asked.script.run()
    }

    @Test("Of two programs that change one thing at once both are told, and store and watch end with the same of the two")
    func twoAtOnce() throws {
        let asked = try AskedDaemon(try DaemonFolder())
        let frames = try [Self.coffee(80, from: 1), Self.coffee(90, from: 2)].map { try HealthChangeFrame([$0]).bytes }
        asked.script.add(after: .milliseconds(50)) { for frame in frames.reversed() { asked.send(frame) } }
        asked.script.add(after: .milliseconds(600)) {
            #expect(asked.texts.count == 2 && asked.texts.allSatisfy { $0.hasPrefix("ok ") })
            let store = try? HealthStore(path: asked.folder.directory.healthStore, access: .readOnly)
            let won = Self.coffee(90, from: 2)
            #expect((try? store?.newest(.drinkKind, won.id)) == won)
            #expect(asked.daemon.watch.book.newest(.drinkKind, won.id) == won)
        }
        asked.script.add(after: .milliseconds(10)) { asked.end() }
        try asked.script.run()
    }

    @Test("Packets that are no changes are refused with the reason, and change nothing")
    func hostilePackets() throws {
        let asked = try AskedDaemon(try DaemonFolder())
        let good = try HealthChangeFrame([Self.coffee(80), Self.coffee(81, version: 2)]).bytes
        var other = good
        other[1] = 9
        let packets: [[UInt8]] = [
            [HealthChangeFrame.mark], Array(good.dropLast()), good + [0], other, [0xFF, 1, 2], [UInt8](repeating: 0x89, count: 70_000), [],
        ]
        for packet in packets { asked.script.add(after: .milliseconds(40)) { asked.send(packet) } }
        asked.script.add(after: .milliseconds(100)) { asked.end() }
        try asked.script.run()
        #expect(asked.texts.count == packets.count && asked.texts.allSatisfy { $0.hasPrefix("error ") }, "\(asked.texts)")
        #expect(
            asked.texts.first == "error change 0 is malformed"
                && asked.texts.dropFirst(5).first?.hasPrefix("error that is too long") == true)
        #expect(asked.daemon.watch.book.newest(.drinkKind, Self.coffee(80).id) == nil)
        let store = try HealthStore(path: asked.folder.directory.healthStore, access: .readOnly)
        #expect(try store.newest(.drinkKind, Self.coffee(80).id) == nil)
    }

    @Test("U-B13: a watch that does not know the time takes it from gpsd, and lets the receiver go")
    func timeFromReceiver() throws {
        let server = try #require(LoopGPSD()), folder = try DaemonFolder()
        let asked = try AskedDaemon(folder, gpsd: "127.0.0.1:\(server.port)")
        try server.serve(on: asked.daemon.loop)
        asked.script.add(after: .milliseconds(700)) {
            // One report dates nothing; a second one has to agree.
            #expect(asked.daemon.watch.utc(at: MonotonicClock.now()) == nil)
            server.report(1)
        }
        asked.script.add(after: .milliseconds(300)) {
            #expect(asked.daemon.watch.utc(at: MonotonicClock.now()) != nil)
            #expect(server.connections == 1 && !server.isConnected)
            // Where it was is none of the clock's business.
            #expect(!asked.daemon.watch.session.hasFix)
        }
        asked.script.add(after: .milliseconds(10)) { asked.end() }
        try asked.script.run()
        server.close(on: asked.daemon.loop)
    }
}

/// A gpsd with a fix, for one client, on a test's loop.
private final class LoopGPSD {
    var port: UInt16 { listener.port }
    private(set) var connections = 0
    var isConnected: Bool { client >= 0 }
    private let listener: ListeningSocket
    private var client: Int32 = -1
    private static let greeting = """
        {"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}
        {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/serial0","driver":"u-blox","activated":"2026-12-01T10:00:00.000Z"}]}

        """

    private static func fix(_ second: Int) -> String {
        #"{"class":"TPV","device":"/dev/serial0","mode":3,"time":"2026-12-01T10:00:0\#(second).000Z","lat":47.4,"lon":8.5,"altMSL":408.0}"#
            + "\n"
    }

    init?() {
        guard let listener = ListeningSocket() else { return nil }
        self.listener = listener
    }

    func serve(on loop: EventLoop) throws {
        try loop.add(listener.descriptor, .readable) { [unowned self] _, _ in
            client = accept(listener.descriptor, nil, nil)
            guard client >= 0 else { return }
            connections += 1
            _ = fcntl(client, F_SETFL, O_NONBLOCK)
            write(Self.greeting + Self.fix(0))
            try? loop.add(client, .readable) { [unowned self] _, _ in
                var chunk = [UInt8](repeating: 0, count: 256)
                if read(client, &chunk, chunk.count) <= 0 { hangUp(loop) }
            }
        }
    }

    /// The fix of a second from 0 to 9.
    func report(_ second: Int) { write(Self.fix(second)) }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    private func hangUp(_ loop: EventLoop) {
        guard client >= 0 else { return }
        loop.remove(client)
        Glibc.close(client)
        client = -1
    }

    func close(on loop: EventLoop) {
        hangUp(loop)
        loop.remove(listener.descriptor)
    }
}
