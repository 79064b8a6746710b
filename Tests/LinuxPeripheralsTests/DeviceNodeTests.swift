import Glibc
import Peripherals
import Quantities
import TestSupport
import Testing

@testable import LinuxPeripherals

@Suite("What the kernel refuses") struct DeviceNodeTests {
    static let i2c = DeviceNode.i2c("/dev/i2c-1")
    static let spi = DeviceNode.spi("/dev/spidev0.0")
    static let line = DeviceNode.gpio(GPIOLine(chip: "/dev/gpiochip0", offset: 17))
    static let labelled = DeviceNode.gpio(GPIOLine(chip: "pinctrl-bcm2835", offset: 17))
    static let sentences: [(DeviceNode, Int32, String)] = [
        (
            i2c, ENOENT,
            "The I²C bus /dev/i2c-1 is not there: on a Pi add dtparam=i2c_arm=on to config.txt, put i2c-dev into /etc/modules-load.d/i2c-dev.conf, and restart"
        ),
        (spi, ENOENT, "The SPI bus /dev/spidev0.0 is not there: on a Pi add dtoverlay=spi0-1cs-inverted to config.txt, and restart"),
        (
            line, ENOENT,
            "GPIO line 17 of /dev/gpiochip0 cannot be had, since the chip is not there: "
                + "`gpiodetect` lists the chips with their labels, name one of them in the board file"
        ),
        (
            labelled, ENODEV,
            "GPIO line 17 of pinctrl-bcm2835 cannot be had, since no GPIO chip answers to that name: "
                + "`gpiodetect` lists the chips with their labels, name one of them in the board file"
        ),
        (
            labelled, ENOTUNIQ,
            "GPIO line 17 of pinctrl-bcm2835 cannot be told, since several chips have that label: name the chip's node in the board file"
        ),
        (i2c, EACCES, "The I²C bus /dev/i2c-1 may not be used: add the user to its group (sudo usermod -aG i2c $USER) and log in again"),
        (spi, EPERM, "The SPI bus /dev/spidev0.0 may not be used: add the user to its group (sudo usermod -aG spi $USER) and log in again"),
        (
            line, EACCES,
            "GPIO line 17 of /dev/gpiochip0 may not be used: add the user to its group (sudo usermod -aG gpio $USER) and log in again"
        ),
        (
            line, EBUSY,
            "GPIO line 17 of /dev/gpiochip0 is in use: "
                + "end the program, or remove the overlay from config.txt, that `gpioinfo` names as its user"
        ),
        (i2c, EBUSY, "The I²C bus /dev/i2c-1 is in use: end the other program that uses it"),
        (
            line, ERANGE,
            "GPIO line 17 of /dev/gpiochip0 does not exist: `gpioinfo` lists the chip's lines, name one of them in the board file"
        ),
        (i2c, ENOTTY, "The I²C bus /dev/i2c-1 is no I²C bus: name one such as /dev/i2c-1 in the board file"),
        (spi, ENOTTY, "The SPI bus /dev/spidev0.0 is no SPI bus: name one such as /dev/spidev0.0 in the board file"),
        (
            line, ENOTTY,
            "GPIO line 17 of /dev/gpiochip0 cannot be had, since /dev/gpiochip0 is no GPIO chip: "
                + "name one such as /dev/gpiochip0 in the board file"
        ),
        (
            spi, ESHUTDOWN,
            "The SPI bus /dev/spidev0.0 has nothing behind it: on a Pi add dtoverlay=spi0-1cs-inverted to config.txt, and restart"
        ),
        (i2c, EOPNOTSUPP, "The I²C bus /dev/i2c-1 can do no transfers of registers: use a bus of the Raspberry Pi itself"),
        (spi, EINVAL, "The SPI bus /dev/spidev0.0 cannot be set up as the board needs it: use one of the Raspberry Pi itself"),
        (
            i2c, EIO,
            "The I²C bus /dev/i2c-1 could not be opened (Input/output error): restart the Pi, and check its wiring"
        ),
    ]

    @Test("An errno is a sentence that names the part and what to do", arguments: sentences)
    func sentence(node: DeviceNode, code: Int32, expected: String) {
        #expect(PeripheralError(node, code: code).description == expected)
        #expect(PeripheralError(node, code: -code).description == expected)
        #expect(PeripheralError(node, code: code).isInUse == (code == EBUSY))
    }

    @Test("No number is too strange for a sentence", arguments: [0, 1, 5000, Int32.max, Int32.min, -1], [i2c, spi, line])
    func strange(code: Int32, node: DeviceNode) {
        let error = PeripheralError(node, code: code)
        #expect(!error.problem.isEmpty)
        #expect(!error.advice.isEmpty)
    }
}

@Suite("Opening what is no bus") struct OpeningTests {
    /// A place, and what is wrong with it.
    enum Place: CaseIterable {
        case missing, missingFolder, emptyName, regularFile, folder, fifo, null, random, terminal

        func path(in folder: TemporaryFolder) -> String {
            switch self {
            case .missing: return "\(folder.path)/missing"
            case .missingFolder: return "/dev/missing/i2c-1"
            case .emptyName: return ""
            case .regularFile:
                folder.write("x", to: "file")
                return "\(folder.path)/file"
            case .folder: return folder.path
            case .fifo:
                mkfifo("\(folder.path)/fifo", 0o600)
                return "\(folder.path)/fifo"
            case .null: return "/dev/null"
            case .random: return "/dev/urandom"
            case .terminal: return "/dev/ptmx"
            }
        }
        var isMissing: Bool { self == .missing || self == .missingFolder || self == .emptyName }
    }
    let folder = TemporaryFolder()

    @Test("Neither bus takes a place that is none, and says which it is", arguments: Place.allCases)
    func buses(place: Place) {
        let path = place.path(in: folder)
        let (i2c, spi): (String, String) = place.isMissing ? ("is not there", "is not there") : ("is no I²C bus", "is no SPI bus")
        #expect {
            _ = try LinuxI2CBus(path)
        } throws: {
            guard let error = $0 as? PeripheralError else { return false }
            return error.part == "The I²C bus \(path)" && error.problem == i2c
        }
        #expect {
            _ = try LinuxSPIBus(path, SharpMemoryLCD.settings)
        } throws: {
            guard let error = $0 as? PeripheralError else { return false }
            return error.part == "The SPI bus \(path)" && error.problem == spi
        }
    }

    @Test("No line is had from a place that is no GPIO chip", arguments: Place.allCases)
    func lines(place: Place) throws {
        let line = GPIOLine(chip: place.path(in: folder), offset: 17)
        let problem =
            switch place {
            case .emptyName: "cannot be had, since no GPIO chip answers to that name"
            case .missing, .missingFolder: "cannot be had, since the chip is not there"
            default: "cannot be had, since \(line.chip) is no GPIO chip"
            }
        #expect {
            _ = try GPIOOutput(line)
        } throws: {
            ($0 as? PeripheralError)?.problem == problem
        }
        let failures = Journal<(ButtonRole, PeripheralError)>()
        let button = GPIOButton(role: .lap, line: line, isActiveLow: true, bias: .pullUp)
        let buttons = GPIOButtons([button], on: try EventLoop(), failed: { failures.entries.append(($0, $1)) }, edge: { _, _ in })
        #expect(buttons.roles.isEmpty)
        #expect(failures.entries.map(\.0) == [.lap])
        #expect(failures.entries.first?.1.problem == problem)
    }

    @Test("I11: a label that no chip has is said", arguments: ["pinctrl-nowhere", "gpiochip0", "../dev/null", " "])
    func label(name: String) {
        #expect {
            _ = try GPIOOutput(GPIOLine(chip: name, offset: 0))
        } throws: {
            ($0 as? PeripheralError)?.problem == "cannot be had, since no GPIO chip answers to that name"
        }
    }

    @Test(
        "An SPI part that cannot be set up so is refused",
        arguments: [SPISettings(maximumClockHertz: 0), SPISettings(maximumClockHertz: 1, mode: 4)])
    func settings(settings: SPISettings) {
        #expect {
            _ = try LinuxSPIBus("/dev/null", settings)
        } throws: {
            ($0 as? PeripheralError)?.problem == "cannot be set up as the board needs it"
        }
    }

    @Test(
        "spidev's buffer is believed as far as it makes sense",
        arguments: [
            ("4096", 4096), ("65536", 65536), ("1", 1), (nil, 4096), ("", 4096), ("0", 4096), ("-1", 4096), ("x", 4096),
            ("99999999", 65536),
        ]
            as [(String?, Int)])
    func buffer(parameter: String?, expected: Int) {
        #expect(LinuxSPIBus.bufferSize(parameter) == expected)
    }

    @Test("The device tree's polarity of a chip select is found by the node's name")
    func polarity() {
        for name in ["spidev0.0", "spidev0.0/device", "spidev0.0/device/of_node"] { folder.makeFolder(name) }
        folder.write("", to: "spidev0.0/device/of_node/spi-cs-high")
        #expect(LinuxSPIBus.isActiveHighByDeviceTree("/dev/spidev0.0", root: folder.path))
        #expect(!LinuxSPIBus.isActiveHighByDeviceTree("/dev/spidev0.1", root: folder.path))
        #expect(!LinuxSPIBus.isActiveHighByDeviceTree("", root: folder.path))
        symlink("\(folder.path)/spidev0.0", "\(folder.path)/panel")
        #expect(LinuxSPIBus.isActiveHighByDeviceTree("\(folder.path)/panel", root: folder.path))
    }
}
