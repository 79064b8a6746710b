/// Why a command could not do what was asked: a sentence with what to do, for the standard error. The program ends with status 1.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    init(_ sentence: String) { description = sentence }
}

/// What is wrong with what was asked, where the command line alone tells it: the program ends with status 2, as for an option that is not there.
struct UsageFailure: Error, CustomStringConvertible {
    let description: String
    init(_ sentence: String) { description = sentence }
}
