/// One record of a run's log. A run is a header, then the others in the order in which they were learned; everything that is ever
/// said of the run is a fold over them (``RunTotals``).
public enum RunRecord: Hashable, Sendable {
    /// The first record.
    case header(RunHeader)
    /// One second.
    case sample(RunSample)
    /// Something that happened.
    case event(RunEvent)
    /// Heart rate of seconds already recorded, known better now.
    case smoothedHeartRate(SmoothedHeartRate)
}

/// Heart rate smoothed by looking back from 10 s later: up to 16 whole seconds in a row, written together to save bytes.
public struct SmoothedHeartRate: Hashable, Sendable {
    /// The run time of the first value; each further one is a second later and belongs to the sample within half a second of it.
    public var first: RunTime
    /// How many values are valid, 0...16.
    public private(set) var count: UInt8 = 0
    /// Beats a minute, 0 for "not known".
    public private(set) var beats = SIMD16<UInt8>(repeating: 0)
    /// No values yet.
    public init(first: RunTime) { self.first = first }
    /// Adds the next second's value, 0 for "not known"; ignored when 16 are there.
    public mutating func append(beats value: UInt8) {
        guard count < 16 else { return }
        beats[Int(count)] = value
        count += 1
    }
}
