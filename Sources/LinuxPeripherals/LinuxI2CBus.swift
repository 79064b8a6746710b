import CHarrierLinux
import Glibc
import Peripherals

/// An I²C adapter of the kernel (`/dev/i2c-1`).
///
/// A held bus costs a transfer ``patience`` and not more, also while a part keeps SDA low: the adapter is told not to wait longer and not
/// to try again by itself, which the drivers do where it makes sense (fault I3).
public final class LinuxI2CBus: I2CBus {
    /// How long a transfer may take before the adapter gives it up with `ETIMEDOUT`. It holds for the adapter, whoever uses it.
    public static let patience = Duration.milliseconds(100)
    /// 512 bytes last 46 ms at 100 kHz, a Pi's standard clock: half the patience, so that a transfer which runs is never given up.
    private static let longestTransfer = 512

    /// The node.
    public let name: String
    /// 512 bytes, or 32 on an adapter that knows SMBus alone.
    public let maximumTransfer: Int
    /// True for an adapter that knows SMBus alone: it does register reads and writes of up to 32 bytes, and nothing else.
    public var isSMBusOnly: Bool { bus.is_smbus }

    private let bus: harrier_i2c

    /// Opens an adapter.
    public init(_ path: String) throws(PeripheralError) {
        var bus = harrier_i2c()
        let status = harrier_i2c_open(path, Int32(clamping: Self.patience.inMilliseconds), &bus)
        guard status >= 0 else { throw PeripheralError(.i2c(path), code: status) }
        name = path
        self.bus = bus
        maximumTransfer = bus.is_smbus ? Int(HARRIER_SMBUS_LONGEST) : Self.longestTransfer
    }

    deinit { close(bus.descriptor) }

    /// One combined transfer; it blocks for ``patience`` at most.
    public func transfer(_ address: I2CAddress, write: UnsafeRawBufferPointer, read: UnsafeMutableRawBufferPointer) throws(BusError) {
        // The number of a register may come before a full block of SMBus.
        guard write.count <= maximumTransfer + 1, read.count <= maximumTransfer else { throw BusError(code: EMSGSIZE) }
        let status = withUnsafePointer(to: bus) { bus in
            harrier_i2c_transfer(
                bus, address.value, write.bindMemory(to: UInt8.self).baseAddress, write.count,
                read.bindMemory(to: UInt8.self).baseAddress, read.count)
        }
        guard status >= 0 else { throw BusError(code: status) }
    }
}
