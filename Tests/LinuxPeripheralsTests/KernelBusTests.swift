import Glibc
import Peripherals
import Quantities
import SystemCalls
import Testing

@testable import LinuxPeripherals

extension KernelTests {
    /// i2c-dev, i2c-core and spidev are the kernel's own; programs answer as the chips.
    @Suite("Buses of the kernel") struct Buses {
        let machine: KernelMachine
        let loop: EventLoop
        let bus: LinuxI2CBus
        static let pulseSensor: UInt8 = 0x57, motionSensor: UInt8 = 0x6A, display: UInt8 = 0x3C

        init() throws {
            machine = try #require(KernelMachine.current)
            loop = try EventLoop()
            bus = try LinuxI2CBus(machine.path("i2c"))
            // A test before this one may have left the chips silent for a while.
            let bus = bus
            let isReady = try loop.repeat(every: .milliseconds(50)) { _ in
                (try? Self.read(bus, Self.pulseSensor, from: 0xFF, count: 1)) == [0x15]
            }
            try #require(isReady, "nobody answers on the bus")
        }

        static func read(_ bus: LinuxI2CBus, _ address: UInt8, from register: UInt8, count: Int) throws -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            let address = try #require(I2CAddress(address))
            try bytes.withUnsafeMutableBytes { read in
                try withUnsafeBytes(of: register) { write in try bus.transfer(address, write: write, read: read) }
            }
            return bytes
        }

        static func write(_ bus: LinuxI2CBus, _ address: UInt8, _ bytes: [UInt8]) throws {
            let address = try #require(I2CAddress(address))
            try bytes.withUnsafeBytes { write in
                try bus.transfer(address, write: write, read: UnsafeMutableRawBufferPointer(start: nil, count: 0))
            }
        }

        /// The errno of a transfer and how long it took.
        private func failure(_ transfer: () throws -> Void) -> (code: Int32, took: Duration) {
            let start = MonotonicClock.now()
            var code: Int32 = 0
            do { try transfer() } catch { code = (error as? BusError)?.code ?? -1 }
            return (code, MonotonicClock.now() - start)
        }

        /// The first failure, of many reads, that has an errno.
        private func firstFailure(_ code: Int32) throws -> (code: Int32, took: Duration)? {
            let found = Journal<(code: Int32, took: Duration)>()
            let bus = bus
            _ = try loop.repeat(every: .milliseconds(20)) { _ in
                let failure = failure { _ = try Self.read(bus, Self.pulseSensor, from: 0xFF, count: 1) }
                if failure.code == code { found.entries.append(failure) }
                return failure.code == code
            }
            return found.entries.first
        }

        @Test("Combined transfers reach the chips, up to the longest")
        func transfers() throws {
            #expect(!bus.isSMBusOnly)
            #expect(bus.maximumTransfer == 512)
            #expect(try Self.read(bus, Self.motionSensor, from: 0x0F, count: 1) == [0x6C])
            #expect(try Self.read(bus, Self.motionSensor, from: 0x28, count: 6) == [0, 0, 0, 0, 0, 0x40])
            #expect(try Self.read(bus, Self.motionSensor, from: 0, count: 512).count == 512)
            try Self.write(bus, Self.display, [0x40] + [UInt8](repeating: 0xAA, count: 511))
            #expect(failure { _ = try Self.read(bus, Self.motionSensor, from: 0, count: 513) }.code == EMSGSIZE)
            #expect(failure { try Self.write(bus, Self.display, [UInt8](repeating: 0, count: 514)) }.code == EMSGSIZE)
            #expect(failure { _ = try Self.read(bus, 0x10, from: 0, count: 1) }.code == ENXIO)
            try Self.write(bus, Self.display, [])
        }

        @Test("I1: a missing acknowledgement is EREMOTEIO, and the next transfer works")
        func notAcknowledged() throws {
            try machine.sensors("nack 57 1")
            #expect(try firstFailure(EREMOTEIO)?.code == EREMOTEIO)
            #expect(try Self.read(bus, Self.pulseSensor, from: 0xFF, count: 1) == [0x15])
        }

        @Test("I3: a held bus costs 100 ms a transfer, not a second, and is used again when it is free")
        func held() throws {
            try machine.sensors("stall 2.0")
            let failure = try #require(try firstFailure(ETIMEDOUT))
            // Half a second is what a busy machine may add to it.
            #expect(failure.took >= .milliseconds(90))
            #expect(failure.took < .milliseconds(600))
            let bus = bus
            let slowest = Journal<Duration>()
            let isFree = try loop.repeat(every: .milliseconds(20)) { _ in
                let start = MonotonicClock.now()
                let answer = try? Self.read(bus, Self.pulseSensor, from: 0xFF, count: 1)
                slowest.entries.append(MonotonicClock.now() - start)
                return answer == [0x15]
            }
            #expect(isFree)
            #expect(slowest.entries.allSatisfy { $0 < .milliseconds(600) })
        }

        @Test("The driver of the pulse sensor measures on it, names it when it is gone, and goes on when it is back")
        func pulseSensor() throws {
            let sensor = MAX3010x(.max30102, on: bus)
            let samples = Journal<PPGSample>()
            let faults = Journal<ChipError>()
            let service: (MonotonicInstant) -> Void = { now in
                do throws(ChipError) { _ = try sensor.service(at: now, into: &samples.entries) } catch { faults.entries.append(error) }
            }
            let isMeasuring = try loop.repeat(every: .milliseconds(100)) { now in
                service(now)
                return samples.entries.count >= 50
            }
            #expect(isMeasuring)
            #expect(faults.entries == [])
            #expect(samples.entries.allSatisfy { 97_000.0...103_000.0 ~= $0.counts[0] && 48_500.0...51_500.0 ~= $0.counts[1] })

            try machine.sensors("gone 57")
            let isMissed = try loop.repeat(every: .milliseconds(100)) { now in
                service(now)
                return !faults.entries.isEmpty
            }
            #expect(isMissed)
            #expect(
                faults.entries.first?.description
                    == "MAX30102 at 0x57 on \(machine.path("i2c")) did not answer (ENXIO): check its wires, its power and its address")

            try machine.sensors("back 57")
            samples.entries.removeAll()
            let isBack = try loop.repeat(every: .milliseconds(100)) { now in
                service(now)
                return samples.entries.count >= 20
            }
            #expect(isBack)
        }

        @Test("I5: a driver whose chip answers as another one says so")
        func otherChip() throws {
            let sensor = MPU6050(on: bus, at: try #require(I2CAddress(Self.motionSensor)))
            var samples: [AccelerationSample] = []
            #expect {
                _ = try sensor.service(at: MonotonicClock.now(), into: &samples)
            } throws: {
                guard let error = $0 as? ChipError, case .wrongIdentity = error.fault else { return false }
                return true
            }
        }

        @Test("C15: the driver of the display sends frames, throws while the bus is held, and shows again after")
        func display() throws {
            let display = SSD1306(on: bus)
            var frame = Bitmap(width: 128, height: 64)
            try display.show(frame)
            try machine.sensors("stall 0.6")
            let bus = bus
            let failures = Journal<PeripheralError>()
            var isSet = false
            let isHeld = try loop.repeat(every: .milliseconds(20)) { _ in
                isSet.toggle()
                frame[isSet ? 1 : 2, 1] = isSet
                do throws(PeripheralError) { try display.show(frame) } catch { failures.entries.append(error) }
                return !failures.entries.isEmpty
            }
            #expect(isHeld)
            #expect(
                failures.entries.first?.description
                    == "SSD1306 at 0x3C on \(bus.name) could not be reached, the bus is held (ETIMEDOUT): "
                    + "look for a short circuit, or switch the watch off and on")
            #expect(try loop.repeat(every: .milliseconds(20)) { _ in (try? display.show(frame)) != nil })
            try display.setLight(.off)
        }

        @Test("An adapter that knows SMBus alone does register transfers of up to 32 bytes, by libi2c")
        func smbus() throws {
            let bus = try LinuxI2CBus(machine.path("smbus"))
            #expect(bus.isSMBusOnly)
            #expect(bus.maximumTransfer == 32)
            let block = (0..<32).map { UInt8($0) &* 7 }
            try Self.write(bus, Self.pulseSensor, [0x10] + block)
            #expect(try Self.read(bus, Self.pulseSensor, from: 0x10, count: 32) == block)
            #expect(try Self.read(bus, Self.pulseSensor, from: 0x12, count: 1) == [14])
            try Self.write(bus, Self.pulseSensor, [0x12, 0xAB])
            #expect(try Self.read(bus, Self.pulseSensor, from: 0x11, count: 3) == [7, 0xAB, 21])
            try Self.write(bus, Self.pulseSensor, [0x11])
            #expect(failure { _ = try Self.read(bus, Self.pulseSensor, from: 0, count: 33) }.code == EMSGSIZE)
            #expect(failure { try Self.write(bus, Self.pulseSensor, [UInt8](repeating: 0, count: 34)) }.code == EMSGSIZE)
            #expect(failure { _ = try Self.read(bus, 0x20, from: 0, count: 1) }.code == ENODEV)
            let address = try #require(I2CAddress(Self.pulseSensor))
            var answer = [UInt8](repeating: 0, count: 2)
            #expect(
                failure {
                    try answer.withUnsafeMutableBytes { read in
                        try [UInt8](repeating: 0, count: 2).withUnsafeBytes { try bus.transfer(address, write: $0, read: read) }
                    }
                }.code == EOPNOTSUPP)
        }

        @Test(
            "An SPI display gets its bytes in one message, selected by a high level, at its clock",
            .enabled(if: KernelMachine.current?.has("spi") == true))
        func spi() throws {
            let bus = try LinuxSPIBus(machine.path("spi"), SharpMemoryLCD.settings)
            #expect(bus.maximumTransfer == 4096)
            try machine.write("x", to: "spi-log")
            let lcd = SharpMemoryLCD(.ls013b7dh03, on: bus)
            try lcd.show(Bitmap(width: 128, height: 128))
            let log = machine.text("spi-log").split(separator: "\n")
            #expect(log.count == 3)
            #expect(log.first == "0: cs 1")
            #expect(log.dropFirst().first?.hasPrefix("0: mode 4 bits 8 hz 1100000 len 2306 cs -1: c0 80 ff ff") == true)
            #expect(log.last == "0: cs 0")
            let long = [UInt8](repeating: 0, count: 4097)
            #expect(failure { try long.withUnsafeBytes { try bus.write($0) } }.code == EMSGSIZE)
            try long.withUnsafeBytes { try bus.write(UnsafeRawBufferPointer(rebasing: $0[..<4096])) }
        }

        @Test(
            "A chip select whose level the device tree fixes is refused, with what to write into config.txt",
            .enabled(if: KernelMachine.current?.has("spi-gpio") == true))
        func fixedPolarity() throws {
            let path = machine.path("spi-gpio")
            #expect {
                _ = try LinuxSPIBus(path, SharpMemoryLCD.settings)
            } throws: {
                ($0 as? PeripheralError)?.description
                    == "The SPI bus \(path) selects its part with a low level, and the part wants a high one: "
                    + "on a Pi add dtoverlay=spi0-1cs-inverted to config.txt, and restart"
            }
            let bus = try LinuxSPIBus(path, SPISettings(maximumClockHertz: 1_000_000))
            try machine.write("x", to: "spi-log")
            try [0x55 as UInt8].withUnsafeBytes { try bus.write($0) }
            #expect(machine.text("spi-log") == "1: mode 4 bits 8 hz 1000000 len 1 cs 0: 55\n")
        }
    }
}
