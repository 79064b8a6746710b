import CHarrierLinux
import Peripherals

/// An output line of a GPIO chip. It belongs to the process until it is let go of; what it does then is the chip's business.
public final class GPIOOutput {
    /// Which line.
    public let line: GPIOLine
    private let handle: OpaquePointer

    /// Takes a line and drives it, high if it is to be on.
    public init(_ line: GPIOLine, isOn: Bool = false) throws(PeripheralError) {
        var handle: OpaquePointer?
        let status = harrier_gpio_output(line.chip, line.offset, isOn, &handle)
        guard status >= 0, let handle else { throw PeripheralError(.gpio(line), code: status) }
        self.line = line
        self.handle = handle
    }

    deinit { harrier_gpio_close(handle) }

    /// Drives the line high or low.
    public func set(_ isOn: Bool) throws(PeripheralError) {
        let status = harrier_gpio_set(handle, isOn)
        guard status >= 0 else { throw PeripheralError(.gpio(line), code: status) }
    }
}
