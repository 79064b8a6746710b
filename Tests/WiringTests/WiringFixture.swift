import Boards
import Glibc
import Testing
import Wiring

/// Boards for the tests.
enum WiringFixture {
    /// The root of the repository.
    static var root: String { "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") }

    /// The boards whose drawings are in docs/images.
    static let drawn: [String] = ["pi-zero-2w", "pi-zero-2w-cheap", "breadboard"]

    static func shipped(_ name: String) throws -> WiringPlan {
        WiringPlan(try Board.load(path: "\(root)/boards/\(name).json"))
    }

    static func plan(_ text: String) throws -> WiringPlan { WiringPlan(try Board(json: Array(text.utf8), file: "test.json")) }

    static func text(ofFile path: String) throws -> String {
        let file = try #require(fopen("\(root)/\(path)", "rb"), "\(path) is missing: run tools/draw-wiring")
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// A board with everything that the drawing has to cope with.
    static let odd = """
        {
            "name": "Odd <board> & \\"co\\"",
            "buses": {
                "i2c": { "type": "i2c", "device": "/dev/i2c-1" },
                "soft": { "type": "i2c", "device": "/dev/i2c-3", "sda": 23, "scl": 24 },
                "far": { "type": "i2c", "device": "/dev/i2c-9" },
                "models": { "type": "i2c", "device": "simulated" },
                "spi": { "type": "spi", "device": "/dev/spidev1.0" }
            },
            "parts": [
                { "chip": "pisugar3", "bus": "i2c", "address": "0x57" },
                { "chip": "max30105", "bus": "soft", "address": "0x57" },
                { "chip": "mpu6050", "bus": "i2c", "address": "0x69" },
                { "chip": "bmp390", "bus": "far", "address": "0x76" }
            ],
            "others": [
                { "name": "A clock with a long name | indeed", "bus": "soft", "address": "0x68" },
                { "name": "Averyverylongwordwithoutanyspaces", "bus": "i2c", "address": "0x40" },
                { "name": "A model", "bus": "models", "address": "0x40" }
            ],
            "buttons": [
                { "role": "start", "driver": "gpio", "chip": "pinctrl-bcm2835", "line": 26, "active_low": false, "bias": "external" },
                { "role": "lap", "driver": "gpio", "chip": "pca9539", "line": 3, "active_low": true, "bias": "pull-up" },
                { "role": "page", "driver": "gpio", "chip": "/dev/gpiochip0", "line": 7, "active_low": true, "bias": "external" }
            ],
            "display": { "driver": "sharp-memory-lcd", "width": 144, "height": 168, "bus": "spi" },
            "buzzer": { "driver": "gpio", "chip": "pinctrl-bcm2835", "line": 12 },
            "gps": { "driver": "gpsd", "host": "localhost", "port": 2947 }
        }
        """

    /// Boards with parts, lines and displays by chance, the same each time for a seed; some seeds give a board that is refused.
    static func random(_ seed: UInt64) -> String {
        var chance = SeededChance(seed: seed)
        var members: [String] = []
        let buses: [String] = [
            #""i2c": { "type": "i2c", "device": "/dev/i2c-1" }"#,
            #""soft": { "type": "i2c", "device": "/dev/i2c-3", "sda": 23, "scl": 24 }"#,
            #""spi": { "type": "spi", "device": "/dev/spidev0.\#(chance.next(below: 2))" }"#,
            #""spi1": { "type": "spi", "device": "/dev/spidev1.\#(chance.next(below: 3))" }"#,
        ]
        members.append(#""buses": { \#(buses.joined(separator: ", ")) }"#)
        let choices: [[(String, String)]] = [
            [("max30101", "0x57"), ("max30102", "0x57")], [("lsm6dsox", "0x6A"), ("lsm6dsox", "0x6B"), ("mpu6050", "0x69")],
            [("bmp390", "0x76"), ("bmp390", "0x77")], [("max17048", "0x36")],
        ]
        let parts = choices.compactMap { choice -> String? in
            let (chip, address) = choice[chance.next(below: choice.count)]
            guard chance.next(below: 4) > 0 else { return nil }
            return #"{ "chip": "\#(chip)", "bus": "\#(chance.next(below: 3) > 0 ? "i2c" : "soft")", "address": "\#(address)" }"#
        }
        members.append(#""parts": [\#(parts.joined(separator: ", "))]"#)
        let others = (0..<chance.next(below: 4)).map {
            #"{ "name": "Other chip number \#($0)", "bus": "\#(chance.next(below: 2) > 0 ? "i2c" : "soft")", "address": "0x4\#($0)" }"#
        }
        members.append(#""others": [\#(others.joined(separator: ", "))]"#)
        var lines = [4, 5, 6, 12, 13, 22, 25, 26, 27, 0, 1]
        let buttons = ["start", "lap", "page"].map { role in
            let line = lines.remove(at: chance.next(below: lines.count))
            let low = chance.next(below: 3) > 0
            return #"{ "role": "\#(role)", "driver": "gpio", "chip": "pinctrl-bcm2835", "line": \#(line), "active_low": \#(low), "#
                + #""bias": "\#(chance.next(below: 2) > 0 ? "pull-up" : "external")" }"#
        }
        members.append(#""buttons": [\#(buttons.joined(separator: ", "))]"#)
        switch chance.next(below: 4) {
        case 0: members.append(#""display": { "driver": "sharp-memory-lcd", "width": 128, "height": 128, "bus": "spi" }"#)
        case 1: members.append(#""display": { "driver": "sharp-memory-lcd", "width": 144, "height": 168, "bus": "spi1" }"#)
        case 2: members.append(#""display": { "driver": "ssd1306", "width": 128, "height": 64, "bus": "soft", "address": "0x3D" }"#)
        default: break
        }
        if chance.next(below: 2) > 0 {
            let line = lines.remove(at: chance.next(below: lines.count))
            members.append(#""buzzer": { "driver": "gpio", "chip": "pinctrl-bcm2835", "line": \#(line) }"#)
        }
        if chance.next(below: 3) > 0 { members.append(#""gps": { "driver": "gpsd", "host": "127.0.0.1", "port": 2947 }"#) }
        return "{ \"name\": \"Board \(seed)\", \(members.joined(separator: ",\n")) }"
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
struct SeededChance {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, limit)))
    }
}
