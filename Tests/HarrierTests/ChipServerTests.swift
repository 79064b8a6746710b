import CommandLineTable
import Glibc
import LinuxPeripherals
import Peripherals
import Quantities
import SimulatedPeripherals
import SystemCalls
import TestSupport
import Testing

@testable import harrier

@Suite struct ChipServerTests {
    private static let script = RunnerScript(name: "running", legs: [.init(.run(.metersPerSecond(3)), for: .seconds(600))])

    /// Drivers on a served bus, serviced once a second and at the steps of their set-up.
    private final class Drivers {
        let bus: ServedBus
        let pulse: MAX3010x
        let motion: LSM6DSOX
        let barometer: BMP390
        let gauge: MAX17048
        var light: [PPGSample] = []
        var acceleration: [AccelerationSample] = []
        var pressures: [PressureSample] = []
        var faults: [ChipFault] = []
        var loss: [ServiceReport.Loss] = []

        init() throws {
            bus = try ServedBus(script: ChipServerTests.script)
            pulse = MAX3010x(.max30101, on: bus)
            motion = LSM6DSOX(on: bus)
            barometer = BMP390(on: bus)
            gauge = MAX17048(on: bus)
        }

        func run(_ seconds: Int) {
            for _ in 0..<seconds {
                bus.now = bus.now + .seconds(1)
                service { now throws(ChipError) in try pulse.service(at: now, into: &light) }
                service { now throws(ChipError) in try motion.service(at: now, into: &acceleration) }
                service { now throws(ChipError) in
                    var sample: PressureSample?
                    let report = try barometer.service(at: now, into: &sample)
                    if let sample { pressures.append(sample) }
                    return report
                }
            }
        }

        private func service(_ body: (MonotonicInstant) throws(ChipError) -> ServiceReport) {
            do throws(ChipError) {
                for _ in 0..<20 {
                    let report = try body(bus.now)
                    if report.loss != .none { loss.append(report.loss) }
                    guard let again = report.again else { return }
                    bus.now = max(bus.now, again)
                }
            } catch { faults.append(error.fault) }
        }
    }

    @Test("Drivers that talk to the server in the kernel's requests find their chips, and the runner on them")
    func drivers() throws {
        let drivers = try Drivers()
        drivers.run(60)
        #expect(drivers.faults.isEmpty && drivers.loss.isEmpty)
        #expect(1440...1530 ~= drivers.light.count, "25 a second")
        #expect(drivers.light.allSatisfy { 50_000...110_000 ~= $0.counts.x && $0.ledMilliamperes?.x == 6.4 })
        #expect(1500...1600 ~= drivers.acceleration.count, "26 a second")
        #expect(drivers.acceleration.contains { $0.magnitude > 2 }, "a runner's arm")
        let pressure = try #require(drivers.pressures.last?.pressure.hectopascals)
        #expect(abs(pressure - 965) < 3, "408 m above the sea")
        #expect(try drivers.gauge.read().reading.percent == 91)
        #expect(try drivers.motion.steps() > 100)
        #expect(drivers.bus.server.tally.carriedOut > 300 && drivers.bus.server.tally.refused == 0)
    }

    @Test("I1, E10: a commanded fault is what the driver meets, and its end ends it")
    func commandedFaults() throws {
        let drivers = try Drivers()
        drivers.run(5)
        drivers.bus.server.obey("nack 57 1")
        drivers.run(1)
        #expect(drivers.faults.isEmpty, "one is tried again")
        drivers.bus.server.obey("nack 57 2")
        drivers.run(1)
        #expect(drivers.faults == [.bus(BusError(code: EREMOTEIO))])
        drivers.bus.server.obey("gone 6A")
        drivers.run(2)
        #expect(drivers.faults.suffix(2) == [.bus(BusError(code: ENXIO)), .bus(BusError(code: ENXIO))])
        drivers.bus.server.obey("back 6A")
        drivers.faults = []
        drivers.run(1)
        #expect(drivers.faults == [.restarted])
        drivers.acceleration = []
        drivers.run(5)
        #expect(drivers.faults == [.restarted] && drivers.acceleration.count > 90)
        #expect(drivers.bus.said.sentences.count == 4)
        #expect(drivers.bus.server.tally.refused == 7)
    }

    @Test("A held bus gives no reply, and no sample is lost by what timed out")
    func held() throws {
        let drivers = try Drivers()
        drivers.run(5)
        drivers.acceleration = []
        drivers.bus.server.obey("held 6A")
        drivers.run(3)
        #expect(drivers.faults == Array(repeating: .bus(BusError(code: ETIMEDOUT)), count: 3))
        #expect(drivers.bus.server.tally.held == 3)
        drivers.bus.server.obey("back 6A")
        #expect(drivers.bus.receive() == nil)
        drivers.run(6)
        #expect(drivers.faults.count == 3)
        #expect(drivers.loss.isEmpty)
        #expect(abs(drivers.acceleration.count - 234) <= 2, "26 a second in nine seconds")
    }

    @Test("If the hold ends in time the transfer is carried out, and its reply comes late")
    func stretched() throws {
        var script = Self.script
        script.monotonic = MonotonicClock.now()
        let bus = try ServedBus(script: script, isRealTime: true)
        let request = ServedBus.request(1, 0x57, write: [0xFF], read: 1)
        let reply: [UInt8] = [1, 0, 0, 0, 2, 0, 0, 0, 0x15]
        bus.server.obey("held 57")
        bus.send(request)
        try bus.loop.turn()
        #expect(bus.receive() == nil)
        bus.server.obey("back 57")
        #expect(bus.receive() == reply)
        // By the timer.
        bus.server.obey("stall 0.02")
        bus.send(request)
        try bus.loop.turn()
        #expect(bus.receive() == nil)
        var turns = 0
        while turns < 5 {
            try bus.loop.turn()
            turns += 1
            guard let late = bus.receive() else { continue }
            #expect(late == reply)
            break
        }
        #expect(turns < 5)
    }

    @Test("An adapter that has given up gets nothing carried out: it asks anew, or a second has passed", arguments: [true, false])
    func givenUp(asksAnew: Bool) throws {
        let bus = try ServedBus(script: Self.script)
        bus.server.obey("held 57")
        bus.send(ServedBus.request(1, 0x57, write: [0x0C, 0x20], read: 0))
        try bus.loop.turn()
        if asksAnew {
            bus.send(ServedBus.request(2, 0x6A, write: [0x0F], read: 1))
            try bus.loop.turn()
            #expect(bus.receive() == [2, 0, 0, 0, 2, 0, 0, 0, 0x6C])
        } else {
            bus.now = bus.now + ChipServer.adapterPatience
        }
        bus.server.obey("back 57")
        #expect(bus.receive() == nil)
        bus.send(ServedBus.request(3, 0x57, write: [0x0C], read: 1))
        try bus.loop.turn()
        #expect(bus.receive() == [3, 0, 0, 0, 2, 0, 0, 0, 0])
    }

    @Test("A request that breaks the rules is answered with EPROTO and said; what makes only such requests is no adapter")
    func wrongRequests() throws {
        let bus = try ServedBus(script: Self.script)
        let wrong: [UInt8] = [9, 0, 0, 0, 0, 0, 0, 0]
        bus.send(wrong)
        try bus.loop.turn()
        #expect(bus.receive() == [9, 0, 0, 0, 0xB9, 0xFF, 0xFF, 0xFF])
        #expect(bus.said.sentences == ["the device gave a request that breaks the rules: it has 0 messages, and not 1 to 42"])
        bus.send([1, 2, 3])
        try bus.loop.turn()
        #expect(bus.receive() == nil)
        bus.send(ServedBus.request(1, 0x6A, write: [0x0F], read: 1))
        try bus.loop.turn()
        #expect(bus.receive()?.last == 0x6C)
        for _ in 0..<8 { bus.send(wrong) }
        try bus.loop.run()
        #expect("\(bus.server.failure.map { "\($0)" } ?? "")".contains("no I²C adapter"))
    }

    @Test("When the device goes away, the server ends and says so")
    func deviceGone() throws {
        let bus = try ServedBus(script: Self.script)
        bus.closeKernelEnd()
        try bus.loop.run()
        #expect("\(bus.server.failure.map { "\($0)" } ?? "")".hasPrefix("the device "))
    }

    @Test("Commands come as lines of a pipe, in pieces, with nonsense between, and the end of the pipe ends nothing")
    func lines() throws {
        let bus = try ServedBus(script: Self.script)
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let input = LineInput(ends[0], on: bus.loop) { bus.server.obey($0) }
        let pieces = ["nack 57", " 1\ngone 6A\nnonsense\n", String(repeating: "x", count: 5000), "\n\n# a comment\nat 5 gone 77\nback 6A"]
        for piece in pieces {
            _ = write(ends[1], piece, piece.utf8.count)
            try bus.loop.turn()
        }
        close(ends[1])
        for _ in 0..<3 where bus.said.sentences.count < 6 { try bus.loop.turn() }
        withExtendedLifetime(input) {}
        let said = bus.said.sentences
        try #require(said.count == 6)
        #expect(said[0] == "0x57 does not acknowledge the next 1 transfers")
        #expect(said[1] == "0x6A is gone, until `back 0x6A`")
        #expect(said[2].hasPrefix("\"nonsense\" is no command") && said[3].hasPrefix("\"xxx"))
        #expect(said[4].contains("`at`") && said[5] == "0x6A is well again")
        bus.send(ServedBus.request(1, 0x6A, write: [0x0F], read: 1))
        try bus.loop.turn()
        #expect(bus.receive()?.last == 0x6C)
    }

    @Test("A file of commands is read at once, as it cannot be waited for")
    func fileInput() throws {
        let bus = try ServedBus(script: Self.script)
        let data = TemporaryFolder(), path = data.path + "/faults"
        let file = try #require(fopen(path, "w"))
        fputs("gone 57\nstall 1", file)
        fclose(file)
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        withExtendedLifetime(LineInput(descriptor, on: bus.loop) { bus.server.obey($0) }) {}
        #expect(bus.said.sentences.count == 2)
    }

    @Test("What is not such a device is refused in a sentence that says what to do")
    func wrongDevices() {
        let cases = [
            ("/dev/not-there", "is not there (No such file or directory): load the kernel module"),
            ("/dev", "is no I²C adapter that a program can answer"), ("/etc/passwd", "is no I²C adapter that a program can answer"),
            ("/etc/passwd/device", "is no I²C adapter"),
        ]
        for (path, words) in cases {
            #expect {
                close(try ChipDevice.open(path))
            } throws: {
                "\($0)".hasPrefix(path) && "\($0)".contains(words)
            }
        }
    }

    @Test("The chips are the board's at the board's addresses, or those that are named")
    func choice() throws {
        func choice(_ words: String...) throws -> ChipChoice? {
            guard case .run(let invocation) = try HarrierCommands.table.parse(["chips", "--device", "/dev/x"] + words) else { return nil }
            return try ChipChoice(invocation)
        }
        #expect(try choice()?.parts == [.max30101, .lsm6dsox, .bmp390, .max17048])
        #expect(try choice("--parts", "mpu6050,ssd1306")?.parts == [.mpu6050, .ssd1306])
        let data = TemporaryFolder(), path = data.path + "/board.json"
        let board = """
            {
                "name": "Other", "buses": { "i2c": { "type": "i2c", "device": "/dev/i2c-1" } },
                "parts": [
                    { "chip": "lsm6dsox", "bus": "i2c", "address": "0x6B" }, { "chip": "pisugar3", "bus": "i2c", "address": "0x57" }
                ],
                "buttons": [ { "role": "start", "driver": "control" }, { "role": "page", "driver": "control" } ],
                "display": { "driver": "ssd1306", "width": 128, "height": 64, "bus": "i2c", "address": "0x3D" }, "features": []
            }
            """
        let file = try #require(fopen(path, "w"))
        fputs(board, file)
        fclose(file)
        let ofBoard = try choice("--board", path)
        #expect(ofBoard?.parts == [.lsm6dsox, .ssd1306])
        #expect(ofBoard?.text == "LSM6DSOX at 0x6B, SSD1306 at 0x3D")
        #expect(throws: UsageFailure.self) { try choice("--board", path, "--parts", "bmp390") }
        for words in ["", "max30101,", "max30103", "max30101,max30102", "bmp390,bmp390"] {
            #expect(throws: CommandLineError.self, "\(words)") { try choice("--parts", words) }
        }
    }
}
