import Boards
import CommandLineTable
import Glibc
import Wiring

/// `harrier wiring`: which pin goes where, drawn or as a table, from a board file.
enum WiringCommand {
    static func run(_ invocation: Invocation) throws {
        let plan = WiringPlan(try Board.load(path: try invocation.required(HarrierCommands.wiredBoard)))
        let path = invocation[HarrierCommands.drawing]
        if let path { try write(WiringDrawing(plan).svg, to: path) }
        if invocation[HarrierCommands.asTable] {
            Console.print(String(WiringTable(plan).markdown.dropLast()))
        } else if let path {
            Console.print("\(plan.parts.count) parts in \(path)")
        } else {
            Console.print(String(WiringDrawing(plan).svg.dropLast()))
        }
    }

    /// Writes under a temporary name and renames, so that nobody sees half a drawing.
    private static func write(_ text: String, to path: String) throws(CommandFailure) {
        func failure() -> CommandFailure {
            CommandFailure("\(path) cannot be written: \(String(cString: strerror(errno))); choose another place with --out FILE")
        }
        let temporary = path + ".part"
        guard let stream = fopen(temporary, "we") else { throw failure() }
        var text = text
        let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, stream) == $0.count }
        let isClosed = fclose(stream) == 0
        guard isWritten, isClosed, rename(temporary, path) == 0 else {
            let failed = failure()
            unlink(temporary)
            throw failed
        }
    }
}
