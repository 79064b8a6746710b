/// Goes through the messages of a FIT file, or of several chained in one, without allocating for each.
///
/// ```swift
/// var reader = FITMessageReader(bytes)
/// while reader.next() { if reader.number == 20, let beats = reader.value(3) { … } }
/// ```
/// Nothing in a file makes it fail: what is damaged ends up in ``faults``, and reading goes on where that is possible. A checksum is
/// judged after the messages it covers, so decide on the faults at the end.
public struct FITMessageReader: ~Copyable {
    /// The message's global number in the FIT profile (20 for a record).
    public private(set) var number: UInt16 = 0
    /// Where the message begins, in bytes from the start of the file.
    public private(set) var offset: Int64 = 0
    /// The message's time in FIT seconds, from its own field or its compressed header; nil if it has none.
    public private(set) var timestamp: UInt32?
    /// How many files of the chain have been begun.
    public private(set) var partCount = 0
    /// What was wrong so far.
    public private(set) var faults: [ActivityFault] = []
    /// How many more there were.
    public private(set) var furtherFaults: UInt32 = 0

    private enum Phase { case betweenParts, inMessages, ended }
    private enum Step { case message, other, stop }

    private var window: ByteWindow
    /// What of a damaged file is read; nil to read what the headers say.
    private let repair: FITRepair?
    /// How many of its parts were begun, and how many of its places left out.
    private var partsBegun = 0
    private(set) var gapCount = 0
    private var definitions = FITDefinitions()
    private var phase = Phase.betweenParts
    private var checksum = FITChecksum()
    /// Bytes of messages that the header promises and that were not yet consumed; nil when it gives no size.
    private var remaining: Int64?
    /// The message at hand: its local type, its content's index in the window, and its whole length.
    private var localType = 0
    private var content = 0
    private var length = 0
    private var lastTimestamp: UInt32?
    private let faultLimit: Int

    /// Reads bytes in memory.
    public init(_ bytes: [UInt8], limits: ActivityLimits = ActivityLimits()) { self.init(ByteWindow(bytes), limits: limits) }
    /// Reads from a source, 64 KiB at a time.
    public init(_ source: any ByteSource, limits: ActivityLimits = ActivityLimits()) { self.init(ByteWindow(source), limits: limits) }
    init(_ window: consuming ByteWindow, limits: ActivityLimits, repair: FITRepair? = nil) {
        self.window = window
        self.repair = repair
        faultLimit = limits.faults
    }

    /// Goes to the next message; false at the end of everything that can be read.
    public mutating func next() -> Bool {
        while true {
            consume(length)
            length = 0
            switch phase {
            case .betweenParts: openPart()
            case .inMessages:
                if isAtEndOfMessages { closePart() } else if repair != nil, leaveOut() { continue } else if step() { return true }
            case .ended: return false
            }
        }
    }

    // MARK: One file of the chain

    private mutating func openPart() {
        if let repair {
            guard partsBegun < repair.parts.count else { return passBy(nil) }
            passBy(repair.parts[partsBegun].header)
        }
        guard window.fill(1) else { return end(partCount == 0 ? window.failure ?? .empty : window.failure) }
        let start = window.offset
        guard window.fill(12), hasSignature else {
            return end(partCount > 0 ? .trailingBytes(offset: start) : .badSignature(offset: start))
        }
        let size = Int(window.bytes[window.start])
        guard size >= 12, window.fill(size) else { return end(.truncated(offset: start + Int64(window.count))) }
        let at = window.start
        let promised = (0..<4).reduce(Int64(0)) { $0 | Int64(window.bytes[at + 4 + $1]) << Int64($1 * 8) }
        if size >= 14 {
            var headerChecksum = FITChecksum()
            headerChecksum.update(window.bytes[at..<at + 12])
            let stored = UInt16(window.bytes[at + 12]) | UInt16(window.bytes[at + 13]) << 8
            if stored != 0, stored != headerChecksum.value { note(.headerChecksum(offset: start)) }
        }
        if promised == 0 { note(.sizeNeverWritten(offset: start)) }
        checksum = FITChecksum()
        remaining = nil
        consume(size)
        remaining = promised == 0 ? nil : promised
        if let repair {
            let part = repair.parts[partsBegun]
            remaining = part.end - window.offset
            if let fault = part.fault { note(fault) }
            partsBegun += 1
        }
        definitions.removeAll()
        lastTimestamp = nil
        partCount += 1
        phase = .inMessages
    }

    private var hasSignature: Bool {
        let at = window.start + 8
        return window.bytes[at] == 0x2E && window.bytes[at + 1] == 0x46 && window.bytes[at + 2] == 0x49 && window.bytes[at + 3] == 0x54
    }

    /// A file without a size ends two bytes, its checksum, before its last byte.
    private var isAtEndOfMessages: Bool {
        mutating get {
            if let remaining { return remaining <= 0 }
            return !window.fill(3)
        }
    }

    private mutating func closePart() {
        if let repair {
            let part = repair.parts[partsBegun - 1]
            while window.offset < part.tail, window.fill(1) { consume(Int(clamping: min(Int64(window.count), part.tail - window.offset))) }
            guard part.hasChecksum else { return phase = .betweenParts }
        }
        let at = window.offset
        guard window.fill(2) else { return end(window.failure ?? .truncated(offset: at + Int64(window.count))) }
        let stored = UInt16(window.bytes[window.start]) | UInt16(window.bytes[window.start + 1]) << 8
        if stored != checksum.value { note(.fileChecksum(offset: at)) }
        window.advance(2)
        phase = .betweenParts
    }

    /// Steps over bytes between the parts of a damaged file, up to a place or to the end.
    private mutating func passBy(_ end: Int64?) {
        let start = window.offset
        while window.offset < end ?? .max, window.fill(1) {
            window.advance(Int(clamping: min(Int64(window.count), (end ?? .max) - window.offset)))
        }
        if window.offset > start { note(.unproved(offset: start, count: window.offset - start)) }
        if end == nil { self.end(window.failure) }
    }

    /// Steps over what cannot be proved of a damaged file; false if it can be.
    private mutating func leaveOut() -> Bool {
        guard let repair, gapCount < repair.skips.count, window.offset >= repair.skips[gapCount].lowerBound else { return false }
        let skip = repair.skips[gapCount]
        gapCount += 1
        note(.unproved(offset: skip.lowerBound, count: skip.upperBound - skip.lowerBound))
        while window.offset < skip.upperBound, window.fill(1) {
            consume(Int(clamping: min(Int64(window.count), skip.upperBound - window.offset)))
        }
        lastTimestamp = nil
        return true
    }

    /// Leaves a part that cannot be understood further, and goes to its end, where another may follow.
    private mutating func leavePart(_ fault: ActivityFault) {
        note(fault)
        guard let rest = remaining else { return end(nil) }
        var left = rest
        while left > 0, window.fill(1) {
            let count = Int(min(left, Int64(window.count)))
            consume(count)
            left -= Int64(count)
        }
        if left > 0 { end(window.failure) }
    }

    private mutating func end(_ fault: ActivityFault?) {
        if let fault { note(fault) }
        phase = .ended
    }

    private mutating func note(_ fault: ActivityFault) {
        guard faults.count < faultLimit else { return furtherFaults &+= 1 }
        faults.append(fault)
    }

    /// Steps over bytes that count for the checksum.
    @inline(__always) private mutating func consume(_ count: Int) {
        guard count > 0 else { return }
        let range = window.start..<min(window.end, window.start &+ count)
        window.bytes.withUnsafeBytes { checksum.update(UnsafeRawBufferPointer(rebasing: $0[range])) }
        window.advance(range.count)
        if let rest = remaining { remaining = rest &- Int64(range.count) }
    }

    // MARK: One message

    /// Reads the message or definition at hand; true if a message is ready.
    @inline(__always) private mutating func step() -> Bool {
        guard has(1) else { return false }
        let header = window.bytes[window.start]
        offset = window.offset
        if header & 0x80 != 0 { return data(Int(header >> 5 & 3), secondsLowBits: header & 0x1F) }
        if header & 0x40 != 0 {
            define(Int(header & 0x0F), hasDeveloperFields: header & 0x20 != 0)
            return false
        }
        return data(Int(header & 0x0F), secondsLowBits: nil)
    }

    /// True if so many bytes of this part are at hand; otherwise the part or the file ends here.
    @inline(__always) private mutating func has(_ count: Int) -> Bool {
        if let remaining, remaining < Int64(count) {
            leavePart(.messageBeyondEnd(offset: window.offset))
            return false
        }
        if window.fill(count) { return true }
        end(window.failure ?? .truncated(offset: window.offset &+ Int64(window.count)))
        return false
    }

    private mutating func define(_ localType: Int, hasDeveloperFields: Bool) {
        guard has(6) else { return }
        let fieldCount = Int(window.bytes[window.start + 5])
        var size = 6 + fieldCount * 3
        guard has(size + (hasDeveloperFields ? 1 : 0)) else { return }
        var developerCount = 0
        if hasDeveloperFields {
            developerCount = Int(window.bytes[window.start + size])
            size += 1
            guard has(size + developerCount * 3) else { return }
        }
        let at = window.start
        let isBigEndian = window.bytes[at + 2] & 1 == 1
        let first = UInt16(window.bytes[at + 3])
        let second = UInt16(window.bytes[at + 4])
        definitions.begin(localType, number: isBigEndian ? first << 8 | second : second << 8 | first, isBigEndian: isBigEndian)
        for index in 0..<fieldCount {
            let field = at + 6 + index * 3
            definitions.add(localType, field: window.bytes[field], size: window.bytes[field + 1], type: window.bytes[field + 2])
        }
        for index in 0..<developerCount {
            let field = at + size + index * 3
            definitions.addDeveloper(
                localType, field: window.bytes[field], size: window.bytes[field + 1], developer: window.bytes[field + 2])
        }
        consume(size + developerCount * 3)
    }

    @inline(__always) private mutating func data(_ localType: Int, secondsLowBits: UInt8?) -> Bool {
        let message = definitions.messages[localType]
        guard message.isDefined else {
            leavePart(.undefinedMessage(offset: offset, localType: UInt8(localType)))
            return false
        }
        guard has(1 &+ message.size) else { return false }
        self.localType = localType
        number = message.number
        content = window.start &+ 1
        length = 1 &+ message.size
        if let own = integer(253), let seconds = UInt32(exactly: own) {
            lastTimestamp = seconds
            timestamp = seconds
        } else if let low = secondsLowBits, let last = lastTimestamp {
            // Five bits that roll over every 32 s (FIT protocol, "Compressed Timestamp Header").
            let seconds = last &+ ((UInt32(low) &- last) & 0x1F)
            lastTimestamp = seconds
            timestamp = seconds
        } else {
            timestamp = nil
        }
        return true
    }

    // MARK: Values

    /// True if the message's definition names this field, whether or not its value is valid.
    public func hasField(_ field: UInt8) -> Bool { length > 0 && definitions.location(localType, field).size > 0 }

    /// The first value of a field as it is stored, without scale; nil if the field is missing, invalid or not an integer.
    @inline(__always) public func integer(_ field: UInt8) -> Int64? {
        let location = definitions.location(localType, field)
        guard location.size > 0, length > 0 else { return nil }
        let at = content &+ Int(location.offset)
        switch location.type {
        case .uint8, .enum: return valid(bits(at, 1), unless: 0xFF)
        case .uint16: return valid(bits(at, 2), unless: 0xFFFF)
        case .uint32: return valid(bits(at, 4), unless: 0xFFFF_FFFF)
        case .sint32: return valid(bits(at, 4), unless: 0x7FFF_FFFF).map { Int64(Int32(truncatingIfNeeded: $0)) }
        case .sint16: return valid(bits(at, 2), unless: 0x7FFF).map { Int64(Int16(truncatingIfNeeded: $0)) }
        case .sint8: return valid(bits(at, 1), unless: 0x7F).map { Int64(Int8(truncatingIfNeeded: $0)) }
        case .uint8z: return valid(bits(at, 1), unless: 0)
        case .uint16z: return valid(bits(at, 2), unless: 0)
        case .uint32z: return valid(bits(at, 4), unless: 0)
        case .sint64: return valid(bits(at, 8), unless: 0x7FFF_FFFF_FFFF_FFFF)
        case .uint64: return bits(at, 8) > UInt64(Int64.max) ? nil : Int64(bits(at, 8))
        case .uint64z: return bits(at, 8) > UInt64(Int64.max) ? nil : valid(bits(at, 8), unless: 0)
        case .byte: return location.size == 1 ? valid(bits(at, 1), unless: 0xFF) : nil
        case .string, .float32, .float64: return nil
        }
    }

    /// The first value of a numeric field as it is stored, without scale, floating point included; nil if missing or invalid.
    @inline(__always) public func value(_ field: UInt8) -> Double? {
        let location = definitions.location(localType, field)
        guard location.size > 0, length > 0 else { return nil }
        let decoded: Double
        switch location.type {
        case .float32: decoded = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits(content &+ Int(location.offset), 4))))
        case .float64: decoded = Double(bitPattern: bits(content &+ Int(location.offset), 8))
        default: return integer(field).map { Double($0) }
        }
        return decoded.isFinite ? decoded : nil
    }

    /// The text of a string field, up to its terminating zero or its end; nil if missing or empty. Bytes that are not UTF-8 are
    /// replaced.
    public func text(_ field: UInt8) -> String? {
        let location = definitions.location(localType, field)
        guard location.size > 0, length > 0, location.type == .string else { return nil }
        let at = content + Int(location.offset)
        let text = String(decoding: window.bytes[at..<at + Int(location.size)].prefix { $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    /// The bytes of a field, as they are stored.
    public func bytes(_ field: UInt8) -> [UInt8] {
        let location = definitions.location(localType, field)
        guard location.size > 0, length > 0 else { return [] }
        let at = content + Int(location.offset)
        return Array(window.bytes[at..<at + Int(location.size)])
    }

    /// The text of a developer's own field, up to its terminating zero or its end; nil if missing or empty.
    func developerText(_ field: UInt8, of developer: UInt8) -> String? {
        guard length > 0,
            let place = definitions.developerFields[localType].first(where: { ($0.developer, $0.number) == (developer, field) })
        else { return nil }
        let at = content + place.offset
        let text = String(decoding: window.bytes[at..<at + place.size].prefix { $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    /// An amount in the profile's unit. The offset is taken off before the division, where both are whole, so that −12.4 m stay −12.4 m.
    @inline(__always) func value(_ field: FITField) -> Double? {
        value(field.number).map { ($0 - field.offset * field.scale) / field.scale }
    }
    /// A stored integer that fits 32 bits without a sign, as all times and amounts do. A file may claim any type for any field; what
    /// passes here can be added and subtracted without overflow.
    func unsigned(_ field: FITField) -> Int64? { integer(field.number).flatMap { 0...0xFFFF_FFFF ~= $0 ? $0 : nil } }
    /// A stored integer.
    @inline(__always) func integer(_ field: FITField) -> Int64? { integer(field.number) }

    /// Assembles an unsigned number of 1, 2, 4 or 8 bytes; every access is checked.
    @inline(__always) private func bits(_ at: Int, _ width: Int) -> UInt64 {
        var value: UInt64 = 0
        if definitions.messages[localType].isBigEndian {
            for index in 0..<width { value = value << 8 | UInt64(window.bytes[at &+ index]) }
        } else {
            for index in 0..<width { value |= UInt64(window.bytes[at &+ index]) &<< UInt64(index &* 8) }
        }
        return value
    }

    @inline(__always) private func valid(_ bits: UInt64, unless invalid: UInt64) -> Int64? {
        bits == invalid ? nil : Int64(bitPattern: bits)
    }
}
