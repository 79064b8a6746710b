/// A program's command line in one table: it makes parsing, help, shell completion and the man page, so that they cannot disagree.
///
/// A program with commands also gets `help [COMMAND]`, `completion bash|zsh|fish` and `manual`; each command understands `--help`, the program
/// `--version`. One without commands has `--completion SHELL` and `--manual` in their place.
public struct CommandLineTable: Sendable {
    /// The program with everything below it.
    public let program: Command
    /// What `--version` prints after the program's name.
    public let version: String
    /// The section of the manual that the program belongs to: 1 for users, 8 for daemons (man-pages(7)).
    public let manualSection: Int

    /// A table. The commands that every program with commands has are added.
    public init(program: Command, version: String, manualSection: Int = 1) {
        var program = program
        if !program.subcommands.isEmpty {
            program.subcommands += [
                CommandLineTable.helpCommand(program.name), CommandLineTable.completionCommand(program.name),
                CommandLineTable.manualCommand(program.name),
            ]
        }
        self.program = program
        self.version = version
        self.manualSection = manualSection
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

    static let completionOption = Option<CompletionShell?>.choice(
        "completion", valueName: "SHELL", help: "print the completion script of a shell"
    ).specification
    static let manualOption = Option.flag("manual", help: "print the man page").specification
    static let helpedCommand = Argument.any("COMMAND", help: "a command, such as `bench` or `bench watch`")

    private static func helpCommand(_ program: String) -> Command {
        Command(
            "help", summary: "Show the help of the program or of a command", arguments: [helpedCommand.specification],
            examples: [.init("\(program) help completion", "what a command does and takes")])
    }

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
    func options(of chain: [Command]) -> [OptionSpecification] {
        let own = chain.reversed().flatMap(\.options) + [CommandLineTable.helpOption]
        guard chain.count == 1 else { return own }
        let printed = program.subcommands.isEmpty ? [CommandLineTable.completionOption, CommandLineTable.manualOption] : []
        return own + [CommandLineTable.versionOption] + printed
    }
}
