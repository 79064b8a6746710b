import Glibc
import Peripherals
import Testing

@Suite struct BusErrorTests {
    @Test(
        "An errno of either sign says what it means for the runner",
        arguments: [
            (EREMOTEIO, BusError.Reason.notAcknowledged, "EREMOTEIO"), (-ENXIO, .notAcknowledged, "ENXIO"),
            (ETIMEDOUT, .timedOut, "ETIMEDOUT"), (EAGAIN, .busy, "EAGAIN"), (-ENODEV, .noBus, "ENODEV"), (EACCES, .notPermitted, "EACCES"),
            (EOPNOTSUPP, .unsupported, "EOPNOTSUPP"), (EIO, .other, "EIO"), (Int32.min, .other, "errno 2147483647"), (0, .other, "errno 0"),
        ])
    func reasons(code: Int32, reason: BusError.Reason, symbol: String) {
        let error = BusError(code: code)
        #expect(error.reason == reason)
        #expect(error.symbol == symbol)
        #expect(error.description.hasSuffix("(\(symbol))"))
        #expect(!error.advice.isEmpty)
    }

    @Test("I13: a chip's error is a sentence that names the part, what happened and what to do")
    func sentence() {
        let part = PartName(chip: "MAX30102", address: MAX3010x.address, bus: "/dev/i2c-1")
        #expect(
            ChipError(part: part, fault: .bus(BusError(code: EREMOTEIO))).description
                == "MAX30102 at 0x57 on /dev/i2c-1 did not answer (EREMOTEIO): check its wires, its power and its address")
        #expect(
            ChipError(part: part, fault: .wrongIdentity(found: 0x11, expected: 0x15)).description
                == "MAX30102 at 0x57 on /dev/i2c-1 says it is 0x11, not 0x15: another part is at this address, name it in the board file")
        #expect(
            ChipError(part: part, fault: .wrongIdentity(found: 0, expected: 0x15)).description
                == "MAX30102 at 0x57 on /dev/i2c-1 answers only zeroes: check its power and its wires")
    }

    @Test("Reserved addresses are none", arguments: [(UInt8(0x07), false), (0x08, true), (0x77, true), (0x78, false), (0xFF, false)])
    func addresses(value: UInt8, isAddress: Bool) {
        #expect((I2CAddress(value) != nil) == isAddress)
        if isAddress { #expect(I2CAddress(value)?.value == value) }
    }
}
