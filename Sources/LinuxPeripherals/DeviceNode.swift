import Glibc
import Peripherals

/// What of the kernel a part of the watch hangs on, for messages about it.
enum DeviceNode: Hashable, Sendable {
    /// An I²C adapter's node.
    case i2c(String)
    /// A chip select's node.
    case spi(String)
    /// A line of a GPIO chip.
    case gpio(GPIOLine)

    fileprivate var part: String {
        switch self {
        case .i2c(let path): "The I²C bus \(path)"
        case .spi(let path): "The SPI bus \(path)"
        case .gpio(let line): "\(line)"
        }
    }
    /// The group that the nodes belong to on Raspberry Pi OS.
    fileprivate var group: String {
        switch self {
        case .i2c: "i2c"
        case .spi: "spi"
        case .gpio: "gpio"
        }
    }
    /// What makes the node appear on a Raspberry Pi.
    fileprivate var remedy: String {
        switch self {
        case .i2c: "on a Pi add \(BusSetUp.i2c) to config.txt, \(BusSetUp.loadI2C), and restart"
        case .spi: "on a Pi add \(BusSetUp.spi) to config.txt, and restart"
        case .gpio: "`gpiodetect` lists the chips with their labels, name one of them in the board file"
        }
    }
    /// What the node should have been.
    fileprivate var kind: String {
        switch self {
        case .i2c: "is no I²C bus"
        case .spi: "is no SPI bus"
        case .gpio(let line): "cannot be had, since \(line.chip) is no GPIO chip"
        }
    }
    fileprivate var example: String {
        switch self {
        case .i2c: "name one such as /dev/i2c-1 in the board file"
        case .spi: "name one such as /dev/spidev0.0 in the board file"
        case .gpio: "name one such as /dev/gpiochip0 in the board file"
        }
    }
    fileprivate var isLine: Bool { if case .gpio = self { true } else { false } }
}

extension PeripheralError {
    private static let inUse = "is in use"
    /// True if that is all that is wrong with a node or a line: another program, or the kernel, has it.
    public var isInUse: Bool { problem == Self.inUse }

    /// Why something of the kernel could not be opened or has gone: the errno of either sign, in words that name it and what to do.
    init(_ node: DeviceNode, code: Int32) {
        let code = BusError(code: code).code
        let problem: String, advice: String
        switch code {
        case ENOENT:
            (problem, advice) = (node.isLine ? "cannot be had, since the chip is not there" : "is not there", node.remedy)
        case ENODEV where node.isLine, ENXIO where node.isLine:
            (problem, advice) = ("cannot be had, since no GPIO chip answers to that name", node.remedy)
        case ENODEV, ENXIO, ESHUTDOWN:
            (problem, advice) = ("has nothing behind it", node.remedy)
        case ENOTUNIQ:
            (problem, advice) = ("cannot be told, since several chips have that label", "name the chip's node in the board file")
        case ERANGE:
            (problem, advice) = ("does not exist", "`gpioinfo` lists the chip's lines, name one of them in the board file")
        case EACCES, EPERM:
            (problem, advice) = ("may not be used", "add the user to its group (sudo usermod -aG \(node.group) $USER) and log in again")
        case EBUSY:
            (problem, advice) = (
                Self.inUse,
                node.isLine
                    ? "end the program, or remove the overlay from config.txt, that `gpioinfo` names as its user"
                    : "end the other program that uses it"
            )
        case ENOTTY, EISDIR, ENOTDIR, EBADF: (problem, advice) = (node.kind, node.example)
        case EOPNOTSUPP: (problem, advice) = ("can do no transfers of registers", "use a bus of the Raspberry Pi itself")
        case EINVAL: (problem, advice) = ("cannot be set up as the board needs it", "use one of the Raspberry Pi itself")
        default: (problem, advice) = ("could not be opened (\(String(cString: strerror(code))))", "restart the Pi, and check its wiring")
        }
        self.init(part: node.part, problem: problem, advice: advice)
    }
}
