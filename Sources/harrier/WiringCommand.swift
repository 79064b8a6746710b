import Boards
import CommandLineTable
import SystemCalls
import Wiring

/// `harrier wiring`: which pin goes where, drawn or as a table, from a board file.
enum WiringCommand {
    static func run(_ invocation: Invocation) throws {
        let plan = WiringPlan(try Board.load(path: try invocation.required(HarrierCommands.wiredBoard)))
        let path = invocation[HarrierCommands.drawing]
        let text = invocation[HarrierCommands.asTable] ? WiringTable(plan).markdown : WiringDrawing(plan).svg
        guard let path else { return Console.print(String(text.dropLast())) }
        // A pipe that gets the text gets nothing else.
        guard try WholeFile.write(Array(text.utf8), to: path, permissions: 0o644) else { return }
        Console.print("\(plan.parts.count) part\(plan.parts.count == 1 ? "" : "s") in \(path)")
    }
}
