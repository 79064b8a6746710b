import Quantities

/// Why bytes are not the rules of a time zone.
public enum TimeZoneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes do not begin as a TZif file does.
    case notTZif
    /// The file is of a version that is not known here.
    case unsupportedVersion(UInt8)
    /// The file ends too early.
    case truncated
    /// The file counts leap seconds (`right/…`); clocks here do not.
    case countsLeapSeconds
    /// Something in the file breaks RFC 8536; says what.
    case malformed(String)

    /// What is wrong with the file, in words that follow its name.
    public var description: String {
        switch self {
        case .notTZif: "is not a time zone file"
        case .unsupportedVersion(let version): "is a time zone file of the unknown version \(version)"
        case .truncated: "is cut short"
        case .countsLeapSeconds: "counts leap seconds; choose the zone of the same name without right/"
        case .malformed(let what): "is damaged: \(what)"
        }
    }
}

extension TimeZoneRules {
    /// Reads a TZif file of version 1 to 4 (RFC 8536, RFC 9636). Any bytes whatever are safe to hand in.
    public init(tzif bytes: [UInt8]) throws(TimeZoneError) {
        var reader = TZifReader(rest: bytes[...])
        let first = try reader.header()
        guard first.version != 0 else {
            self = try reader.block(first, timeSize: 4).rules(footer: nil)
            return
        }
        // From version 2 on a second block with 64-bit times follows the old one, and then the footer.
        try reader.skip(first.blockSize(timeSize: 4))
        let block = try reader.block(reader.header(), timeSize: 8)
        self = try block.rules(footer: reader.footer())
    }
}

/// Walks over the bytes of a TZif file.
private struct TZifReader {
    var rest: ArraySlice<UInt8>

    struct Header {
        /// 0 for version 1, else 2...4.
        var version: UInt8
        var utcIndicators: Int
        var standardIndicators: Int
        var leapSeconds: Int
        var transitions: Int
        var types: Int
        var nameBytes: Int

        func blockSize(timeSize: Int) -> Int {
            transitions * (timeSize + 1) + types * 6 + nameBytes + leapSeconds * (timeSize + 4) + standardIndicators + utcIndicators
        }
    }

    /// The parts of a data block that rules are made of.
    struct Block {
        var transitions: [Int64]
        var offsets: [ZoneOffset]
        var firstOffset: ZoneOffset

        func rules(footer: ZoneFooterRule?) -> TimeZoneRules {
            TimeZoneRules(transitions: transitions, offsets: offsets, firstOffset: firstOffset, footer: footer)
        }
    }

    mutating func take(_ count: Int) throws(TimeZoneError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= rest.count else { throw .truncated }
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return taken
    }

    mutating func skip(_ count: Int) throws(TimeZoneError) { _ = try take(count) }

    mutating func integer(size: Int) throws(TimeZoneError) -> Int64 {
        let bytes = try take(size)
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }

    mutating func header() throws(TimeZoneError) -> Header {
        guard rest.prefix(4).elementsEqual("TZif".utf8) else { throw .notTZif }
        try skip(4)
        let character = try take(1).first ?? 0
        let version = character == 0 ? 0 : character &- UInt8(ascii: "0")
        guard version == 0 || (2...4).contains(version) else { throw .unsupportedVersion(character) }
        try skip(15)
        var counts: [Int] = []
        for _ in 0..<6 {
            let count = try integer(size: 4)
            // More than the file's own length of anything is nonsense, and small counts cannot overflow the sums below.
            guard count >= 0, count <= Int64(rest.count) else { throw .truncated }
            counts.append(Int(count))
        }
        return Header(
            version: version, utcIndicators: counts[0], standardIndicators: counts[1], leapSeconds: counts[2], transitions: counts[3],
            types: counts[4], nameBytes: counts[5])
    }

    mutating func block(_ header: Header, timeSize: Int) throws(TimeZoneError) -> Block {
        guard header.blockSize(timeSize: timeSize) <= rest.count else { throw .truncated }
        guard header.leapSeconds == 0 else { throw .countsLeapSeconds }
        guard header.types > 0 else { throw .malformed("it has no local time") }
        var transitions: [Int64] = []
        transitions.reserveCapacity(header.transitions)
        for _ in 0..<header.transitions {
            let transition = try integer(size: timeSize)
            if let last = transitions.last, last >= transition { throw .malformed("its changes are out of order") }
            transitions.append(transition)
        }
        let indices = try take(header.transitions)
        var types: [ZoneOffset] = []
        for _ in 0..<header.types {
            let seconds = try integer(size: 4)
            guard abs(seconds) < ZoneOffset.longest else { throw .malformed("an offset is longer than a day") }
            types.append(ZoneOffset(seconds: Int32(seconds)))
            try skip(2)
        }
        try skip(header.nameBytes + header.standardIndicators + header.utcIndicators)
        var offsets: [ZoneOffset] = []
        offsets.reserveCapacity(header.transitions)
        for index in indices {
            guard Int(index) < types.count else { throw .malformed("a change names no local time") }
            offsets.append(types[Int(index)])
        }
        return Block(transitions: transitions, offsets: offsets, firstOffset: types[0])
    }

    /// The rule between the two line feeds at the end; nil when the line is empty.
    mutating func footer() throws(TimeZoneError) -> ZoneFooterRule? {
        guard try take(1).first == UInt8(ascii: "\n") else { throw .malformed("its last line is missing") }
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { throw .truncated }
        let text = rest[..<end]
        if text.isEmpty { return nil }
        guard let rule = ZoneFooterRule(posix: text) else { throw .malformed("its last line is not a rule") }
        return rule
    }
}
