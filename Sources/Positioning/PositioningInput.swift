import Quantities

/// What positioning learns in one go: usually one a second, with whatever has arrived since the last.
public struct PositioningInput: Sendable, Hashable {
    /// What the runner asks for.
    public enum Command: UInt8, Sendable {
        /// Pause by hand; only ``resume`` ends it.
        case pause
        /// End a pause by hand.
        case resume
    }

    /// The instant of arrival. Inputs that go back in time are ignored.
    public var at: MonotonicInstant
    /// The receiver's newest report as it came; nil if there was none (a tick: send one each second while there is no fix).
    public var fix: GPSFix?
    /// Step pulses of the last 3 s × 20, immediate and uncredited; nil if no step sensor speaks.
    public var pulseRate: Cadence?
    /// Cadence × stride, for gaps in the receiver's reports; nil if unknown.
    public var pedestrianSpeed: Speed?
    /// Air pressure; nil if no barometer speaks.
    public var pressure: Pressure?
    /// A press of the pause button; nil if none.
    public var command: Command?

    /// One second's knowledge; what is not known stays nil.
    public init(
        at: MonotonicInstant, fix: GPSFix? = nil, pulseRate: Cadence? = nil, pedestrianSpeed: Speed? = nil, pressure: Pressure? = nil,
        command: Command? = nil
    ) {
        self.at = at
        self.fix = fix
        self.pulseRate = pulseRate
        self.pedestrianSpeed = pedestrianSpeed
        self.pressure = pressure
        self.command = command
    }
}
