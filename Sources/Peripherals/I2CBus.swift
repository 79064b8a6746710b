/// The seven-bit address of a part on an I²C bus.
public struct I2CAddress: Hashable, Sendable, CustomStringConvertible {
    /// 0x08...0x77; the rest is reserved by the I²C specification (UM10204, table 4).
    public let value: UInt8

    /// An address from outside; nil if it is reserved.
    public init?(_ value: UInt8) {
        guard 0x08...0x77 ~= value else { return nil }
        self.value = value
    }
    /// An address from a data sheet.
    init(fixed value: UInt8) { self.value = value }

    /// `0x57`.
    public var description: String {
        let digits = String(value, radix: 16, uppercase: true)
        return digits.count < 2 ? "0x0\(digits)" : "0x\(digits)"
    }
}

/// An I²C bus, as far as a driver needs one. The Linux bus, the simulated bus and the recording bus of the tests stand behind it.
///
/// A bus belongs to one thread. A call may block for the bus's time-out (100 ms on the watch), never longer.
public protocol I2CBus: AnyObject {
    /// What to call it in messages: `/dev/i2c-1`.
    var name: String { get }
    /// The most bytes that one call may write, and that it may read.
    var maximumTransfer: Int { get }
    /// One combined transfer: start, `write`, repeated start, `read`, stop, with no other master's transfer in between.
    /// Either part may be empty and is then left out. After an error the contents of `read` mean nothing, and a chip's FIFO may have
    /// given up some of its bytes.
    func transfer(_ address: I2CAddress, write: UnsafeRawBufferPointer, read: UnsafeMutableRawBufferPointer) throws(BusError)
}

extension I2CBus {
    /// 8192 bytes: what one message of Linux's `I2C_RDWR` takes (drivers/i2c/i2c-dev.c).
    public var maximumTransfer: Int { 8192 }
}
