import Boards
import Testing

@Suite struct CurrentTests {
    @Test("Computer, part, other chip, display, receiver and buzzer may say what they draw, each with its source")
    func everyConsumer() throws {
        let board = try BoardFixture.board(
            """
            {"name": "Test", "buses": {"i2c": {"type": "i2c", "device": "/dev/i2c-1"}},
            "computer": {"current": {"milliamperes": 90, "source": "measured"}},
            "buttons": [{"role": "start", "driver": "keys"}, {"role": "page", "driver": "keys"}],
            "parts": [{"chip": "bmp390", "bus": "i2c", "address": "0x77", "current": {"milliamperes": 0.05, "source": "data-sheet"}},
                {"chip": "mpu6050", "bus": "i2c", "address": "0x68"}],
            "others": [{"name": "clock", "bus": "i2c", "address": "0x52", "current": {"milliamperes": 0, "source": "guess"}}],
            "display": {"driver": "terminal", "width": 128, "height": 64, "current": {"milliamperes": 8.5, "source": "guess"}},
            "buzzer": {"driver": "terminal", "current": {"milliamperes": 5000, "source": "guess"}},
            "gps": {"driver": "simulated", "current": {"milliamperes": 25, "source": "data-sheet"}}}
            """)
        let clock = try #require(board.others.first)
        let expected: [Board.Consumer: Board.Current] = [
            .computer: Board.Current(milliamperes: 90, source: .measured),
            .part(.bmp390): Board.Current(milliamperes: 0.05, source: .dataSheet),
            .other(clock): Board.Current(milliamperes: 0, source: .guess),
            .display: Board.Current(milliamperes: 8.5, source: .guess),
            .buzzer: Board.Current(milliamperes: 5000, source: .guess),
            .gps: Board.Current(milliamperes: 25, source: .dataSheet),
        ]
        #expect(board.currents == expected)
    }

    @Test("What says no current has none")
    func absent() throws {
        #expect(try BoardFixture.board(BoardFixture.minimal).currents.isEmpty)
        let empty = BoardFixture.minimal.replacing("\"features\": []", with: "\"computer\": {}")
        #expect(try BoardFixture.board(empty).currents.isEmpty)
    }
}
