extension CommandLineTable {
    /// The help of the program, or of a command named by its path.
    public func help(for path: [String] = []) -> String {
        var chain = [program]
        for name in path {
            guard let next = chain[chain.count - 1].subcommands.first(where: { $0.name == name }) else { break }
            chain.append(next)
        }
        return help(for: chain)
    }

    /// The help of a command that was typed; an error with a suggestion where there is none of that name.
    func help(named words: [String]) throws(CommandLineError) -> String {
        var chain = [program]
        for word in words {
            let below = chain[chain.count - 1].subcommands
            guard let next = below.first(where: { $0.name == word }) else {
                let suggestion = Suggestion.nearest(to: word, in: below.map(\.name))
                throw CommandLineError(.unknownCommand(word, suggestion: suggestion), command: chain.map(\.name))
            }
            chain.append(next)
        }
        return help(for: chain)
    }

    /// The help of the last command of a chain that begins with the program.
    func help(for chain: [Command]) -> String {
        guard let command = chain.last else { return "" }
        var sections = ["\(sentence(command.summary))\n\nUsage: \(usage(of: chain))\n"]
        if !command.discussion.isEmpty { sections.append(TextColumns.wrapped(command.discussion, width: 80)) }
        if !command.subcommands.isEmpty {
            sections.append("Commands:\n" + TextColumns.table(command.subcommands.map { ($0.name, $0.summary) }))
        }
        if !command.arguments.isEmpty {
            sections.append("Arguments:\n" + TextColumns.table(command.arguments.map { ($0.name, $0.help) }))
        }
        sections.append("Options:\n" + TextColumns.table(options(of: chain).map { ($0.column, $0.helpWithDefault) }))
        if !command.examples.isEmpty {
            let lines = command.examples.map { "  \($0.line)\n      \($0.explanation)\n" }
            sections.append((lines.count == 1 ? "Example:\n" : "Examples:\n") + lines.joined())
        }
        if !command.subcommands.isEmpty {
            let line = chain.map(\.name).joined(separator: " ")
            let more = chain.count == 1 ? "`\(line) help COMMAND`" : "`\(line) COMMAND --help`"
            sections.append("\(more) tells more about a command.\n")
        }
        return sections.joined(separator: "\n")
    }

    /// The usage line of the last command of a chain.
    func usage(of chain: [Command]) -> String {
        guard let command = chain.last else { return "" }
        let options = chain.flatMap(\.options)
        let required = options.filter(\.isRequired).map(\.usage)
        let words =
            chain.map(\.name) + required + (options.count > required.count ? ["[options]"] : [])
            + (command.subcommands.isEmpty ? command.arguments.map(\.usage) : [command.standsFor == nil ? "COMMAND" : "[COMMAND]"])
        return words.joined(separator: " ")
    }
}

extension OptionSpecification {
    /// The option as it is typed in full, such as `--out DIR`.
    var usage: String { "--\(name)\(valueName.map { " \($0)" } ?? "")" }

    /// The option for a column of options, the letters below one another.
    var column: String { (letter.map { "-\($0), " } ?? "    ") + usage }

    var helpWithDefault: String {
        help + (defaultText.map { " (default: \($0))" } ?? "") + (isRequired ? " (required)" : "")
            + (isRepeatable ? " (any number of times)" : "")
    }
}

/// A text with a full stop at its end, whether it had one or not.
func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }

/// Lays text out for a terminal of 80 columns.
enum TextColumns {
    /// Two columns: terms, and what they mean, wrapped beside them.
    static func table(_ rows: [(String, String)]) -> String {
        let indent = 2
        let termWidth = min(rows.map { $0.0.count }.max() ?? 0, 26)
        let column = indent + termWidth + 2
        var text = ""
        for (term, meaning) in rows {
            let lines = wrap(meaning, width: 80 - column)
            text += String(repeating: " ", count: indent) + term
            var written = indent + term.count
            if term.count > termWidth {
                text += "\n"
                written = 0
            }
            for line in lines {
                text += String(repeating: " ", count: column - written) + line + "\n"
                written = 0
            }
        }
        return text
    }

    /// Paragraphs, each wrapped by itself.
    static func wrapped(_ text: String, width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { wrap(String($0), width: width).joined(separator: "\n") + "\n" }
            .joined()
    }

    private static func wrap(_ text: String, width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
