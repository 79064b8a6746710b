/// One command of a program, or the program itself, with its options, arguments and subcommands.
public struct Command: Sendable {
    /// The word that calls it.
    public var name: String
    /// What it does, in a line without a full stop.
    public var summary: String
    /// More about it, for its own help and the man page; paragraphs are parted by an empty line.
    public var discussion: String
    /// The words it takes.
    public var arguments: [ArgumentSpecification]
    /// The options it takes. Its subcommands take them too.
    public var options: [OptionSpecification]
    /// Commands below it. A command that has some does nothing by itself.
    public var subcommands: [Command]
    /// The command below it that it stands for where none is named; nil if one has to be.
    public var standsFor: String?
    /// Whole command lines with what each does.
    public var examples: [Example]

    /// A command line worth copying.
    public struct Example: Sendable {
        /// The line as it is typed.
        public var line: String
        /// What it does.
        public var explanation: String
        /// An example.
        public init(_ line: String, _ explanation: String) {
            self.line = line
            self.explanation = explanation
        }
    }

    /// A command.
    public init(
        _ name: String, summary: String, discussion: String = "", arguments: [ArgumentSpecification] = [],
        options: [OptionSpecification] = [], subcommands: [Command] = [], examples: [Example] = [], standsFor: String? = nil
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.options = options
        self.subcommands = subcommands
        self.examples = examples
        self.standsFor = standsFor
    }
}
