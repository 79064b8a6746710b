/// A JSON document to be written (RFC 8259). Reading is jansson's work.
///
/// Literals make it directly: `["distance_m": 1042.5, "laps": [1, 2], "heart_rate": nil]`. A value that is not known is `null`, never 0.
public enum JSONValue: Hashable, Sendable {
    /// A value that is not known.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number; NaN and the infinities, which JSON lacks, are written as `null`.
    case number(Double)
    /// A text.
    case string(String)
    /// A sequence of values.
    case array([JSONValue])
    /// Named values.
    case object(JSONObject)
}

/// Named values in the order in which they were first set: the same program writes the same bytes each time.
public struct JSONObject: Hashable, Sendable {
    /// A name and its value.
    public struct Member: Hashable, Sendable {
        /// The name, once in an object.
        public let name: String
        /// The value.
        public internal(set) var value: JSONValue
    }

    /// The members in writing order.
    public private(set) var members: [Member] = []

    /// An object without members.
    public init() {}

    /// The value of a name; setting a name again changes its value and not its place.
    /// Setting nil removes the member; to write `null`, set ``JSONValue/null``.
    public subscript(name: String) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (let index?, nil): members.remove(at: index)
            case (nil, nil): break
            }
        }
    }
}

/// A type that has a form in JSON.
public protocol JSONRepresentable {
    /// The value as JSON.
    var json: JSONValue { get }
}

extension JSONValue: JSONRepresentable {
    /// The value itself.
    public var json: JSONValue { self }
}

extension JSONObject: JSONRepresentable {
    /// The object as a value.
    public var json: JSONValue { .object(self) }
}

extension Bool: JSONRepresentable {
    /// `true` or `false`.
    public var json: JSONValue { .bool(self) }
}

extension Int: JSONRepresentable {
    /// A whole number.
    public var json: JSONValue { .integer(Int64(self)) }
}

extension Int64: JSONRepresentable {
    /// A whole number.
    public var json: JSONValue { .integer(self) }
}

extension UInt8: JSONRepresentable {
    /// A whole number.
    public var json: JSONValue { .integer(Int64(self)) }
}

extension UInt32: JSONRepresentable {
    /// A whole number.
    public var json: JSONValue { .integer(Int64(self)) }
}

extension Double: JSONRepresentable {
    /// A number, or `null` when it is not finite.
    public var json: JSONValue { .number(self) }
}

extension String: JSONRepresentable {
    /// A text.
    public var json: JSONValue { .string(self) }
}

extension Optional: JSONRepresentable where Wrapped: JSONRepresentable {
    /// The value, or `null` when there is none.
    public var json: JSONValue { map(\.json) ?? .null }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
    /// The elements in order.
    public var json: JSONValue { .array(map(\.json)) }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object with its members in the order written; the last of equal names counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in elements { object[name] = value }
        self = .object(object)
    }
}

extension JSONObject {
    /// An object from names and values, in their order.
    public init(_ members: KeyValuePairs<String, JSONValue>) {
        self.init()
        for (name, value) in members { self[name] = value }
    }
}
