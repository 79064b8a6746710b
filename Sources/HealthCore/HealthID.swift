import Calendar
import RunCore

/// The name of an object, unique within its kind: 1 to 40 bytes, held in place so that it allocates nothing.
public struct HealthID: Hashable, Comparable, Sendable {
    /// The longest name.
    public static let mostBytes = 40

    // Most significant byte first, zeros after the end, so that words compare as bytes do.
    private var words: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)
    /// How many bytes it has.
    public private(set) var count = 0

    /// An empty name, to be appended to.
    init() {}

    /// A name of these bytes; nil if there are none or more than 40.
    public init?(_ bytes: some Collection<UInt8>) {
        guard (1...Self.mostBytes).contains(bytes.count) else { return nil }
        for byte in bytes { append(byte) }
    }

    /// A name that is a text; nil if it has no byte or more than 40.
    public init?(_ text: String) { self.init(text.utf8) }

    /// The name of a run: its sixteen bytes.
    public init(_ run: RunID) {
        append(run.high)
        append(run.low)
    }

    /// The run of this name; nil if it has not sixteen bytes.
    public var run: RunID? { count == 16 ? RunID(high: words.0, low: words.1) : nil }

    /// The name of a whole local day in an old store's own words.
    public init(wholeDay date: CivilDate) {
        for byte in "day".utf8 { append(byte) }
        append(UInt64(bitPattern: Int64(date.daysSinceEpoch)) ^ 1 << 63)
    }

    /// A byte by its place; 0 beyond the end.
    public subscript(index: Int) -> UInt8 {
        guard index >= 0, index < count else { return 0 }
        return UInt8(truncatingIfNeeded: word(index / 8) >> UInt64(56 - index % 8 * 8))
    }

    /// A number of so many bytes from a place on, most significant first.
    func number(at index: Int, bytes: Int) -> UInt64 {
        let shift = UInt64(index % 8 * 8), first = word(index / 8)
        let eight = shift == 0 ? first : first << shift | (index / 8 < 4 ? word(index / 8 + 1) >> (64 - shift) : 0)
        return eight >> UInt64(64 - bytes * 8)
    }

    /// Adds a byte; nothing after the fortieth.
    mutating func append(_ byte: UInt8) {
        guard count < Self.mostBytes else { return }
        let part = UInt64(byte) << UInt64(56 - count % 8 * 8)
        switch count / 8 {
        case 0: words.0 |= part
        case 1: words.1 |= part
        case 2: words.2 |= part
        case 3: words.3 |= part
        default: words.4 |= part
        }
        count += 1
    }

    /// Adds a number, most significant byte first.
    mutating func append(_ number: some FixedWidthInteger) {
        for shift in stride(from: type(of: number).bitWidth - 8, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private func word(_ index: Int) -> UInt64 {
        switch index {
        case 0: words.0
        case 1: words.1
        case 2: words.2
        case 3: words.3
        default: words.4
        }
    }

    /// Gives the bytes in memory that lasts as long as the call.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let memory = (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian, words.4.bigEndian)
        return withUnsafeBytes(of: memory) { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// The name as a text; nil if it is none.
    public var text: String? { withBytes { String(validating: $0, as: UTF8.self) } }

    /// The same bytes.
    public static func == (a: HealthID, b: HealthID) -> Bool { a.words == b.words && a.count == b.count }
    /// Orders by the bytes.
    public static func < (a: HealthID, b: HealthID) -> Bool { a.words != b.words ? a.words < b.words : a.count < b.count }
    /// Takes bytes and length in.
    public func hash(into hasher: inout Hasher) {
        for index in 0..<5 { hasher.combine(word(index)) }
        hasher.combine(count)
    }
}

extension String {
    /// `String(validating:as:)` of the newest toolchains.
    init?(validating bytes: UnsafeRawBufferPointer, as encoding: UTF8.Type) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
