/// One pass over the words of a command line.
struct CommandLineParsing {
    let table: CommandLineTable
    /// The program and the commands found so far.
    private var chain: [Command]
    private var optionTexts: [String: [String]] = [:]
    private var arguments: [String] = []

    init(table: CommandLineTable) {
        self.table = table
        chain = [table.program]
    }

    private var command: Command { chain[chain.count - 1] }

    private func error(_ reason: CommandLineError.Reason) -> CommandLineError { CommandLineError(reason, command: chain.map(\.name)) }

    mutating func parse(_ words: [String]) throws(CommandLineError) -> CommandLineOutcome {
        var rest = words[...]
        var optionsEnded = false
        while let word = rest.popFirst() {
            if optionsEnded || !Self.isOption(word) {
                try take(word: word)
            } else if word == "--" {
                optionsEnded = true
            } else {
                try take(option: word, rest: &rest)
            }
        }
        if optionTexts[CommandLineTable.helpOption.name] != nil { return .print(table.help(for: chain)) }
        if optionTexts[CommandLineTable.versionOption.name] != nil { return .print("\(table.program.name) \(table.version)\n") }
        if optionTexts[CommandLineTable.manualOption.name] != nil { return .print(table.manual()) }
        if let shell = optionTexts[CommandLineTable.completionOption.name]?.first.flatMap({ CompletionShell(rawValue: $0) }) {
            return .print(table.completion(for: shell))
        }
        return try outcome()
    }

    /// A word with a dash before it, unless that is all, or a number follows: -33.86 is a place in the south.
    private static func isOption(_ word: String) -> Bool {
        let bytes = word.utf8
        guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first else { return false }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= second)
    }

    private mutating func take(word: String) throws(CommandLineError) {
        guard !command.subcommands.isEmpty else {
            arguments.append(word)
            return
        }
        guard let next = command.subcommands.first(where: { $0.name == word }) else {
            throw error(.unknownCommand(word, suggestion: Suggestion.nearest(to: word, in: command.subcommands.map(\.name))))
        }
        chain.append(next)
    }

    private mutating func take(option word: String, rest: inout ArraySlice<String>) throws(CommandLineError) {
        let pieces = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let dashed = pieces[0]
        let options = table.options(of: chain)
        guard let option = options.first(where: { "--\($0.name)" == dashed || $0.letter.map { "-\($0)" } == dashed }) else {
            throw error(.unknownOption(dashed, suggestion: Suggestion.nearest(to: dashed, in: options.map { "--\($0.name)" })))
        }
        let attached = pieces.count > 1 ? pieces[1] : nil
        let name = "--\(option.name)"
        guard option.isRepeatable || optionTexts[option.name] == nil else { throw error(.repeatedOption(name)) }
        guard let expectation = option.expectation else {
            guard attached == nil else { throw error(.unexpectedValue(option: name)) }
            optionTexts[option.name] = [""]
            return
        }
        var value = attached
        if value == nil, let next = rest.first, !next.hasPrefix("--") { value = rest.popFirst() }
        guard let value else { throw error(.missingValue(option: name, expected: expectation)) }
        guard option.accepts(value) else {
            throw error(.wrongValue(value, of: name, expected: expectation, suggestion: suggestion(for: value, among: option.completion)))
        }
        optionTexts[option.name, default: []].append(value)
    }

    private mutating func outcome() throws(CommandLineError) -> CommandLineOutcome {
        if let next = command.subcommands.first(where: { $0.name == command.standsFor }) { chain.append(next) }
        guard command.subcommands.isEmpty else { throw error(.missingCommand(allowed: command.subcommands.map(\.name))) }
        for option in table.options(of: chain) where option.isRequired && optionTexts[option.name] == nil {
            throw error(.missingOption(option.name))
        }
        let invocation = Invocation(
            path: chain.dropFirst().map(\.name), program: table.program.name, optionTexts: optionTexts, argumentTexts: try namedArguments())
        return try table.builtInText(for: invocation).map { .print($0) } ?? .run(invocation)
    }

    private func namedArguments() throws(CommandLineError) -> [String: [String]] {
        var rest = arguments[...]
        var texts: [String: [String]] = [:]
        for argument in command.arguments {
            switch (argument.count, rest.first) {
            case (.one, nil), (.oneOrMore, nil): throw error(.missingArgument(argument.name))
            case (.oneOrNone, nil), (.any, nil): break
            case (.oneOrMore, .some), (.any, .some):
                texts[argument.name] = Array(rest)
                rest = []
            case (.one, let word?), (.oneOrNone, let word?):
                texts[argument.name] = [try allowed(word, for: argument)]
                rest = rest.dropFirst()
            }
        }
        if let surplus = rest.first { throw error(.surplusArgument(surplus)) }
        return texts
    }

    /// The word as the table writes it, where only some are allowed: START is start.
    private func allowed(_ word: String, for argument: ArgumentSpecification) throws(CommandLineError) -> String {
        guard case .words(let words) = argument.completion else { return word }
        if let allowed = words.first(where: { $0.lowercased() == word.lowercased() }) { return allowed }
        throw error(
            .wrongValue(
                word, of: argument.name, expected: "one of \(words.joined(separator: ", "))",
                suggestion: suggestion(for: word, among: argument.completion)))
    }

    private func suggestion(for word: String, among completion: ValueCompletion) -> String? {
        guard case .words(let words) = completion else { return nil }
        return Suggestion.nearest(to: word, in: words)
    }
}

extension CommandLineTable {
    /// The text of the commands that the table itself answers; nil for all others.
    func builtInText(for invocation: Invocation) throws(CommandLineError) -> String? {
        guard !program.subcommands.isEmpty else { return nil }
        switch invocation.path {
        case ["completion"]: return CompletionShell(rawValue: invocation[CommandLineTable.shell]).map { completion(for: $0) }
        case ["manual"]: return manual()
        case ["help"]: return try help(named: invocation[CommandLineTable.helpedCommand])
        default: return nil
        }
    }
}
