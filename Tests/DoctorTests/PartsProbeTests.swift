import Peripherals
import Quantities
import SimulatedPeripherals
import Testing

@testable import Doctor

@Suite("Chips that are looked at") struct PartsProbeTests {
    private static let never = MonotonicInstant(nanoseconds: .max)
    private static let threeSeconds = Duration.seconds(3)

    /// One chip of four, what is wrong with it, and what is said of it.
    struct Case: Sendable, CustomTestStringConvertible {
        var chip: String
        var address: UInt8
        var fault: BusFault
        /// Seconds from the start until it goes wrong.
        var after: Double = 0
        var text: String
        var advice: String
        var testDescription: String { "\(chip), \(fault) after \(after) s" }
    }

    /// The findings as text, with light in thousands of counts: the last digits are the models' noise.
    private static func lines(_ findings: [Finding]) -> [String] {
        findings.map { finding in
            var text = finding.text
            if let unit = text.firstRange(of: " counts"), text[..<unit.lowerBound].count > 3 {
                text.replaceSubrange(text.index(unit.lowerBound, offsetBy: -3)..<unit.lowerBound, with: "000")
            }
            return "\(finding.verdict.rawValue) \(finding.part): \(text)" + (finding.advice.map { " → \($0)" } ?? "")
        }
    }

    private static let well: [String] = [
        "ok MAX30101 at 0x57 on simulated: id 0x15, revision 3; 75 samples in 3 s; median 77,000 counts, worn; die 32 °C",
        "ok LSM6DSOX at 0x6A on simulated: id 0x6C; 77 samples in 3 s; 1.00 g",
        "ok BMP390 at 0x77 on simulated: id 0x60; 965.2 hPa, 27.0 °C",
        "ok MAX17048 at 0x36 on simulated: id 0x0012; 91 %, 4.07 V, not charging",
    ]

    @Test("I13: chips that work are named with their identity and what they measure, after the time that was given")
    func allWell() {
        let (findings, end) = ProbedWrist().probe(for: Self.threeSeconds)
        #expect(Self.lines(findings) == Self.well)
        // Set up in a hundredth of a second, and then looked at for as long as was asked.
        #expect(end == ProbedWrist.start + .milliseconds(3_010))
    }

    @Test("L1: what is sold as an MPU-6050 is named, and refused if the driver does not know it")
    func copies() {
        for (identity, name): (UInt8, String) in [(0x70, "MPU-6500"), (0x98, "ICM-20689"), (0x72, "copy without a data sheet")] {
            let wrist = ProbedWrist([.mpu6050])
            wrist.wrist.bus.attach(
                SimulatedMPU6050(on: wrist.wrist.body, make: .init(identity: identity, fifoBytes: 512, isLater: true)))
            #expect(
                Self.lines(wrist.probe(for: Self.threeSeconds).findings) == [
                    "ok MPU-6050 at 0x68 on simulated: id 0x\(String(identity, radix: 16)), \(name) sold as MPU-6050; 75 samples in 3 s; 1.00 g"
                ])
        }
        let stranger = ProbedWrist([.mpu6050])
        stranger.wrist.bus.attach(
            SimulatedMPU6050(on: stranger.wrist.body, make: .init(identity: 0x12, fifoBytes: 512, isLater: true)))
        #expect(
            Self.lines(stranger.probe(for: Self.threeSeconds).findings) == [
                "warning MPU-6050 at 0x68 on simulated: says it is 0x12 (ICM-20602), not 0x68 nor a copy that is known"
                    + " → another part is at this address, name it in the board file; an unknown copy has to be replaced"
            ])
    }

    @Test("The other chips of their kinds as well")
    func otherChips() {
        let findings = ProbedWrist([.max30102, .mpu6050]).probe(for: .seconds(10)).findings
        #expect(
            Self.lines(findings) == [
                "ok MAX30102 at 0x57 on simulated: id 0x15, revision 3; 250 samples in 10 s; median 57,000 counts, worn; die 32 °C",
                "ok MPU-6050 at 0x68 on simulated: id 0x68; 250 samples in 10 s; 1.00 g",
            ])
    }

    @Test("What was measured is there for programs too")
    func values() {
        let values = ProbedWrist().probe(for: Self.threeSeconds).findings.map(\.values)
        #expect(values.map { $0["chip_id"] } == [.integer(0x15), .integer(0x6C), .integer(0x60), .integer(0x12)])
        #expect(values.allSatisfy { $0["failures"] == .integer(0) && $0["duration_s"] == .number(3) })
        #expect(values[0]["is_worn"] == .bool(true) && values[0]["die_temperature_c"] == .number(31.5))
        #expect(values[2]["temperature_c"] != nil && values[2]["pressure_hpa"] != nil)
        #expect(values[3]["charge_percent"] == .integer(91) && values[3]["is_charging"] == .bool(false))
    }

    private static let wires = "check its wires, its power and its address"
    private static let other = "another part is at this address, name it in the board file"
    private static let power = "check its power and its wires"
    private static let replace = "switch the watch off and on; if it stays like this, replace the part"
    private static let plugs = "check its power and its plugs: its supply fails for moments"
    private static let held = "look for a short circuit, or switch the watch off and on"
    private static let noise = "check its wires, and that no other part has its address"
    static let cases: [Case] = [
        Case(chip: "MAX30101", address: 0x57, fault: .absent, text: "did not answer (ENXIO)", advice: wires),
        Case(chip: "LSM6DSOX", address: 0x6A, fault: .absent, text: "did not answer (ENXIO)", advice: wires),
        Case(chip: "BMP390", address: 0x77, fault: .absent, text: "did not answer (ENXIO)", advice: wires),
        Case(chip: "MAX17048", address: 0x36, fault: .notAcknowledged, text: "did not answer (EREMOTEIO)", advice: wires),
        Case(chip: "MAX30101", address: 0x57, fault: .impostor, text: "says it is 0x11, not 0x15", advice: other),
        Case(chip: "LSM6DSOX", address: 0x6A, fault: .impostor, text: "says it is 0x6B, not 0x6C", advice: other),
        Case(chip: "BMP390", address: 0x77, fault: .impostor, text: "says it is 0x58, not 0x60", advice: other),
        Case(chip: "MAX17048", address: 0x36, fault: .impostor, text: "says it is 0x3, not 0x10", advice: other),
        Case(chip: "MAX30101", address: 0x57, fault: .zeroes, text: "answers only zeroes", advice: power),
        Case(chip: "LSM6DSOX", address: 0x6A, fault: .zeroes, text: "answers only zeroes", advice: power),
        Case(chip: "BMP390", address: 0x77, fault: .zeroes, text: "answers only zeroes", advice: power),
        Case(chip: "MAX17048", address: 0x36, fault: .zeroes, text: "answers only zeroes", advice: power),
        Case(chip: "MAX30101", address: 0x57, fault: .ones, text: "answers only ones", advice: power),
        Case(chip: "LSM6DSOX", address: 0x6A, fault: .ones, text: "answers only ones", advice: power),
        Case(chip: "BMP390", address: 0x77, fault: .ones, text: "answers only ones", advice: power),
        Case(chip: "MAX17048", address: 0x36, fault: .ones, text: "answers only ones", advice: power),
        Case(chip: "MAX30101", address: 0x57, fault: .frozen, after: 1.2, text: "repeats the same values", advice: replace),
        Case(chip: "LSM6DSOX", address: 0x6A, fault: .frozen, after: 1.2, text: "repeats the same values", advice: replace),
        Case(chip: "BMP390", address: 0x77, fault: .frozen, after: 1.2, text: "repeats the same values", advice: replace),
        Case(chip: "MAX30101", address: 0x57, fault: .noise, text: "says each time that it is something else", advice: noise),
        Case(chip: "BMP390", address: 0x77, fault: .noise, text: "says each time that it is something else", advice: noise),
        Case(
            chip: "LSM6DSOX", address: 0x6A, fault: .held, text: "could not be reached, the bus is held (ETIMEDOUT)", advice: held),
        Case(
            chip: "MAX30101", address: 0x57, fault: .absent, after: 1.2, text: "worked for 1 s, then it did not answer (ENXIO)",
            advice: wires),
        Case(
            chip: "LSM6DSOX", address: 0x6A, fault: .reset, after: 1.2,
            text: "id 0x6C; 50 samples in 3 s; 1.00 g; but 1 of 9 times it lost its settings", advice: plugs),
    ]

    @Test(
        "I13, I5: a chip that is absent, another, dead or lying is named with what to do, and the others with what they measure",
        arguments: cases)
    func oneSickChip(_ sick: Case) {
        let from = ProbedWrist.start + .seconds(sick.after)
        let wrist = ProbedWrist(faults: [.init(sick.fault, at: sick.address, from: from, to: Self.never)])
        let lines = Self.lines(wrist.probe(for: Self.threeSeconds).findings)
        let expected = Self.well.map { line in
            line.hasPrefix("ok \(sick.chip) ")
                ? "warning" + line.dropFirst(2).prefix { $0 != ":" } + ": \(sick.text) → \(sick.advice)" : line
        }
        #expect(lines == expected)
    }

    @Test("I1: a chip that answers only now and then is told apart from one that works")
    func looseWire() throws {
        let wrist = ProbedWrist([.max17048], faults: [.init(.unreliable(0.4), from: ProbedWrist.start, to: Self.never)])
        let finding = try #require(wrist.probe(for: .seconds(10)).findings.first)
        #expect(finding.verdict == .warning && finding.advice == Self.wires)
        #expect(finding.text.hasPrefix("id 0x0012; 91 %, 4.07 V, not charging; but "))
        #expect(finding.text.hasSuffix(" times it did not answer (EREMOTEIO)"))
    }

    @Test("I3: a bus that is held is one line with all of its parts, from the start or later", arguments: [0, 1.2])
    func heldBus(after seconds: Double) {
        let wrist = ProbedWrist(faults: [.init(.held, from: ProbedWrist.start + .seconds(seconds), to: Self.never)])
        #expect(
            Self.lines(wrist.probe(for: Self.threeSeconds).findings) == [
                "warning simulated: is held, so that none of its parts can be reached\(seconds > 0 ? " any more" : "") (ETIMEDOUT): "
                    + "MAX30101 at 0x57, LSM6DSOX at 0x6A, BMP390 at 0x77, MAX17048 at 0x36 → look for a short circuit of SDA or SCL, "
                    + "and unplug one part after the other; if none is to blame, switch the watch off and on"
            ])
    }

    @Test("I3: a held bus is asked once a second, since each attempt costs its time-out")
    func heldBusIsSpared() {
        let wrist = ProbedWrist(faults: [.init(.held, from: ProbedWrist.start, to: Self.never)])
        _ = wrist.probe(for: Self.threeSeconds)
        #expect(wrist.wrist.bus.traffic.transfers == 4 * 4)
    }

    @Test("I13: a bus on which nobody answers is one line too: its parts share wires")
    func deadBus() {
        let wrist = ProbedWrist(faults: [.init(.notAcknowledged, from: ProbedWrist.start, to: Self.never)])
        #expect(
            Self.lines(wrist.probe(for: Self.threeSeconds).findings) == [
                "warning simulated: none of its parts answers (EREMOTEIO): MAX30101 at 0x57, LSM6DSOX at 0x6A, BMP390 at 0x77, "
                    + "MAX17048 at 0x36 → check the wires that they share: SDA, SCL, 3.3 V and ground"
            ])
    }

    @Test("I13: a chip at its other address is found there, and nobody else is taken for it")
    func otherAddress() {
        var wrist = ProbedWrist([.max30101])
        wrist.wrist.bus.attach(SimulatedLSM6DSOX(on: wrist.wrist.body, address: 0x6B))
        wrist.wrist.bus.attach(SimulatedBMP390(on: wrist.wrist.body, address: 0x76))
        wrist.parts.motion = LSM6DSOX(on: wrist.wrist.bus)
        wrist.parts.barometer = BMP390(on: wrist.wrist.bus)
        wrist.otherAddresses = [.motion: [0x6B], .barometer: [0x57]]
        #expect(
            Self.lines(wrist.probe(for: Self.threeSeconds).findings).dropFirst() == [
                "warning LSM6DSOX at 0x6A on simulated: answers at 0x6B, not 0x6A → write that into the board file",
                "warning BMP390 at 0x77 on simulated: did not answer (ENXIO) → \(Self.wires)",
            ])
    }

    @Test("I5: at another address a chip is only read from")
    func otherAddressIsOnlyRead() {
        let bus = AddressBook([0x6B: 0x6A])
        #expect(LSM6DSOX.identity.answers(at: 0x6B, on: bus) == false)
        #expect(bus.transfers == ["0x6B: write 1, read 1"])
    }

    @Test("A sensor that lies on a table is not worn, and one whose green LED is missing is named")
    func light() throws {
        let table = ProbedWrist([.max30101])
        table.wrist.body.isWorn = false
        let finding = try #require(table.probe(for: Self.threeSeconds).findings.first)
        #expect(finding.verdict == .ok && finding.text.contains(", not on skin") && finding.values["is_worn"] == .bool(false))

        var mistaken = ProbedWrist([.max30102])
        mistaken.parts.pulse = MAX3010x(.max30101, on: mistaken.wrist.bus)
        let other = try #require(mistaken.probe(for: Self.threeSeconds).findings.first)
        #expect(other.verdict == .warning && other.text.hasSuffix("as from a MAX30102, which has no green LED"))
        #expect(other.advice == "look at it: if nothing glows green, write max30102 into the board file")

        let sun = ProbedWrist([.max30101])
        sun.wrist.body.isInSun = true
        let drowned = try #require(sun.probe(for: Self.threeSeconds).findings.first)
        #expect(drowned.verdict == .warning && drowned.advice == "cover it, or put the watch on, and try again")
    }

    @Test("A chip that samples at another rate than its driver has asked for is named")
    func wrongRate() throws {
        var wrist = ProbedWrist([])
        let fast = ClockError(rate: 0.5)
        wrist.wrist.bus.attach(SimulatedLSM6DSOX(on: wrist.wrist.body, clock: fast))
        wrist.parts.motion = LSM6DSOX(on: wrist.wrist.bus)
        let finding = try #require(wrist.probe(for: Self.threeSeconds).findings.first)
        #expect(finding.verdict == .warning)
        #expect(finding.text == "id 0x6C; 117 samples in 3 s; 1.00 g; that is 39 samples a second where 26 are due")
        #expect(finding.advice == "name the right chip in the board file; if it is the right one, replace it")
    }

    @Test("Chips are switched off afterwards")
    func switchedOff() throws {
        let wrist = ProbedWrist([.max30101])
        _ = wrist.probe(for: Self.threeSeconds)
        let address = try #require(I2CAddress(0x57))
        var mode: UInt8 = 0
        try withUnsafeMutableBytes(of: &mode) { read in
            try withUnsafeBytes(of: UInt8(0x09)) { try wrist.wrist.bus.transfer(address, write: $0, read: read) }
        }
        #expect(mode == 0x80)
    }
}

/// A bus on which each address answers one byte to everything.
private final class AddressBook: I2CBus {
    let name = "/dev/i2c-1"
    private(set) var transfers: [String] = []
    private let answers: [UInt8: UInt8]

    init(_ answers: [UInt8: UInt8]) { self.answers = answers }

    func transfer(_ address: I2CAddress, write: UnsafeRawBufferPointer, read: UnsafeMutableRawBufferPointer) throws(BusError) {
        transfers.append("\(address): write \(write.count), read \(read.count)")
        guard let answer = answers[address.value] else { throw BusError(code: 121) }
        for index in read.indices { read[index] = answer }
    }
}

extension ChipIdentity {
    fileprivate func answers(at address: UInt8, on bus: any I2CBus) -> Bool? {
        I2CAddress(address).flatMap { try? read(at: $0, on: bus) }.map(accepts)
    }
}
