extension Board {
    /// A line of the 40-pin header of a Raspberry Pi that a bus or the serial port runs on.
    public struct HeaderLine: Hashable, Sendable {
        /// What the line carries.
        public enum Signal: String, CaseIterable, Sendable {
            /// Data of an I²C bus.
            case sda = "SDA"
            /// Clock of an I²C bus.
            case scl = "SCL"
            /// Data to the part on an SPI bus.
            case mosi = "MOSI"
            /// Data from the part on an SPI bus.
            case miso = "MISO"
            /// Clock of an SPI bus.
            case sclk = "SCLK"
            /// The first chip select of an SPI bus.
            case chipSelect0 = "CE0"
            /// The second chip select.
            case chipSelect1 = "CE1"
            /// The third chip select; SPI1 has one.
            case chipSelect2 = "CE2"
            /// What the serial port sends.
            case txd = "TXD"
            /// What the serial port receives.
            case rxd = "RXD"
        }

        /// What it carries.
        public var signal: Signal
        /// Its offset on the header's GPIO chip, which is the BCM number.
        public var offset: UInt32
        /// A line.
        public init(_ signal: Signal, _ offset: UInt32) {
            self.signal = signal
            self.offset = offset
        }
    }
}

extension Board.HeaderLine {
    /// The lines of the buses that a Raspberry Pi has of its own (table of alternative functions in "BCM2835 ARM Peripherals", 6.2, and the
    /// overlays spi0-2cs and spi1-1cs to spi1-3cs); nil for any other node. Both chip selects of SPI0 count: its driver takes both.
    static func ofPi(_ node: Board.Node) -> [Board.HeaderLine]? {
        guard case .device(let path) = node else { return nil }
        let spi0: [Board.HeaderLine] = [
            .init(.mosi, 10), .init(.miso, 9), .init(.sclk, 11), .init(.chipSelect0, 8), .init(.chipSelect1, 7),
        ]
        let spi1: [Board.HeaderLine] = [.init(.mosi, 20), .init(.miso, 19), .init(.sclk, 21)]
        switch path {
        case "/dev/i2c-0": return [.init(.sda, 0), .init(.scl, 1)]
        case "/dev/i2c-1": return [.init(.sda, 2), .init(.scl, 3)]
        case "/dev/spidev0.0", "/dev/spidev0.1": return spi0
        case "/dev/spidev1.0": return spi1 + [.init(.chipSelect0, 18)]
        case "/dev/spidev1.1": return spi1 + [.init(.chipSelect1, 17)]
        case "/dev/spidev1.2": return spi1 + [.init(.chipSelect2, 16)]
        default: return nil
        }
    }
}

extension Board.Bus {
    /// The signal that selects the part on an SPI bus; nil for a node that is not one of a Raspberry Pi's, and for I²C.
    public var chipSelect: Board.HeaderLine.Signal? {
        guard kind == .spi, !lines.isEmpty, case .device(let path) = node else { return nil }
        return path.hasSuffix(".0") ? .chipSelect0 : path.hasSuffix(".1") ? .chipSelect1 : .chipSelect2
    }
}

extension Board.GPS {
    /// The lines of the serial port that gpsd's receiver is on, TXD and RXD of a Raspberry Pi; empty when the gpsd runs on another machine
    /// and for a simulated receiver.
    public var lines: [Board.HeaderLine] {
        guard case .gpsd(let host, _) = self, host == "localhost" || host == "::1" || host.hasPrefix("127.") else { return [] }
        return [Board.HeaderLine(.txd, 14), Board.HeaderLine(.rxd, 15)]
    }
}
