/// Identifies one boot of the machine, so that monotonic time is compared only within one.
public struct BootID: Hashable, Sendable {
    /// The first eight bytes of the kernel's boot id.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64
    /// Wraps the kernel's boot id.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}
