import Boards
import Testing

/// Two parts at one address, two uses of one line: what is said and what is advised.
@Suite struct OccupiedPlacesTests {
    static let pisugar3 = #"{ "chip": "pisugar3", "bus": "i2c", "address": "0x57" }"#
    static let secondBus =
        "a bus of its own, { \"type\": \"i2c\", \"device\": \"/dev/i2c-3\", \"sda\": 23, \"scl\": 24 } with "
        + "dtoverlay=i2c-gpio,bus=3,i2c_gpio_sda=23,i2c_gpio_scl=24 in config.txt, or use another battery board than the PiSugar 3, "
        + "and a max17048 if it has no gauge"

    /// Two parts, the problem, and the way out.
    static let pairs: [(String, String, String)] = [
        (
            pisugar3 + #", { "chip": "max30101", "bus": "i2c", "address": "0x57" }"#, "max30101 and pisugar3 are both at 0x57",
            "give the max30101 " + secondBus
        ),
        (
            #"{ "chip": "max30105", "bus": "i2c", "address": "0x57" }, "# + pisugar3, "pisugar3 and max30105 are both at 0x57",
            "give the max30105 " + secondBus
        ),
        (
            #"{ "chip": "mpu6050", "bus": "i2c", "address": "0x68" }, "# + pisugar3, "pisugar3 and mpu6050 are both at 0x68",
            "move the mpu6050 to 0x69: connect its AD0 to 3V3, and write that address"
        ),
    ]

    @Test("Two parts at one address of one bus are refused, also where a part answers at a second one", arguments: pairs)
    func sameAddress(parts: String, problem: String, advice: String) {
        #expect {
            try BoardFixture.board(BoardFixture.withParts(parts))
        } throws: { error in
            guard let error = error as? BoardError else { return false }
            return error.problem == "\(problem) on \"i2c\", where neither would work" && error.advice == advice
                && error.key == "parts[1].address" && error.line == 3 && "\(error)".hasSuffix("; \(advice)")
        }
        #expect(throws: Never.self) { try BoardFixture.board(BoardFixture.withParts(parts.replacing("\"i2c\"", with: "\"other\""))) }
    }

    /// A member beside a clock at 0x68 and a display at 0x3C, and the message about it; the advice leaves the board as it should be.
    static let besideOthers: [(String, String, String, String)] = [
        (
            #""parts": [{ "chip": "mpu6050", "bus": "i2c", "address": "0x68" }]"#,
            "others[0].address: DS3231 and mpu6050 are both at 0x68 on \"i2c\", where neither would work; "
                + "move the mpu6050 to 0x69: connect its AD0 to 3V3, and write that address",
            "\"mpu6050\", \"bus\": \"i2c\", \"address\": \"0x68\"", "\"mpu6050\", \"bus\": \"i2c\", \"address\": \"0x69\""
        ),
        (
            #""display": { "driver": "ssd1306", "width": 128, "height": 64, "bus": "i2c", "address": "0x3C" }"#,
            "display.address: ssd1306 and expander are both at 0x3C on \"i2c\", where neither would work; "
                + "move the ssd1306 to 0x3D: connect its SA0 to 3V3, and write that address",
            "\"height\": 64, \"bus\": \"i2c\", \"address\": \"0x3C\"", "\"height\": 64, \"bus\": \"i2c\", \"address\": \"0x3D\""
        ),
    ]

    @Test("A chip that Harrier does not use keeps its address, and who is beside it moves", arguments: besideOthers)
    func others(member: String, message: String, wrong: String, right: String) throws {
        let text = """
            {"name": "Test", "buses": {"i2c": {"type": "i2c", "device": "/dev/i2c-1"}},
            "buttons": [{"role": "start", "driver": "keys"}, {"role": "page", "driver": "keys"}],
            "others": [{ "name": "DS3231", "bus": "i2c", "address": "0x68" }, { "name": "expander", "bus": "i2c", "address": "0x3C" }],
            \(member)}
            """
        #expect {
            try BoardFixture.board(text)
        } throws: { error in
            "\(error)".hasSuffix(message)
        }
        let board = try BoardFixture.board(text.replacing(wrong, with: right))
        #expect(board.others.map(\.name) == ["DS3231", "expander"])
        #expect(board.others.map(\.address.value) == [0x68, 0x3C])
    }

    @Test("The advice mends the board: an MPU-6050 at 0x69 goes with a PiSugar 3, a MAX3010x on a second bus too")
    func wayOut() throws {
        let board = try BoardFixture.board(
            BoardFixture.withParts(
                Self.pisugar3 + #", { "chip": "mpu6050", "bus": "i2c", "address": "0x69" }"#
                    + #", { "chip": "max30102", "bus": "other", "address": "0x57" }"#))
        #expect(board.parts.map(\.address.value) == [0x57, 0x69, 0x57])
    }

    /// The buses, a line of a button, and the message about it. Line 17 is another button's.
    static let lines: [(Int, String)] = [
        (2, "line 2 of pinctrl-bcm2835 is already SDA of the bus \"i2c\"; choose another line: 27, 22, 5 are free so far"),
        (3, "line 3 of pinctrl-bcm2835 is already SCL of the bus \"i2c\"; choose another line: 27, 22, 5 are free so far"),
        (7, "line 7 of pinctrl-bcm2835 is already CE1 of SPI0; choose another line: 27, 22, 5 are free so far"),
        (8, "line 8 of pinctrl-bcm2835 is already CE0 of SPI0; choose another line: 27, 22, 5 are free so far"),
        (9, "line 9 of pinctrl-bcm2835 is already MISO of SPI0; choose another line: 27, 22, 5 are free so far"),
        (10, "line 10 of pinctrl-bcm2835 is already MOSI of SPI0; choose another line: 27, 22, 5 are free so far"),
        (11, "line 11 of pinctrl-bcm2835 is already SCLK of SPI0; choose another line: 27, 22, 5 are free so far"),
        (
            14,
            "line 14 of pinctrl-bcm2835 is already TXD of the serial port, where gpsd's receiver is; "
                + "choose another line: 27, 22, 5 are free so far"
        ),
        (
            15,
            "line 15 of pinctrl-bcm2835 is already RXD of the serial port, where gpsd's receiver is; "
                + "choose another line: 27, 22, 5 are free so far"
        ),
        (17, "line 17 of pinctrl-bcm2835 is already the button start; choose another line: 27, 22, 5 are free so far"),
    ]

    static func buttons(_ second: String, line: Int) -> String {
        let page =
            #"{ "role": "page", "driver": "gpio", "chip": "\#(second)", "line": \#(line), "active_low": true, "bias": "pull-up" }"#
        return BoardFixture.minimal.replacing(#"{ "role": "page", "driver": "control" }"#, with: page)
    }

    @Test("I11: A line that a bus, the serial port or another button has is refused, whichever name its chip goes by", arguments: lines)
    func sameLine(line: Int, message: String) {
        for name in ["pinctrl-bcm2835", "/dev/gpiochip0"] {
            let text = Self.buttons(name, line: line)
                .replacing("\"features\": []", with: #""gps": { "driver": "gpsd", "host": "127.0.0.1", "port": 2947 }"#)
            #expect {
                try BoardFixture.board(text)
            } throws: { error in
                let expected = "test.json, line 17, buttons[1].line: \(message)"
                return "\(error)" == expected.replacing("pinctrl-bcm2835", with: name)
            }
        }
    }

    @Test(
        "A line is free when no bus of this board has it, and on another GPIO chip",
        arguments: [("pinctrl-bcm2835", 14), ("pinctrl-bcm2835", 18), ("pca9539", 2), ("pca9539", 17), ("/dev/gpiochip2", 17)])
    func freeLine(chip: String, line: Int) throws {
        let board = try BoardFixture.board(Self.buttons(chip, line: line))
        guard case .gpio(let found, _, _) = board.buttons[1].driver else {
            Issue.record("the button is on no line")
            return
        }
        #expect(found == Board.Line(chip: chip, offset: UInt32(line)))
        #expect(found.isNamedByLabel == !chip.hasPrefix("/"))
        #expect(found.isOnHeader == (chip == "pinctrl-bcm2835"))
    }

    @Test("A gpsd on another machine leaves the serial port free")
    func distantReceiver() {
        let text = Self.buttons("pinctrl-bcm2835", line: 14)
            .replacing("\"features\": []", with: #""gps": { "driver": "gpsd", "host": "192.168.1.7", "port": 2947 }"#)
        #expect(throws: Never.self) { try BoardFixture.board(text) }
    }

    @Test("Two buses on one pair of lines are refused; two chip selects of one SPI are not")
    func sharedBuses() throws {
        let twice = BoardFixture.minimal.replacing(
            #""i2c": {"#, with: #""soft": { "type": "i2c", "device": "/dev/i2c-3", "sda": 2, "scl": 5 }, "i2c": {"#)
        #expect {
            try BoardFixture.board(twice)
        } throws: { error in
            "\(error)"
                == "test.json, line 4, buses.i2c: line 2 of pinctrl-bcm2835 is already SDA of the bus \"soft\"; "
                + "choose another line: 17, 27, 22 are free so far"
        }
        let selects = BoardFixture.minimal.replacing(
            #""spi": {"#, with: #""second": { "type": "spi", "device": "/dev/spidev0.1" }, "spi": {"#)
        let board = try BoardFixture.board(selects)
        #expect(board.bus(named: "spi")?.chipSelect == .chipSelect0)
        #expect(board.bus(named: "second")?.chipSelect == .chipSelect1)
    }

    @Test("A bus in software has the lines that the file names, a bus of the Pi its own, an unknown one none")
    func busLines() throws {
        let text = BoardFixture.minimal.replacing(
            #""i2c": {"#,
            with: #""soft": { "type": "i2c", "device": "/dev/i2c-3", "sda": 23, "scl": 24 }, "#
                + #""far": { "type": "i2c", "device": "/dev/i2c-9" }, "i2c": {"#)
        let board = try BoardFixture.board(text)
        #expect(board.bus(named: "soft")?.lines == [Board.HeaderLine(.sda, 23), Board.HeaderLine(.scl, 24)])
        #expect(board.bus(named: "i2c")?.lines == [Board.HeaderLine(.sda, 2), Board.HeaderLine(.scl, 3)])
        #expect(board.bus(named: "far")?.lines == [])
        #expect(board.bus(named: "soft")?.chipSelect == nil)
    }

    @Test("A chip is moved to the address that its pin chooses")
    func addressPins() throws {
        for chip in Chip.allCases {
            guard let pin = chip.addressPin else {
                #expect(chip.addresses.count == 1, "\(chip) has no pin that chooses")
                continue
            }
            #expect(chip.addresses == [pin.low, pin.high], "\(chip)")
            #expect(pin.level(for: pin.low) == "GND" && pin.level(for: pin.high) == "3V3", "\(chip)")
        }
    }
}
