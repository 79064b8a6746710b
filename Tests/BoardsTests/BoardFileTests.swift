import Boards
import Glibc
import Quantities
import Testing

@Suite struct BoardFileTests {
    /// A board of the repository, what it senses, its buttons and its frame.
    static let shippedBoards: [(String, Set<SensorKind>, [ButtonRole], [Int])] = [
        ("simulated", [.gps, .heartRate, .motion, .barometer, .battery], [.start, .lap, .page], [128, 128]),
        ("pi-zero-2w", [.gps, .heartRate, .motion, .barometer, .battery], [.start, .lap, .page], [128, 128]),
        ("pi-zero-2w-cheap", [.gps, .heartRate, .motion], [.start, .page], [128, 64]),
        ("breadboard", [.gps], [.start, .lap, .page], []),
    ]

    @Test("The boards of the repository are read", arguments: shippedBoards)
    func shipped(name: String, sensors: Set<SensorKind>, roles: [ButtonRole], size: [Int]) throws {
        let board = try Board.load(path: BoardFixture.shipped(name))
        #expect(board.sensors == sensors)
        #expect(board.buttons.map(\.role) == roles)
        #expect(board.display.map { [$0.width, $0.height] } ?? [] == size)
        #expect(board.gps == .gpsd(host: "127.0.0.1", port: 2947))
    }

    @Test("Every board file in the folder is one that the tests read")
    func folder() throws {
        let folder = BoardFixture.shipped("simulated").split(separator: "/").dropLast().joined(separator: "/")
        let stream = try #require(opendir("/" + folder))
        defer { closedir(stream) }
        var names: Set<String> = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasSuffix(".json") { names.insert(String(name.dropLast(5))) }
        }
        #expect(names == Set(Self.shippedBoards.map(\.0)))
    }

    @Test("The real boards name lines by label, and figures are marked for what they are")
    func realBoards() throws {
        for name in ["pi-zero-2w", "pi-zero-2w-cheap"] {
            let board = try Board.load(path: BoardFixture.shipped(name))
            for button in board.buttons {
                guard case .gpio(let line, activeLow: true, bias: .pullUp) = button.driver else {
                    Issue.record("\(name): \(button.role) is no button to ground")
                    continue
                }
                #expect(line.isOnHeader && line.isNamedByLabel, "\(name): \(button.role)")
            }
            #expect(board.currents[.computer] == Board.Current(milliamperes: 90, source: .guess))
            for part in board.parts { #expect(board.currents[.part(part.chip)] != nil, "\(name): \(part.chip)") }
            #expect(!board.currents.values.contains { $0.source == .measured }, "\(name): nothing was measured on it yet")
        }
    }

    @Test("The cheap build has two buttons, and nothing for height and charge")
    func cheap() throws {
        let board = try Board.load(path: BoardFixture.shipped("pi-zero-2w-cheap"))
        let display = try #require(Board.Address(0x3C))
        #expect(board.parts.map(\.chip) == [.max30102, .mpu6050])
        #expect(board.parts.map(\.address.value) == [0x57, 0x68])
        #expect(board.display?.driver == .ssd1306(bus: "i2c", address: display))
        #expect(board.buzzer == nil && board.others.isEmpty)
    }

    @Test("The reference build is wired as its parts list says")
    func reference() throws {
        let board = try Board.load(path: BoardFixture.shipped("pi-zero-2w"))
        #expect(board.bus(named: "i2c")?.node == .device("/dev/i2c-1"))
        #expect(board.part(for: .heartRate)?.chip == .max30101)
        #expect(board.part(for: .heartRate)?.address.description == "0x57")
        #expect(board.part(for: .motion)?.address.description == "0x6A")
        #expect(board.part(for: .barometer)?.address.value == 0x77)
        #expect(board.part(for: .battery)?.chip == .max17048)
        #expect(board.display?.driver == .sharpMemoryLCD(bus: "spi"))
        let line = Board.Line(chip: "pinctrl-bcm2835", offset: 17)
        #expect(board.buttons.first { $0.role == .start }?.driver == .gpio(line, activeLow: true, bias: .pullUp))
        #expect(board.buzzer == .gpio(Board.Line(chip: "pinctrl-bcm2835", offset: 18)))
        #expect(board.features == [.powerOff, .wristRaise])
    }

    @Test("A build may lack display, buzzer, receiver and every sensor")
    func least() throws {
        let board = try BoardFixture.board(
            #"{"name": "Bare", "buttons": [{"role": "start", "driver": "keys"}, {"role": "page", "driver": "keys"}]}"#)
        #expect(board.display == nil && board.buzzer == nil && board.gps == nil)
        #expect(board.sensors.isEmpty && board.features.isEmpty && board.buses.isEmpty)
        #expect(board.part(for: .motion) == nil)
    }

    @Test(
        "Every driver of a display is understood",
        arguments: [
            (#"{"driver": "terminal", "width": 144, "height": 168}"#, .terminal, 144, 168),
            (#"{"driver": "simulated", "width": 128, "height": 64}"#, .simulated, 128, 64),
            (#"{"driver": "png", "width": 128, "height": 128, "folder": "a/b"}"#, .png(folder: "a/b"), 128, 128),
            (#"{"driver": "sharp-memory-lcd", "width": 144, "height": 168, "bus": "spi"}"#, .sharpMemoryLCD(bus: "spi"), 144, 168),
        ] as [(String, Board.DisplayDriver, Int, Int)])
    func displays(member: String, driver: Board.DisplayDriver, width: Int, height: Int) throws {
        let board = try BoardFixture.board(BoardFixture.minimal.replacing("\"features\": []", with: "\"display\": \(member)"))
        #expect(board.display == Board.Display(driver: driver, width: width, height: height))
    }

    @Test("An OLED has an address beside the parts")
    func ssd1306() throws {
        let member = #""display": {"driver": "ssd1306", "bus": "i2c", "address": "0x3D", "width": 128, "height": 64}"#
        let board = try BoardFixture.board(BoardFixture.minimal.replacing("\"features\": []", with: member))
        let address = try #require(Board.Address(0x3D))
        #expect(board.display?.driver == .ssd1306(bus: "i2c", address: address))
    }

    @Test("Other drivers of buzzer and receiver are understood")
    func otherDrivers() throws {
        let members = #""buzzer": {"driver": "terminal"}, "gps": {"driver": "simulated"}"#
        let board = try BoardFixture.board(BoardFixture.minimal.replacing("\"features\": []", with: members))
        #expect(board.buzzer == .terminal)
        #expect(board.gps == .simulated)
    }
}
