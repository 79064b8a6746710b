/// Who wrote a version of an object: a watch by its serial number, or a host by the sixteen bytes of its id.
public struct HealthOrigin: Hashable, Comparable, Sendable {
    /// The first eight bytes; 0 for a watch.
    public let high: UInt64
    /// The last eight bytes; the serial number of a watch.
    public let low: UInt64
    /// Wraps the bytes of a host's id.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
    /// A watch.
    public static func watch(serial: UInt32) -> HealthOrigin { HealthOrigin(high: 0, low: UInt64(serial)) }
    /// The software that brought an old store to the present form; it gives way to everybody.
    public static let migration = HealthOrigin(high: 0, low: 0)
    /// Orders by the bytes.
    public static func < (a: HealthOrigin, b: HealthOrigin) -> Bool { (a.high, a.low) < (b.high, b.low) }
}
