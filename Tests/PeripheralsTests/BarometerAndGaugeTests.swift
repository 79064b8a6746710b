import Glibc
import Peripherals
import Quantities
import Testing

@Suite struct BMP390Tests {
    private static let start = MonotonicInstant(nanoseconds: 1_000_000_000)
    /// Of no chip in particular.
    private static let calibrations: [[UInt8]] = [
        [0x70, 0x6B, 0x10, 0x49, 0xF9, 0x88, 0x13, 0x3C, 0xF6, 0x23, 0x00, 0x00, 0x64, 0x30, 0x75, 0xF3, 0xF6, 0x10, 0x27, 0x12, 0xC4],
        [0x3B, 0x6C, 0xD1, 0x48, 0xF6, 0x5A, 0xFE, 0x12, 0xF7, 0x05, 0x01, 0x35, 0x5F, 0x9A, 0x71, 0x02, 0xFB, 0x4C, 0x3F, 0x17, 0xBE],
    ]
    private static func setUp(_ calibration: [UInt8] = calibrations[0], identity: UInt8 = 0x60) -> [Exchange] {
        [
            .read(0x00, identity), .write(0x7E, 0xB6), .read(0x31, calibration), .write(0x1C, 0x0C), .write(0x1D, 0x06), .write(0x1F, 0x04),
            .write(0x1B, 0x33), .read(0x02, 0x00),
        ]
    }
    private static func measurement(_ status: UInt8 = 0x70, pressure: UInt32, temperature: UInt32) -> Exchange {
        .read(
            0x03,
            [status] + (0..<3).map { UInt8(truncatingIfNeeded: pressure >> (8 * $0)) }
                + (0..<3).map { UInt8(truncatingIfNeeded: temperature >> (8 * $0)) })
    }

    private func sensor(_ setUp: [Exchange] = setUp()) throws -> (BMP390, ScriptedBus) {
        let bus = ScriptedBus(0x77, setUp)
        let sensor = BMP390(on: bus)
        let sample = Collected<PressureSample>()
        #expect(try !sensor.service(at: Self.start, into: sample).isMeasuring)
        #expect(try sensor.service(at: Self.start + .milliseconds(10), into: sample).isMeasuring)
        #expect(bus.isDone && sample.newest == nil)
        return (sensor, bus)
    }

    /// The expected values were computed with Bosch's own floating-point compensation (BMP3 sensor API), which rounds to `float` in between.
    @Test(
        "Raw values become what the maker's own code makes of them",
        arguments: [
            (0, 8_388_000, 8_400_000, 23.626696, 119_490.7037), (0, 9_000_000, 8_500_000, 25.361634, 112_782.9609),
            (0, 9_500_000, 8_750_000, 29.696802, 107_657.9375), (1, 8_388_000, 8_400_000, 22.629994, 67_360.5269),
            (1, 9_000_000, 8_500_000, 24.356430, 57_711.2659), (1, 7_200_000, 8_100_000, 17.446422, 85_540.7283),
            (1, 6_900_000, 7_300_000, 3.592299, 87_332.2915), (1, 9_500_000, 8_750_000, 28.669412, 50_166.0308),
        ])
    func compensation(calibration: Int, pressure: UInt32, temperature: UInt32, celsius: Double, pascals: Double) throws {
        let (sensor, bus) = try sensor(Self.setUp(Self.calibrations[calibration]))
        bus.expect(Self.measurement(pressure: pressure, temperature: temperature))
        let sample = Collected<PressureSample>()
        let now = Self.start + .seconds(1)
        #expect(try sensor.service(at: now, into: sample) == ServiceReport(samples: 1))
        let measured = try #require(sample.newest)
        #expect(measured.at == now)
        #expect(abs(measured.pressure.hectopascals * 100 - pascals) < 0.05)
        #expect(abs((measured.temperature?.celsius ?? 0) - celsius) < 1e-5)
    }

    @Test("Both chips of the family are accepted", arguments: [UInt8(0x60), 0x50])
    func family(identity: UInt8) throws { _ = try sensor(Self.setUp(identity: identity)) }

    @Test("A measurement is delivered once; without a new one there is none (E8: never the last one, never 0)")
    func onceOnly() throws {
        let (sensor, bus) = try sensor()
        let sample = Collected<PressureSample>()
        bus.expect(Self.measurement(pressure: 9_500_000, temperature: 8_500_000))
        _ = try sensor.service(at: Self.start + .seconds(1), into: sample)
        #expect(sample.newest != nil)
        for status: UInt8 in [0x10, 0x30, 0x50] {
            bus.expect(Self.measurement(status, pressure: 9_500_000, temperature: 8_500_000), .read(0x1B, 0x33))
            #expect(try sensor.service(at: Self.start + .seconds(2), into: sample) == ServiceReport())
            #expect(sample.newest == nil)
        }
        bus.expect(Self.measurement(pressure: 0x80_0000, temperature: 0x80_0000), .read(0x1B, 0x33))
        _ = try sensor.service(at: Self.start + .seconds(3), into: sample)
        #expect(sample.newest == nil, "the registers' contents before the first measurement")
    }

    @Test("E10: a chip that sleeps was reset")
    func restarted() throws {
        let (sensor, bus) = try sensor()
        bus.expect(Self.measurement(0x10, pressure: 0x80_0000, temperature: 0x80_0000), .read(0x1B, 0x00))
        let sample = Collected<PressureSample>()
        #expect(throws: ChipError(part: sensor.part, fault: .restarted)) {
            try sensor.service(at: Self.start + .seconds(1), into: sample)
        }
    }

    @Test("The air of another planet, and a calibration of nothing, are refused")
    func implausible() throws {
        let (sensor, bus) = try sensor()
        let sample = Collected<PressureSample>()
        bus.expect(Self.measurement(pressure: 0, temperature: 8_500_000))
        #expect(throws: ChipError(part: sensor.part, fault: .implausible)) {
            try sensor.service(at: Self.start + .seconds(1), into: sample)
        }
        let blank = ScriptedBus(0x77, Array(Self.setUp([UInt8](repeating: 0xFF, count: 21))[..<3]))
        let other = BMP390(on: blank)
        _ = try other.service(at: Self.start, into: sample)
        #expect(throws: ChipError(part: other.part, fault: .implausible)) {
            try other.service(at: Self.start + .seconds(1), into: sample)
        }
    }

    @Test("A value that does not change in its last bit for seconds is a dead converter")
    func frozen() throws {
        let (sensor, bus) = try sensor()
        let sample = Collected<PressureSample>()
        var fault: ChipFault?
        for second in 1...8 where fault == nil {
            bus.expect(Self.measurement(pressure: 9_500_000, temperature: 8_500_000))
            do throws(ChipError) { _ = try sensor.service(at: Self.start + .seconds(second), into: sample) } catch { fault = error.fault }
        }
        #expect(fault == .frozen)
    }
}

@Suite struct MAX17048Tests {
    private func gauge(version: [UInt8] = [0x00, 0x12], _ rest: [UInt8]...) -> (MAX17048, ScriptedBus) {
        let registers: [UInt8] = [0x02, 0x04, 0x16]
        let bus = ScriptedBus(0x36, [.read(0x08, version)] + zip(registers, rest).map { .read($0, $1) })
        return (MAX17048(on: bus), bus)
    }

    @Test(
        "Registers become volts, per cent and per cent an hour",
        arguments: [
            (
                [UInt8](arrayLiteral: 0xC7, 0x80), [UInt8](arrayLiteral: 0x4B, 0xC0), [UInt8](arrayLiteral: 0xFF, 0xEC), 3.99, 75, false,
                -4.16
            ),
            ([0xD2, 0x00], [0x64, 0x80], [0x00, 0x30], 4.2, 100, true, 9.984),
            ([0xD2, 0x00], [0x64, 0x00], [0x00, 0x01], 4.2, 100, nil, 0.208),
        ] as [([UInt8], [UInt8], [UInt8], Double, UInt8, Bool?, Double)])
    func values(
        voltage: [UInt8], charge: [UInt8], rate: [UInt8], volts: Double, percent: UInt8, isCharging: Bool?, percentPerHour: Double
    ) throws {
        let (gauge, bus) = gauge(voltage, charge, rate)
        let measured = try gauge.read()
        let voltage = try #require(measured.reading.voltage)
        #expect(abs(voltage.volts - volts) < 1e-9)
        #expect(measured.reading == BatteryReading(percent: percent, isCharging: isCharging, voltage: voltage))
        #expect(abs(measured.percentPerHour - percentPerHour) < 1e-9)
        #expect(bus.isDone)
    }

    @Test("I5: another chip, or nobody at all, is told from a gauge", arguments: [[UInt8]([0, 0]), [0xFF, 0xFF], [0x00, 0x03]])
    func wrongIdentity(version: [UInt8]) {
        let (gauge, _) = gauge(version: version)
        let found = UInt16(version[0]) << 8 | UInt16(version[1])
        #expect(throws: ChipError(part: gauge.part, fault: .wrongIdentity(found: found, expected: 0x0010))) { try gauge.read() }
    }

    @Test(
        "No battery, or more than a full one, is nonsense (E8)",
        arguments: [([UInt8]([0, 0]), [UInt8]([0, 0])), ([0xC7, 0x80], [0xFF, 0xFF])])
    func implausible(voltage: [UInt8], charge: [UInt8]) {
        let (gauge, _) = gauge(voltage, charge, [0, 0])
        #expect(throws: ChipError(part: gauge.part, fault: .implausible)) { try gauge.read() }
    }
}
