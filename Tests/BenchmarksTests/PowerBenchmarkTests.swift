import Boards
import Glibc
import JSONText
import Peripherals
import Quantities
import SimulatedPeripherals
import Testing

@testable import Benchmarks

@Suite struct PowerBenchmarkTests {
    @Test("A board is measured with models in place of all that is real, and keeps its panel")
    func simulatedBoard() throws {
        let file = """
            {
                "name": "real",
                "buses": {
                    "i2c": { "type": "i2c", "device": "/dev/i2c-1" }, "spi": { "type": "spi", "device": "/dev/spidev0.0" }
                },
                "parts": [ { "chip": "max30101", "bus": "i2c", "address": "0x57" } ],
                "buttons": [
                    { "role": "start", "driver": "gpio", "chip": "/dev/gpiochip0", "line": 17, "active_low": true, "bias": "pull-up" },
                    { "role": "page", "driver": "gpio", "chip": "/dev/gpiochip0", "line": 22, "active_low": true, "bias": "pull-up" }
                ],
                "display": { "driver": "sharp-memory-lcd", "width": 128, "height": 128, "bus": "spi" },
                "buzzer": { "driver": "gpio", "chip": "/dev/gpiochip0", "line": 18 },
                "gps": { "driver": "gpsd", "host": "127.0.0.1", "port": 2947 },
                "features": ["power-off"]
            }
            """
        let board = try Board(json: Array(file.utf8), file: "real.json").simulated
        #expect(board.buses.allSatisfy { $0.node == .simulated })
        #expect(board.buttons.allSatisfy { $0.driver == .control })
        #expect(board.display?.driver == .sharpMemoryLCD(bus: "spi"))
        #expect(board.gps == .simulated && board.buzzer == .simulated)
        #expect(board.features.isEmpty, "a measurement never turns the machine off")
    }

    @Test("Traffic is counted as the bus sees it: nine clocks a byte and address, one a start, repeated start and stop")
    func traffic() throws {
        let meter = BusMeter()
        let wrist = SimulatedWrist([.max30101], at: MonotonicInstant(seconds: 1), seed: 1)
        let bus = meter.i2c(wrist.bus)
        let address = try #require(I2CAddress(0x57)), out: [UInt8] = [0xFE]
        var into: [UInt8] = [0, 0]
        try out.withUnsafeBytes { write in try into.withUnsafeMutableBytes { try bus.transfer(address, write: write, read: $0) } }
        #expect(into[1] == 0x15)
        let use = meter.total
        #expect(use.i2c.bytesWritten == 1 && use.i2c.bytesRead == 2)
        #expect(use.i2c.clocks == 1 + 9 * 2 + 1 + 9 * 3 + 1)
        #expect(use.models > .zero)
        meter.setTiming(false)
        try out.withUnsafeBytes { write in try into.withUnsafeMutableBytes { try bus.transfer(address, write: write, read: $0) } }
        #expect(meter.total.models == use.models)
        #expect(meter.total.i2c.transfers == 2)
    }

    @Test("A transfer that fails is counted, and fails")
    func failing() throws {
        let meter = BusMeter()
        let bus = meter.i2c(SimulatedWrist([], at: MonotonicInstant(seconds: 1), seed: 1).bus)
        let address = try #require(I2CAddress(0x57)), out: [UInt8] = [0]
        #expect(throws: BusError.self) {
            try out.withUnsafeBytes { try bus.transfer(address, write: $0, read: UnsafeMutableRawBufferPointer(start: nil, count: 0)) }
        }
        #expect(meter.total.i2c.transfers == 1)
    }
}
