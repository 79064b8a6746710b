/// Why a command could not do what was asked: a sentence with what to do, for the standard error.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    init(_ sentence: String) { description = sentence }
}
