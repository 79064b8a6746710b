import Quantities

/// Heart rate over a stretch: mean, greatest and zones, over seconds with a valid rate only (fault E9). Whole numbers throughout.
public struct HeartRateTally: Hashable, Sendable {
    /// Σ beats a minute × milliseconds.
    private var weighted: UInt64 = 0
    /// Milliseconds with a valid rate.
    public private(set) var validMilliseconds: UInt64 = 0
    /// The greatest rate, 0 without one.
    private var greatest: UInt8 = 0
    /// Milliseconds below zone 1 (index 0) and in zones 1...5.
    private var zones = SIMD8<UInt64>.zero

    /// Nothing yet.
    public init() {}

    mutating func add(beats: UInt8, milliseconds: UInt32, zone: Int?) {
        guard beats > 0, milliseconds > 0 else { return }
        weighted &+= UInt64(beats) &* UInt64(milliseconds)
        validMilliseconds &+= UInt64(milliseconds)
        greatest = max(greatest, beats)
        if let zone, (0..<6).contains(zone) { zones[zone] &+= UInt64(milliseconds) }
    }

    /// The time-weighted mean; nil without a valid second.
    public var average: HeartRate? {
        validMilliseconds > 0 ? .beatsPerMinute(Double(weighted) / Double(validMilliseconds)) : nil
    }
    /// The greatest rate; nil without a valid second.
    public var maximum: HeartRate? { greatest > 0 ? .beatsPerMinute(Double(greatest)) : nil }
    /// The time in a zone: 1...5, or 0 for below zone 1.
    public func time(inZone zone: Int) -> Duration {
        (0..<6).contains(zone) ? .milliseconds(Int64(clamping: zones[zone])) : .zero
    }
}
