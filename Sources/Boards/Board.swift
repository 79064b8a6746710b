import Quantities

/// What a build of the watch is made of: read from a board file, so that another build is another file and not other code.
/// docs/boards.md describes the file.
public struct Board: Hashable, Sendable {
    /// What the build is called, 1...64 bytes.
    public var name: String
    /// The buses that parts sit on.
    public var buses: [Bus]
    /// The chips, at most one for each kind of sensor.
    public var parts: [Part]
    /// What else answers on the I²C buses, such as a clock that the kernel reads: Harrier leaves it alone.
    public var others: [OtherChip]
    /// The buttons: start and page at least, each role once.
    public var buttons: [Button]
    /// The display; nil for a build without one.
    public var display: Display?
    /// What buzzes; nil for a silent build.
    public var buzzer: Buzzer?
    /// Where positions come from; nil for a build without a receiver.
    public var gps: GPS?
    /// What this build can do besides.
    public var features: Set<Feature>
    /// What draws how much, as far as the file says.
    public var currents: [Consumer: Current]

    /// The part that measures something; nil when the build has none.
    public func part(for sensor: SensorKind) -> Part? { parts.first { $0.chip.sensor == sensor } }

    /// The bus of a name.
    public func bus(named name: String) -> Bus? { buses.first { $0.name == name } }

    /// What the build senses.
    public var sensors: Set<SensorKind> { Set(parts.map(\.chip.sensor) + (gps == nil ? [] : [.gps])) }
}

extension Board {
    /// A device, or the models that stand in for it.
    public enum Node: Hashable, Sendable {
        /// A device of the kernel, such as `/dev/i2c-1`.
        case device(String)
        /// Simulated: the chips on it are models.
        case simulated
    }

    /// The kinds of bus.
    public enum BusKind: String, CaseIterable, Sendable {
        /// Two wires, parts told apart by address.
        case i2c
        /// Four wires, one part a device node (its chip select).
        case spi
    }

    /// A bus.
    public struct Bus: Hashable, Sendable {
        /// What parts call it.
        public var name: String
        /// Which kind.
        public var kind: BusKind
        /// Where it is.
        public var node: Node
        /// The lines of the computer's header that it runs on, each with what it carries there. Known for the buses that a Raspberry Pi
        /// has of its own, and for those whose lines the file names; else empty.
        public var lines: [HeaderLine]
    }

    /// An I²C address of seven bits, outside the ranges that the bus keeps for itself: 0x08...0x77.
    public struct Address: Hashable, Sendable, CustomStringConvertible {
        /// The seven bits.
        public var value: UInt8
        /// Wraps an address; nil outside 0x08...0x77.
        public init?(_ value: UInt8) {
            guard (0x08...0x77).contains(value) else { return nil }
            self.value = value
        }
        /// The address as `0x57`.
        public var description: String { "0x" + (value < 0x10 ? "0" : "") + String(value, radix: 16, uppercase: true) }
    }

    /// A chip on an I²C bus.
    public struct Part: Hashable, Sendable {
        /// Which chip.
        public var chip: Chip
        /// The name of its bus.
        public var bus: String
        /// Its address there.
        public var address: Address
    }

    /// A chip that Harrier does not use, but whose address no other can have.
    public struct OtherChip: Hashable, Sendable {
        /// What it is, 1...40 bytes.
        public var name: String
        /// The name of its bus.
        public var bus: String
        /// Its address there.
        public var address: Address
    }

    /// What holds an input line when nothing drives it.
    public enum Bias: String, CaseIterable, Sendable {
        /// The chip pulls it up.
        case pullUp = "pull-up"
        /// The chip pulls it down.
        case pullDown = "pull-down"
        /// A resistor on the board does.
        case external
    }

    /// How presses arrive.
    public enum ButtonDriver: Hashable, Sendable {
        /// A line of the GPIO character device; low when pressed if `activeLow`.
        case gpio(Line, activeLow: Bool, bias: Bias)
        /// The socket `control` in the data folder, where `harrier press` puts them.
        case control
        /// The terminal's keyboard.
        case keys
    }

    /// A button.
    public struct Button: Hashable, Sendable {
        /// What it is for.
        public var role: ButtonRole
        /// How its presses arrive.
        public var driver: ButtonDriver
    }

    /// What shows the frames.
    public enum DisplayDriver: Hashable, Sendable {
        /// Nothing: frames are drawn and dropped.
        case simulated
        /// The terminal.
        case terminal
        /// PNG files in a folder, relative to the data folder.
        case png(folder: String)
        /// An SSD1306 on an I²C bus.
        case ssd1306(bus: String, address: Address)
        /// A Sharp memory LCD (LS013B7DH03, LS013B7DH05) on an SPI bus.
        case sharpMemoryLCD(bus: String)
    }

    /// A display.
    public struct Display: Hashable, Sendable {
        /// What shows the frames.
        public var driver: DisplayDriver
        /// Pixels in a row.
        public var width: Int
        /// Rows.
        public var height: Int
        /// A display.
        public init(driver: DisplayDriver, width: Int, height: Int) {
            self.driver = driver
            self.width = width
            self.height = height
        }
    }

    /// What buzzes.
    public enum Buzzer: Hashable, Sendable {
        /// A buzzer or motor behind a transistor on a GPIO line that is high while it sounds.
        case gpio(Line)
        /// The terminal's bell.
        case terminal
        /// Nothing.
        case simulated
    }

    /// Where positions come from.
    public enum GPS: Hashable, Sendable {
        /// A gpsd.
        case gpsd(host: String, port: UInt16)
        /// The scripted runner.
        case simulated
    }

    /// What a build can do besides measuring and showing.
    public enum Feature: String, CaseIterable, Sendable {
        /// The watch may turn the machine off: on request, and before the battery is empty.
        case powerOff = "power-off"
        /// Lifting the wrist wakes the display; needs a motion sensor.
        case wristRaise = "wrist-raise"
        /// The USB port reaches a computer. Nothing uses it yet; the word is taken so that board files that have it stay good (U-B19).
        case usb
    }
}
