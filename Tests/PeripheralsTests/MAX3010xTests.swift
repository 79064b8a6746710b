import Glibc
import Peripherals
import Quantities
import Testing

@Suite struct MAX3010xTests {
    private static let start = MonotonicInstant(nanoseconds: 1_000_000_000)

    /// What a set-up with green and infrared writes, in order.
    private static let greenSetUp: [Exchange] = [
        .read(0xFE, 0x03, 0x15), .write(0x09, 0x40), .read(0x09, 0x00), .read(0x00, 0x01, 0x00), .write(0x08, 0x4F), .write(0x0A, 0x67),
        .write(0x11, 0x23), .write(0x12, 0x00), .write(0x0E, 0x20), .write(0x0D, 0x20), .write(0x04, 0x00), .write(0x05, 0x00),
        .write(0x06, 0x00), .write(0x02, 0xA0), .write(0x03, 0x02), .write(0x09, 0x07),
    ]

    private func sensor(_ model: MAX3010xModel = .max30101, _ setUp: [Exchange] = greenSetUp) throws -> (MAX3010x, ScriptedBus) {
        let bus = ScriptedBus(0x57, setUp)
        let sensor = MAX3010x(model, on: bus)
        let samples = Collected<PPGSample>()
        let first = try sensor.service(at: Self.start, into: samples)
        #expect(first == ServiceReport(isMeasuring: false, again: Self.start + .milliseconds(10)))
        let second = try sensor.service(at: Self.start + .milliseconds(10), into: samples)
        #expect(second == ServiceReport())
        #expect(bus.isDone)
        return (sensor, bus)
    }

    /// Statuses, enables, pointers.
    private static func level(_ status: UInt8 = 0, write: UInt8, lost: UInt8 = 0, read: UInt8, status2: UInt8 = 0) -> Exchange {
        .read(0x00, status, status2, 0xA0, 0x02, write, lost, read)
    }

    @Test("Set up for green and infrared, it delivers both channels with their currents")
    func normalService() throws {
        let (sensor, bus) = try sensor()
        #expect(sensor.revision == 3)
        bus.expect(Self.level(write: 2, read: 0), .read(0x07, 0x02, 0x71, 0x00, 0x01, 0x86, 0xA0, 0xFE, 0x71, 0x01, 0x01, 0x86, 0xA1))
        let samples = Collected<PPGSample>()
        let now = Self.start + .seconds(1)
        #expect(try sensor.service(at: now, into: samples) == ServiceReport(samples: 2))
        #expect(samples.all.map(\.counts) == [SIMD3(160_000, 100_000, 0), SIMD3(160_001, 100_001, 0)], "the six upper bits mean nothing")
        #expect(samples.all.allSatisfy { $0.at == now && $0.channelCount == 2 && !$0.ambientOverflow })
        #expect(samples.all[0].ledMilliamperes == SIMD3(6.4, 6.4, 0))
        #expect(bus.isDone)
    }

    @Test("A MAX30102 is set up for red and infrared")
    func redAndInfrared() throws {
        var setUp = Self.greenSetUp
        setUp[6] = .write(0x11, 0x00)
        setUp[8] = .write(0x0C, 0x20)
        setUp[15] = .write(0x09, 0x03)
        let (sensor, _) = try sensor(.max30102, setUp)
        #expect(!sensor.hasGreen)
        #expect(sensor.part.description == "MAX30102 at 0x57 on /dev/i2c-1")
    }

    @Test(
        "The fill level is what the pointers say, and 32 when they are equal and something was lost",
        arguments: [
            (UInt8(25), UInt8(0), UInt8(0), 25, ServiceReport.Loss.none), (3, 0, 30, 5, .none), (7, 0, 7, 0, .none),
            (7, 5, 7, 32, .samples(5)), (9, 31, 9, 32, .unknown),
        ])
    func fillLevel(write: UInt8, lost: UInt8, read: UInt8, count: Int, loss: ServiceReport.Loss) throws {
        let (sensor, bus) = try sensor()
        bus.expect(Self.level(write: write, lost: lost, read: read))
        if count > 0 { bus.expect(.read(0x07, (0..<count * 6).map { UInt8(truncatingIfNeeded: $0) })) }
        let samples = Collected<PPGSample>()
        let report = try sensor.service(at: Self.start + .seconds(1), into: samples)
        #expect(report == ServiceReport(samples: count, loss: loss))
        #expect(samples.all.count == count)
        #expect(bus.isDone)
    }

    @Test("Equal pointers with the almost-full flag mean full only if there was time to fill it", arguments: [(20, 0), (1500, 32)])
    func fullOrEmpty(milliseconds: Int, count: Int) throws {
        let (sensor, bus) = try sensor()
        bus.expect(Self.level(0x80, write: 4, read: 4))
        if count > 0 { bus.expect(.read(0x07, (0..<count * 6).map { UInt8(truncatingIfNeeded: $0) })) }
        let samples = Collected<PPGSample>()
        let now = Self.start + .milliseconds(10 + Int64(milliseconds))
        #expect(try sensor.service(at: now, into: samples).samples == count)
        #expect(bus.isDone)
    }

    @Test("More ambient light than it can subtract is said of every sample of the read")
    func ambientOverflow() throws {
        let (sensor, bus) = try sensor()
        bus.expect(Self.level(0x20, write: 2, read: 0), .read(0x07, [UInt8](repeating: 1, count: 12)))
        let samples = Collected<PPGSample>()
        _ = try sensor.service(at: Self.start + .seconds(1), into: samples)
        #expect(samples.all.map(\.ambientOverflow) == [true, true])
    }

    @Test("A new current is written after the read, so that samples carry the current they were taken with")
    func gain() throws {
        let (sensor, bus) = try sensor()
        sensor.setCurrent(register: 0x30, ofChannel: 0)
        sensor.setCurrent(register: 0x99, ofChannel: 7)
        bus.expect(
            Self.level(write: 1, read: 0), .read(0x07, 0, 0, 1, 0, 0, 1), .write(0x0E, 0x30),
            Self.level(write: 2, read: 1), .read(0x07, 0, 0, 2, 0, 0, 2))
        let samples = Collected<PPGSample>()
        _ = try sensor.service(at: Self.start + .seconds(1), into: samples)
        _ = try sensor.service(at: Self.start + .seconds(2), into: samples)
        #expect(samples.all.map { $0.ledMilliamperes?.x ?? 0 } == [0.2 * 32, 0.2 * 48])
        #expect(bus.isDone)
    }

    @Test(
        "The die's temperature is asked for once and read when it is there", arguments: [(UInt8(31), UInt8(8), 31.5), (0xFF, 0x04, -0.75)])
    func temperature(whole: UInt8, sixteenths: UInt8, celsius: Double) throws {
        let (sensor, bus) = try sensor()
        sensor.requestTemperature()
        bus.expect(
            Self.level(write: 1, read: 0), .read(0x07, 0, 0, 1, 0, 0, 1), .write(0x21, 0x01),
            Self.level(write: 2, read: 1, status2: 0x02), .read(0x07, 0, 0, 2, 0, 0, 2), .read(0x1F, whole, sixteenths))
        let samples = Collected<PPGSample>()
        _ = try sensor.service(at: Self.start + .seconds(1), into: samples)
        #expect(sensor.dieTemperature == nil)
        _ = try sensor.service(at: Self.start + .seconds(2), into: samples)
        #expect(sensor.dieTemperature == .celsius(celsius))
        #expect(bus.isDone)
    }

    @Test("A read that breaks off costs the FIFO's contents and says so, since its bytes no longer tell the channels apart")
    func brokenRead() throws {
        let (sensor, bus) = try sensor()
        bus.expect(
            Self.level(write: 1, read: 0), .read(0x07, 0, 0, 1, 0, 0, 1).failing(EREMOTEIO), Self.level(write: 20, read: 1),
            .write(0x04, 0), .write(0x05, 0), .write(0x06, 0), Self.level(write: 1, read: 0), .read(0x07, 0, 0, 3, 0, 0, 3))
        let samples = Collected<PPGSample>()
        #expect(throws: ChipError(part: sensor.part, fault: .bus(BusError(code: EREMOTEIO)))) {
            try sensor.service(at: Self.start + .seconds(1), into: samples)
        }
        #expect(try sensor.service(at: Self.start + .seconds(2), into: samples) == ServiceReport(loss: .unknown))
        #expect(try sensor.service(at: Self.start + .seconds(3), into: samples) == ServiceReport(samples: 1))
        #expect(samples.all.count == 1)
        #expect(bus.isDone)
    }

    @Test(
        "E10: a sensor that was reset behind the driver's back is noticed at the next service and set up anew",
        arguments: [[UInt8]([1, 0, 0, 0, 0, 0, 0]), [0, 0, 0, 0, 0, 0, 0], [255, 255, 255, 255, 255, 255, 255]])
    func restarted(answer: [UInt8]) throws {
        let (sensor, bus) = try sensor()
        bus.expect(.read(0x00, answer))
        let samples = Collected<PPGSample>()
        #expect(throws: ChipError(part: sensor.part, fault: .restarted)) {
            try sensor.service(at: Self.start + .seconds(1), into: samples)
        }
        bus.expect(Self.greenSetUp)
        _ = try sensor.service(at: Self.start + .seconds(2), into: samples)
        #expect(try sensor.service(at: Self.start + .seconds(2.1), into: samples).isMeasuring)
        #expect(bus.isDone)
    }

    @Test("A reset that never ends is given up after a tenth of a second")
    func endlessReset() throws {
        let bus = ScriptedBus(0x57, Array(Self.greenSetUp[..<2]))
        let sensor = MAX3010x(.max30101, on: bus)
        let samples = Collected<PPGSample>()
        _ = try sensor.service(at: Self.start, into: samples)
        bus.expect(.read(0x09, 0x40), .read(0x09, 0x40))
        #expect(try !sensor.service(at: Self.start + .milliseconds(60), into: samples).isMeasuring)
        #expect(throws: ChipError(part: sensor.part, fault: .notReady)) {
            try sensor.service(at: Self.start + .milliseconds(120), into: samples)
        }
    }

    @Test("Without new samples for three seconds it is taken for dead, and not before")
    func silence() throws {
        let (sensor, bus) = try sensor()
        let samples = Collected<PPGSample>()
        for second in 1...3 {
            bus.expect(Self.level(write: 0, read: 0))
            #expect(try sensor.service(at: Self.start + .seconds(second), into: samples) == ServiceReport())
        }
        bus.expect(Self.level(write: 0, read: 0))
        #expect(throws: ChipError(part: sensor.part, fault: .silent)) { try sensor.service(at: Self.start + .seconds(4), into: samples) }
    }

    @Test("The same count over and over is a dead converter; a count at full scale is bright light")
    func frozenOrBright() throws {
        for (bytes, isDead) in [([UInt8](arrayLiteral: 1, 2, 3), true), ([3, 0xFF, 0xFF], false)] {
            let (sensor, bus) = try sensor()
            let samples = Collected<PPGSample>()
            var fault: ChipFault?
            for second in 1...8 where fault == nil {
                bus.expect(Self.level(write: UInt8(second), read: UInt8(second - 1)), .read(0x07, bytes + [0, 0, 9]))
                do throws(ChipError) { _ = try sensor.service(at: Self.start + .seconds(second), into: samples) } catch {
                    fault = error.fault
                }
            }
            #expect(fault == (isDead ? .frozen : nil))
        }
    }

    @Test("Shut down it is left alone, and waking sets it up again")
    func shutDown() throws {
        let (sensor, bus) = try sensor()
        bus.expect(.write(0x09, 0x80))
        try sensor.shutDown()
        let samples = Collected<PPGSample>()
        #expect(try sensor.service(at: Self.start + .seconds(1), into: samples) == ServiceReport(isMeasuring: false))
        sensor.wake()
        bus.expect(.read(0xFE, 0x03, 0x15), .write(0x09, 0x40))
        #expect(try !sensor.service(at: Self.start + .seconds(2), into: samples).isMeasuring)
        #expect(bus.isDone)
    }
}
