import Boards
import Glibc
import JSONText
import Peripherals
import Quantities
import TestSupport
import Testing

@testable import Doctor

@Suite struct BusSpeedTests {
    private static let node = BoardNode(path: "/dev/i2c-1", kind: .i2c, user: "bus i2c", parts: ["bmp390 at 0x77"])

    /// What stands in the device tree, and the clock that it means.
    static let trees: [([UInt8]?, UInt32?)] = [
        ([0x00, 0x06, 0x1A, 0x80], 400_000), ([0x00, 0x01, 0x86, 0xA0], 100_000), ([0xFF, 0xFF, 0xFF, 0xFF], .max),
        ([0, 0, 0, 0], nil), ([0x01, 0x86, 0xA0], nil), ([0, 0, 1, 0x86, 0xA0], nil), ([], nil), (nil, nil),
    ]

    @Test("The clock of a bus is a big-endian number of four bytes in the device tree, or not known", arguments: trees)
    func declared(_ bytes: [UInt8]?, _ hertz: UInt32?) throws {
        let folder = TemporaryFolder()
        try #require(mkdir(folder.path + "/i2c-1", 0o700) == 0 && mkdir(folder.path + "/i2c-1/of_node", 0o700) == 0)
        if let bytes {
            let descriptor = open(folder.path + "/i2c-1/of_node/clock-frequency", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            try #require(descriptor >= 0)
            defer { close(descriptor) }
            try #require(write(descriptor, bytes, bytes.count) == bytes.count)
        }
        #expect(BusSpeed.declared(of: "/dev/i2c-1", root: folder.path) == hertz)
        #expect(BusSpeed.declared(of: "/dev/i2c-2", root: folder.path) == nil)
        #expect(BusSpeed.declared(of: "", root: folder.path) == nil)
    }

    /// Lines of config.txt, the clock, and what is said.
    static let cases: [([String]?, UInt32?, String)] = [
        (nil, nil, "ok bus i2c: /dev/i2c-1 can be used; 78 bytes took about 1.9 ms"),
        (nil, 400_000, "ok bus i2c: /dev/i2c-1 can be used; 400 kHz by the device tree; 78 bytes took about 1.9 ms"),
        (
            nil, 100_000,
            "warning bus i2c: /dev/i2c-1 can be used; 100 kHz by the device tree; 78 bytes took about 1.9 ms; a watch wants 400 kHz"
                + " → on a Pi add dtparam=i2c_arm_baudrate=400000 to /boot/firmware/config.txt, and restart"
        ),
        (
            ["dtparam=i2c_arm=on"], 100_000,
            "warning bus i2c: /dev/i2c-1 can be used; 100 kHz by the device tree; 78 bytes took about 1.9 ms; a watch wants 400 kHz"
                + " → add dtparam=i2c_arm_baudrate=400000 to /boot/config.txt, and restart"
        ),
        (
            ["dtparam=i2c_arm=on,i2c_arm_baudrate=400000"], 100_000,
            "warning bus i2c: /dev/i2c-1 can be used; 100 kHz by the device tree; 78 bytes took about 1.9 ms; a watch wants 400 kHz"
                + " → /boot/config.txt has dtparam=i2c_arm_baudrate=400000: restart"
        ),
    ]

    @Test("A bus that is known to be slow is worth a warning; of one that is not known nothing is said", arguments: cases)
    func said(_ lines: [String]?, _ hertz: UInt32?, _ expected: String) {
        let boot = lines.map { BootConfiguration(path: "/boot/config.txt", lines: $0) }
        let timing = TimedBus.Timing(bytes: 78, clocks: 723, time: .microseconds(1_870))
        let finding = BusExamination(boot: boot).finding(Self.node, BusSpeed(declared: hertz, measured: timing))
        let advice = finding.advice.map { " → \($0)" } ?? ""
        #expect("\(finding.verdict.rawValue) \(finding.part): \(finding.text)\(advice)" == expected)
        #expect(finding.values["clock_hz"] == hertz.map { .integer(Int64($0)) })
        #expect(finding.values["transfer_bytes"] == .integer(78))
    }

    @Test("A short transfer says nothing of the speed")
    func shortTransfer() {
        let speed = BusSpeed(declared: nil, measured: TimedBus.Timing(bytes: 31, clocks: 300, time: .milliseconds(1)))
        #expect(speed.texts == [] && speed.values.members.isEmpty)
    }

    @Test("A bus that is there now and gone after a restart is told, where that is known")
    func forgotten() throws {
        let spi = BoardNode(path: "/dev/spidev0.0", kind: .spi, user: "bus spi", parts: [])
        let other = BoardNode(path: "/dev/i2c-3", kind: .i2c, user: "bus i2c", parts: [])
        let empty = BusExamination(boot: BootConfiguration(path: "/boot/firmware/config.txt", lines: ["arm_boost=1"]))
        let finding = try #require(empty.forgotten(Self.node))
        #expect(finding.text == "/boot/firmware/config.txt does not switch on /dev/i2c-1, which is there now")
        #expect(finding.advice == "add dtparam=i2c_arm=on, or it may be gone after a restart")
        #expect(empty.forgotten(spi)?.advice == "add dtoverlay=spi0-1cs-inverted, or it may be gone after a restart")
        #expect(empty.forgotten(other) == nil)
        let full = BusExamination(boot: BootConfiguration(path: "", lines: ["dtparam=i2c_arm=on", "dtoverlay=spi0-1cs-inverted"]))
        #expect(full.forgotten(Self.node) == nil && full.forgotten(spi) == nil)
        #expect(BusExamination(boot: nil).forgotten(Self.node) == nil)
    }

    /// A bus on which a byte takes a tenth of a millisecond, and a transfer the lateness of a machine besides.
    private final class SlowBus: I2CBus {
        let name = "/dev/i2c-1"
        var now = MonotonicInstant(nanoseconds: 0)
        var late = Duration.zero
        var fails = false

        func transfer(_ address: I2CAddress, write: UnsafeRawBufferPointer, read: UnsafeMutableRawBufferPointer) throws(BusError) {
            now = now + .microseconds(100 * (write.count + read.count)) + late
            if fails { throw BusError(code: ETIMEDOUT) }
        }
    }

    @Test("The longest transfer is timed, at its quickest, and failed ones are not")
    func timed() throws {
        let slow = SlowBus(), bus = TimedBus(slow, now: { slow.now })
        let address = try #require(I2CAddress(0x57))
        func transfer(_ written: Int, _ read: Int, late: Duration = .zero) throws {
            slow.late = late
            var bytes = [UInt8](repeating: 0, count: read)
            try bytes.withUnsafeMutableBytes { into in
                try [UInt8](repeating: 0, count: written).withUnsafeBytes { try bus.transfer(address, write: $0, read: into) }
            }
        }
        #expect(bus.longest == nil)
        try transfer(1, 77, late: .milliseconds(5))
        try transfer(1, 77)
        try transfer(1, 77, late: .milliseconds(1))
        try transfer(2, 0)
        slow.fails = true
        #expect(throws: BusError.self) { try transfer(1, 200) }
        #expect(bus.longest == TimedBus.Timing(bytes: 78, clocks: 18 + 1 + 78 * 9 + 1 + 1, time: .microseconds(7_800)))
    }
}
