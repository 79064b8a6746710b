import Benchmarks
import Boards
import CAllocationCount
import CommandLineTable
import Quantities
import WatchDaemon

/// `harrier bench power`.
enum PowerBenchCommand {
    static let board = Option.file("board", help: "the board file; its parts are simulated").required()
    static let seconds = Option.integer("seconds", in: 1...3600, help: "how long each state is measured").defaulting(to: 20)

    static let command = Command(
        "power", summary: "What harrierd costs on a board, in real time: wake-ups, CPU time, bus time, writes.",
        options: [board.specification, seconds.specification, HarrierCommands.json.specification],
        examples: [.init("harrier bench power --board boards/pi-zero-2w.json --seconds 30", "three states, half a minute each")])

    static func run(_ invocation: Invocation) throws {
        let board = try Board.load(path: try invocation.required(board))
        let bench = try PowerBenchmark(
            board, for: .seconds(invocation[seconds]), allocationCount: harrier_allocation_count, progress: Console.progress)
        try bench.run()
        Console.endProgress()
        if invocation[HarrierCommands.json] { return Console.print(bench.json) }
        var table = Table(
            ["a second", "switches", "CPU ms", "syscalls", "I²C bytes", "I²C ms", "SPI bytes", "flash bytes", "flushes", "allocations"],
            left: [0])
        for state in bench.states {
            table.add([
                state.name, decimal(state.voluntarySwitches, 2), decimal(state.cpuMilliseconds, 3), decimal(state.systemCalls, 1),
                decimal(state.i2cBytes, 0), decimal(state.i2cBusyMilliseconds, 2), decimal(state.spiBytes, 0),
                decimal(state.flashBytes, 1), decimal(state.flushes, 3), decimal(state.allocations, 2),
            ])
        }
        Console.print(table.text)
        if !board.namedCurrents.isEmpty {
            var currents = Table(["draws", "mA", "says"], left: [0, 2])
            for (name, current) in board.namedCurrents { currents.add([name, decimal(current.milliamperes, 2), current.source.rawValue]) }
            Console.print(currents.text)
        }
        Console.print("\(board.name) with models of its parts, \(invocation[seconds]) s a state, I²C at 400 kHz.")
        if !board.displaySleeps {
            Console.print("Its display keeps its picture without power, so \"display off\" is rest after half a minute.")
        }
    }
}
