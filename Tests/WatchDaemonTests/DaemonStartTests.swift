import Boards
import Glibc
import LinuxPeripherals
import Peripherals
import Quantities
import RunCore
import RunLog
import SystemCalls
import TestSupport
import Testing
import WatchCore
import WatchDaemon

/// A daemon of a test: what it said, and a run by its buttons.
private final class StartedDaemon {
    /// What was said, kept apart so that the daemon can be made with it.
    private final class Sentences { var all: [String] = [] }
    private let sentences = Sentences()
    var said: [String] { sentences.all }
    let daemon: Daemon

    init(_ board: String, dataPath: String, gpsd: String? = nil, meters: BoardBuses.Meters = BoardBuses.Meters()) throws {
        let sentences = sentences
        var options = Daemon.Options(
            board: try Board(json: Array(board.utf8), file: "test.json"), dataPath: dataPath, say: { sentences.all.append($0) })
        options.gpsd = gpsd
        options.meters = meters
        daemon = try Daemon(options)
    }

    /// Gets ready, runs for a while, stops and saves.
    func recordRun(lasting: Duration = .milliseconds(1500), after: @escaping (Watch) -> Void = { _ in }) throws {
        let script = PressScript(daemon)
        script.press(.start) { [unowned self] in #expect(daemon.watch.session.phase == .preparing) }
        script.press(.start) {}
        script.press(.start) { [unowned self] in #expect(daemon.watch.session.phase == .running) }
        script.add(after: lasting) {}
        script.press(.start, for: .milliseconds(1100)) { [unowned self] in #expect(daemon.watch.session.phase == .stopped) }
        script.press(.page) { [unowned self] in #expect(daemon.watch.session.phase == .saved) }
        script.add(after: .milliseconds(400)) { [unowned self] in
            after(daemon.watch)
            daemon.put(.shutDown, at: MonotonicClock.now())
        }
        try script.run()
    }

    func hasSaid(_ words: String) -> Bool { said.contains { $0.contains(words) } }
}

@Suite(.serialized) struct DaemonStartTests {
    private static func board(_ more: String) -> String {
        """
        {
            "name": "Test",
            "buttons": [ { "role": "start", "driver": "control" }, { "role": "page", "driver": "control" } ],
            "display": { "driver": "simulated", "width": 128, "height": 128 },
            \(more)
            "features": []
        }
        """
    }

    /// Ways to a gpsd that fail at once, later, or cannot even be looked up.
    static let ways = ["[2001:db8::1]:2947", "127.0.0.1:9", "no-such-host.invalid:2947", "255.255.255.255:2947", "[::1]:9"]

    @Test("R-B1, R-B11, N1: whatever is wrong with the way to gpsd, the daemon starts and records", arguments: DaemonStartTests.ways)
    func gpsd(way: String) throws {
        let folder = try DaemonFolder()
        let started = try StartedDaemon(
            Self.board(#""gps": { "driver": "gpsd", "host": "127.0.0.1", "port": 2947 },"#), dataPath: folder.path, gpsd: way)
        try started.recordRun { watch in #expect(watch.session.phase == .saved) }
        let runs = try folder.directory.runIDs()
        #expect(runs.count == 1)
        for run in runs {
            let totals = try RunLogReader(path: folder.directory.runLog(run)).totals()
            #expect(totals.endCause == .saved && totals.timer > .milliseconds(1000))
        }
        #expect(started.hasSaid("is running on"))
    }

    @Test("N2: a run that was left open goes on without a way to gpsd, and each record is in its log once")
    func unfinished() throws {
        let folder = try DaemonFolder()
        let board = Self.board(#""gps": { "driver": "gpsd", "host": "2001:db8::1", "port": 2947 },"#)
        do {
            let first = try StartedDaemon(board, dataPath: folder.path)
            let script = PressScript(first.daemon)
            script.press(.start) {}
            script.press(.start) {}
            script.press(.start) { #expect(first.daemon.watch.session.phase == .running) }
            script.add(after: .milliseconds(1200)) { first.daemon.put(.shutDown, at: MonotonicClock.now()) }
            try script.run()
        }
        let second = try StartedDaemon(board, dataPath: folder.path)
        let next = PressScript(second.daemon)
        next.add(after: .milliseconds(300)) { #expect(second.daemon.watch.session.phase == .running) }
        next.add(after: .milliseconds(1200)) { second.daemon.put(.shutDown, at: MonotonicClock.now()) }
        try next.run()
        let id = try #require(try folder.directory.runIDs().first)
        var times: [RunTime] = [], outages = 0
        try RunLogReader(path: folder.directory.runLog(id)).forEach { record in
            if case .sample(let sample) = record { times.append(sample.time) }
            if case .event(let event) = record, case .outage = event.kind { outages += 1 }
        }
        #expect(outages == 1 && Set(times).count == times.count)
    }

    @Test("N9: a data folder that cannot be made is said, on the screen too, and a run is kept in memory until it can be")
    func unwritable() throws {
        let folder = TemporaryFolder()
        let blocked = folder.path + "/watch"
        let file = open(blocked, O_WRONLY | O_CREAT, 0o600)
        close(file)
        let started = try StartedDaemon(Self.board(""), dataPath: blocked)
        let script = PressScript(started.daemon)
        // Nothing was ever stored here, so the first start asks its questions.
        for _ in 0..<5 { script.press(.start) {} }
        script.press(.start) {}
        script.press(.start) {}
        script.press(.start) { #expect(started.daemon.watch.session.phase == .running) }
        script.add(after: .milliseconds(300)) { #expect(started.daemon.watch.screen(at: MonotonicClock.now()).status.hasStorageTrouble) }
        script.press(.start, for: .milliseconds(1100)) {}
        script.press(.page) { #expect(started.daemon.watch.session.phase == .saved) }
        script.add {
            unlink(blocked)
            started.daemon.put(.shutDown, at: MonotonicClock.now())
        }
        try script.run()
        #expect(started.hasSaid("kept in memory"))
        let directory = DataDirectory(path: blocked)
        let id = try #require(try directory.runIDs().first)
        #expect(try RunLogReader(path: directory.runLog(id)).totals().endCause == .saved)
    }

    @Test("\"Saved\" is shown when the run is on the card")
    func saved() throws {
        let folder = try DaemonFolder()
        let started = try StartedDaemon(Self.board(""), dataPath: folder.path)
        var shown: [String] = []
        try started.recordRun(lasting: .milliseconds(300)) { watch in shown.append("\(watch.screen(at: MonotonicClock.now()).page)") }
        #expect(shown.first.map { $0.contains("saved") } == true)
    }

    @Test("Simulated parts are announced in the journal and on the screen")
    func simulated() throws {
        let folder = try DaemonFolder()
        let parts = #"""
            "buses": { "i2c": { "type": "i2c", "device": "simulated" } },
            "parts": [ { "chip": "bmp390", "bus": "i2c", "address": "0x77" } ],
            "gps": { "driver": "simulated" },
            """#
        let started = try StartedDaemon(Self.board(parts), dataPath: folder.path)
        let script = PressScript(started.daemon)
        var page = ""
        script.add(after: .milliseconds(50)) { page = "\(started.daemon.watch.screen(at: MonotonicClock.now()).page)" }
        script.add { started.daemon.put(.shutDown, at: MonotonicClock.now()) }
        try script.run()
        #expect(page.contains("simulatedParts"))
        #expect(started.hasSaid("the BMP390 of this watch is simulated") && started.hasSaid("the position of this watch is simulated"))
    }

    /// A bus whose panel does not answer while it is told so.
    private final class MutePanelBus: I2CBus, @unchecked Sendable {
        let name: String
        private let bus: any I2CBus
        private let mute = Guarded(false)
        init(_ bus: any I2CBus) { (self.bus, name) = (bus, bus.name) }
        func set(_ isMute: Bool) { mute.withLock { $0 = isMute } }
        func transfer(_ address: I2CAddress, write: UnsafeRawBufferPointer, read: UnsafeMutableRawBufferPointer) throws(BusError) {
            if address == SSD1306.address, mute.withLock({ $0 }) { throw BusError(code: EREMOTEIO) }
            try bus.transfer(address, write: write, read: read)
        }
    }

    @Test("R-B6: a display on the sensors' bus that fails after the hand-over is said once, and the run goes on")
    func panel() throws {
        let folder = try DaemonFolder()
        let board = Self.board(
            #"""
            "buses": { "i2c": { "type": "i2c", "device": "simulated" } },
            "parts": [ { "chip": "bmp390", "bus": "i2c", "address": "0x77" } ],
            """#
        ).replacing(
            #""driver": "simulated", "width": 128, "height": 128"#,
            with: #""driver": "ssd1306", "bus": "i2c", "address": "0x3C", "width": 128, "height": 64"#)
        var panels: [MutePanelBus] = []
        var meters = BoardBuses.Meters()
        meters.i2c = { bus in
            let muted = MutePanelBus(bus)
            panels.append(muted)
            return muted
        }
        let started = try StartedDaemon(board, dataPath: folder.path, meters: meters)
        let script = PressScript(started.daemon)
        script.add { for panel in panels { panel.set(true) } }
        script.press(.start) {}
        script.press(.start) {}
        script.press(.start) { #expect(started.daemon.watch.session.phase == .running) }
        script.add(after: .milliseconds(4500)) {}
        script.add { for panel in panels { panel.set(false) } }
        script.add(after: .milliseconds(300)) { started.daemon.put(.shutDown, at: MonotonicClock.now()) }
        try script.run()
        #expect(started.said.filter { $0.contains("SSD1306") }.count == 1)
        #expect(try folder.directory.runIDs().count == 1)
    }
}

extension String {
    /// With a piece of it replaced.
    fileprivate func replacing(_ piece: String, with other: String) -> String {
        var text = self, start = text.startIndex
        while start < text.endIndex {
            if text[start...].hasPrefix(piece) {
                text.replaceSubrange(start..<text.index(start, offsetBy: piece.count), with: other)
                break
            }
            start = text.index(after: start)
        }
        return text
    }
}
