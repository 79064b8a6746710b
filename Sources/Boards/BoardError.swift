/// Why a board file was refused.
public struct BoardError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path as given.
    public var file: String
    /// The line, counted from 1; nil when the file could not be read at all.
    public var line: Int?
    /// Where in the document, such as `parts[1].address`; empty when it is about the whole file or its syntax.
    public var key: String
    /// What is wrong.
    public var problem: String
    /// What would be right; empty when the problem says it.
    public var allowed: String
    /// What to do about it; empty when the rest says it.
    public var advice = ""

    /// The sentence.
    public var description: String {
        let place = file + (line.map { ", line \($0)" } ?? "") + (key.isEmpty ? "" : ", \(key)")
        return "\(place): \(problem)" + (allowed.isEmpty ? "" : "; allowed: \(allowed)")
            + (advice.isEmpty ? "" : "; \(advice)")
    }
}
