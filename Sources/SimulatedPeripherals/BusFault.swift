import Quantities

/// Something that goes wrong on a bus, for one chip or for all.
public enum BusFault: Sendable, Hashable {
    /// It does not acknowledge (EREMOTEIO), but keeps its power and goes on measuring.
    case notAcknowledged
    /// Each transfer is not acknowledged with a probability of 0...1.
    case unreliable(Double)
    /// It is unplugged (ENXIO); when it is back it has lost its settings.
    case absent
    /// SDA is held low: transfers time out (ETIMEDOUT).
    case held
    /// Every transfer fails with this errno.
    case failing(Int32)
    /// It answers only zeroes.
    case zeroes
    /// It answers only ones.
    case ones
    /// It answers at random.
    case noise
    /// It repeats, register by register, what it answered first.
    case frozen
    /// Its identity is another's.
    case impostor
    /// Its power fails for a moment at the beginning.
    case reset
}

/// Which faults happen when.
public struct BusFaultScript: Sendable, Hashable {
    /// One fault and its time.
    public struct Entry: Sendable, Hashable {
        /// From this instant on.
        public var from: MonotonicInstant
        /// Until before this instant.
        public var to: MonotonicInstant
        /// The address it happens at; nil: at all.
        public var address: UInt8?
        /// What goes wrong.
        public var fault: BusFault
        /// A fault at an address.
        public init(_ fault: BusFault, at address: UInt8? = nil, from: MonotonicInstant, to: MonotonicInstant) {
            self.from = from
            self.to = to
            self.address = address
            self.fault = fault
        }
    }

    /// All faults; the last that applies wins.
    public var entries: [Entry]
    /// Faults in an order.
    public init(_ entries: [Entry] = []) { self.entries = entries }
    /// Nothing goes wrong.
    public static let none = BusFaultScript()

    /// What goes wrong at an address now.
    func fault(at address: UInt8, now: MonotonicInstant) -> BusFault? {
        entries.last { ($0.address == nil || $0.address == address) && $0.from <= now && now < $0.to }?.fault
    }
}

/// What went over a bus.
public struct BusTraffic: Sendable, Hashable {
    /// Transfers, a combined one counted once.
    public var transfers = 0
    /// Bytes written, without addresses.
    public var bytesWritten = 0
    /// Bytes read, without addresses.
    public var bytesRead = 0
    /// Clock periods: nine a byte, addresses included, one a start, repeated start and stop.
    public var clocks = 0

    /// Nothing yet.
    public init() {}
    /// How long the bus was busy at a clock rate.
    public func busyTime(atHertz hertz: Double) -> Duration { hertz > 0 ? .seconds(Double(clocks) / hertz) : .zero }

    /// Adds a combined transfer.
    public mutating func add(write: Int, read: Int) {
        transfers += 1
        bytesWritten += write
        bytesRead += read
        clocks += 2
        if write > 0 || read == 0 { clocks += 9 * (write + 1) }
        if read > 0 { clocks += 9 * (read + 1) + (write > 0 ? 1 : 0) }
    }
}
