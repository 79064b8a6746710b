import Quantities

/// What only grows in a run, in whole numbers, so that a lap is the exact difference of two of these.
public struct RunCounters: Hashable, Sendable {
    /// Distance in millimetres.
    public var distanceMillimeters: UInt32 = 0
    /// Steps.
    public var steps: UInt32 = 0
    /// Ascent in decimetres.
    public var ascentDecimeters: UInt32 = 0
    /// Descent in decimetres.
    public var descentDecimeters: UInt32 = 0
    /// Σ steps a minute × milliseconds while stepping.
    public var cadenceWeighted: UInt64 = 0
    /// Milliseconds while stepping.
    public var cadenceMilliseconds: UInt64 = 0

    /// Zeros.
    public init() {}

    /// What grew since an earlier state.
    public func since(_ earlier: RunCounters) -> RunCounters {
        var difference = RunCounters()
        difference.distanceMillimeters = distanceMillimeters &- earlier.distanceMillimeters
        difference.steps = steps &- earlier.steps
        difference.ascentDecimeters = ascentDecimeters &- earlier.ascentDecimeters
        difference.descentDecimeters = descentDecimeters &- earlier.descentDecimeters
        difference.cadenceWeighted = cadenceWeighted &- earlier.cadenceWeighted
        difference.cadenceMilliseconds = cadenceMilliseconds &- earlier.cadenceMilliseconds
        return difference
    }

    /// The distance.
    public var distance: Distance { .meters(Double(distanceMillimeters) / 1000) }
    /// The ascent.
    public var ascent: Distance { .meters(Double(ascentDecimeters) / 10) }
    /// The descent.
    public var descent: Distance { .meters(Double(descentDecimeters) / 10) }
    /// Mean cadence over the time with steps; nil without any.
    public var averageCadence: Cadence? {
        cadenceMilliseconds > 0 ? .stepsPerMinute(Double(cadenceWeighted) / Double(cadenceMilliseconds)) : nil
    }
}
