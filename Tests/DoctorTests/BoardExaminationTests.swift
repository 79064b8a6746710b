import Boards
import LinuxPeripherals
import Quantities
import Testing

@testable import Doctor

@Suite("A board's parts") struct BoardExaminationTests {
    private static func examine(_ json: String, shows: Bool = false, watch: LockHolder? = nil) throws -> [String] {
        let board = try Board(json: Array(json.utf8), file: "board.json")
        let loop = try EventLoop()
        let options = BoardExamination.Options(duration: .seconds(3), shows: shows, runningWatch: watch)
        let examination = try BoardExamination(board, options, on: loop) { true }
        // No second is spent on what is not there, or needs no time.
        #expect(loop.wakeUps == 0)
        return examination.findings.map { "\($0.verdict.rawValue) \($0.part): \($0.text)" + ($0.advice.map { " → \($0)" } ?? "") }
    }

    private static let buttons = """
        "buttons": [{ "role": "start", "driver": "control" }, { "role": "page", "driver": "control" }]
        """

    @Test("I13: a missing node is one problem, with the parts that could not be looked at, and nothing is waited for")
    func missingNodes() throws {
        let lines = try Self.examine(
            """
            { "name": "bare",
              "buses": { "i2c": { "type": "i2c", "device": "/dev/harrier-no-i2c" }, "spi": { "type": "spi", "device": "/dev/harrier-no-spi" } },
              "parts": [ { "chip": "max30101", "bus": "i2c", "address": "0x57" }, { "chip": "lsm6dsox", "bus": "i2c", "address": "0x6B" } ],
              "buttons": [
                { "role": "start", "driver": "gpio", "chip": "/dev/harrier-no-gpio", "line": 17, "active_low": true, "bias": "pull-up" },
                { "role": "page", "driver": "gpio", "chip": "/dev/harrier-no-gpio", "line": 22, "active_low": true, "bias": "pull-up" } ],
              "display": { "driver": "sharp-memory-lcd", "width": 128, "height": 128, "bus": "spi" },
              "buzzer": { "driver": "gpio", "chip": "/dev/harrier-no-gpio", "line": 18 } }
            """)
        #expect(
            lines.map { $0.prefix { $0 != "→" } } == [
                "problem bus i2c: this machine has no /dev/harrier-no-i2c; not probed: max30101 at 0x57, lsm6dsox at 0x6B ",
                "problem bus spi: this machine has no /dev/harrier-no-spi; not probed: the display ",
                "problem buttons: this machine has no /dev/harrier-no-gpio; not probed: the start button, the page button, the buzzer ",
            ])
        #expect(lines.allSatisfy { $0.contains(" → ") })
    }

    @Test("I13: a node that is something else is told apart from one that is missing")
    func wrongNodes() throws {
        let lines = try Self.examine(
            """
            { "name": "wrong", "buses": { "i2c": { "type": "i2c", "device": "/dev/null" }, "second": { "type": "i2c", "device": "/dev/shm" } },
              "parts": [ { "chip": "bmp390", "bus": "i2c", "address": "0x77" } ], \(Self.buttons) }
            """)
        #expect(
            lines == [
                "problem bus i2c: The I²C bus /dev/null is no I²C bus; not probed: bmp390 at 0x77 → name one such as /dev/i2c-1 in the board file",
                "problem bus second: /dev/shm is no device → name the I²C bus's character device in the board file",
            ])
    }

    @Test("Chips that a running watch has in its hands are left alone; models are nobody's")
    func running() throws {
        let watch = LockHolder(process: 812, name: "harrierd")
        func board(on device: String) -> String {
            """
            { "name": "busy", "buses": { "i2c": { "type": "i2c", "device": "\(device)" } },
              "parts": [ { "chip": "bmp390", "bus": "i2c", "address": "0x77" } ], \(Self.buttons) }
            """
        }
        #expect(
            try Self.examine(board(on: "/dev/null"), watch: watch) == [
                "ok bus i2c: /dev/null can be used",
                "warning parts: harrierd is running on the parts (process 812); two programs on a bus disturb each other, so the chips were "
                    + "not probed → stop harrierd (sudo systemctl stop harrierd) first, and try again",
            ])
        let models = try Self.examine(board(on: "simulated"), watch: watch)
        #expect(models.last == "ok BMP390 at 0x77 on simulated: id 0x60; 965.2 hPa, 27.0 °C")
    }

    @Test("Models are looked at like chips, display included, and nothing is waited for")
    func models() throws {
        let json = """
            { "name": "models", "buses": { "i2c": { "type": "i2c", "device": "simulated" } },
              "parts": [ { "chip": "bmp390", "bus": "i2c", "address": "0x76" }, { "chip": "pisugar3", "bus": "i2c", "address": "0x57" } ],
              "display": { "driver": "ssd1306", "width": 128, "height": 64, "bus": "i2c", "address": "0x3D" }, \(Self.buttons) }
            """
        #expect(
            try Self.examine(json) == [
                "ok buses: none needed: no part of this board is on one",
                "warning The PiSugar 3 at 0x57: has no driver yet → leave it out of the board file; the watch runs without a gauge",
                "ok BMP390 at 0x77 on simulated: id 0x60; 965.2 hPa, 27.0 °C",
                "ok SSD1306 at 0x3C on simulated: answers; --show draws a picture",
            ])
        #expect(try Self.examine(json, shows: true).last == "ok SSD1306 at 0x3C on simulated: was sent a picture")
    }

    @Test("U-B9, U-C17: buses are switched on by the same words everywhere, and what config.txt already says is not advised again")
    func remedies() {
        let i2c = BoardNode(path: "/dev/harrier-no-i2c", kind: .i2c, user: "bus i2c", parts: [])
        let spi = BoardNode(path: "/dev/harrier-no-spi", kind: .spi, user: "bus spi", parts: [])
        func advice(_ node: BoardNode, _ lines: [String]?) -> String? {
            NodeExamination(boot: lines.map { BootConfiguration(path: "/boot/firmware/config.txt", lines: $0) }).complaint(node)?.advice
        }
        #expect(
            advice(i2c, nil)
                == "on a Pi add dtparam=i2c_arm=on to /boot/firmware/config.txt, put i2c-dev into /etc/modules-load.d/i2c-dev.conf, and restart"
        )
        #expect(
            advice(i2c, [])
                == "add dtparam=i2c_arm=on to /boot/firmware/config.txt, put i2c-dev into /etc/modules-load.d/i2c-dev.conf, and restart")
        let restart = "/boot/firmware/config.txt switches it on: restart, and if it is still not there, sudo modprobe "
        #expect(advice(i2c, ["dtparam=i2c_arm=on"]) == restart + "i2c-dev")
        #expect(advice(spi, []) == "add dtoverlay=spi0-1cs-inverted to /boot/firmware/config.txt, and restart")
        #expect(advice(spi, ["dtoverlay=spi0-1cs-inverted"]) == restart + "spidev")
        let display = BoardNode(path: "/dev/harrier-no-spi", kind: .spi, user: "bus spi", parts: ["the display"])
        #expect(advice(display, []) == "add dtoverlay=spi0-1cs-inverted to /boot/firmware/config.txt, and restart")
    }
}
