import LinuxPeripherals
import Quantities
import TestSupport
import Testing

@Suite("What the machine tells") struct MachineTests {
    @Test("The boot has an id, the same each time")
    func bootID() throws {
        let id = try #require(BootID.current())
        #expect(BootID.current() == id)
        #expect(BootID(id.description) == id)
    }

    @Test("A boot id is sixteen bytes as they are spelled")
    func bootIDBytes() throws {
        let id = try #require(BootID("0bc4ddf6-efc4-487f-a478-a9fd4030aca5"))
        #expect(id.bytes == [0x0B, 0xC4, 0xDD, 0xF6, 0xEF, 0xC4, 0x48, 0x7F, 0xA4, 0x78, 0xA9, 0xFD, 0x40, 0x30, 0xAC, 0xA5])
    }

    @Test(
        "Other texts are no boot ids",
        arguments: [
            "", "0bc4ddf6", "0bc4ddf6-efc4-487f-a478-a9fd4030aca", "0bc4ddf6-efc4-487f-a478-a9fd4030aca50",
            "0bc4ddf6xefc4-487f-a478-a9fd4030aca5", "0bc4ddf6-efc4-487f-a478-a9fd4030acag",
        ])
    func noBootID(text: String) {
        #expect(BootID(text) == nil)
    }

    @Test(
        "A battery's charge and state are read; nonsense is absent",
        arguments: [
            ("57", "Discharging", BatteryReading(percent: 57, isCharging: false)),
            ("100", "Full", BatteryReading(percent: 100, isCharging: true)),
            ("0", "Charging", BatteryReading(percent: 0, isCharging: true)), ("101", "Unknown", BatteryReading(percent: nil)),
            ("-1", "", BatteryReading(percent: nil)), ("", "", BatteryReading(percent: nil)),
        ])
    func battery(capacity: String, status: String, expected: BatteryReading) throws {
        let folder = TemporaryFolder()
        for (name, kind) in [("ac", "Mains"), ("battery", "Battery")] {
            folder.makeFolder(name)
            folder.write("\(kind)\n", to: "\(name)/type")
        }
        folder.write("\(capacity)\n", to: "battery/capacity")
        folder.write("\(status)\n", to: "battery/status")
        let battery = try #require(SystemBattery(root: folder.path))
        #expect(battery.read() == expected)
    }

    @Test(
        "A battery's voltage is read in microvolts; nonsense is absent",
        arguments: [("3812000", 3.812), ("0", nil), ("-5", nil), ("99999999999", nil), ("", nil)] as [(String, Double?)])
    func batteryVoltage(text: String, volts: Double?) throws {
        let folder = TemporaryFolder()
        folder.makeFolder("battery")
        folder.write("Battery\n", to: "battery/type")
        folder.write("\(text)\n", to: "battery/voltage_now")
        let battery = try #require(SystemBattery(root: folder.path))
        #expect(battery.read().voltage == volts.map { .volts($0) })
    }

    @Test("A machine without a battery has none, and a mouse's does not count")
    func noBattery() {
        let folder = TemporaryFolder()
        folder.makeFolder("mouse")
        folder.write("Battery\n", to: "mouse/type")
        folder.write("Device\n", to: "mouse/scope")
        folder.write("80\n", to: "mouse/capacity")
        #expect(SystemBattery(root: folder.path) == nil)
        #expect(SystemBattery(root: folder.path + "/missing") == nil)
    }
}
