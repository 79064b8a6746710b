/// A text of bounded length that lies in place, so that a value which carries it is copied without a count and composed without memory:
/// the name of a drink or a goal on its way to the screen.
///
/// UTF-8. What is too long is cut after the last whole character that fits; characters that a line cannot hold (controls) become spaces.
public struct FixedText<Storage: SIMD & Sendable>: Hashable, Sendable, ExpressibleByStringLiteral where Storage.Scalar == UInt8 {
    private var bytes = Storage()
    /// How many bytes it has.
    public private(set) var count: UInt8 = 0

    /// The most bytes that it holds.
    public static var mostBytes: Int { Storage.scalarCount }

    /// An empty text.
    public init() {}

    /// A text, cut where it is too long.
    public init(_ text: some StringProtocol) {
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
            let encoded = UTF8.encode(isControl ? " " : scalar)
            guard let encoded, Int(count) + encoded.count <= Self.mostBytes else { return }
            for byte in encoded {
                bytes[Int(count)] = byte
                count += 1
            }
        }
    }

    /// A text.
    public init(stringLiteral text: String) { self.init(text) }

    /// A byte by its place; 0 outside.
    public subscript(index: Int) -> UInt8 { index >= 0 && index < Int(count) ? bytes[index] : 0 }

    /// True if there is nothing in it.
    public var isEmpty: Bool { count == 0 }

    /// The text. Makes a `String`: not for the path of each second.
    public var text: String { String(decoding: (0..<Int(count)).lazy.map { bytes[$0] }, as: UTF8.self) }
}

/// Up to 32 bytes: a name.
public typealias ShortText = FixedText<SIMD32<UInt8>>
/// Up to 64 bytes: a sentence.
public typealias LongText = FixedText<SIMD64<UInt8>>
