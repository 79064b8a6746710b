import CHarrierLinux
import Glibc
import Quantities

/// One line of a GPIO chip.
public struct GPIOLine: Hashable, Sendable, CustomStringConvertible {
    /// The chip's device node, such as `/dev/gpiochip0`, or its label, such as `pinctrl-bcm2835`. A label stays when a new kernel numbers
    /// the chips otherwise (fault I11).
    public var chip: String
    /// The line's offset on the chip; on a Pi the BCM number of the pin.
    public var offset: UInt32

    /// A line.
    public init(chip: String, offset: UInt32) {
        self.chip = chip
        self.offset = offset
    }
    /// `GPIO line 17 of /dev/gpiochip0`.
    public var description: String { "GPIO line \(offset) of \(chip)" }
}

/// What holds an input line when nothing drives it.
public enum GPIOBias: Hashable, Sendable, CaseIterable {
    /// The chip pulls it up.
    case pullUp
    /// The chip pulls it down.
    case pullDown
    /// A resistor on the board does; the chip's own are off.
    case external

    var shimValue: harrier_gpio_bias {
        switch self {
        case .pullUp: HARRIER_BIAS_PULL_UP
        case .pullDown: HARRIER_BIAS_PULL_DOWN
        case .external: HARRIER_BIAS_EXTERNAL
        }
    }
}

/// A button on a GPIO line.
public struct GPIOButton: Hashable, Sendable {
    /// What it is for.
    public var role: ButtonRole
    /// Where it is.
    public var line: GPIOLine
    /// True if the line is low while the button is down, as with a button that connects to ground.
    public var isActiveLow: Bool
    /// What holds the line while the button is up.
    public var bias: GPIOBias

    /// A button.
    public init(role: ButtonRole, line: GPIOLine, isActiveLow: Bool, bias: GPIOBias) {
        self.role = role
        self.line = line
        self.isActiveLow = isActiveLow
        self.bias = bias
    }
}

/// Where a GPIO chip is that is named by its label.
public enum GPIOChipPlace: Hashable, Sendable {
    /// The chip's device node.
    case node(String)
    /// A node that may not be opened, and could be the chip's.
    case forbidden(String)
    /// Several chips have the label.
    case ambiguous
    /// No chip has it.
    case absent

    /// Looks for a chip.
    public init(labelled label: String) {
        var path = [CChar](repeating: 0, count: Int(HARRIER_GPIO_LONGEST_PATH))
        let status = harrier_gpio_find_chip(label, &path)
        let node = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        switch status {
        case 0: self = .node(node)
        case -EACCES, -EPERM: self = .forbidden(node)
        case -ENOTUNIQ: self = .ambiguous
        default: self = .absent
        }
    }
}
