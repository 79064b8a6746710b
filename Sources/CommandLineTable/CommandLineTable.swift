/// A program's command line in one table: it makes parsing, help, shell completion and the man page, so that they cannot disagree.
///
/// A program with commands also gets `completion bash|zsh|fish` and `manual`; each command understands `--help`, the program `--version`.
public struct CommandLineTable: Sendable {
    /// The program with everything below it.
    public let program: Command
    /// What `--version` prints after the program's name.
    public let version: String

    /// A table. The two commands that every program with commands has are added.
    public init(program: Command, version: String) {
        var program = program
        if !program.subcommands.isEmpty {
            program.subcommands += [CommandLineTable.completionCommand(program.name), CommandLineTable.manualCommand(program.name)]
        }
        self.program = program
        self.version = version
    }

    /// Understands the words of a command line, the program's own name left out.
    public func parse(_ words: [String]) throws(CommandLineError) -> CommandLineOutcome {
        var parsing = CommandLineParsing(table: self)
        return try parsing.parse(words)
    }

    static let helpOption = Option.flag("help", letter: "h", help: "show this help").specification
    static let versionOption = Option.flag("version", help: "show the version").specification
    static let shell = Argument.one(
        "SHELL", completion: .words(CompletionShell.allCases.map(\.rawValue)), help: "the shell: bash, zsh or fish")

    private static func completionCommand(_ program: String) -> Command {
        Command(
            "completion", summary: "Print the completion script of a shell", arguments: [shell.specification],
            examples: [
                .init("\(program) completion bash > ~/.local/share/bash-completion/completions/\(program)", "let bash complete \(program)")
            ])
    }

    private static func manualCommand(_ program: String) -> Command {
        Command(
            "manual", summary: "Print the man page", examples: [.init("\(program) manual | man -l -", "read the man page")])
    }

    /// The options that a command takes: its own, those of the commands above it, and `--help`; at the program itself `--version` too.
    static func options(of chain: [Command]) -> [OptionSpecification] {
        chain.reversed().flatMap(\.options) + [helpOption] + (chain.count == 1 ? [versionOption] : [])
    }
}
