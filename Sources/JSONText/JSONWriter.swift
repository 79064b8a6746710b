extension JSONValue {
    /// How the text is laid out.
    public enum Layout: Sendable {
        /// On one line without spaces, for programs and for one object a line.
        case compact
        /// One member a line, indented by two spaces, for people.
        case pretty
    }

    /// The value as JSON text, without a line feed at the end. Numbers are the shortest that read back as the same value.
    public func text(_ layout: Layout = .compact) -> String {
        var writer = JSONWriter(layout: layout)
        writer.write(self, depth: 0)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

struct JSONWriter {
    let layout: JSONValue.Layout
    var bytes: [UInt8] = []

    init(layout: JSONValue.Layout) { self.layout = layout }

    mutating func write(_ value: JSONValue, depth: Int) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .integer(let value): append(String(value))
        case .number(let value): append(value.isFinite ? value.description : "null")
        case .string(let value): write(string: value)
        case .array(let elements):
            write(list: elements, between: ("[", "]"), depth: depth) { writer, element in writer.write(element, depth: depth + 1) }
        case .object(let object):
            write(list: object.members, between: ("{", "}"), depth: depth) { writer, member in
                writer.write(string: member.name)
                writer.append(writer.layout == .pretty ? ": " : ":")
                writer.write(member.value, depth: depth + 1)
            }
        }
    }

    private mutating func write<Element>(
        list: [Element], between brackets: (String, String), depth: Int, each: (inout JSONWriter, Element) -> Void
    ) {
        append(brackets.0)
        for (index, element) in list.enumerated() {
            if index > 0 { append(",") }
            breakLine(depth: depth + 1)
            each(&self, element)
        }
        if !list.isEmpty { breakLine(depth: depth) }
        append(brackets.1)
    }

    private mutating func breakLine(depth: Int) {
        guard layout == .pretty else { return }
        append("\n")
        for _ in 0..<depth { append("  ") }
    }

    private mutating func write(string: String) {
        append("\"")
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\r"): append("\\r")
            case UInt8(ascii: "\t"): append("\\t")
            case 0..<0x20:
                append(byte < 0x10 ? "\\u000" : "\\u00")
                append(String(byte, radix: 16))
            // Harmless in JSON, but a terminal takes it for a command.
            case 0x7F: append("\\u007f")
            default: bytes.append(byte)
            }
        }
        append("\"")
    }

    private mutating func append(_ piece: String) { bytes.append(contentsOf: piece.utf8) }
}
