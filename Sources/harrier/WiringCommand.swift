import Boards
import CommandLineTable
import SystemCalls
import Wiring

/// `harrier wiring`: which pin goes where, drawn or as a table, from a board file.
enum WiringCommand {
    static func run(_ invocation: Invocation) throws {
        let plan = WiringPlan(try Board.load(path: try invocation.required(HarrierCommands.wiredBoard)))
        let path = invocation[HarrierCommands.drawing]
        var isInFile = false
        if let path { isInFile = try WholeFile.write(Array(WiringDrawing(plan).svg.utf8), to: path, permissions: 0o644) }
        if invocation[HarrierCommands.asTable] {
            Console.print(String(WiringTable(plan).markdown.dropLast()))
        } else if let path {
            // A pipe that gets the drawing gets nothing else.
            if isInFile { Console.print("\(plan.parts.count) parts in \(path)") }
        } else {
            Console.print(String(WiringDrawing(plan).svg.dropLast()))
        }
    }
}
