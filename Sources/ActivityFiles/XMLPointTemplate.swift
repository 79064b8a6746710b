import Glibc
import Quantities

/// What a value in a point's XML is.
enum XMLPointValue {
    case latitude, longitude, altitude, distance, speed, temperature, heartRate, time
    /// Steps of both feet, or of one.
    case cadence, cadenceOfOneFoot
    /// Known, and of no use.
    case skipped
}

/// The XML of a point as the points before it had it: what stands between the values, and what the values are.
///
/// Software writes each point of a file alike, so a point is recognised by comparing bytes, and only its values are looked at. What is
/// unlike, or holds a value that is not plain, is left to expat. A template is learned from the XML of a point that expat found
/// well-formed, and what matches it differs in nothing but digits, so the outcome is the same as expat's.
struct XMLPointTemplate {
    /// The bytes before the first value, between each two, and after the last, one after another.
    private var literal: [UInt8] = []
    /// How many of them stand before each value.
    private var lengths: [Int] = []
    private var values: [XMLPointValue] = []
    /// How many bytes stand after the last.
    private var lastLength = 0
    /// Lines that a point spans.
    private(set) var lines = 0

    /// More than any point needs.
    private static let mostValues = 24, mostBytes = 2048

    // MARK: Matching

    /// The point at the start of some bytes, and how many of them it takes; nil if they are no such point.
    @inline(__always) func match(_ bytes: UnsafeBufferPointer<UInt8>) -> (point: ActivityPoint, count: Int)? {
        guard let start = bytes.baseAddress else { return nil }
        return literal.withUnsafeBufferPointer { literal -> (point: ActivityPoint, count: Int)? in
            guard let expected = literal.baseAddress else { return nil }
            var point = ActivityPoint()
            var latitude = Double.nan, longitude = Double.nan
            var at = 0, compared = 0
            for index in 0..<values.count {
                let length = lengths[index]
                guard at &+ length < bytes.count, memcmp(start + at, expected + compared, length) == 0 else { return nil }
                at &+= length
                compared &+= length
                let rest = UnsafeBufferPointer(start: start + at, count: bytes.count &- at)
                let value = values[index]
                switch value {
                case .time:
                    guard let (time, length) = TimeText.leading(rest) else { return nil }
                    point.time = time
                    at &+= length
                case .skipped:
                    guard let length = Self.plainText(rest) else { return nil }
                    at &+= length
                default:
                    guard let (number, length) = DecimalText.leading(rest) else { return nil }
                    at &+= length
                    switch value {
                    case .latitude: latitude = number
                    case .longitude: longitude = number
                    case .altitude: point.altitude = .meters(number)
                    case .distance: point.distance = .meters(number)
                    case .speed: point.speed = .metersPerSecond(number)
                    case .temperature: point.temperature = .celsius(number)
                    case .heartRate: point.heartRate = number > 0 ? .beatsPerMinute(number) : nil
                    case .cadence: point.cadence = .stepsPerMinute(number)
                    case .cadenceOfOneFoot: point.cadence = .stepsPerMinute(2 * number)
                    case .time, .skipped: break
                    }
                }
            }
            guard at &+ lastLength <= bytes.count, memcmp(start + at, expected + compared, lastLength) == 0 else { return nil }
            if !latitude.isNaN || !longitude.isNaN {
                // A place that is none is for the full reading to tell.
                guard let position = Coordinate(latitude: latitude, longitude: longitude), position.isPlausible else { return nil }
                point.position = position
            }
            return (point, at &+ lastLength)
        }
    }

    /// The length of some text without anything that XML reads otherwise.
    private static func plainText(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        for (index, byte) in bytes.prefix(256).enumerated() {
            if byte == 0x3C { return index }
            guard byte >= 0x20, byte < 0x7F, byte != 0x26, byte != 0x5D else { return nil }
        }
        return nil
    }

    // MARK: Learning

    /// Learns from the XML of one point, which is well-formed; nil if there is more to it than elements that hold values or each other.
    ///
    /// - Parameters:
    ///   - attributes: what the attributes of the point's own tag are, all of which it has to have.
    ///   - value: what an element in an element is; nil if it is for the full reading.
    init?(
        _ point: UnsafeBufferPointer<UInt8>, attributes: [(name: StaticString, value: XMLPointValue)],
        value: (_ element: XMLElementName, _ parent: XMLElementName) -> XMLPointValue?
    ) {
        guard point.count <= Self.mostBytes else { return nil }
        lines = XMLLineEnd.count(in: point)
        let table = XMLElementTable()
        var scanner = XMLPointScanner(bytes: point)
        var open: [XMLElementName] = []
        var from = 0
        func take(_ kind: XMLPointValue, _ range: Range<Int>, _ template: inout XMLPointTemplate) -> Bool {
            guard template.values.count < Self.mostValues else { return false }
            template.literal += point[from..<range.lowerBound]
            template.lengths.append(range.lowerBound - from)
            template.values.append(kind)
            from = range.upperBound
            return true
        }
        while let tag = scanner.nextTag() {
            guard !tag.isEnd else {
                guard open.popLast() != nil else { return nil }
                continue
            }
            let element = table[tag.hash]
            let parent = open.last
            open.append(element)
            guard open.count <= 6 else { return nil }
            for attribute in tag.attributes {
                guard parent == nil, let known = attributes.first(where: { scanner.has($0.name, at: attribute.name) }) else { return nil }
                guard take(known.value, attribute.value, &self) else { return nil }
            }
            guard let parent, let text = scanner.text() else { continue }
            guard let kind = value(element, parent), take(kind, text, &self) else { return nil }
        }
        guard open.isEmpty, scanner.isAtEnd, !values.isEmpty else { return nil }
        // A point that lacks what its tag has to say is for the full reading to complain of, each time.
        guard attributes.allSatisfy({ attribute in values.contains { $0 == attribute.value } }) else { return nil }
        // Both halves of a place, or none.
        guard values.count(where: { $0 == .latitude }) == values.count(where: { $0 == .longitude }) else { return nil }
        literal += point[from...]
        lastLength = point.count - from
        guard match(point) != nil else { return nil }
    }
}

/// Finds the tags in the XML of a point, of the plainest kind only.
private struct XMLPointScanner {
    struct Tag {
        var isEnd: Bool
        var hash: UInt64
        var attributes: [(name: Range<Int>, value: Range<Int>)]
    }

    let bytes: UnsafeBufferPointer<UInt8>
    private var next = 0
    private var isPlain = true

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// True if all was understood.
    var isAtEnd: Bool { isPlain && next == bytes.count }

    func has(_ name: StaticString, at range: Range<Int>) -> Bool { name.withUTF8Buffer { $0.elementsEqual(bytes[range]) } }

    private mutating func skipBlanks() {
        while next < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[next]) { next += 1 }
    }
    private mutating func name() -> Range<Int>? {
        let start = next
        while next < bytes.count, Self.isNameCharacter(bytes[next]) { next += 1 }
        return start < next ? start..<next : nil
    }
    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5F: true
        default: false
        }
    }
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next < bytes.count, bytes[next] == byte else { return false }
        next += 1
        return true
    }

    /// The next tag, after blanks; nil at the end and at anything else.
    mutating func nextTag() -> Tag? {
        skipBlanks()
        guard isPlain, next < bytes.count else { return nil }
        isPlain = false
        guard skip(0x3C) else { return nil }
        let isEnd = skip(0x2F)
        guard let name = name() else { return nil }
        var tag = Tag(
            isEnd: isEnd, hash: bytes[name].reduce(XMLElementName.hashOfNothing) { XMLElementName.hashing($0, $1) }, attributes: [])
        while !skip(0x3E) {
            skipBlanks()
            if skip(0x3E) { break }
            guard let name = self.name(), skip(0x3D), next < bytes.count else { return nil }
            let quote = bytes[next]
            guard quote == 0x22 || quote == 0x27 else { return nil }
            next += 1
            let start = next
            while next < bytes.count, bytes[next] != quote { next += 1 }
            tag.attributes.append((name, start..<next))
            guard skip(quote) else { return nil }
        }
        isPlain = true
        return tag
    }

    /// The text behind a start tag, up to the next tag; nil if it is only blanks before another start tag.
    mutating func text() -> Range<Int>? {
        let start = next
        while next < bytes.count, bytes[next] != 0x3C { next += 1 }
        let isLeaf = next + 1 < bytes.count && bytes[next + 1] == 0x2F
        if isLeaf { return start..<next }
        next = start
        return nil
    }
}
