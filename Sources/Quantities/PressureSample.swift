/// One measurement of a barometer.
public struct PressureSample: Hashable, Sendable {
    /// When it was read from the chip.
    public var at: MonotonicInstant
    /// The air pressure.
    public var pressure: Pressure
    /// How warm the chip is, which on a wrist is not how warm the air is; nil if the chip does not say.
    public var temperature: Temperature?
    /// A measurement.
    public init(at: MonotonicInstant, pressure: Pressure, temperature: Temperature? = nil) {
        self.at = at
        self.pressure = pressure
        self.temperature = temperature
    }
}
