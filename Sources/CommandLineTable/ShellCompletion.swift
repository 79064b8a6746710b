/// A shell that can complete command lines.
public enum CompletionShell: String, CaseIterable, Sendable {
    /// GNU bash.
    case bash
    /// The Z shell.
    case zsh
    /// fish.
    case fish
}

extension CommandLineTable {
    /// The script that teaches a shell the table.
    public func completion(for shell: CompletionShell) -> String {
        switch shell {
        case .bash: bashCompletion()
        case .zsh: "#compdef \(program.name)\nautoload -U +X bashcompinit && bashcompinit\n" + bashCompletion()
        case .fish: fishCompletion()
        }
    }

    /// Every command with the chain that leads to it, the program first.
    private func chains(from chain: [Command]) -> [[Command]] {
        [chain] + (chain.last?.subcommands ?? []).flatMap { chains(from: chain + [$0]) }
    }

    private func bashCompletion() -> String {
        let function = "_\(program.name)"
        // First walk over the words to find the command, then offer what it takes.
        var next = ""
        var offers = ""
        for chain in chains(from: [program]) {
            guard let command = chain.last else { continue }
            let path = chain.map(\.name).joined(separator: " ")
            for subcommand in command.subcommands { next += "            \"\(path) \(subcommand.name)\") command=\"$command $word\" ;;\n" }
            offers += bashOffers(command: command, path: path, options: options(of: chain))
        }
        return """
            \(function)() {
                local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="\(program.name)" word
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    case "$command $word" in
            \(next)        esac
                done
                case "$command" in
            \(offers)    esac
            }
            complete -F \(function) \(program.name)

            """
    }

    private func bashOffers(command: Command, path: String, options: [OptionSpecification]) -> String {
        var text = "        \"\(path)\")\n            case \"$previous\" in\n"
        for option in options where option.valueName != nil {
            let names = "--\(option.name)" + (option.letter.map { "|-\($0)" } ?? "")
            text += "                \(names)) \(ShellWords.bash(option.completion)); return ;;\n"
        }
        let names = options.map { "--\($0.name)" }.joined(separator: " ")
        let words = command.subcommands.map(\.name).joined(separator: " ")
        let other =
            command.subcommands.isEmpty
            ? ShellWords.bash(command.arguments.last?.completion ?? .nothing) : ShellWords.bash(.words([words]))
        text += "            esac\n"
        text += "            if [[ $current == -* ]]; then COMPREPLY=($(compgen -W \"\(names)\" -- \"$current\"))\n"
        return text + "            else \(other); fi ;;\n"
    }

    private func fishCompletion() -> String {
        var text = "complete -c \(program.name) -f\n"
        for chain in chains(from: [program]) {
            guard let command = chain.last else { continue }
            // A command is the one to complete when it and those above it are on the line, and none of those below it.
            let here = chain.dropFirst().map { "__fish_seen_subcommand_from \($0.name)" }
            let below = command.subcommands.map(\.name).joined(separator: " ")
            let condition = (here + (below.isEmpty ? [] : ["not __fish_seen_subcommand_from \(below)"])).joined(separator: "; and ")
            let start = "complete -c \(program.name)" + (condition.isEmpty ? "" : " -n \(ShellWords.quoted(condition))")
            for subcommand in command.subcommands { text += "\(start) -a \(subcommand.name) -d \(ShellWords.quoted(subcommand.summary))\n" }
            for argument in command.arguments { text += "\(start)\(ShellWords.fish(argument.completion))\n" }
            for option in options(of: chain) {
                let letter = option.letter.map { " -s \($0)" } ?? ""
                let value = option.valueName == nil ? "" : " -r\(ShellWords.fish(option.completion))"
                text += "\(start) -l \(option.name)\(letter)\(value) -d \(ShellWords.quoted(option.help))\n"
            }
        }
        return text
    }
}

/// Values as the shells' own completion commands take them.
private enum ShellWords {
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    static func bash(_ completion: ValueCompletion) -> String {
        switch completion {
        case .nothing: "COMPREPLY=()"
        case .files: "COMPREPLY=($(compgen -f -- \"$current\"))"
        case .folders: "COMPREPLY=($(compgen -d -- \"$current\"))"
        case .words(let words), .suggestions(let words): "COMPREPLY=($(compgen -W \(quoted(words.joined(separator: " "))) -- \"$current\"))"
        }
    }

    static func fish(_ completion: ValueCompletion) -> String {
        switch completion {
        case .nothing: ""
        case .files: " -F"
        case .folders: " -a '(__fish_complete_directories)'"
        case .words(let words), .suggestions(let words): " -a \(quoted(words.joined(separator: " ")))"
        }
    }
}
