import CHarrierLinux
import Glibc
import Peripherals

/// A chip select of an SPI bus of the kernel (`/dev/spidev0.0`), for words of eight bits.
public final class LinuxSPIBus: SPIBus {
    /// spidev's buffer when it does not say (drivers/spi/spidev.c).
    private static let usualBuffer = 4096
    /// No display needs a longer message.
    private static let largestBuffer = 65536

    /// The node.
    public let name: String
    /// What spidev's buffer takes: its parameter `bufsiz`, 4096 bytes unless the kernel's command line says otherwise.
    public let maximumTransfer: Int

    private let descriptor: Int32

    /// Opens a chip select and sets it up for a part.
    public init(_ path: String, _ settings: SPISettings) throws(PeripheralError) {
        var polarityIsFixed = false
        let descriptor = harrier_spi_open(
            path, settings.mode, settings.chipSelectIsActiveHigh, settings.maximumClockHertz, &polarityIsFixed)
        guard descriptor >= 0 else { throw PeripheralError(.spi(path), code: descriptor) }
        // A Pi's chip selects are GPIO lines of its device tree, which alone decides how they are driven: `spi-cs-high` at the device
        // (Linux, Documentation/devicetree/bindings/spi/spi-controller.yaml). spidev takes SPI_CS_HIGH and does nothing with it.
        guard !polarityIsFixed || Self.isActiveHighByDeviceTree(path) else {
            close(descriptor)
            throw PeripheralError(
                part: "The SPI bus \(path)", problem: "selects its part with a low level, and the part wants a high one",
                advice: "on a Pi add \(BusSetUp.spi) to config.txt, and restart")
        }
        name = path
        self.descriptor = descriptor
        maximumTransfer = Self.bufferSize(SystemFile.line("/sys/module/spidev/parameters/bufsiz"))
    }

    deinit { close(descriptor) }

    /// Selects the chip, sends the bytes and deselects it.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(BusError) {
        guard bytes.count <= maximumTransfer else { throw BusError(code: EMSGSIZE) }
        let status = harrier_spi_write(descriptor, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        guard status >= 0 else { throw BusError(code: status) }
    }

    /// What the module's parameter says, as far as it can be believed.
    static func bufferSize(_ parameter: String?) -> Int {
        guard let parameter, let size = Int(parameter), size > 0 else { return usualBuffer }
        return min(size, largestBuffer)
    }

    /// Whether the device tree drives a node's chip select high while it is selected.
    static func isActiveHighByDeviceTree(_ path: String, root: String = "/sys/class/spidev") -> Bool {
        // The node may have another name by a link.
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        guard let node = (resolved.map { String(cString: $0) } ?? path).split(separator: "/").last else { return false }
        return access("\(root)/\(node)/device/of_node/spi-cs-high", F_OK) == 0
    }
}
