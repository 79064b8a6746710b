/// A way from the top of a JSON document to one of its values.
public struct JSONPath: Hashable, Sendable {
    /// A step from a value into one of its parts.
    public enum Step: Hashable, Sendable {
        /// The member of a key.
        case key(String)
        /// The element of a list, from 0.
        case index(Int)
    }

    /// The steps from the top.
    public var steps: [Step]

    /// A way; the top unless told.
    public init(steps: [Step] = []) { self.steps = steps }

    /// The way and one step more.
    public func appending(_ step: Step) -> JSONPath { JSONPath(steps: steps + [step]) }

    /// The path as messages show it: `parts[1].address`.
    public var text: String {
        var text = ""
        for step in steps {
            switch step {
            case .key(let key): text += (text.isEmpty ? "" : ".") + printable(key)
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }
}

/// Finds the line of a value in a JSON text: jansson keeps none. Safe on any bytes; a path that cannot be followed to its end gives
/// the line of the last step that could.
public struct JSONLineFinder {
    private let text: [UInt8]
    private var position = 0
    private var line = 1

    init(text: [UInt8]) { self.text = text }

    /// The line, from 1, of the key or list element at the end of a path.
    public static func line(of path: JSONPath, in text: [UInt8]) -> Int {
        var finder = JSONLineFinder(text: text)
        finder.skipSpace()
        var line = finder.line
        for step in path.steps {
            guard let found = finder.enter(step) else { break }
            line = found
        }
        return line
    }

    /// Moves from the start of a value into one of its parts; the line of that part, or nil when it is not there.
    private mutating func enter(_ step: JSONPath.Step) -> Int? {
        switch step {
        case .key(let wanted):
            guard take("{") else { return nil }
            while position < text.count, current != UInt8(ascii: "}") {
                let keyLine = line
                let start = position
                guard skipString() else { return nil }
                let isWanted = text[start..<position].elementsEqual("\"\(wanted)\"".utf8)
                guard take(":") else { return nil }
                if isWanted { return keyLine }
                skipValue()
                guard take(",") else { return nil }
            }
        case .index(let wanted):
            guard take("[") else { return nil }
            var index = 0
            while position < text.count, current != UInt8(ascii: "]") {
                if index == wanted { return line }
                skipValue()
                guard take(",") else { return nil }
                index += 1
            }
        }
        return nil
    }

    private var current: UInt8? { position < text.count ? text[position] : nil }

    private mutating func advance() {
        if current == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { advance() }
    }

    /// Takes a sign with the space around it.
    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard let byte = current, UInt32(byte) == sign.value else { return false }
        advance()
        skipSpace()
        return true
    }

    /// Moves past a string, which must begin here.
    private mutating func skipString() -> Bool {
        guard current == UInt8(ascii: "\"") else { return false }
        advance()
        while let byte = current {
            advance()
            if byte == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "\\") { advance() }
        }
        return false
    }

    /// Moves past a value of any kind, to the comma or bracket that ends it.
    private mutating func skipValue() {
        var depth = 0
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                guard skipString() else { return }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
            case UInt8(ascii: ","):
                if depth == 0 { return }
            default: break
            }
            advance()
        }
    }
}

/// A word of a file for a message: control characters shown as `?`, at most 40 characters.
public func printable(_ word: String) -> String {
    let scalars = word.unicodeScalars.prefix(40).map { $0.value < 0x20 || $0.value == 0x7F ? "?" : Character($0) }
    return String(scalars) + (word.unicodeScalars.count > 40 ? "…" : "")
}
