import Glibc
import Peripherals
import Quantities
import Testing

@Suite struct LSM6DSOXTests {
    private static let start = MonotonicInstant(nanoseconds: 1_000_000_000)
    private static let setUp: [Exchange] = [
        .write(0x01, 0x00), .read(0x0F, 0x6C), .write(0x12, 0x01), .read(0x12, 0x04), .write(0x12, 0x44), .read(0x18, 0xE0),
        .write(0x18, 0xE2), .write(0x19, 0x20), .write(0x09, 0x02), .write(0x01, 0x80), .write(0x04, 0x08), .write(0x64, 0x80),
        .write(0x01, 0x00), .write(0x15, 0x00), .write(0x0A, 0x06), .write(0x10, 0x2C),
    ]

    private func sensor() throws -> (LSM6DSOX, ScriptedBus) {
        let bus = ScriptedBus(0x6A, Self.setUp)
        let sensor = LSM6DSOX(on: bus)
        let samples = Collected<AccelerationSample>()
        #expect(try !sensor.service(at: Self.start, into: samples).isMeasuring)
        #expect(try sensor.service(at: Self.start + .milliseconds(10), into: samples).isMeasuring)
        #expect(bus.isDone)
        return (sensor, bus)
    }

    /// Fill level, flags and the time stamp of a number of seconds.
    private static func status(_ words: UInt16, flags: UInt8 = 0, seconds: Double) -> Exchange {
        let stamp = UInt32(seconds * 40_000)
        return .read(
            0x3A,
            [UInt8(truncatingIfNeeded: words), UInt8(words >> 8) | flags, 0, 0, 0, 0]
                + (0..<4).map { UInt8(truncatingIfNeeded: stamp >> (8 * $0)) })
    }
    private static func word(_ x: Int16, _ y: Int16, _ z: Int16, tag: UInt8 = 0x10) -> [UInt8] {
        [tag] + [x, y, z].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    @Test("Words of the accelerometer become g, others are passed over")
    func normalService() throws {
        let (sensor, bus) = try sensor()
        bus.expect(
            Self.status(3, seconds: 1),
            .read(0x78, Self.word(1000, -2000, 4098) + Self.word(1, 2, 3, tag: 0x22) + Self.word(-1, 0, 4099, tag: 0x12)))
        let samples = Collected<AccelerationSample>()
        let now = Self.start + .seconds(1)
        #expect(try sensor.service(at: now, into: samples) == ServiceReport(samples: 2))
        #expect(samples.all.first == AccelerationSample(at: now, x: 1000 * 0.244e-3, y: -2000 * 0.244e-3, z: 4098 * 0.244e-3))
        #expect(bus.isDone)
    }

    @Test("What an overrun took is known from the chip's own clock")
    func overrun() throws {
        let (sensor, bus) = try sensor()
        let samples = Collected<AccelerationSample>()
        bus.expect(Self.status(1, seconds: 0.5), .read(0x78, Self.word(1, 2, 3)))
        _ = try sensor.service(at: Self.start + .seconds(1), into: samples)
        let words = (0..<64).flatMap { Self.word(Int16($0), 0, 0) }
        bus.expect(Self.status(512, flags: 0x48, seconds: 40.5), .read(0x78, words))
        let now = Self.start + .seconds(41)
        let report = try sensor.service(at: now, into: samples)
        #expect(report == ServiceReport(samples: 64, loss: .samples(40 * 26 - 512), again: now))
        bus.expect(Self.status(448, seconds: 40.51), .read(0x78, words))
        #expect(try sensor.service(at: now + .milliseconds(10), into: samples).loss == .none)
    }

    @Test("E10: a clock that stands still or runs back means that the chip was reset", arguments: [0, 0.9, 60])
    func restarted(seconds: Double) throws {
        let (sensor, bus) = try sensor()
        let samples = Collected<AccelerationSample>()
        bus.expect(Self.status(1, seconds: 1), .read(0x78, Self.word(1, 2, 3)))
        _ = try sensor.service(at: Self.start + .seconds(1), into: samples)
        bus.expect(Self.status(0, seconds: seconds))
        #expect(throws: ChipError(part: sensor.part, fault: .restarted)) {
            try sensor.service(at: Self.start + .seconds(2), into: samples)
        }
    }

    @Test("A fill level beyond the FIFO's depth is nonsense")
    func implausible() throws {
        let (sensor, bus) = try sensor()
        bus.expect(Self.status(513, seconds: 1))
        let samples = Collected<AccelerationSample>()
        #expect(throws: ChipError(part: sensor.part, fault: .implausible)) {
            try sensor.service(at: Self.start + .seconds(1), into: samples)
        }
    }

    @Test("Start-up values are dropped, clipped ones later are not")
    func startUp() throws {
        let (sensor, bus) = try sensor()
        let samples = Collected<AccelerationSample>()
        bus.expect(Self.status(1, seconds: 0.5), .read(0x78, Self.word(0x7FFE, 0, 0)))
        #expect(try sensor.service(at: Self.start + .milliseconds(500), into: samples).samples == 0)
        bus.expect(Self.status(1, seconds: 1.5), .read(0x78, Self.word(0x7FFF, 0, 0)))
        #expect(try sensor.service(at: Self.start + .milliseconds(1500), into: samples).samples == 1)
    }

    @Test("Steps are read through the second bank, which is closed again even after a failure in between")
    func steps() throws {
        let (sensor, bus) = try sensor()
        bus.expect(.write(0x01, 0x80), .read(0x04, 0x08), .read(0x62, 0x34, 0x12), .write(0x01, 0x00))
        #expect(try sensor.steps() == 0x1234)
        bus.expect(.write(0x01, 0x80), .read(0x04, 0x08), .read(0x62, 0, 0).failing(EREMOTEIO), .read(0x62, 0, 0).failing(EREMOTEIO))
        #expect(throws: ChipError(part: sensor.part, fault: .bus(BusError(code: EREMOTEIO)))) { try sensor.steps() }
        bus.expect(.write(0x01, 0x00), Self.status(1, seconds: 1), .read(0x78, Self.word(1, 2, 3)))
        let samples = Collected<AccelerationSample>()
        #expect(try sensor.service(at: Self.start + .seconds(1), into: samples).samples == 1)
        #expect(bus.isDone)
    }

    @Test("A change between samples and pedometer that fails half way is made good by a new set-up", arguments: [0, 1])
    func pedometerFailing(_ failing: Int) throws {
        let (sensor, bus) = try sensor()
        let change: [Exchange] = [.write(0x15, 0x10), .write(0x0A, 0x00)]
        bus.expect(Array(change[..<failing]) + [change[failing].failing(EREMOTEIO), change[failing].failing(EREMOTEIO)])
        #expect(throws: ChipError(part: sensor.part, fault: .bus(BusError(code: EREMOTEIO)))) { try sensor.setPedometerOnly(true) }
        bus.expect(Array(Self.setUp[..<3]))
        let samples = Collected<AccelerationSample>()
        #expect(try !sensor.service(at: Self.start + .seconds(1), into: samples).isMeasuring)
        #expect(bus.isDone)
    }

    @Test("E10: a chip that no longer counts steps was reset")
    func stepsAfterReset() throws {
        let (sensor, bus) = try sensor()
        bus.expect(.write(0x01, 0x80), .read(0x04, 0x00))
        #expect(throws: ChipError(part: sensor.part, fault: .restarted)) { try sensor.steps() }
        bus.expect(Array(Self.setUp[..<3]))
        let samples = Collected<AccelerationSample>()
        #expect(try !sensor.service(at: Self.start + .seconds(1), into: samples).isMeasuring)
        #expect(bus.isDone)
    }

    @Test("Counting steps by itself it fills no FIFO and needs no service; its samples begin anew afterwards")
    func pedometer() throws {
        let (sensor, bus) = try sensor()
        bus.expect(.write(0x15, 0x10), .write(0x0A, 0x00))
        try sensor.setPedometerOnly(true)
        let samples = Collected<AccelerationSample>()
        #expect(try sensor.service(at: Self.start + .seconds(9), into: samples) == ServiceReport())
        bus.expect(.write(0x15, 0x00), .write(0x0A, 0x06), Self.status(0, seconds: 600))
        try sensor.setPedometerOnly(false)
        #expect(try sensor.service(at: Self.start + .seconds(600), into: samples) == ServiceReport())
        bus.expect(.write(0x10, 0x00))
        try sensor.shutDown()
        #expect(bus.isDone)
    }
}

@Suite struct MPU6050Tests {
    private static let start = MonotonicInstant(nanoseconds: 1_000_000_000)
    private static let emptying: [Exchange] = [.write(0x23, 0x00), .write(0x6A, 0x04), .write(0x6A, 0x40), .write(0x23, 0x08)]
    private static let setUp: [Exchange] =
        [
            .read(0x75, 0x68), .write(0x6B, 0x80), .read(0x6B, 0x40), .write(0x6B, 0x08), .write(0x6C, 0x07), .write(0x1A, 0x04),
            .write(0x19, 39), .write(0x1C, 0x10),
        ] + emptying

    private func sensor() throws -> (MPU6050, ScriptedBus) {
        let bus = ScriptedBus(0x68, Self.setUp)
        let sensor = MPU6050(on: bus)
        let samples = Collected<AccelerationSample>()
        let first = try sensor.service(at: Self.start, into: samples)
        #expect(first.again == Self.start + .milliseconds(100))
        #expect(try !sensor.service(at: Self.start + .milliseconds(50), into: samples).isMeasuring, "too early: no transfer")
        #expect(try sensor.service(at: Self.start + .milliseconds(100), into: samples).isMeasuring)
        #expect(bus.isDone)
        return (sensor, bus)
    }

    @Test("Whole samples become g, a part of one is left for the next time")
    func normalService() throws {
        let (sensor, bus) = try sensor()
        bus.expect(.read(0x72, 0, 14), .read(0x74, 0x10, 0, 0xF0, 0, 0, 1, 0, 0, 0, 0, 0x20, 0))
        let samples = Collected<AccelerationSample>()
        let now = Self.start + .seconds(1)
        #expect(try sensor.service(at: now, into: samples) == ServiceReport(samples: 2))
        #expect(
            samples.all == [AccelerationSample(at: now, x: 1, y: -1, z: 1.0 / 4096), AccelerationSample(at: now, x: 0, y: 0, z: 2)])
        #expect(bus.isDone)
    }

    @Test("A FIFO that is full, or nearly, is emptied, since it no longer begins with a whole sample", arguments: [UInt16(1006), 1024])
    func overflow(count: UInt16) throws {
        let (sensor, bus) = try sensor()
        bus.expect(.read(0x72, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)))
        bus.expect(Self.emptying)
        let samples = Collected<AccelerationSample>()
        #expect(try sensor.service(at: Self.start + .seconds(8), into: samples) == ServiceReport(loss: .unknown))
        #expect(bus.isDone)
    }

    @Test("More waiting samples than fit one service are asked for again at once")
    func backlog() throws {
        let (sensor, bus) = try sensor()
        bus.expect(.read(0x72, 0x02, 0x58), .read(0x74, (0..<450).map { UInt8(truncatingIfNeeded: $0) }))
        let samples = Collected<AccelerationSample>()
        let now = Self.start + .seconds(4)
        #expect(try sensor.service(at: now, into: samples) == ServiceReport(samples: 75, again: now))
    }

    @Test("E10: a chip that sleeps was reset; a fill level beyond its depth is nonsense")
    func restartedOrNonsense() throws {
        let (sensor, bus) = try sensor()
        let samples = Collected<AccelerationSample>()
        bus.expect(.read(0x72, 0, 0), .read(0x6B, 0x40))
        #expect(throws: ChipError(part: sensor.part, fault: .restarted)) {
            try sensor.service(at: Self.start + .seconds(1), into: samples)
        }
        let (other, otherBus) = try self.sensor()
        otherBus.expect(.read(0x72, 0xFF, 0xFF))
        #expect(throws: ChipError(part: other.part, fault: .implausible)) {
            try other.service(at: Self.start + .seconds(1), into: samples)
        }
    }

    @Test("A read that breaks off costs the FIFO's contents")
    func brokenRead() throws {
        let (sensor, bus) = try sensor()
        let samples = Collected<AccelerationSample>()
        bus.expect(.read(0x72, 0, 6), .read(0x74, 1, 2, 3, 4, 5, 6).failing(ETIMEDOUT))
        #expect(throws: ChipError(part: sensor.part, fault: .bus(BusError(code: ETIMEDOUT)))) {
            try sensor.service(at: Self.start + .seconds(1), into: samples)
        }
        bus.expect(.read(0x72, 0, 60))
        bus.expect(Self.emptying)
        #expect(try sensor.service(at: Self.start + .seconds(2), into: samples) == ServiceReport(loss: .unknown))
        bus.expect(.write(0x6B, 0x40))
        try sensor.shutDown()
        #expect(bus.isDone)
    }

    // MARK: - What is sold for it

    /// A chip that says another number, and what the driver makes of it.
    struct Copy: Sendable, CustomTestStringConvertible {
        var identity: UInt8
        var name: String
        var testDescription: String { name }
    }
    static let copies: [Copy] = [
        Copy(identity: 0x70, name: "MPU-6500"), Copy(identity: 0x71, name: "MPU-9250"),
        Copy(identity: 0x72, name: "copy without a data sheet"), Copy(identity: 0x73, name: "MPU-9255"),
        Copy(identity: 0x74, name: "MPU-6515"), Copy(identity: 0x98, name: "ICM-20689"),
    ]

    private func sensor(_ copy: Copy) throws -> (MPU6050, ScriptedBus) {
        let bus = ScriptedBus(
            0x68,
            [
                .read(0x75, copy.identity), .write(0x6B, 0x80), .read(0x6B, 0x01), .write(0x6B, 0x09), .write(0x6C, 0x07),
                .write(0x1A, 0x04), .write(0x1D, 0x04), .write(0x19, 39), .write(0x1C, 0x10),
            ] + Self.emptying)
        let sensor = MPU6050(on: bus)
        let samples = Collected<AccelerationSample>()
        _ = try sensor.service(at: Self.start, into: samples)
        #expect(try sensor.service(at: Self.start + .milliseconds(100), into: samples).isMeasuring)
        #expect(bus.isDone)
        return (sensor, bus)
    }

    @Test("L1: a known copy gets its own low pass and clock, and no more waits in its FIFO than half as much", arguments: copies)
    func copy(_ copy: Copy) throws {
        let (sensor, bus) = try sensor(copy)
        #expect(MPU6050.identity.name(of: UInt16(copy.identity)) == copy.name)
        #expect(sensor.longestPause == .seconds(2))
        let samples = Collected<AccelerationSample>()
        bus.expect(.read(0x72, 0x01, 0xE6), .read(0x74, (0..<450).map { UInt8(truncatingIfNeeded: $0) }))
        let now = Self.start + .seconds(3)
        #expect(try sensor.service(at: now, into: samples) == ServiceReport(samples: 75, again: now), "486 bytes are 81 samples")
        for full: UInt16 in [494, 512, 1024, 4096] {
            bus.expect(.read(0x72, UInt8(full >> 8), UInt8(truncatingIfNeeded: full)))
            bus.expect(Self.emptying)
            #expect(try sensor.service(at: now, into: samples) == ServiceReport(loss: .unknown), "\(full) bytes")
        }
        bus.expect(.read(0x72, 0, 0), .read(0x6B, 0x09))
        #expect(try sensor.service(at: now, into: samples) == ServiceReport(), "it is awake, and set up")
        bus.expect(.read(0x72, 0, 0), .read(0x6B, 0x01))
        #expect(throws: ChipError(part: sensor.part, fault: .restarted), "an MPU-6500 is awake after a reset") {
            try sensor.service(at: now, into: samples)
        }
        #expect(bus.isDone)
    }

    @Test("L1: a copy that calls itself an MPU-6050 and has half its FIFO is found out when that is full, and fetched more often")
    func halfAFIFO() throws {
        let (sensor, bus) = try sensor()
        #expect(sensor.longestPause == .seconds(4))
        let samples = Collected<AccelerationSample>()
        bus.expect(.read(0x72, 0x02, 0x00))
        bus.expect(Self.emptying)
        #expect(try sensor.service(at: Self.start + .seconds(4), into: samples) == ServiceReport(loss: .unknown))
        #expect(sensor.longestPause == .seconds(2))
        bus.expect(.read(0x72, 0x01, 0xF4))
        bus.expect(Self.emptying)
        #expect(try sensor.service(at: Self.start + .seconds(8), into: samples).loss == .unknown, "500 of 512 bytes")
        bus.expect(.read(0x72, 0, 0), .read(0x6B, 0x40))
        #expect(throws: ChipError(part: sensor.part, fault: .restarted)) { try sensor.service(at: Self.start + .seconds(9), into: samples) }
        bus.expect(Self.setUp)
        _ = try sensor.service(at: Self.start + .seconds(9), into: samples)
        #expect(try sensor.service(at: Self.start + .seconds(10), into: samples).isMeasuring)
        #expect(sensor.longestPause == .seconds(2), "what was learned of the chip outlives a reset")
        #expect(bus.isDone)
    }

    static let strangers: [UInt8] = [0x12, 0x20, 0x33, 0x47, 0x6C, 0xAF, 0xEA]

    @Test("L1: any other chip is refused, by its name where it has one, and nothing is written to it", arguments: strangers)
    func stranger(_ identity: UInt8) throws {
        let bus = ScriptedBus(0x68, [.read(0x75, identity)])
        let sensor = MPU6050(on: bus)
        let samples = Collected<AccelerationSample>()
        let expected = ChipError(part: sensor.part, fault: .wrongIdentity(found: UInt16(identity), expected: 0x68))
        #expect(throws: expected) { try sensor.service(at: Self.start, into: samples) }
        #expect(bus.isDone)
        if identity == 0x47 {
            #expect(
                expected.description.contains(
                    "says it is 0x47 (ICM-42688-P), not 0x68 nor a copy that is known: another part is at this address"),
                "\(expected)")
        }
        if identity == 0x33 { #expect(expected.description.contains("says it is 0x33, not 0x68 nor a copy"), "\(expected)") }
    }
}
