import JSONReading

/// The text of a board file, and the errors that point into it.
struct BoardText {
    let file: String
    let bytes: [UInt8]

    func error(at path: JSONPath, _ problem: String, allowed: String = "", advice: String = "") -> BoardError {
        BoardError(
            file: file, line: JSONLineFinder.line(of: path, in: bytes), key: path.text, problem: problem, allowed: allowed, advice: advice)
    }
}

/// Reads the members of one object strictly: known keys only, each of its type and in its range.
struct ObjectReader {
    let path: JSONPath
    private let text: BoardText
    private let members: [JSONDocument.Member]

    /// Opens a value that must be an object with no keys but these.
    init(_ value: JSONDocument, at path: JSONPath, in text: BoardText, keys: [String]?) throws(BoardError) {
        guard case .object(let members) = value else {
            throw text.error(at: path, "expected an object, found \(value.kindName)")
        }
        if let keys, let unknown = members.first(where: { !keys.contains($0.key) }) {
            throw text.error(
                at: path.appending(.key(unknown.key)), "unknown key \"\(printable(unknown.key))\"", allowed: keys.joined(separator: ", "))
        }
        self.path = path
        self.text = text
        self.members = members
    }

    /// The keys in the order of the text.
    var keys: [String] { members.map(\.key) }

    /// Where a member is.
    func path(_ key: String) -> JSONPath { path.appending(.key(key)) }

    /// An error about a member.
    func error(_ key: String, _ problem: String, allowed: String = "", advice: String = "") -> BoardError {
        text.error(at: path(key), problem, allowed: allowed, advice: advice)
    }

    /// A member that may be missing.
    func optional(_ key: String) -> JSONDocument? { members.first { $0.key == key }?.value }

    private func required(_ key: String) throws(BoardError) -> JSONDocument {
        guard let value = optional(key) else { throw text.error(at: path, "the key \"\(key)\" is missing") }
        return value
    }

    /// A text of 1 to so many bytes without control characters.
    func string(_ key: String, upTo limit: Int = 255) throws(BoardError) -> String {
        let value = try required(key)
        guard case .string(let string) = value else { throw error(key, "expected a text, found \(value.kindName)") }
        guard (1...limit).contains(string.utf8.count), string.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw error(key, "the text is empty, too long or has control characters", allowed: "1 to \(limit) bytes")
        }
        return string
    }

    /// A whole number in a range.
    func integer(_ key: String, in range: ClosedRange<Int64>) throws(BoardError) -> Int64 {
        let value = try required(key)
        guard case .integer(let number) = value else { throw error(key, "expected a whole number, found \(value.kindName)") }
        guard range.contains(number) else {
            throw error(key, "\(number) is out of range", allowed: "\(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A number in a range, whole or with a fraction.
    func number(_ key: String, in range: ClosedRange<Double>) throws(BoardError) -> Double {
        let value = try required(key)
        let number: Double
        switch value {
        case .integer(let whole): number = Double(whole)
        case .real(let real): number = real
        default: throw error(key, "expected a number, found \(value.kindName)")
        }
        guard range.contains(number) else {
            throw error(key, "\(number) is out of range", allowed: "\(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// True or false.
    func bool(_ key: String) throws(BoardError) -> Bool {
        let value = try required(key)
        guard case .bool(let bool) = value else { throw error(key, "expected true or false, found \(value.kindName)") }
        return bool
    }

    /// One of an enumeration's words.
    func choice<Choice: CaseIterable & RawRepresentable>(_ key: String, of type: Choice.Type) throws(BoardError) -> Choice
    where Choice.RawValue == String {
        let word = try string(key)
        guard let choice = Choice(rawValue: word) else {
            throw error(
                key, "unknown \(key) \"\(printable(word))\"", allowed: Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    /// The elements of a list; an absent one is empty.
    func list(_ key: String) throws(BoardError) -> [(path: JSONPath, value: JSONDocument)] {
        guard let value = optional(key) else { return [] }
        guard case .array(let elements) = value else { throw error(key, "expected a list, found \(value.kindName)") }
        return elements.enumerated().map { (path(key).appending(.index($0.offset)), $0.element) }
    }

    /// An object among the members.
    func object(_ key: String, keys: [String]?) throws(BoardError) -> ObjectReader {
        try ObjectReader(required(key), at: path(key), in: text, keys: keys)
    }

    /// An object among a list's elements.
    func element(_ element: (path: JSONPath, value: JSONDocument), keys: [String]) throws(BoardError) -> ObjectReader {
        try ObjectReader(element.value, at: element.path, in: text, keys: keys)
    }

    /// An error about the object itself.
    func error(_ problem: String, allowed: String = "") -> BoardError { text.error(at: path, problem, allowed: allowed) }

    /// An error about any place.
    func error(at path: JSONPath, _ problem: String, allowed: String = "") -> BoardError {
        text.error(at: path, problem, allowed: allowed)
    }
}
