/// The pin of a chip that chooses between its two addresses.
public struct AddressPin: Hashable, Sendable {
    /// What the data sheet calls it.
    public var name: String
    /// The address with the pin at ground.
    public var low: Board.Address
    /// The address with the pin at 3.3 V.
    public var high: Board.Address

    /// Where the pin goes for an address: `3V3` or `GND`.
    public func level(for address: Board.Address) -> String { address == high ? "3V3" : "GND" }

    init?(_ name: String, low: UInt8, high: UInt8) {
        guard let low = Board.Address(low), let high = Board.Address(high) else { return nil }
        self.name = name
        self.low = low
        self.high = high
    }
}

extension AddressPin {
    /// That of the SSD1306 (data sheet, 8.1.5). Modules have a resistor to be moved instead.
    public static let ssd1306 = AddressPin("SA0", low: 0x3C, high: 0x3D)
}

extension Chip {
    /// The pin that chooses its address, from the data sheets; nil for a chip with one address.
    public var addressPin: AddressPin? {
        switch self {
        case .lsm6dsox: AddressPin("SA0", low: 0x6A, high: 0x6B)
        case .mpu6050: AddressPin("AD0", low: 0x68, high: 0x69)
        case .bmp390: AddressPin("SDO", low: 0x76, high: 0x77)
        case .max30101, .max30102, .max30105, .max17048, .pisugar3: nil
        }
    }
}
