import Glibc
import Peripherals
import Quantities
import SimulatedPeripherals
import Testing

/// Chips behind an adapter, asked in bytes.
private final class Bench {
    let adapter: SimulatedI2CAdapter
    let start: MonotonicInstant
    private(set) var now: MonotonicInstant

    init(_ parts: [SimulatedPart] = SimulatedPart.allCases.filter { $0 != .max30102 }, faults: [String] = []) throws {
        let script = RunnerScript(name: "standing", legs: [.init(.stand, for: .seconds(60))])
        start = script.monotonic
        now = start
        let wrist = SimulatedWrist(parts, at: script.monotonic, seed: 1)
        adapter = SimulatedI2CAdapter(wrist, following: script, seed: 1, faults: try faults.compactMap { try BusFaultLine($0) })
    }

    func pass(_ seconds: Double) { now = now + .seconds(seconds) }

    func command(_ line: String) throws {
        adapter.obey(try #require(try BusFaultLine(line)).command, at: now)
    }

    func ask(_ bytes: RequestBytes) throws -> SimulatedI2CAdapter.Answer { adapter.answer(try bytes.decoded(), at: now) }

    /// Result and bytes of what is answered at once.
    func reply(_ bytes: RequestBytes) throws -> I2CReply? {
        guard case .reply(let reply) = try ask(bytes) else { return nil }
        return reply
    }

    /// The errno of a look at a chip's identity; 0 if it answered.
    func code(_ address: UInt16 = 0x57, _ register: UInt8 = 0xFF) throws -> Int32? {
        try reply(.register(address, register, 1)).map { min(0, $0.result) }
    }

    func byte(_ address: UInt16, _ register: UInt8) throws -> UInt8? { try reply(.register(address, register, 1))?.bytes.first }
    func set(_ address: UInt16, _ register: UInt8, _ value: UInt8) throws {
        #expect(try reply(.write(address, [register, value]))?.result == 1)
    }
}

@Suite struct SimulatedI2CAdapterTests {
    @Test("Each chip says who it is, in a combined transfer and in two transfers one after the other")
    func identities() throws {
        let bench = try Bench()
        let identities: [(UInt16, UInt8, UInt8)] = [
            (0x57, 0xFF, 0x15), (0x6A, 0x0F, 0x6C), (0x77, 0x00, 0x60), (0x36, 0x09, 0x12), (0x68, 0x75, 0x68),
        ]
        for (address, register, identity) in identities {
            let combined = try bench.reply(.register(address, register, 1))
            #expect(combined?.result == 2 && combined?.bytes == [identity])
            #expect(try bench.reply(.write(address, [register]))?.result == 1)
            let alone = try bench.reply(.read(address, 1))
            #expect(alone?.result == 1 && alone?.bytes == [identity])
        }
    }

    @Test("Several pairs for several chips are one request with all their bytes in order")
    func pairs() throws {
        let bench = try Bench()
        var request = RequestBytes(sequence: 3)
        request.messages = [
            (0x57, 0, 1, [0xFE]), (0x57, 1, 2, []), (0x6A, 0, 2, [0x10, 0x2C]), (0x6A, 0, 1, [0x0F]), (0x6A, 1, 1, []), (0x77, 1, 0, []),
        ]
        #expect(try bench.reply(request)?.encoded == [3, 0, 0, 0, 6, 0, 0, 0, 0x03, 0x15, 0x6C])
        #expect(try bench.byte(0x6A, 0x10) == 0x2C)
    }

    @Test("A look without bytes finds the chips that are there and no others, as i2cdetect looks")
    func probe() throws {
        let bench = try Bench()
        var found: [UInt16] = [], codes: Set<Int32> = []
        for address in UInt16(0)...0x7F {
            guard let reply = try bench.reply(.write(address, [])) else { continue }
            if reply.result == 1 { found.append(address) } else { codes.insert(reply.result) }
            #expect(try bench.reply(.read(address, 0))?.result == reply.result)
        }
        #expect(found == [0x36, 0x3C, 0x57, 0x68, 0x6A, 0x77])
        #expect(codes == [-ENXIO])
    }

    @Test("A message that this bus does not know is refused, and nothing of its request is carried out")
    func unknown() throws {
        let bench = try Bench()
        let cases: [(UInt16, UInt16, Int32)] = [
            (0x57, 0x0010, -EOPNOTSUPP), (0x57, 0x0400, -EOPNOTSUPP), (0x57, 0x8000, -EOPNOTSUPP), (0x80, 0, -EINVAL), (.max, 0, -EINVAL),
        ]
        for (address, flags, code) in cases {
            var request = RequestBytes()
            request.messages = [(0x57, 0, 2, [0x0C, 0x55]), (address, flags, 0, [])]
            #expect(try bench.reply(request)?.result == code)
            #expect(try bench.byte(0x57, 0x0C) == 0)
        }
    }

    @Test("Time is the request's: the FIFO fills at the chip's rate, and a burst empties it")
    func fifo() throws {
        let bench = try Bench()
        try bench.set(0x57, 0x0A, 0x67)  // the least sensitive range, 100 samples a second
        try bench.set(0x57, 0x0C, 0x20)
        try bench.set(0x57, 0x0D, 0x20)
        try bench.set(0x57, 0x09, 0x03)  // red and infrared
        bench.pass(0.205)
        #expect(try bench.reply(.register(0x57, 0x04, 3))?.bytes == [20, 0, 0])
        let burst = try #require(try bench.reply(.register(0x57, 0x07, 120))).bytes
        #expect(burst.count == 120)
        for place in stride(from: 0, to: 120, by: 6) {
            let red = Int(burst[place]) << 16 | Int(burst[place + 1]) << 8 | Int(burst[place + 2])
            #expect(55_000...62_000 ~= red, "6.4 mA come back as 9000 counts a milliampere")
        }
        #expect(try bench.reply(.register(0x57, 0x04, 3))?.bytes == [20, 0, 20])
    }

    @Test("I1: nack takes as many transfers as it says, of this chip only")
    func refusing() throws {
        let bench = try Bench()
        try bench.command("nack 57 3")
        #expect(try bench.code(0x6A, 0x0F) == 0)
        for _ in 0..<3 { #expect(try bench.code() == -EREMOTEIO) }
        #expect(try bench.code() == 0)
        try bench.command("nack 57 1000")
        #expect(try bench.code() == -EREMOTEIO)
        try bench.command("back 57")
        #expect(try bench.code() == 0)
    }

    @Test("A chip that was gone comes back without its settings, even if nobody missed it")
    func unplugged() throws {
        let bench = try Bench()
        try bench.set(0x57, 0x0C, 0x20)
        try bench.command("gone 57")
        #expect(try bench.code() == -ENXIO)
        #expect(try bench.code(0x6A, 0x0F) == 0)
        bench.pass(3)
        #expect(try bench.code() == -ENXIO, "the runner's seconds do not plug it in")
        try bench.command("back 57")
        #expect(try bench.byte(0x57, 0x0C) == 0)
        #expect(try bench.byte(0x57, 0x01) == 0)
        for line in [["gone 57", "back 57"], ["reset 57"]] {
            try bench.set(0x57, 0x0C, 0x20)
            for command in line { try bench.command(command) }
            #expect(try bench.byte(0x57, 0x0C) == 0, "\(line)")
        }
    }

    @Test("Lies are told until back")
    func lies() throws {
        let bench = try Bench()
        for (line, lie) in [("zeroes 57", UInt8(0)), ("ones 57", 0xFF), ("impostor 57", 0x11)] {
            try bench.command(line)
            #expect(try bench.byte(0x57, 0xFF) == lie, "\(line)")
            try bench.command("back 57")
            #expect(try bench.byte(0x57, 0xFF) == 0x15)
        }
    }

    @Test("A stall begins with the next transfer, holds the whole bus, and what waited is carried out when it ends")
    func stall() throws {
        let bench = try Bench()
        try bench.command("stall 0.5")
        bench.pass(10)
        let end = bench.now + .seconds(0.5)
        let write = RequestBytes.write(0x57, [0x0C, 0x20])
        #expect(try bench.ask(write) == .held(until: end))
        bench.pass(0.3)
        #expect(try bench.ask(.register(0x6A, 0x0F, 1)) == .held(until: end))
        #expect(try bench.ask(write) == .held(until: end))
        bench.pass(0.2)
        #expect(try bench.byte(0x57, 0x0C) == 0, "nothing was carried out so far")
        #expect(try bench.reply(write)?.result == 1)
        #expect(try bench.byte(0x57, 0x0C) == 0x20)
    }

    @Test("A chip that holds the bus is held until back, and only transfers with it")
    func held() throws {
        let bench = try Bench()
        try bench.command("held 57")
        #expect(try bench.ask(.register(0x57, 0xFF, 1)) == .held(until: nil))
        bench.pass(5)
        #expect(try bench.ask(.register(0x57, 0xFF, 1)) == .held(until: nil))
        #expect(try bench.code(0x6A, 0x0F) == 0)
        try bench.command("back 57")
        #expect(try bench.code() == 0)
    }

    @Test("Commands of a file happen at their times, in their order, between the runner's seconds")
    func timed() throws {
        let bench = try Bench(faults: [
            "at 2.5 back 57", "at 1.2 gone 57  # the plug", "", "# nothing", "nack 6A 1", "at 4 held 77", "at 6 back 77",
        ])
        #expect(try bench.code(0x6A, 0x0F) == -EREMOTEIO)
        #expect(try bench.code() == 0)
        try bench.set(0x57, 0x0C, 0x20)
        bench.pass(1.1)
        #expect(try bench.byte(0x57, 0x0C) == 0x20)
        bench.pass(0.2)
        #expect(try bench.code() == -ENXIO)
        bench.pass(1.3)
        #expect(try bench.byte(0x57, 0x0C) == 0)
        bench.pass(2)
        #expect(try bench.ask(.register(0x77, 0, 1)) == .held(until: bench.start + .seconds(6)))
        bench.pass(1.5)
        #expect(try bench.code(0x77, 0) == 0)
    }

    @Test("After a day without a request the next one is answered from the present")
    func longGap() throws {
        let bench = try Bench()
        try bench.set(0x57, 0x0A, 0x27)
        try bench.set(0x57, 0x09, 0x03)
        bench.pass(86_400)
        #expect(try bench.reply(.register(0x57, 0x04, 3))?.bytes == [0, 31, 0], "the FIFO is full, and more was lost than can be counted")
        #expect(bench.adapter.wrist.body.batteryPercent < 92)
    }

    @Test("A chip can answer at its other address")
    func otherAddress() throws {
        let script = RunnerScript.everyday
        let wrist = SimulatedWrist([.lsm6dsox, .bmp390], addresses: [.lsm6dsox: 0x6B, .bmp390: 0x76], at: script.monotonic)
        let adapter = SimulatedI2CAdapter(wrist, following: script, seed: 1)
        for (address, register, result) in [(UInt16(0x6B), UInt8(0x0F), Int32(2)), (0x76, 0, 2), (0x6A, 0x0F, -ENXIO), (0x77, 0, -ENXIO)] {
            let request = try RequestBytes.register(address, register, 1).decoded()
            guard case .reply(let reply) = adapter.answer(request, at: script.monotonic) else { continue }
            #expect(reply.result == result, "\(address)")
        }
        #expect(wrist.places.map(\.address) == [0x6B, 0x76])
    }
}

@Suite struct BusFaultLineTests {
    @Test("Lines are read as they are written")
    func lines() throws {
        let address = try #require(I2CAddress(0x57)), low = try #require(I2CAddress(0x08))
        let cases: [(String, Duration?, BusFaultCommand)] = [
            ("nack 57 3", nil, .refuse(address, times: 3)), ("  gone\t0x57 ", nil, .begin(.absent, address)),
            ("held 0X57", nil, .begin(.held, address)), ("noise 08", nil, .begin(.noise, low)), ("frozen 8", nil, .begin(.frozen, low)),
            ("reset 57", nil, .reset(address)), ("back 57 # at last", nil, .end(address)), ("stall 2.0", nil, .stall(.seconds(2))),
            ("at 0 stall 0.25", .zero, .stall(.seconds(0.25))), ("at 12.5 gone 57", .seconds(12.5), .begin(.absent, address)),
        ]
        for (line, delay, command) in cases {
            let read = try #require(try BusFaultLine(line))
            #expect(read.delay == delay && read.command == command, "\(line)")
            #expect(!read.command.description.isEmpty)
        }
        for line in ["", "   ", "# gone 57", "\t#"] { #expect(try BusFaultLine(line) == nil) }
    }

    @Test("A line that is no command is refused with what was expected")
    func wrongLines() {
        let lines = [
            "nak 57 3", "nack 57", "nack 57 0", "nack 57 -1", "nack 57 many", "nack 57 9999999999999999999999", "gone", "gone 57 58",
            "gone 07",
            "gone 78", "gone 0x", "gone +5", "gone 0057", "gone 5g", "back", "stall", "stall 0", "stall -1", "stall nan", "stall inf",
            "stall 1e9", "at", "at 5", "at x gone 57", "at -1 gone 57", "at 5 at 5 gone 57", "at 1e9 gone 57", "\u{0}", "gone \u{FF15}7",
        ]
        for line in lines {
            #expect(throws: BusFaultLineError.self, "\(line)") { try BusFaultLine(line) }
        }
        #expect { try BusFaultLine("go 57") } throws: { "\($0)".contains("gone ADDRESS") }
    }
}
