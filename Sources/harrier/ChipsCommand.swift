import Benchmarks
import Boards
import CommandLineTable
import Glibc
import LinuxPeripherals
import Playback
import Quantities
import Recordings
import SimulatedPeripherals
import SystemCalls
import WatchDaemon

/// `harrier chips`: the register models as the far end of a kernel's I²C bus.
enum ChipsCommand {
    static let device = Option.file("device", help: "the character device of the adapter, such as /dev/i2c-script").required()
    static let board = Option.file("board", help: "a board file; its I²C chips are there, at its addresses")
    static let parts = Option<[SimulatedPart]?>.value(
        "parts", valueName: "CHIP[,CHIP]", expected: "chips out of \(names.joined(separator: ", ")), no two at one address",
        completion: .words(names), help: "the chips that are there", show: { $0.map(\.rawValue).joined(separator: ",") }, read: parts(of:)
    ).defaulting(to: ModelledSensors.referenceParts)
    static let faults = Option.file("faults", help: "a file of commands, obeyed at their times")
    static let recording = Option.file("recording", help: "a recording of a real wrist, .csv or .csv.gz: its light and acceleration")

    private static let names = SimulatedPart.allCases.map(\.rawValue)

    static let command = Command(
        "chips", summary: "Answer an I²C adapter of the kernel as the chips of a runner's wrist.",
        discussion: """
            Programs that use the adapter's bus, such as i2cget, find the chips there: registers, FIFOs, sample rates, pulse, \
            steps and height of a runner who follows a script in real time. docs/simulated-chips.md describes the device. SIGINT and SIGTERM \
            end it.

            Lines of the standard input command faults (addresses in hexadecimal):
            nack 57 3: the next 3 transfers with 0x57 are not acknowledged
            gone 57: 0x57 is unplugged; when it is back, it has lost its settings
            held 57: 0x57 holds the bus; its transfers time out
            zeroes 57, ones 57, noise 57, frozen 57, impostor 57: 0x57 lies
            reset 57: the power of 0x57 fails for a moment
            back 57: 0x57 is well again
            stall 2.0: the next transfer, with any chip, holds the bus for 2 s
            In a file for --faults each may begin with `at SECONDS`, counted from the start.

            With --recording the chips feel what was recorded, over and over, on somebody who otherwise stands still. It has a column `ppg` of light in any unit, columns `ax_mg,ay_mg,az_mg` of acceleration, or both, and a line `# fs_hz: 25` or a column `t_ms`.
            """,
        options: [
            device.specification, board.specification, parts.specification, HarrierCommands.seed.specification, faults.specification,
            recording.specification, HarrierCommands.pulseColumns.specification, HarrierCommands.axes.specification,
            HarrierCommands.accelerationUnit.specification,
        ],
        examples: [
            .init("harrier chips --device /dev/i2c-script", "the reference build's chips, until Ctrl-C"),
            .init("harrier chips --device /dev/i2c-script --parts max30102,bmp390 --faults bad-plug.txt", "two chips that go wrong"),
            .init("harrier chips --device /dev/i2c-script --recording walk.csv.gz", "the chips on a real wrist"),
        ])

    static func run(_ invocation: Invocation) throws {
        let path = try invocation.required(device)
        let chips = try ChipChoice(invocation), lines = try invocation[faults].map(faultLines(_:)) ?? []
        let body = try invocation[recording].map { try BodyRecording(Recording(path: $0), columns: RecordingColumns(invocation)) }
        let loop = try EventLoop()
        let signals = try SignalSource([.terminate, .interrupt, .hangUp], on: loop) { _, _ in loop.stop() }
        defer { signals.close() }
        let descriptor = try ChipDevice.open(path)
        defer { close(descriptor) }
        let seed = UInt64(clamping: invocation[HarrierCommands.seed])
        var script = body == nil ? RunnerScript.everyday(lasting: .seconds(24 * 3600)) : RunnerScript(name: "standing", legs: [])
        script.monotonic = MonotonicClock.now()
        script.utc = WallClock.now()
        let wrist = SimulatedWrist(
            chips.parts, addresses: chips.addresses, at: script.monotonic, clock: ModelledSensors.usualClock, seed: seed)
        if let body { wrist.body.play(body, from: script.monotonic) }
        let adapter = SimulatedI2CAdapter(wrist, following: script, seed: seed, faults: lines)
        let server = try ChipServer(descriptor, name: path, answeredBy: adapter, on: loop) { Console.error($0) }
        defer { server.close() }
        Console.print("\(path) is answered by \(chips.text); Ctrl-C ends it")
        let input = LineInput(STDIN_FILENO, on: loop) { server.obey($0) }
        try withExtendedLifetime(input) { try loop.run() }
        let tally = server.tally
        Console.print("\(tally.carriedOut) requests carried out, \(tally.refused) refused, \(tally.held) met a held bus")
        if let failure = server.failure { throw failure }
    }

    private static func parts(of text: String) -> [SimulatedPart]? {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let parts = words.compactMap { SimulatedPart(rawValue: String($0)) }
        let addresses = Set(parts.map(\.usualAddress))
        return parts.count == words.count && addresses.count == parts.count ? parts : nil
    }

    private static func faultLines(_ path: String) throws(CommandFailure) -> [BusFaultLine] {
        let lines: [Substring]
        do { lines = try LineFile(path: path).lines() } catch { throw CommandFailure("\(error)") }
        var read: [BusFaultLine] = []
        for line in lines {
            do throws(BusFaultLineError) { if let line = try BusFaultLine(line) { read.append(line) } } catch {
                throw CommandFailure("\(path), line \"\(line)\": \(error)")
            }
        }
        return read
    }
}

/// Which chips are there, and where.
struct ChipChoice {
    private(set) var parts: [SimulatedPart]
    private(set) var addresses: [SimulatedPart: UInt8] = [:]

    /// By the board file or by name.
    init(_ invocation: Invocation) throws {
        guard let path = invocation[ChipsCommand.board] else {
            parts = invocation[ChipsCommand.parts]
            return
        }
        guard !invocation.has(ChipsCommand.parts) else {
            throw UsageFailure("--board and --parts both say which chips there are: leave one out")
        }
        parts = []
        try take(Board.load(path: path), path)
    }

    private mutating func take(_ board: Board, _ path: String) throws(CommandFailure) {
        var places = board.parts.map { (SimulatedPart($0.chip), $0.address.value, $0.chip.rawValue) }
        if case .ssd1306(_, let address) = board.display?.driver { places.append((.ssd1306, address.value, "ssd1306")) }
        for (part, address, name) in places {
            guard let part else {
                Console.error("\(path): there is no model of \(name), so it is not there")
                continue
            }
            guard !addresses.values.contains(address) else {
                throw CommandFailure(
                    "\(path) has two chips at one address on two buses, and one adapter is one bus: name the chips with --parts")
            }
            parts.append(part)
            addresses[part] = address
        }
        guard !parts.isEmpty else { throw CommandFailure("\(path) names no chip on an I²C bus: name some with --parts") }
    }

    /// The chips for a message.
    var text: String {
        parts.map { "\($0.rawValue.uppercased()) at 0x\(String(addresses[$0] ?? $0.usualAddress, radix: 16, uppercase: true))" }
            .joined(separator: ", ")
    }
}
