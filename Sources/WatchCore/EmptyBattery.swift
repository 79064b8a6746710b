import Quantities
import RunCore

/// Tells when the battery is about to give out: by the charge that the gauge shows, or by the voltage, since a worn or cold cell gives out
/// while a gauge still shows 40 % (fault I6).
struct EmptyBattery: Hashable, Sendable {
    /// Per cent.
    static let charge: UInt8 = 5
    /// A lithium cell has a few per cent left at this voltage under load, and falls off a cliff below it.
    static let voltage = Voltage.volts(3.4)
    /// A single reading may be a dip, or nonsense; one that is older than a battery's reading is known says nothing of now, so it confirms
    /// no other (``SensorBoard/batteryIsKnown``).
    private static let readings = 2

    private var count = 0
    private var lastLow: MonotonicInstant?
    /// True from the reading that told it on, until the battery is charged.
    private(set) var isEmpty = false

    /// Takes a reading; true once, when the battery is empty.
    mutating func receiveReading(_ reading: BatteryReading, at now: MonotonicInstant) -> Bool {
        guard reading.isCharging != true else {
            self = EmptyBattery()
            return false
        }
        guard reading.percent.map({ $0 <= Self.charge }) == true || reading.voltage.map({ $0 <= Self.voltage }) == true else {
            count = 0
            return false
        }
        if let lastLow, lastLow.duration(to: now) >= SensorBoard.batteryIsKnown { count = 0 }
        lastLow = now
        count = min(count + 1, Self.readings)
        guard count == Self.readings, !isEmpty else { return false }
        isEmpty = true
        return true
    }
}
