import Boards
import Testing

@Suite struct BoardErrorTests {
    /// What is changed in the minimal board, into what, and the message.
    static let mistakes: [(String, String, String)] = [
        ("\"name\": \"Test\",", "", "line 1: the key \"name\" is missing"),
        ("\"Test\"", "\"\"", "line 2, name: the text is empty, too long or has control characters; allowed: 1 to 64 bytes"),
        ("\"Test\"", "\"a\\u001b[2J\"", "line 2, name: the text is empty, too long or has control characters; allowed: 1 to 64 bytes"),
        ("\"Test\"", "7", "line 2, name: expected a text, found a whole number"),
        (
            "\"name\"", "\"nmae\"",
            "line 2, nmae: unknown key \"nmae\"; allowed: name, computer, buses, parts, others, buttons, display, buzzer, gps, features"
        ),
        ("\"i2c\": {", "\"i 2 c\": {", "line 4, buses.i 2 c: no name for a bus; allowed: 1 to 32 letters of a-z, A-Z, 0-9, - and _"),
        ("\"type\": \"spi\"", "\"type\": \"can\"", "line 5, buses.spi.type: unknown type \"can\"; allowed: i2c, spi"),
        (
            "/dev/spidev0.0", "/dev/../etc/passwd",
            "line 5, buses.spi.device: \"/dev/../etc/passwd\" is no device; allowed: a path below /dev/, or simulated"
        ),
        ("/dev/spidev0.0", "/dev/i2c-1", "line 5, buses.spi.device: /dev/i2c-1 is already the bus \"i2c\""),
        ("\"parts\": [", "\"parts\": 3, \"gps\": [", "line 7, parts: expected a list, found a whole number"),
        (
            "\"max30101\"", "\"max30199\"",
            "line 8, parts[0].chip: unknown chip \"max30199\"; allowed: max30101, max30102, max30105, lsm6dsox, mpu6050, bmp390, max17048, pisugar3"
        ),
        ("\"0x57\"", "\"0x56\"", "line 8, parts[0].address: max30101 has no address 0x56; allowed: 0x57"),
        ("\"0x6A\"", "\"106\"", "line 12, parts[1].address: \"106\" is no address; allowed: 0x6A, 0x6B, written as a text"),
        ("\"0x6A\"", "106", "line 12, parts[1].address: expected a text, found a whole number"),
        ("\"0x6A\"", "\"0x+A\"", "line 12, parts[1].address: lsm6dsox has no address 0x+A; allowed: 0x6A, 0x6B"),
        ("\"bus\": \"i2c\",\n", "\"bus\": \"spi\",\n", "line 11, parts[1].bus: there is no bus \"spi\" of type i2c; allowed: i2c"),
        ("            \"bus\": \"i2c\",\n", "", "line 9, parts[1]: the key \"bus\" is missing"),
        (
            "\"chip\": \"lsm6dsox\"", "\"chip\": \"max30102\"",
            "line 10, parts[1].chip: max30102 measures the same as max30101; leave one of them out"
        ),
        ("\"role\": \"start\"", "\"role\": \"stop\"", "line 16, buttons[0].role: unknown role \"stop\"; allowed: start, lap, page"),
        ("\"role\": \"page\"", "\"role\": \"start\"", "line 17, buttons[1].role: another button has this role already"),
        (
            "\"role\": \"page\"", "\"role\": \"lap\"",
            "line 15, buttons: a watch needs a button for \"page\"; allowed: start and page, and perhaps lap"
        ),
        (
            "\"driver\": \"gpio\"", "\"driver\": \"sysfs\"",
            "line 16, buttons[0].driver: unknown driver \"sysfs\"; allowed: gpio, control, keys"
        ),
        (
            "/dev/gpiochip0", "gpio chip 0",
            "line 16, buttons[0].chip: \"gpio chip 0\" is no GPIO chip; allowed: a path below /dev/, or a label as `gpiodetect` shows it, such as pinctrl-bcm2835"
        ),
        (
            "/dev/gpiochip0", "/sys/gpiochip0",
            "line 16, buttons[0].chip: \"/sys/gpiochip0\" is no GPIO chip; allowed: a path below /dev/, or a label as `gpiodetect` shows it, such as pinctrl-bcm2835"
        ),
        (
            "\"/dev/i2c-1\"", "\"/dev/i2c-1\", \"sda\": 2",
            "line 4, buses.i2c: the key \"scl\" is missing"
        ),
        ("\"/dev/i2c-1\"", "\"/dev/i2c-3\", \"sda\": 28, \"scl\": 3", "line 4, buses.i2c.sda: 28 is out of range; allowed: 0 to 27"),
        (
            "\"/dev/spidev0.0\"", "\"/dev/spidev0.0\", \"scl\": 3",
            "line 5, buses.spi.scl: only an I²C bus with a device has such a line"
        ),
        ("\"line\": 17", "\"line\": 512", "line 16, buttons[0].line: 512 is out of range; allowed: 0 to 511"),
        ("\"line\": 17", "\"line\": 17.0", "line 16, buttons[0].line: expected a whole number, found a number with a fraction"),
        ("\"line\": 17", "\"line\": null", "line 16, buttons[0].line: expected a whole number, found null"),
        ("\"active_low\": true", "\"active_low\": 1", "line 16, buttons[0].active_low: expected true or false, found a whole number"),
        ("\"pull-up\"", "\"up\"", "line 16, buttons[0].bias: unknown bias \"up\"; allowed: pull-up, pull-down, external"),
        (
            "\"driver\": \"control\"", "\"driver\": \"control\", \"line\": 3",
            "line 17, buttons[1].line: unknown key \"line\"; allowed: role, driver"
        ),
        (
            "\"driver\": \"control\"",
            "\"driver\": \"gpio\", \"chip\": \"/dev/gpiochip0\", \"line\": 17, \"active_low\": false, \"bias\": \"external\"",
            "line 17, buttons[1].line: line 17 of /dev/gpiochip0 is already the button start; choose another line: 27, 22, 5 are free so far"
        ),
        ("\"features\": []", "\"features\": [\"flying\"]", "line 19, features[0]: no such feature; allowed: power-off, wrist-raise, usb"),
        ("\"features\": []", "\"features\": [\"usb\",\n\"usb\"]", "line 20, features[1]: \"usb\" is named twice"),
        (
            "\"features\": []",
            "\"display\": {\"driver\": \"ssd1306\", \"width\": 128, \"height\": 128, \"bus\": \"i2c\", \"address\": \"0x3C\"}",
            "line 19, display.width: 128 × 128 is no size of ssd1306; allowed: 128 × 64"
        ),
        (
            "\"features\": []", "\"display\": {\"driver\": \"terminal\", \"width\": 128, \"height\": 64, \"bus\": \"i2c\"}",
            "line 19, display.bus: unknown key \"bus\"; allowed: driver, width, height, current"
        ),
        (
            "\"features\": []", "\"display\": {\"driver\": \"png\", \"width\": 128, \"height\": 64, \"folder\": \"../../tmp\"}",
            "line 19, display.folder: \"../../tmp\" is no folder of the data; allowed: a relative path without .., such as screen"
        ),
        (
            "\"features\": []", "\"buzzer\": {\"driver\": \"gpio\", \"chip\": \"/dev/gpiochip0\", \"line\": 17}",
            "line 19, buzzer.line: line 17 of /dev/gpiochip0 is already the button start; choose another line: 27, 22, 5 are free so far"
        ),
        (
            "\"features\": []", "\"gps\": {\"driver\": \"gpsd\", \"host\": \"a b\", \"port\": 2947}",
            "line 19, gps.host: a host has no spaces and no letters but ASCII; allowed: a name or an address, such as 127.0.0.1"
        ),
        (
            "\"features\": []", "\"gps\": {\"driver\": \"gpsd\", \"host\": \"::1\", \"port\": 0}",
            "line 19, gps.port: 0 is out of range; allowed: 1 to 65535"
        ),
        (
            "\"features\": []", "\"others\": [{\"name\": \"clock\", \"bus\": \"i2c\", \"address\": \"0x78\"}]",
            "line 19, others[0].address: 0x78 is kept by the bus for itself; allowed: 0x08 to 0x77"
        ),
        (
            "\"features\": []", "\"others\": [{\"name\": \"clock\", \"bus\": \"i2c\", \"address\": \"68\"}]",
            "line 19, others[0].address: \"68\" is no address; allowed: 0x08 to 0x77, written as a text"
        ),
        (
            "\"0x57\"", "\"0x57\", \"current\": 1.2", "line 8, parts[0].current: expected an object, found a number with a fraction"
        ),
        (
            "\"0x57\"", "\"0x57\", \"current\": { \"milliamperes\": 1.2 }", "line 8, parts[0].current: the key \"source\" is missing"
        ),
        (
            "\"0x57\"", "\"0x57\", \"current\": { \"milliamperes\": \"1\", \"source\": \"guess\" }",
            "line 8, parts[0].current.milliamperes: expected a number, found a text"
        ),
        (
            "\"0x57\"", "\"0x57\", \"current\": { \"milliamperes\": -0.5, \"source\": \"guess\" }",
            "line 8, parts[0].current.milliamperes: -0.5 is out of range; allowed: 0.0 to 5000.0"
        ),
        (
            "\"0x57\"", "\"0x57\", \"current\": { \"milliamperes\": 1, \"source\": \"a shop\" }",
            "line 8, parts[0].current.source: unknown source \"a shop\"; allowed: measured, data-sheet, guess"
        ),
        (
            "\"features\": []", "\"computer\": { \"current\": { \"milliamperes\": 1, \"source\": \"guess\", \"volts\": 5 } }",
            "line 19, computer.current.volts: unknown key \"volts\"; allowed: milliamperes, source"
        ),
        ("\"features\": []", "\"gps\": []", "line 19, gps: expected an object, found a list"),
        (
            "\"features\": []", "\"x\\u001b\": 1",
            "line 1, x?: unknown key \"x?\"; allowed: name, computer, buses, parts, others, buttons, display, buzzer, gps, features"
        ),
    ]

    @Test("A wrong board is refused with line, key, what is wrong and what is allowed", arguments: mistakes)
    func mistake(piece: String, replacement: String, message: String) throws {
        let text = BoardFixture.minimal.replacing(piece, with: replacement)
        #expect(text != BoardFixture.minimal)
        #expect {
            try BoardFixture.board(text)
        } throws: { error in
            "\(error)" == "test.json, \(message)"
        }
    }

    @Test(
        "Text that is no JSON is refused with the line of the slip",
        arguments: [
            ("", 1), ("\n\n{", 3), ("{\n\"name\": \"a\",\n\"name\": \"b\"}", 3), ("{\"name\": \"a\",\n}", 2), ("[1, 2]", 1), ("{} x", 1),
            ("\u{FEFF}{}", 1),
            ("{\"line\": 99999999999999999999}", 1), (String(repeating: "[", count: 5000), 1),
        ])
    func syntax(text: String, line: Int) {
        #expect {
            try BoardFixture.board(text)
        } throws: { error in
            (error as? BoardError)?.line == line && (error as? BoardError)?.problem.isEmpty == false
        }
    }

    @Test("A file that is not there, a folder, and a file that is too large are refused")
    func files() {
        for path in ["/nonexistent/board.json", "/", "/dev/zero"] {
            #expect {
                try Board.load(path: path)
            } throws: { error in
                (error as? BoardError)?.line == nil && "\(error)".hasPrefix("\(path): the ")
            }
        }
    }

    @Test(
        "A board file cut at any byte is refused and never traps", arguments: ["simulated", "pi-zero-2w", "pi-zero-2w-cheap", "breadboard"])
    func truncated(name: String) throws {
        let bytes = try BoardFixture.bytes(name)
        let end = try #require(bytes.lastIndex(of: UInt8(ascii: "}")))
        for length in 0..<end {
            #expect(throws: BoardError.self) { try Board(json: Array(bytes.prefix(length)), file: "cut.json") }
        }
    }

    @Test(
        "A board file with any byte changed is refused or read, and never traps",
        arguments: [0x00, 0x20, 0x22, 0x2C, 0x30, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x80, 0xFF] as [UInt8])
    func corrupted(value: UInt8) throws {
        let bytes = try BoardFixture.bytes("pi-zero-2w")
        var refused = 0
        for index in bytes.indices {
            var changed = bytes
            changed[index] = value
            do throws(BoardError) {
                _ = try Board(json: changed, file: "changed.json")
            } catch {
                refused += 1
                #expect(!error.problem.isEmpty)
                #expect((1...bytes.count).contains(error.line ?? 0))
            }
        }
        #expect(refused > bytes.count / 4)
    }
}
