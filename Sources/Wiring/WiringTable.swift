/// A wiring plan as a table in Markdown: a row for each terminal.
public struct WiringTable: Sendable {
    private let plan: WiringPlan

    /// A table of a plan.
    public init(_ plan: WiringPlan) { self.plan = plan }

    /// The table, its notes below it.
    public var markdown: String {
        var lines: [String] = ["| part | its terminal | pin | called |", "| --- | --- | --- | --- |"]
        for part in plan.parts {
            for (index, terminal) in part.terminals.enumerated() {
                let name = index == 0 ? "**\(Self.escaped(part.title))**, \(Self.escaped(part.remarks.joined(separator: ", ")))" : ""
                lines.append("| \(name) | \(Self.escaped(terminal.name)) | \(goal(of: terminal)) |")
            }
        }
        if !plan.notes.isEmpty { lines.append("") }
        for note in plan.notes { lines.append("- \(Self.escaped(note))") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func goal(of terminal: WiringPlan.Terminal) -> String {
        switch terminal.end {
        case .pin(let pin): "\(pin.number) | \(pin.name)" + (terminal.use.isEmpty ? "" : ", \(terminal.use)")
        case .terminal(let part, let index):
            "– | \(Self.escaped(plan.parts[part].terminals[index].name)) of the \(Self.escaped(plan.parts[part].title))"
        }
    }

    /// A text that Markdown leaves as it is, also in a cell.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if "\\|*_`<>[]#&".contains(character) { escaped += "\\" }
            escaped.append(character)
        }
        return escaped
    }
}
