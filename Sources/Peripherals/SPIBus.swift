/// One chip select of an SPI bus, as far as a driver needs one.
public protocol SPIBus: AnyObject {
    /// What to call it in messages: `/dev/spidev0.0`.
    var name: String { get }
    /// The most bytes of one call.
    var maximumTransfer: Int { get }
    /// Selects the chip, sends the bytes, most significant bit first, and deselects it.
    func write(_ bytes: UnsafeRawBufferPointer) throws(BusError)
}

extension SPIBus {
    /// 4096 bytes: the default of spidev's parameter `bufsiz` (drivers/spi/spidev.c).
    public var maximumTransfer: Int { 4096 }
}

/// How a part wants its SPI bus set up.
public struct SPISettings: Hashable, Sendable {
    /// The fastest clock, in hertz.
    public var maximumClockHertz: UInt32
    /// True if the chip select is active high (`SPI_CS_HIGH`).
    public var chipSelectIsActiveHigh: Bool
    /// Clock polarity and phase, 0...3.
    public var mode: UInt8
    /// Settings of a part.
    public init(maximumClockHertz: UInt32, chipSelectIsActiveHigh: Bool = false, mode: UInt8 = 0) {
        self.maximumClockHertz = maximumClockHertz
        self.chipSelectIsActiveHigh = chipSelectIsActiveHigh
        self.mode = mode
    }
}
