/// What a wire carries; it gives the wire its colour.
public enum Signal: CaseIterable, Hashable, Sendable {
    /// 3.3 V for the parts.
    case supply3V3
    /// 5 V for the computer.
    case supply5V
    /// Ground.
    case ground
    /// Data of an I²C bus.
    case sda
    /// Clock of an I²C bus.
    case scl
    /// Clock of an SPI bus.
    case sclk
    /// Data to the part on an SPI bus.
    case mosi
    /// What selects the part on an SPI bus.
    case chipSelect
    /// What the computer sends to the receiver.
    case txd
    /// What the computer gets from the receiver.
    case rxd
    /// A button's line.
    case button
    /// The buzzer's line.
    case buzzer
    /// The cell's positive pole.
    case cell

    /// What a legend calls it.
    public var label: String {
        switch self {
        case .supply3V3: "3V3"
        case .supply5V: "5V"
        case .ground: "GND"
        case .sda: "SDA (I²C data)"
        case .scl: "SCL (I²C clock)"
        case .sclk: "SCLK (SPI clock)"
        case .mosi: "MOSI (SPI data)"
        case .chipSelect: "CE (SPI chip select)"
        case .txd: "TXD (Pi to receiver)"
        case .rxd: "RXD (receiver to Pi)"
        case .button: "button"
        case .buzzer: "buzzer"
        case .cell: "cell +"
        }
    }

    /// Its colour on white, as red, green and blue in hexadecimal: dark enough to read, and far enough from the others to tell apart.
    public var colour: String {
        switch self {
        case .supply3V3: "#d32f2f"
        case .supply5V: "#8e1b1b"
        case .ground: "#333333"
        case .sda: "#1565c0"
        case .scl: "#c98a00"
        case .sclk: "#7b1fa2"
        case .mosi: "#2e7d32"
        case .chipSelect: "#e65100"
        case .txd: "#00838f"
        case .rxd: "#c2187a"
        case .button: "#5c6bc0"
        case .buzzer: "#795548"
        case .cell: "#ef6c90"
        }
    }
}
