/// A pin of the 40-pin header that every Raspberry Pi since the Model B+ has.
public struct HeaderPin: Hashable, Sendable {
    /// What a pin is.
    public enum Kind: Hashable, Sendable {
        /// 3.3 V for the parts.
        case supply3V3
        /// 5 V, where the computer itself is fed.
        case supply5V
        /// Ground.
        case ground
        /// A line of the header's GPIO chip, by its BCM number 0...27.
        case line(UInt32)
    }

    /// Its place, 1...40: odd ones in one row, even ones in the other.
    public let number: Int
    /// What it is.
    public let kind: Kind

    /// What pinouts call it: `3V3`, `5V`, `GND`, `GPIO17`.
    public var name: String {
        switch kind {
        case .supply3V3: "3V3"
        case .supply5V: "5V"
        case .ground: "GND"
        case .line(let offset): "GPIO\(offset)"
        }
    }

    /// How far from the end with pin 1, 0...19.
    public var row: Int { (number - 1) / 2 }

    /// Whether it is in the row of the odd numbers.
    public var isOdd: Bool { number % 2 == 1 }
}

extension HeaderPin {
    /// The pins in order. From the documentation of the Raspberry Pi ("GPIO and the 40-pin header") and the reduced schematics of the
    /// Raspberry Pi Zero 2 W, where the header is J8.
    public static let all: [HeaderPin] = {
        let kinds: [Kind] = [
            .supply3V3, .supply5V,
            .line(2), .supply5V,
            .line(3), .ground,
            .line(4), .line(14),
            .ground, .line(15),
            .line(17), .line(18),
            .line(27), .ground,
            .line(22), .line(23),
            .supply3V3, .line(24),
            .line(10), .ground,
            .line(9), .line(25),
            .line(11), .line(8),
            .ground, .line(7),
            .line(0), .line(1),
            .line(5), .ground,
            .line(6), .line(12),
            .line(13), .ground,
            .line(19), .line(16),
            .line(26), .line(20),
            .ground, .line(21),
        ]
        return kinds.enumerated().map { HeaderPin(number: $0.offset + 1, kind: $0.element) }
    }()

    /// The pin of a line of the header's GPIO chip; nil for a line that is not led out.
    public static func line(_ offset: UInt32) -> HeaderPin? { all.first { $0.kind == .line(offset) } }

    /// The pin of a kind that is nearest to a row, in one of the two rows if it matters; of two as near, the first.
    static func nearest(_ kind: Kind, toRow row: Int, isOdd: Bool? = nil) -> HeaderPin? {
        all.filter { $0.kind == kind && (isOdd == nil || $0.isOdd == isOdd) }
            .min { abs($0.row - row) < abs($1.row - row) }
    }
}
