import Peripherals
import Quantities

/// Stands between the drivers and a bus, and takes the time of their longest transfer: what the bus really does for them.
final class TimedBus: I2CBus {
    /// How long a transfer took.
    struct Timing: Hashable {
        /// Bytes that were written and read, without addresses.
        var bytes: Int
        /// Clock periods on the wire: nine a byte, addresses included, one for each start, repeated start and stop (UM10204, 3.1).
        var clocks: Int
        /// The shortest of all transfers of that length.
        var time: Duration
    }

    let name: String
    let maximumTransfer: Int
    /// The longest transfer that worked; nil before the first.
    private(set) var longest: Timing?
    private let bus: any I2CBus
    private let now: () -> MonotonicInstant

    /// - Parameter now: a clock.
    init(_ bus: any I2CBus, now: @escaping () -> MonotonicInstant) {
        self.bus = bus
        self.now = now
        name = bus.name
        maximumTransfer = bus.maximumTransfer
    }

    func transfer(_ address: I2CAddress, write: UnsafeRawBufferPointer, read: UnsafeMutableRawBufferPointer) throws(BusError) {
        let start = now()
        try bus.transfer(address, write: write, read: read)
        note(written: write.count, read: read.count, took: now() - start)
    }

    private func note(written: Int, read: Int, took time: Duration) {
        let clocks = (written > 0 ? 1 + 9 * (written + 1) : 0) + (read > 0 ? 1 + 9 * (read + 1) : 0) + 1
        let timing = Timing(bytes: written + read, clocks: clocks, time: time)
        guard let longest, longest.clocks >= clocks else { return self.longest = timing }
        if longest.clocks == clocks, time < longest.time { self.longest = timing }
    }
}
