import Glibc
import Quantities

/// The battery as the kernel's power supply class knows it (`/sys/class/power_supply`). Read it rarely, once a minute:
/// some gauges are asked over I²C for every read.
public struct SystemBattery: Sendable {
    private let supply: String

    /// Finds the first battery of the machine; nil if it has none. Batteries of mice and the like (`scope` = `Device`) do not count.
    public init?(root: String = "/sys/class/power_supply") {
        guard let folder = opendir(root) else { return nil }
        defer { closedir(folder) }
        var batteries: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            let path = "\(root)/\(name)"
            if !name.hasPrefix("."), SystemFile.line(path + "/type") == "Battery", SystemFile.line(path + "/scope") != "Device" {
                batteries.append(path)
            }
        }
        guard let first = batteries.min() else { return nil }
        supply = first
    }

    /// The state now; what the gauge does not say, or says wrongly, is nil.
    public func read() -> BatteryReading {
        var percent: UInt8?
        if let text = SystemFile.line(supply + "/capacity"), let value = UInt8(text), value <= 100 { percent = value }
        let isCharging: Bool? =
            switch SystemFile.line(supply + "/status") {
            case "Charging", "Full", "Not charging": true  // "Not charging" is the kernel's word for: on external power, and rested
            case "Discharging": false
            default: nil
            }
        // Microvolts (Linux, Documentation/ABI/testing/sysfs-class-power).
        let microvolts = SystemFile.line(supply + "/voltage_now").flatMap { UInt32($0) }
        let voltage = microvolts.flatMap { $0 > 0 ? Voltage.volts(Double($0) / 1e6) : nil }
        return BatteryReading(percent: percent, isCharging: isCharging, voltage: voltage)
    }
}
