import Quantities

/// Before a run: the fix, and each sensor by name and state (fault I13). A run may start at any time, with or without a fix.
public struct ReadyPage: Hashable, Sendable {
    /// The kind of run that START begins.
    public var kind: RunKind
    /// Satellites in the solution; nil if unknown.
    public var satellitesUsed: UInt8?
    /// Satellites heard; nil if unknown.
    public var satellitesVisible: UInt8?
    /// Estimated error; nil without a fix.
    public var accuracy: Distance?
    /// The position receiver.
    public var gps: SensorState
    /// The heart-rate sensor.
    public var heartRateSensor: SensorState
    /// The heart rate now; nil if not known.
    public var heartRate: HeartRate?
    /// The step counter.
    public var motion: SensorState
    /// The barometer.
    public var barometer: SensorState
    /// Two good fixes in a row are there.
    public var hasFix: Bool
    /// Who is going to run; nil unless the watch has several runners.
    public var runner: ShortText?
    /// A page.
    public init(
        kind: RunKind, satellitesUsed: UInt8?, satellitesVisible: UInt8?, accuracy: Distance?, gps: SensorState,
        heartRateSensor: SensorState, heartRate: HeartRate?, motion: SensorState, barometer: SensorState, hasFix: Bool
    ) {
        self.kind = kind
        self.satellitesUsed = satellitesUsed
        self.satellitesVisible = satellitesVisible
        self.accuracy = accuracy
        self.gps = gps
        self.heartRateSensor = heartRateSensor
        self.heartRate = heartRate
        self.motion = motion
        self.barometer = barometer
        self.hasFix = hasFix
    }
}
