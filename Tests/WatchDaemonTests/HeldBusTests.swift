import Boards
import Glibc
import LinuxPeripherals
import Peripherals
import Quantities
import RunCore
import SystemCalls
import Testing
import WatchCore
import WatchDaemon

/// A bus on which each transfer stalls until the test lets all of them go, as one whose SDA is held low, and then fails.
private final class HeldBus: I2CBus, @unchecked Sendable {
    let name = "/dev/i2c-held"
    private let entered: (read: Int32, write: Int32), gate: (read: Int32, write: Int32)

    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        entered = (ends[0], ends[1])
        _ = pipe(&ends)
        gate = (ends[0], ends[1])
    }

    deinit { for end in [entered.read, entered.write, gate.read, gate.write] { close(end) } }

    func transfer(_ address: I2CAddress, write: UnsafeRawBufferPointer, read: UnsafeMutableRawBufferPointer) throws(BusError) {
        var byte: UInt8 = 1
        _ = Glibc.write(entered.write, &byte, 1)
        var wait = pollfd(fd: gate.read, events: Int16(POLLIN), revents: 0)
        poll(&wait, 1, -1)
        throw BusError(code: ETIMEDOUT)
    }

    /// Waits until a transfer stalls.
    func waitForTransfer() {
        var byte: UInt8 = 0
        _ = read(entered.read, &byte, 1)
    }

    /// Nothing stalls any more.
    func letGo() {
        var byte: UInt8 = 1
        _ = write(gate.write, &byte, 1)
    }
}

@Suite(.serialized) struct HeldBusTests {
    private static let board = """
        {
            "name": "Held",
            "buses": { "i2c": { "type": "i2c", "device": "simulated" } },
            "parts": [
                { "chip": "max30101", "bus": "i2c", "address": "0x57" }, { "chip": "lsm6dsox", "bus": "i2c", "address": "0x6A" },
                { "chip": "bmp390", "bus": "i2c", "address": "0x77" }, { "chip": "max17048", "bus": "i2c", "address": "0x36" }
            ],
            "buttons": [ { "role": "start", "driver": "control" }, { "role": "page", "driver": "control" } ],
            "display": { "driver": "simulated", "width": 128, "height": 128 },
            "features": []
        }
        """

    @Test("I3: while a transfer stalls on a held bus, a button is obeyed, its page is drawn, and a run is begun, stopped and saved")
    func buttons() throws {
        let folder = try DaemonFolder()
        let bus = HeldBus()
        var said: [String] = []
        var options = Daemon.Options(
            board: try Board(json: Array(Self.board.utf8), file: "held.json"), dataPath: folder.path, say: { said.append($0) })
        options.meters.i2c = { _ in bus }
        let daemon = try Daemon(options)
        let script = PressScript(daemon)
        // The bus is held from the first transfer on, and for the whole run.
        script.add { bus.waitForTransfer() }
        script.press(.start) { #expect(daemon.watch.session.phase == .preparing) }
        script.press(.start) { #expect(daemon.watch.session.phase == .countdown) }
        script.press(.start) { #expect(daemon.watch.session.phase == .running) }
        script.press(.start, for: .milliseconds(1100)) { #expect(daemon.watch.session.phase == .stopped) }
        script.press(.page) { #expect(daemon.watch.session.phase == .saved) }
        script.add {
            bus.letGo()
            daemon.put(.shutDown, at: MonotonicClock.now())
        }
        try script.run()
        #expect(daemon.framesDrawn > 6)
        #expect(try folder.directory.runIDs().count == 1)
        #expect(said.contains { $0.contains("is running on") })
    }
}
