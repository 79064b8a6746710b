/// A command line that was understood: which command, and the values of its options and arguments.
public struct Invocation: Sendable {
    /// The names of the commands from below the program down, such as `["bench", "watch"]`; empty for a program without commands.
    public let path: [String]
    let program: String
    let optionTexts: [String: [String]]
    let argumentTexts: [String: [String]]

    /// The value of an option, or its default when it was not given.
    public subscript<Value>(option: Option<Value>) -> Value {
        let values = (optionTexts[option.specification.name] ?? []).compactMap(option.read)
        guard let first = values.first else { return option.fallback }
        guard let join = option.join else { return first }
        return values.dropFirst().reduce(first, join)
    }

    /// The value of an argument.
    public subscript<Value>(argument: Argument<Value>) -> Value { argument.read(argumentTexts[argument.specification.name] ?? []) }

    /// The value of an option declared ``Option/required()``. It throws only for one that is not, and was not given.
    public func required<Value>(_ option: Option<Value?>) throws(CommandLineError) -> Value {
        guard let value = self[option] else { throw CommandLineError(.missingOption(option.specification.name), command: [program] + path) }
        return value
    }

    /// True when the option was given, whatever its value.
    public func has<Value>(_ option: Option<Value>) -> Bool { optionTexts[option.specification.name] != nil }
}

/// How a program ends.
public enum ExitStatus: Int32, Sendable {
    /// It did what was asked.
    case success = 0
    /// It could not, and has said why.
    case failure = 1
    /// The command line was not understood.
    case usage = 2
}

/// What to do with a command line.
public enum CommandLineOutcome: Sendable {
    /// Run the command.
    case run(Invocation)
    /// Print this text (help, version, completion, man page) and end with ``ExitStatus/success``.
    case print(String)
}

/// Why a command line was not understood. Print it to the standard error and end with ``ExitStatus/usage``.
public struct CommandLineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// A command is missing; the words that may stand there.
        case missingCommand(allowed: [String])
        /// There is no such command; one that was perhaps meant.
        case unknownCommand(String, suggestion: String?)
        /// There is no such option; one that was perhaps meant, with its dashes.
        case unknownOption(String, suggestion: String?)
        /// An option needs a value and has none.
        case missingValue(option: String, expected: String)
        /// A flag was given a value.
        case unexpectedValue(option: String)
        /// A value is not of the allowed kind; a word that was perhaps meant.
        case wrongValue(String, of: String, expected: String, suggestion: String?)
        /// An option was given twice.
        case repeatedOption(String)
        /// A required option was not given.
        case missingOption(String)
        /// A required word was not given.
        case missingArgument(String)
        /// There are more words than the command takes.
        case surplusArgument(String)
    }

    /// What is wrong.
    public let reason: Reason
    /// The program and the commands that were understood so far.
    public let command: [String]

    init(_ reason: Reason, command: [String]) {
        self.reason = reason
        self.command = command
    }

    /// The sentence, and where to find help.
    public var description: String { "\(sentence)\nSee `\(command.joined(separator: " ")) --help`." }

    private var sentence: String {
        switch reason {
        case .missingCommand(let allowed):
            "a command is missing: expected one of \(allowed.joined(separator: ", "))"
        case .unknownCommand(let word, let suggestion):
            "there is no command \"\(word)\"\(CommandLineError.ending(for: suggestion))"
        case .unknownOption(let word, let suggestion):
            "there is no option \(word)\(CommandLineError.ending(for: suggestion))"
        case .missingValue(let option, let expected):
            "\(option) needs a value: expected \(expected)"
        case .unexpectedValue(let option):
            "\(option) takes no value"
        case .wrongValue(let value, let name, let expected, let suggestion):
            "\"\(value)\" does not fit \(name): expected \(expected)\(suggestion.map { "; did you mean \($0)?" } ?? "")"
        case .repeatedOption(let option):
            "\(option) is given twice"
        case .missingOption(let name):
            "--\(name) is missing"
        case .missingArgument(let name):
            "\(name) is missing"
        case .surplusArgument(let word):
            "\"\(word)\" is one word too many"
        }
    }

    private static func ending(for suggestion: String?) -> String { suggestion.map { "; did you mean \($0)?" } ?? "" }
}
