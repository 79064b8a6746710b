/// A word of a command line that belongs to no option, such as the file in `harrier replay FILE`, and the type it reads as.
public struct Argument<Value: Sendable>: Sendable {
    /// What the table needs to know.
    public let specification: ArgumentSpecification
    let read: @Sendable ([String]) -> Value
}

/// An argument without its type.
public struct ArgumentSpecification: Sendable {
    /// How many words an argument takes.
    public enum Count: Sendable {
        /// Exactly one.
        case one
        /// One or none.
        case oneOrNone
        /// One or more, to the end of the line.
        case oneOrMore
        /// Any number, to the end of the line.
        case any
    }

    /// What stands for it in help, such as `FILE`.
    public let name: String
    /// What it is, in a sentence without a full stop.
    public let help: String
    /// How many words it takes.
    public let count: Count
    /// What a shell offers.
    public let completion: ValueCompletion

    /// The argument as usage lines write it.
    var usage: String {
        switch count {
        case .one: name
        case .oneOrNone: "[\(name)]"
        case .oneOrMore: "\(name)…"
        case .any: "[\(name)…]"
        }
    }
}

extension Argument where Value == String {
    /// One word that must be given. With ``ValueCompletion/words(_:)`` it must be one of these, in capitals or not; it reads as written there.
    public static func one(_ name: String, completion: ValueCompletion = .nothing, help: String) -> Argument {
        Argument(
            specification: ArgumentSpecification(name: name, help: help, count: .one, completion: completion), read: { $0.first ?? "" })
    }
}

extension Argument where Value == String? {
    /// One word that may be left out.
    public static func optional(_ name: String, completion: ValueCompletion = .nothing, help: String) -> Argument {
        Argument(
            specification: ArgumentSpecification(name: name, help: help, count: .oneOrNone, completion: completion), read: { $0.first })
    }
}

extension Argument where Value == [String] {
    /// One word or more, to the end of the line.
    public static func oneOrMore(_ name: String, completion: ValueCompletion = .nothing, help: String) -> Argument {
        Argument(specification: ArgumentSpecification(name: name, help: help, count: .oneOrMore, completion: completion), read: { $0 })
    }

    /// Any number of words, to the end of the line.
    public static func any(_ name: String, completion: ValueCompletion = .nothing, help: String) -> Argument {
        Argument(specification: ArgumentSpecification(name: name, help: help, count: .any, completion: completion), read: { $0 })
    }
}
