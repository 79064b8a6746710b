import CHarrierLinux
import Peripherals

/// An input line of a GPIO chip, of which the kernel notes both edges.
final class GPIOInput: EdgeInput {
    let line: GPIOLine
    private let handle: OpaquePointer

    /// Takes a line.
    init(_ line: GPIOLine, isActiveLow: Bool, bias: GPIOBias) throws(PeripheralError) {
        var handle: OpaquePointer?
        let status = harrier_gpio_input(line.chip, line.offset, bias.shimValue, isActiveLow, &handle)
        guard status >= 0, let handle else { throw PeripheralError(.gpio(line), code: status) }
        self.line = line
        self.handle = handle
    }

    deinit { harrier_gpio_close(handle) }

    /// Readable while edges wait.
    var descriptor: Int32 { harrier_gpio_descriptor(handle) }

    func read(into edges: UnsafeMutableBufferPointer<harrier_gpio_edge>) throws(PeripheralError) -> Int {
        let count = harrier_gpio_read(handle, edges.baseAddress, Int32(clamping: edges.count))
        guard count >= 0 else { throw PeripheralError(.gpio(line), code: count) }
        return min(Int(count), edges.count)
    }

    func isActive() throws(PeripheralError) -> Bool {
        let level = harrier_gpio_level(handle)
        guard level >= 0 else { throw PeripheralError(.gpio(line), code: level) }
        return level > 0
    }
}
