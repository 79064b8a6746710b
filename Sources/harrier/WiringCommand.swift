import Boards
import CommandLineTable
import SystemCalls
import Wiring

/// `harrier wiring`: which pin goes where, drawn or as a table, from a board file.
enum WiringCommand {
    static func run(_ invocation: Invocation) throws {
        let plan = WiringPlan(try Board.load(path: try invocation.required(HarrierCommands.wiredBoard)))
        let path = invocation[HarrierCommands.drawing]
        if let path { try WholeFile.write(Array(WiringDrawing(plan).svg.utf8), to: path, permissions: 0o644) }
        if invocation[HarrierCommands.asTable] {
            Console.print(String(WiringTable(plan).markdown.dropLast()))
        } else if let path {
            Console.print("\(plan.parts.count) parts in \(path)")
        } else {
            Console.print(String(WiringDrawing(plan).svg.dropLast()))
        }
    }
}
