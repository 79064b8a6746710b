/// An option of a command, such as `--seed 7`, and the type of its value.
///
/// Declared once as a constant, listed in a ``Command``, and read with it: `invocation[seed]`. An option without a default reads as an
/// optional; ``defaulting(to:)`` makes it plain.
public struct Option<Value: Sendable>: Sendable {
    /// What the table needs to know: name, help, what is allowed.
    public internal(set) var specification: OptionSpecification
    /// The value when the option is not given.
    let fallback: Value
    let read: @Sendable (String) -> Value?
    let show: @Sendable (Value) -> String?
    /// Makes one value of two, where the option may be given more than once.
    let join: (@Sendable (Value, Value) -> Value)?
}

/// An option without the type of its value: what parsing, help, completion and the man page need.
public struct OptionSpecification: Sendable {
    /// The long name without its dashes.
    public let name: String
    /// The one-letter name, if there is one.
    public let letter: Character?
    /// What stands for the value in help, such as `SECONDS`; nil for a flag, which takes none.
    public let valueName: String?
    /// What the option does, in a sentence without a full stop.
    public let help: String
    /// What the value must be, to follow "expected": `a whole number from 1 to 9`. Nil for a flag.
    public let expectation: String?
    /// What a shell offers as value.
    public let completion: ValueCompletion
    /// The default as the runner would type it.
    public internal(set) var defaultText: String?
    /// True when the command cannot do without it.
    public internal(set) var isRequired: Bool
    /// True when it may be given more than once.
    public internal(set) var isRepeatable = false
    /// True when a text is a value of this option.
    let accepts: @Sendable (String) -> Bool
}

/// What a shell can offer where a value goes.
public enum ValueCompletion: Hashable, Sendable {
    /// Nothing.
    case nothing
    /// Names of files.
    case files
    /// Names of folders.
    case folders
    /// These words, and no others.
    case words([String])
    /// These words, among others that only the program knows.
    case suggestions([String])
}

extension Option {
    private init(
        _ name: String, letter: Character?, valueName: String?, help: String, expectation: String?, completion: ValueCompletion,
        fallback: Value, read: @escaping @Sendable (String) -> Value?, show: @escaping @Sendable (Value) -> String?
    ) {
        specification = OptionSpecification(
            name: name, letter: letter, valueName: valueName, help: help, expectation: expectation, completion: completion,
            defaultText: show(fallback), isRequired: false, accepts: { read($0) != nil })
        self.fallback = fallback
        self.read = read
        self.show = show
        join = nil
    }

    /// An option whose value is read by a closure, which gives nil for a text that is no such value; absent unless given.
    public static func value<Wrapped: Sendable>(
        _ name: String, letter: Character? = nil, valueName: String, expected: String, completion: ValueCompletion = .nothing, help: String,
        show: @escaping @Sendable (Wrapped) -> String, read: @escaping @Sendable (String) -> Wrapped?
    ) -> Self where Value == Wrapped? {
        Option(
            name, letter: letter, valueName: valueName, help: help, expectation: expected, completion: completion, fallback: nil,
            read: { text in read(text).map(Optional.some) }, show: { $0.map(show) })
    }

    /// The same option with a value for when it is not given; help shows it.
    public func defaulting<Wrapped: Sendable>(to value: Wrapped) -> Option<Wrapped> where Value == Wrapped? {
        var specification = specification
        specification.defaultText = show(value)
        return Option<Wrapped>(
            specification: specification, fallback: value, read: { [read] in read($0) ?? nil }, show: { [show] in show($0) }, join: nil)
    }

    /// The same option, which may be given any number of times: its values in the order of the command line.
    public func repeatable<Wrapped: Sendable>() -> Option<[Wrapped]> where Value == Wrapped? {
        var specification = specification
        specification.isRepeatable = true
        return Option<[Wrapped]>(
            specification: specification, fallback: [], read: { [read] in (read($0) ?? nil).map { [$0] } }, show: { _ in nil },
            join: { $0 + $1 })
    }

    /// The same option, without which the command line is refused. Read it with ``Invocation/required(_:)``.
    public func required() -> Self {
        var option = self
        option.specification.isRequired = true
        return option
    }
}

extension Option where Value == Bool {
    /// An option without a value: true when it is given.
    public static func flag(_ name: String, letter: Character? = nil, help: String) -> Option {
        Option(
            name, letter: letter, valueName: nil, help: help, expectation: nil, completion: .nothing, fallback: false,
            read: { _ in true }, show: { _ in nil })
    }
}

extension Option where Value == String? {
    /// Any text but the empty one, such as a name or `HOST:PORT`.
    public static func text(_ name: String, letter: Character? = nil, valueName: String, help: String) -> Option {
        .value(name, letter: letter, valueName: valueName, expected: "a text", help: help, show: { $0 }, read: { $0.isEmpty ? nil : $0 })
    }

    /// The path of a file. Whether it is there is for the command to see.
    public static func file(_ name: String, letter: Character? = nil, help: String) -> Option {
        .value(
            name, letter: letter, valueName: "FILE", expected: "the path of a file", completion: .files, help: help, show: { $0 },
            read: { $0.isEmpty ? nil : $0 })
    }

    /// The path of a folder. Whether it is there is for the command to see.
    public static func folder(_ name: String, letter: Character? = nil, help: String) -> Option {
        .value(
            name, letter: letter, valueName: "DIR", expected: "the path of a folder", completion: .folders, help: help, show: { $0 },
            read: { $0.isEmpty ? nil : $0 })
    }
}

extension Option where Value == Int? {
    /// A whole number in a range.
    public static func integer(
        _ name: String, letter: Character? = nil, in range: ClosedRange<Int>, valueName: String = "N", help: String
    ) -> Option {
        let expected =
            switch (range.lowerBound, range.upperBound) {
            case (.min, .max): "a whole number"
            case (let low, .max): "a whole number from \(low)"
            case (let low, let high): "a whole number from \(low) to \(high)"
            }
        return .value(
            name, letter: letter, valueName: valueName, expected: expected, help: help, show: { String($0) },
            read: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } })
    }
}

extension Option where Value == Double? {
    /// A number in a range, with or without a fraction.
    public static func number(
        _ name: String, letter: Character? = nil, in range: ClosedRange<Double>, valueName: String = "N", help: String
    ) -> Option {
        .value(
            name, letter: letter, valueName: valueName,
            expected: "a number from \(shortText(range.lowerBound)) to \(shortText(range.upperBound))", help: help, show: shortText,
            read: { text in Double(text).flatMap { range.contains($0) ? $0 : nil } })
    }
}

extension Option where Value == Duration? {
    /// A duration with its unit, such as `90s`, `10min`, `2h` or `1h30min`.
    public static func duration(
        _ name: String, letter: Character? = nil, in range: ClosedRange<Duration> = .zero...(.seconds(1_000_000_000)),
        valueName: String = "DURATION", help: String
    ) -> Option {
        .value(
            name, letter: letter, valueName: valueName,
            expected: "a duration such as 90s, 10min or 2h, from \(DurationText.text(range.lowerBound)) to "
                + DurationText.text(range.upperBound),
            help: help, show: DurationText.text,
            read: { text in DurationText.duration(text).flatMap { range.contains($0) ? $0 : nil } })
    }
}

extension Option where Value == PlaybackSpeed? {
    /// How fast simulated or recorded time passes: `max`, or a multiple of real time.
    public static func speed(_ name: String, letter: Character? = nil, help: String) -> Option {
        .value(
            name, letter: letter, valueName: "max|N", expected: "max, or a multiple of real time from 0.1 to 100000",
            completion: .words(["max", "1", "10"]), help: help, show: \.text, read: { PlaybackSpeed($0) })
    }
}

extension Option {
    /// One word out of an enumeration's raw values.
    public static func choice<Choice>(_ name: String, letter: Character? = nil, valueName: String, help: String) -> Self
    where Choice: CaseIterable & RawRepresentable & Sendable, Choice.RawValue == String, Value == Choice? {
        let words = Choice.allCases.map(\.rawValue)
        return .value(
            name, letter: letter, valueName: valueName, expected: "one of \(words.joined(separator: ", "))", completion: .words(words),
            help: help, show: \.rawValue, read: { Choice(rawValue: $0) })
    }
}

/// A number without a needless `.0`.
func shortText(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
