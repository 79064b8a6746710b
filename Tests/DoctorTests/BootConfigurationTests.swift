import Testing

@testable import Doctor

@Suite struct BootConfigurationTests {
    /// Lines, whether they switch on I²C and SPI, and the clock of the bus.
    struct Case: Sendable {
        var lines: [String]
        var i2c = false
        var spi = false
        var baudrate: String?
    }
    static let cases: [Case] = [
        Case(lines: []),
        Case(lines: ["#dtparam=i2c_arm=on", "# dtparam=spi=on"]),
        Case(lines: ["dtparam=i2c_arm=on", "dtparam=spi=on"], i2c: true, spi: true),
        Case(lines: ["  dtparam = i2c_arm = on  \r"], i2c: true),
        Case(lines: ["dtparam=i2c_arm=on,spi=on,i2c_arm_baudrate=400000"], i2c: true, spi: true, baudrate: "400000"),
        Case(lines: ["dtparam=i2c=on", "dtparam=i2c_baudrate=100000"], i2c: true, baudrate: "100000"),
        Case(lines: ["dtparam=i2c1=on", "dtparam=i2c1_baudrate=1000000"], i2c: true, baudrate: "1000000"),
        Case(lines: ["dtparam=i2c_arm"], i2c: true),
        Case(lines: ["dtparam=i2c_arm=on", "dtparam=i2c_arm=off"]),
        Case(lines: ["dtparam=i2c_arm=off", "dtparam=i2c_arm=on"], i2c: true),
        Case(lines: ["dtoverlay=spi0-1cs-inverted"], spi: true),
        Case(lines: ["dtoverlay=spi0-2cs,cs0_pin=8"], spi: true),
        Case(lines: ["dtoverlay=spi1-1cs", "dtoverlay=", "dtoverlay=,", "dtparam=", "dtparam=,=,"]),
        Case(lines: ["[none]", "dtparam=i2c_arm=on"]),
        Case(lines: ["[none]", "dtparam=spi=on", "[all]", "dtparam=i2c_arm=on"], i2c: true),
        Case(lines: ["[pi02]", "dtparam=i2c_arm=on"], i2c: true),
        Case(lines: ["i2c_arm=on", "dtparamx=spi=on", "[", "]", "=", "dtparam"]),
    ]

    @Test("config.txt tells which buses are switched on", arguments: cases)
    func read(_ example: Case) {
        let boot = BootConfiguration(path: "/boot/firmware/config.txt", lines: example.lines)
        #expect(boot.switchesOn(.i2c) == example.i2c)
        #expect(boot.switchesOn(.spi) == example.spi)
        #expect(boot.parameters["i2c_arm_baudrate"] == example.baudrate)
    }
}
