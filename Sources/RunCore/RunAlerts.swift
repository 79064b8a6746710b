/// What a runner wants to be told of during a run. What is nil is not told of; a value out of its range is none.
public struct RunAlerts: Hashable, Sendable {
    /// Heart rates that can be limits, in beats a minute: above rest, and within what sensors tell.
    public static let heartRates: ClosedRange<UInt8> = 40...230
    /// Paces that can be limits, in seconds a kilometre: 2:00 is faster than any runner, 20:00 is a slow walk.
    public static let paces: ClosedRange<UInt16> = 120...1200
    /// Distances after which to tell, in metres.
    public static let distances: ClosedRange<UInt32> = 100...50_000
    /// Times after which to tell, in seconds.
    public static let times: ClosedRange<UInt32> = 60...21_600

    /// Tells of a heart rate above this many beats a minute.
    public var heartRateAbove: UInt8? { didSet { heartRateAbove = Self.within(Self.heartRates, heartRateAbove) } }
    /// Tells of a heart rate below this many beats a minute.
    public var heartRateBelow: UInt8? { didSet { heartRateBelow = Self.within(Self.heartRates, heartRateBelow) } }
    /// Tells of a pace faster than this many seconds a kilometre.
    public var paceFaster: UInt16? { didSet { paceFaster = Self.within(Self.paces, paceFaster) } }
    /// Tells of a pace slower than this many seconds a kilometre.
    public var paceSlower: UInt16? { didSet { paceSlower = Self.within(Self.paces, paceSlower) } }
    /// Tells each time this many metres are full.
    public var eachDistance: UInt32? { didSet { eachDistance = Self.within(Self.distances, eachDistance) } }
    /// Tells each time this many seconds of the timer are full.
    public var eachTime: UInt32? { didSet { eachTime = Self.within(Self.times, eachTime) } }

    /// None.
    public init() {}

    private static func within<Number>(_ range: ClosedRange<Number>, _ number: Number?) -> Number? {
        number.flatMap { range.contains($0) ? $0 : nil }
    }
}
