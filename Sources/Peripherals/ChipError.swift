/// Which part a message is about: `MAX30102 at 0x57 on /dev/i2c-1`.
public struct PartName: Hashable, Sendable, CustomStringConvertible {
    /// The chip, as printed on it.
    public let chip: String
    /// Its address; nil on SPI.
    public let address: I2CAddress?
    /// The name of its bus.
    public let bus: String

    /// The name of a part.
    public init(chip: String, address: I2CAddress? = nil, bus: String) {
        self.chip = chip
        self.address = address
        self.bus = bus
    }
    /// The name in words.
    public var description: String {
        if let address { "\(chip) at \(address) on \(bus)" } else { "\(chip) on \(bus)" }
    }
}

/// What is wrong with a chip.
public enum ChipFault: Hashable, Sendable {
    /// A transfer failed.
    case bus(BusError)
    /// Its identity register holds something else (fault I5).
    case wrongIdentity(found: UInt16, expected: UInt16)
    /// It did not finish its reset in time.
    case notReady
    /// It has lost its settings: its supply dipped, or it was unplugged for a moment. It is set up anew at the next service.
    case restarted
    /// It acknowledges but has had nothing new for longer than can be.
    case silent
    /// It repeats the same values where a live sensor has noise.
    case frozen
    /// It answers what it cannot mean: a fill level above its depth, a calibration of zeroes, a pressure of another planet.
    case implausible
}

/// A fault of one part. A driver that has thrown one may be serviced again at any time; it finds out by itself whether the chip must be
/// set up anew (fault E10). When to try again is its owner's business.
public struct ChipError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which part.
    public let part: PartName
    /// What is wrong with it.
    public let fault: ChipFault
    /// A fault of a part.
    public init(part: PartName, fault: ChipFault) {
        self.part = part
        self.fault = fault
    }
    /// The sentence: what happened, to which part, what to do.
    public var description: String { PeripheralError(self).description }
}

extension PeripheralError {
    /// A chip's fault in words.
    public init(_ error: ChipError) {
        let (problem, advice): (String, String) =
            switch error.fault {
            case .bus(let reason): (reason.description, reason.advice)
            case .wrongIdentity(let found, _) where found == 0 || found == 0xFF || found == 0xFFFF:
                ("answers only \(found == 0 ? "zeroes" : "ones")", "check its power and its wires")
            case .wrongIdentity(let found, let expected) where error.part.chip == MPU6050.name:
                (
                    "says it is 0x\(hexadecimal(found))\(MPU6050Make.name(of: found).map { " (\($0))" } ?? ""), "
                        + "not 0x\(hexadecimal(expected)) nor a copy that is known",
                    "another part is at this address, name it in the board file; an unknown copy has to be replaced"
                )
            case .wrongIdentity(let found, let expected):
                (
                    "says it is 0x\(hexadecimal(found)), not 0x\(hexadecimal(expected))",
                    "another part is at this address, name it in the board file"
                )
            case .notReady: ("did not finish its reset", "switch the watch off and on")
            case .restarted: ("lost its settings", "check its power; it is set up anew")
            case .silent: ("delivers nothing new", "it is set up anew")
            case .frozen: ("repeats the same values", "it is set up anew")
            case .implausible: ("answers nonsense", "check its wires, and that no other part has its address")
            }
        self.init(part: error.part.description, problem: problem, advice: advice)
    }
}

private func hexadecimal(_ value: UInt16) -> String { String(value, radix: 16, uppercase: true) }
