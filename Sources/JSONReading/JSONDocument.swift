import CJansson

/// A JSON text as values, members in the order of the text. Strict: no key twice, nothing after the document, nesting limited.
public enum JSONDocument: Sendable {
    /// Nothing.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case real(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONDocument])
    /// Members in the order of the text, no key twice.
    case object([Member])

    /// A member of an object.
    public struct Member: Sendable {
        /// The key.
        public var key: String
        /// The value.
        public var value: JSONDocument
    }

    /// No file that is read here nests deeper than this.
    private static let deepest = 16

    /// Reads a text with jansson. Any bytes are safe to hand in.
    public static func parse(_ text: [UInt8]) throws(JSONSyntaxError) -> JSONDocument {
        guard !text.isEmpty else { throw JSONSyntaxError(line: 1, problem: "the file is empty") }
        var error = json_error_t()
        let root = text.withUnsafeBytes { bytes in
            json_loadb(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, Int(JSON_REJECT_DUPLICATES), &error)
        }
        guard let root else {
            let words = withUnsafeBytes(of: error.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            throw JSONSyntaxError(line: max(1, Int(error.line)), problem: words.isEmpty ? "not JSON" : words)
        }
        defer { json_decref(root) }
        guard let document = JSONDocument(root, depth: 0) else { throw JSONSyntaxError(line: 1, problem: "nested too deep") }
        return document
    }

    private init?(_ value: UnsafeMutablePointer<json_t>, depth: Int) {
        guard depth < JSONDocument.deepest else { return nil }
        switch value.pointee.type {
        case JSON_TRUE: self = .bool(true)
        case JSON_FALSE: self = .bool(false)
        case JSON_INTEGER: self = .integer(Int64(json_integer_value(value)))
        case JSON_REAL: self = .real(json_real_value(value))
        case JSON_STRING: self = .string(json_string_value(value).map { String(cString: $0) } ?? "")
        case JSON_ARRAY:
            var elements: [JSONDocument] = []
            for index in 0..<json_array_size(value) {
                guard let element = json_array_get(value, index), let document = JSONDocument(element, depth: depth + 1) else { return nil }
                elements.append(document)
            }
            self = .array(elements)
        case JSON_OBJECT:
            var members: [Member] = []
            var iterator = json_object_iter(value)
            while let place = iterator {
                guard let key = json_object_iter_key(place), let member = json_object_iter_value(place),
                    let document = JSONDocument(member, depth: depth + 1)
                else { return nil }
                members.append(Member(key: String(cString: key), value: document))
                iterator = json_object_iter_next(value, place)
            }
            self = .object(members)
        default: self = .null
        }
    }

    /// What the value is, for messages.
    public var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer: "a whole number"
        case .real: "a number with a fraction"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// Why a text is no JSON, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// What is wrong there.
    public var problem: String
}
