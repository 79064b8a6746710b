import Quantities
import SimulatedPeripherals
import Testing

@testable import Peripherals

@Suite struct ChipIdentityTests {
    /// A chip, where it is, and how its driver tells it.
    struct Case: Sendable, CustomTestStringConvertible {
        var part: SimulatedPart
        var address: UInt8
        var identity: ChipIdentity
        var testDescription: String { "\(part)" }
    }
    static let cases: [Case] = [
        Case(part: .max30101, address: 0x57, identity: MAX3010x.identity),
        Case(part: .max30102, address: 0x57, identity: MAX3010x.identity),
        Case(part: .lsm6dsox, address: 0x6A, identity: LSM6DSOX.identity),
        Case(part: .mpu6050, address: 0x68, identity: MPU6050.identity),
        Case(part: .bmp390, address: 0x77, identity: BMP390.identity),
        Case(part: .max17048, address: 0x36, identity: MAX17048.identity),
    ]

    @Test("I5: a chip is told from another by what it says", arguments: cases)
    func told(_ chip: Case) throws {
        let start = MonotonicInstant(nanoseconds: 1_000_000_000_000), later = start + .seconds(1)
        let faults = BusFaultScript([.init(.impostor, at: chip.address, from: later, to: later + .seconds(1))])
        let bus = SimulatedWrist([chip.part], at: start, faults: faults).bus
        let address = try #require(I2CAddress(chip.address))
        let own = try chip.identity.read(at: address, on: bus)
        #expect(chip.identity.accepts(own))
        bus.now = later
        let other = try chip.identity.read(at: address, on: bus)
        #expect(!chip.identity.accepts(other))
        #expect(!chip.identity.accepts(0) && !chip.identity.accepts(0xFF) && !chip.identity.accepts(0xFFFF))
    }

    @Test("A revision is no other chip, and a BMP388 is as good as a BMP390")
    func relatives() {
        #expect(MAX17048.identity.accepts(0x0011) && MAX17048.identity.accepts(0x001F) && !MAX17048.identity.accepts(0x0021))
        #expect(BMP390.identity.accepts(0x50) && BMP390.identity.accepts(0x60) && !BMP390.identity.accepts(0x58))
    }
}
