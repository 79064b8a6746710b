import Glibc
import Peripherals
import Quantities
import SimulatedPeripherals

/// What went over the buses of a watch, and what the models at their far end cost.
struct BusUse {
    var i2c = BusTraffic()
    var spiBytes = 0
    /// CPU time inside the models, which a real chip does not take.
    var models = Duration.zero
}

/// Counts what the thread of the sensors and the event loop send over simulated buses.
final class BusMeter: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var use = BusUse()
    private var isTiming = true

    init() { pthread_mutex_init(mutex, nil) }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// All so far.
    var total: BusUse { locked { use } }

    /// Reading the clock of a thread is a system call of its own, so it is left out while those are counted.
    func setTiming(_ isOn: Bool) { locked { isTiming = isOn } }

    func i2c(_ bus: any I2CBus) -> any I2CBus { MeteredI2CBus(bus, self) }
    func spi(_ bus: any SPIBus) -> any SPIBus { MeteredSPIBus(bus, self) }

    /// Does a transfer and adds what it was.
    fileprivate func measure(_ add: (inout BusUse) -> Void, _ transfer: () throws(BusError) -> Void) throws(BusError) {
        let isTiming = locked { self.isTiming }
        let before = isTiming ? ProcessUsage.threadTime : .zero
        defer {
            let spent = isTiming ? ProcessUsage.threadTime - before : .zero
            locked {
                add(&use)
                use.models += spent
            }
        }
        try transfer()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}

private final class MeteredI2CBus: I2CBus {
    private let bus: any I2CBus
    private let meter: BusMeter

    init(_ bus: any I2CBus, _ meter: BusMeter) { (self.bus, self.meter) = (bus, meter) }

    var name: String { bus.name }
    var maximumTransfer: Int { bus.maximumTransfer }
    func transfer(_ address: I2CAddress, write: UnsafeRawBufferPointer, read: UnsafeMutableRawBufferPointer) throws(BusError) {
        try meter.measure({ $0.i2c.add(write: write.count, read: read.count) }) { () throws(BusError) in
            try bus.transfer(address, write: write, read: read)
        }
    }
}

private final class MeteredSPIBus: SPIBus {
    private let bus: any SPIBus
    private let meter: BusMeter

    init(_ bus: any SPIBus, _ meter: BusMeter) { (self.bus, self.meter) = (bus, meter) }

    var name: String { bus.name }
    var maximumTransfer: Int { bus.maximumTransfer }
    func write(_ bytes: UnsafeRawBufferPointer) throws(BusError) {
        try meter.measure({ $0.spiBytes += bytes.count }) { () throws(BusError) in try bus.write(bytes) }
    }
}
