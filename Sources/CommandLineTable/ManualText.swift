extension CommandLineTable {
    /// The man page of the program and all its commands, in roff's `man` macros.
    public func manual() -> String {
        var page = ".TH \(Roff.argument(program.name.uppercased())) \(manualSection) \"\" \(Roff.argument("\(program.name) \(version)"))\n"
        page += ".SH NAME\n\(Roff.text(program.name)) \\- \(Roff.text(program.summary))\n"
        page += ".SH SYNOPSIS\n.B \(Roff.text(usage(of: [program])))\n"
        if !program.discussion.isEmpty { page += ".SH DESCRIPTION\n\(Roff.paragraphs(program.discussion))" }
        page += ".SH OPTIONS\n\(entries(of: [program]))"
        let commands = runnableCommands(below: [program])
        if !commands.isEmpty { page += ".SH COMMANDS\n" }
        for chain in commands {
            guard let command = chain.last else { continue }
            page += ".SS \(Roff.argument(usage(of: chain)))\n\(Roff.text(sentence(command.summary)))\n"
            if !command.discussion.isEmpty { page += ".PP\n\(Roff.paragraphs(command.discussion))" }
            page += entries(of: chain, inherited: false)
            for example in command.examples {
                page += ".PP\n\(Roff.text(example.explanation)):\n.PP\n.RS\n.B \(Roff.text(example.line))\n.RE\n"
            }
        }
        page += ".SH EXIT STATUS\n.TP\n.B 0\nDone.\n.TP\n.B 1\nIt could not be done; the standard error says why.\n"
        page += ".TP\n.B 2\nThe command line was not understood.\n"
        return page
    }

    private func entries(of chain: [Command], inherited: Bool = true) -> String {
        guard let command = chain.last else { return "" }
        let arguments = command.arguments.map { ($0.name, $0.help) }
        let options = (inherited ? options(of: chain) : command.options).map { option in
            ((option.letter.map { "-\($0), " } ?? "") + option.usage, option.helpWithDefault)
        }
        return (arguments + options)
            .map { ".TP\n.B \(Roff.text($0.0))\n\(Roff.text(sentence($0.1)))\n" }.joined()
    }

    /// The chains of all commands that do something, in the table's order.
    private func runnableCommands(below chain: [Command]) -> [[Command]] {
        guard let command = chain.last else { return [] }
        return command.subcommands.flatMap { next in
            next.subcommands.isEmpty ? [chain + [next]] : runnableCommands(below: chain + [next])
        }
    }
}

/// Keeps text from being taken for roff's own commands.
private enum Roff {
    static func text(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "\n": escaped += " "
            default: escaped.append(character)
            }
        }
        // A point or an apostrophe at the start of a line begins a command.
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }

    static func argument(_ text: String) -> String {
        "\"" + Roff.text(text).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq") + "\""
    }

    static func paragraphs(_ text: String) -> String {
        var result = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            result += line.isEmpty ? ".PP\n" : Roff.text(String(line)) + "\n"
        }
        return result
    }
}
