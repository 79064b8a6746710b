import Boards
import Testing
import Wiring

@Suite struct WiringPlanTests {
    private func pins(_ plan: WiringPlan, _ title: String) -> [String] {
        let part = plan.parts.first { $0.title == title }
        return (part?.terminals ?? []).map { terminal in
            switch terminal.end {
            case .pin(let pin): "\(terminal.name) \(pin.number)"
            case .terminal(let part, let index): "\(terminal.name) \(plan.parts[part].title) \(plan.parts[part].terminals[index].name)"
            }
        }
    }

    @Test("The reference build is wired pin by pin as its parts list says")
    func reference() throws {
        let plan = try WiringFixture.shipped("pi-zero-2w")
        #expect(pins(plan, "MAX30101") == ["VIN 1", "GND 9", "SDA 3", "SCL 5"])
        #expect(pins(plan, "LSM6DSOX") == ["VIN 1", "GND 9", "SDA 3", "SCL 5", "SA0 9"])
        #expect(pins(plan, "BMP390") == ["VIN 1", "GND 9", "SDA 3", "SCL 5", "SDO 1"])
        #expect(pins(plan, "MAX17048") == ["VIN 1", "GND 9", "SDA 3", "SCL 5", "CELL LiPo cell +"])
        #expect(pins(plan, "LiPo cell") == ["+ MAX17048 CELL", "− 9"])
        #expect(pins(plan, "START button") == ["leg 1 11", "leg 2 9"])
        #expect(pins(plan, "LAP button") == ["leg 1 13", "leg 2 9"])
        #expect(pins(plan, "PAGE button") == ["leg 1 15", "leg 2 9"])
        #expect(
            pins(plan, "Sharp memory LCD")
                == ["VIN 17", "GND 25", "CLK 23", "DI 19", "CS 24", "DISP 17", "EXTMODE 25", "EXTCOMIN 25"])
        #expect(pins(plan, "GPS receiver") == ["VCC 1", "GND 6", "RX 8", "TX 10"])
        #expect(pins(plan, "NPN transistor") == ["base 12", "emitter 14", "collector Buzzer −"])
        #expect(pins(plan, "Buzzer") == ["− NPN transistor collector", "+ 1"])
        #expect(plan.parts.count == 12)
    }

    @Test("An odd board: contacts, a second bus, address pins, resistors, and notes about what is not drawn")
    func odd() throws {
        let plan = try WiringFixture.plan(WiringFixture.odd)
        #expect(pins(plan, "PiSugar 3") == ["5V 4", "GND 9", "SDA 3", "SCL 5"])
        #expect(pins(plan, "MAX30105") == ["VIN 1", "GND 14", "SDA 16", "SCL 18"])
        #expect(pins(plan, "MPU-6050") == ["VIN 1", "GND 9", "SDA 3", "SCL 5", "AD0 1"])
        #expect(pins(plan, "A clock with a long name | indeed") == ["VCC 1", "GND 14", "SDA 16", "SCL 18"])
        #expect(pins(plan, "START button") == ["leg 1 37", "leg 2 17"])
        #expect(pins(plan, "PAGE button") == ["leg 1 26", "leg 2 30"])
        #expect(
            pins(plan, "Sharp memory LCD") == ["VIN 1", "GND 30", "CLK 40", "DI 38", "CS 12", "DISP 1", "EXTMODE 30", "EXTCOMIN 30"])
        #expect(plan.parts.first { $0.title == "START button" }?.remarks == ["between line and 3V3", "10 kΩ from line to GND"])
        #expect(plan.parts.first { $0.title == "PAGE button" }?.remarks == ["between line and GND", "10 kΩ from line to 3V3"])
        #expect(plan.notes.contains("BMP390 is not drawn: name the lines of /dev/i2c-9 in the board file by \"sda\" and \"scl\"."))
        #expect(plan.notes.contains("The button LAP is not drawn: line 3 of pca9539 is not on the header."))
        #expect(!plan.parts.contains { $0.title == "A model" || $0.title == "BMP390" || $0.title == "LAP button" })
    }

    @Test("What is simulated, shown on a terminal or read from another machine's gpsd has no wire")
    func nothing() throws {
        let plan = try WiringFixture.plan(
            """
            {"name": "None", "buses": {"i2c": {"type": "i2c", "device": "simulated"}},
            "parts": [{"chip": "max17048", "bus": "i2c", "address": "0x36"}],
            "buttons": [{"role": "start", "driver": "keys"}, {"role": "page", "driver": "control"}],
            "display": {"driver": "terminal", "width": 128, "height": 128}, "buzzer": {"driver": "terminal"},
            "gps": {"driver": "gpsd", "host": "10.0.0.2", "port": 2947}}
            """)
        #expect(plan.parts.isEmpty && plan.notes.isEmpty && plan.usedPins.isEmpty)
    }

    @Test("Each terminal goes to a pin that carries what its wire does, or to a terminal that names it back")
    func agreement() throws {
        for plan in try WiringFixture.drawn.map(WiringFixture.shipped) + [WiringFixture.plan(WiringFixture.odd)] {
            for (number, part) in plan.parts.enumerated() {
                #expect(!part.terminals.isEmpty && Set(part.terminals.map(\.name)).count == part.terminals.count)
                for (index, terminal) in part.terminals.enumerated() {
                    switch (terminal.end, terminal.signal) {
                    case (.pin(let pin), .supply3V3): #expect(pin.kind == .supply3V3, "\(part.title) \(terminal.name)")
                    case (.pin(let pin), .supply5V): #expect(pin.kind == .supply5V, "\(part.title) \(terminal.name)")
                    case (.pin(let pin), .ground): #expect(pin.kind == .ground, "\(part.title) \(terminal.name)")
                    case (.pin(let pin), _): #expect(pin.name.hasPrefix("GPIO") && !terminal.use.isEmpty, "\(part.title) \(terminal.name)")
                    case (.terminal(let other, let otherIndex), let signal):
                        let back = plan.parts[other].terminals[otherIndex]
                        #expect(back.end == .terminal(part: number, index: index) && back.signal == signal)
                    }
                }
            }
        }
    }
}
