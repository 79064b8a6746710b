import Quantities

/// When the battery is looked at next: once a minute, and more often when it is low, so that its end is not missed.
public enum BatteryRhythm {
    /// The usual time between two looks.
    public static let usual = Duration.seconds(60)
    /// The time between two looks at a low battery.
    public static let low = Duration.seconds(10)
    /// Per cent and volts from which on it is low: a step before the watch saves the run.
    private static let charge: UInt8 = 15, voltage = Voltage.volts(3.5)

    /// The time to the look after a reading.
    public static func period(after reading: BatteryReading) -> Duration {
        let isLow = reading.percent.map { $0 <= charge } ?? false || reading.voltage.map { $0 <= voltage } ?? false
        return isLow ? low : usual
    }
}
