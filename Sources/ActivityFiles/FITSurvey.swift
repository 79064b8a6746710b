/// Finds out what of a damaged FIT file can be proved.
///
/// FIT has one checksum for a whole file. Where it does not hold, each message must fit those before it: records follow each other within an
/// hour, no faster than anything moves, and their distance does not fall. Where one does not fit, and those after it do not bear it out either,
/// the file is damaged: the last message that fitted is left out too, for damage may have begun within it. Reading goes on at the next
/// place where several messages fit each other and come later than what was read; the first of them is left out, for damage may
/// have ended within it. A file of a chain whose checksum holds, and whose messages all have a definition, is not judged.
struct FITSurvey {
    private let bytes: [UInt8]
    /// Where the bytes begin in the file.
    private let base: Int
    private var repair = FITRepair()
    private var layouts = [FITLayout?](repeating: nil, count: 16)
    /// The layouts before the definitions since the last message that fitted.
    private var provedLayouts: [FITLayout?]?
    private var trail = FITTrail()
    /// How many bytes may still be summed up in search of a checksum, so that headers that lie cost no more than a few times the file.
    private var checksumBudget: Int
    /// The same for the search behind damage, in messages looked at.
    private var work: Int

    /// More places than any file has that is worth reading.
    private static let mostSkips = 65_536
    /// So many messages in a row prove that they are some.
    private static let proof = 4

    private init(_ bytes: [UInt8], base: Int) {
        self.bytes = bytes
        self.base = base
        checksumBudget = 4 * bytes.count
        work = 16 * bytes.count + 1000
    }

    /// Looks through the bytes of a file, which begin at an offset.
    static func repair(_ bytes: [UInt8], base: Int64) -> FITRepair {
        var survey = FITSurvey(bytes, base: Int(clamping: base))
        survey.run()
        return survey.repair
    }

    // MARK: The chain

    private mutating func run() {
        var at = 0
        while let header = nextHeader(from: at) {
            let start = header + Int(bytes[header])
            let promised = (0..<4).reduce(0) { $0 | Int(bytes[header + 4 + $1]) << ($1 * 8) }
            let declared = start.addingReportingOverflow(promised).partialValue
            let isWhole = promised > 0 && declared + 2 <= bytes.count && holdsChecksum(header, declared)
            let isBounded = promised > 0 && (declared + 2 == bytes.count || declared + 2 < bytes.count && hasSignature(declared + 2))
            if isWhole || isBounded {
                let end = isWhole && isReadable(start, declared) ? declared : walk(start, declared)
                let fault = end < declared ? ActivityFault.messageBeyondEnd(offset: offset(end)) : nil
                repair.parts.append(
                    FITRepair.Part(header: offset(header), end: offset(end), tail: offset(declared), hasChecksum: true, fault: fault))
                at = declared + 2
                continue
            }
            let next = nextHeader(from: start, isProved: true) ?? bytes.count
            let end = walk(start, next)
            let isCut = promised == 0 || declared + 2 > bytes.count
            let fault: ActivityFault? =
                if promised == 0 { nil } else if isCut { .truncated(offset: offset(bytes.count)) } else {
                    .wrongSize(offset: offset(header))
                }
            repair.parts.append(
                FITRepair.Part(header: offset(header), end: offset(end), tail: offset(next), hasChecksum: false, fault: fault))
            at = next
        }
    }

    private func offset(_ index: Int) -> Int64 { Int64(base) + Int64(index) }

    private func hasSignature(_ at: Int) -> Bool {
        guard at + 12 <= bytes.count, bytes[at] >= 12, at + Int(bytes[at]) <= bytes.count else { return false }
        return bytes[at + 8] == 0x2E && bytes[at + 9] == 0x46 && bytes[at + 10] == 0x49 && bytes[at + 11] == 0x54
    }

    /// The next header: the one right here, else one that its own checksum or that of its file proves.
    private mutating func nextHeader(from start: Int, isProved: Bool = false) -> Int? {
        if !isProved, hasSignature(start) { return start }
        var at = start
        while at + 14 <= bytes.count {
            if bytes[at + 8] == 0x2E, hasSignature(at), bytes[at] == 12 || bytes[at] == 14, isProvedHeader(at) { return at }
            at += 1
        }
        return nil
    }

    private mutating func isProvedHeader(_ at: Int) -> Bool {
        let size = Int(bytes[at])
        if size == 14 {
            var checksum = FITChecksum()
            checksum.update(bytes[at..<at + 12])
            let stored = UInt16(bytes[at + 12]) | UInt16(bytes[at + 13]) << 8
            if stored != 0, stored == checksum.value { return true }
        }
        let promised = (0..<4).reduce(0) { $0 | Int(bytes[at + 4 + $1]) << ($1 * 8) }
        let end = at + size + promised
        return promised > 0 && end + 2 <= bytes.count && holdsChecksum(at, end)
    }

    /// True if the checksum of a file from its header on holds.
    private mutating func holdsChecksum(_ start: Int, _ end: Int) -> Bool {
        guard checksumBudget >= end - start else { return false }
        checksumBudget -= end - start
        let stored = UInt16(bytes[end]) | UInt16(bytes[end + 1]) << 8
        var checksum = FITChecksum()
        bytes.withUnsafeBytes { checksum.update(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
        return checksum.value == stored
    }

    // MARK: The messages of one file

    /// True if messages of known layouts follow each other to the end. A checksum of 16 bits holds for one damaged file in 65,536, and some
    /// writers sum up what they lost.
    private func isReadable(_ start: Int, _ end: Int) -> Bool {
        var layouts = [FITLayout?](repeating: nil, count: 16), unused: [FITLayout?]? = []
        var at = start
        while at < end {
            let isDefinition = bytes[at] & 0xC0 == 0x40
            let parsed = isDefinition ? define(at, end, isStrict: false, &layouts, &unused) : parse(at, end, &layouts, &unused)
            guard case .message(let message) = parsed else { return false }
            at += message.length
        }
        return at == end
    }

    /// A message as far as it is judged.
    private struct Message {
        var length: Int
        var isDefinition = false
        var isRecord = false
        var time: UInt32?
        var record = FITTrail.Record()
        /// Nothing but zeros, or nothing but ones, as where nothing was ever written.
        var isBlank = false
    }
    private enum Parsed {
        case message(Message)
        /// It would reach past the end.
        case cut
        case senseless
    }

    /// Goes through messages and keeps what must be left out of them. Returns where they end.
    @discardableResult
    private mutating func walk(_ start: Int, _ end: Int) -> Int {
        layouts = [FITLayout?](repeating: nil, count: 16)
        provedLayouts = nil
        trail = FITTrail()
        var at = start, floor = start
        /// Where the last message begins, and the last that fits.
        var last: Int?, fitting: Int?
        while at < end {
            var sound: Message?
            switch parse(at, end, &layouts, &provedLayouts) {
            case .message(let message):
                switch verdict(message) {
                case .fits:
                    sound = message
                    fitting = at
                case .neutral: sound = message
                case .odd where isBorneOut(at, end, isFirst: floor == start && trail.time == nil):
                    sound = message
                    fitting = at
                    trail.passGap()
                case .odd, .impossible: break
                }
            // The file is cut here, or what is left is a checksum; unless it was never written, or messages follow.
            case .cut where !isBlank(at, end) && resume(after: at, end) == nil: return at
            // A definition with a slip in it may still be one.
            case .senseless where bytes[at] & 0xC0 == 0x40: sound = borneOutDefinition(at, end)
            case .cut, .senseless: break
            }
            if let sound {
                if fitting == at { provedLayouts = nil }
                if sound.isRecord { trail.take(sound.record) }
                last = at
                at += sound.length
                continue
            }
            if end - at <= 2 { return at }
            if let provedLayouts { layouts = provedLayouts }
            provedLayouts = nil
            let begin = max(floor, fitting ?? last ?? at)
            guard repair.skips.count < Self.mostSkips, let (next, time) = resume(after: begin, end) else {
                skip(begin, end)
                return end
            }
            skip(begin, next)
            trail.passGap(to: time)
            at = next
            floor = next
            last = nil
            fitting = nil
        }
        return end
    }

    /// Takes in a definition that no device would write as it stands, if the messages behind it fit each other.
    private mutating func borneOutDefinition(_ at: Int, _ end: Int) -> Message? {
        var trial = layouts, unused: [FITLayout?]? = []
        guard case .message(let message) = define(at, end, isStrict: false, &trial, &unused),
            chain(at + message.length, end, trial) == .proved
        else { return nil }
        layouts = trial
        return message
    }

    private func isBlank(_ at: Int, _ end: Int) -> Bool {
        let first = bytes[at]
        return end - at > 2 && (first == 0 || first == 0xFF) && bytes[at..<end].allSatisfy { $0 == first }
    }

    private mutating func skip(_ from: Int, _ to: Int) {
        if let last = repair.skips.last, last.upperBound >= offset(from) {
            repair.skips[repair.skips.count - 1] = last.lowerBound..<offset(to)
        } else {
            repair.skips.append(offset(from)..<offset(to))
        }
    }

    private func verdict(_ message: Message) -> FITTrail.Verdict {
        if message.isDefinition { return .neutral }
        if message.isBlank { return .impossible }
        if message.isRecord { return trail.judge(message.record) }
        // Other messages may have times of their own; one that fits is a good sign.
        guard let time = message.time, let last = trail.time, time >= last, time - last <= FITTrail.longestStep else { return .neutral }
        return .fits
    }

    /// True if the messages from here on fit each other. At the end of the file fewer do.
    private mutating func isBorneOut(_ start: Int, _ end: Int, isFirst: Bool) -> Bool {
        switch chain(start, end, layouts) {
        case .proved: true
        case .ends(let count): isFirst || count >= 2
        case .broken: false
        }
    }

    private enum Chain: Equatable {
        /// Enough messages fit each other.
        case proved
        /// So many did until the end.
        case ends(Int)
        case broken
    }

    /// Whether the messages from here on fit each other, as far as that is of interest.
    private mutating func chain(_ start: Int, _ end: Int, _ layouts: [FITLayout?]) -> Chain {
        var layouts = layouts, unused: [FITLayout?]? = []
        var trail = FITTrail(), at = start, count = 0, first: UInt32?
        // Messages without a time may stand between those that have one.
        for _ in 0..<4 * Self.proof {
            guard end - at > 2 else { return .ends(count) }
            guard work > 0 else { return .broken }
            work -= 1
            switch parse(at, end, &layouts, &unused) {
            case .senseless: return .broken
            case .cut: return end == bytes.count ? .ends(count) : .broken
            case .message(let message):
                at += message.length
                guard !message.isBlank else { return .broken }
                guard message.isRecord else { continue }
                let verdict = trail.judge(message.record)
                guard verdict != .impossible, verdict != .odd || count == 0 else { return .broken }
                trail.take(message.record)
                guard let time = message.time else { continue }
                count += 1
                first = first ?? time
                // Time must go on, too: the same bytes again and again fit each other as well.
                if count >= Self.proof, let first, time > first { return .proved }
            }
        }
        return .broken
    }

    /// Where reading goes on after damage that begins somewhere behind a place, and the time then.
    private mutating func resume(after begin: Int, _ end: Int) -> (at: Int, time: UInt32)? {
        var at = begin + 1
        while at < end, work > 0 {
            defer { at += 1 }
            work -= 1
            if bytes[at] & 0xC0 == 0x40 {
                // What follows a definition proves it.
                guard at + 6 < end, bytes[at + 1] == 0, bytes[at + 2] <= 1 else { continue }
                work -= Int(bytes[at + 5])
                var layouts = layouts, unused: [FITLayout?]? = []
                guard case .message(let definition) = parse(at, end, &layouts, &unused) else { continue }
                let next = at + definition.length
                if let (_, time) = later(next, end, layouts), chain(next, end, layouts) == .proved { return (at, time) }
            } else if let (length, time) = later(at, end, layouts), chain(at, end, layouts) == .proved {
                return (at + length, time)
            }
        }
        return nil
    }

    /// The length and the time of a record that stands here and comes after what was read.
    private func later(_ at: Int, _ end: Int, _ layouts: [FITLayout?]) -> (length: Int, time: UInt32)? {
        guard at < end, bytes[at] & 0xC0 == 0, let layout = layouts[Int(bytes[at] & 0x0F)], layout.number == FITMessageNumber.record,
            layout.time >= 0, at + 1 + layout.size <= end
        else { return nil }
        let time = number(at + 1 + layout.time, layout.isBigEndian)
        if let last = trail.time {
            guard time >= last, time - last <= FITTrail.longestGap else { return nil }
        } else {
            guard time >= FITTime.firstDate, time != .max else { return nil }
        }
        return (1 + layout.size, time)
    }

    private func number(_ at: Int, _ isBigEndian: Bool) -> UInt32 {
        let value = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 3]) << 24
        return isBigEndian ? value.byteSwapped : value
    }

    /// Understands the message at a place. Of a definition that is taken in, the layouts before are kept.
    private func parse(_ at: Int, _ end: Int, _ layouts: inout [FITLayout?], _ before: inout [FITLayout?]?) -> Parsed {
        let header = bytes[at]
        if header & 0xC0 == 0x40 { return define(at, end, isStrict: true, &layouts, &before) }
        let localType = Int(header & 0x80 != 0 ? header >> 5 & 3 : header & 0x0F)
        // The bit is reserved, and no writer sets it.
        guard header & 0x90 != 0x10, let layout = layouts[localType] else { return .senseless }
        let content = at + 1
        guard content + layout.size <= end else { return .cut }
        var message = Message(length: 1 + layout.size)
        message.isRecord = layout.number == FITMessageNumber.record
        let valid = { (offset: Int) -> UInt32? in
            guard offset >= 0 else { return nil }
            let value = number(content + offset, layout.isBigEndian)
            return value == .max ? nil : value
        }
        let place = { (offset: Int) in valid(offset).flatMap { $0 == 0x7FFF_FFFF ? nil : Int32(bitPattern: $0) } }
        message.time = valid(layout.time)
        if message.isRecord {
            message.record = FITTrail.Record(
                time: message.time, latitude: place(layout.latitude), longitude: place(layout.longitude), distance: valid(layout.distance))
        }
        if layout.size >= 2, header == bytes[content], header == 0 || header == 0xFF {
            message.isBlank = bytes[content..<content + layout.size].allSatisfy { $0 == header }
        }
        return .message(message)
    }

    private func define(_ at: Int, _ end: Int, isStrict: Bool, _ layouts: inout [FITLayout?], _ before: inout [FITLayout?]?) -> Parsed {
        guard at + 6 <= end else { return .cut }
        guard bytes[at + 2] <= 1 else { return .senseless }
        var layout = FITLayout(isBigEndian: bytes[at + 2] == 1)
        let pair = (UInt16(bytes[at + 3]), UInt16(bytes[at + 4]))
        layout.number = layout.isBigEndian ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0
        let count = Int(bytes[at + 5])
        var next = at + 6
        guard next + 3 * count <= end else { return .cut }
        for _ in 0..<count {
            let (field, size, type) = (bytes[next], Int(bytes[next + 1]), bytes[next + 2])
            // Seventeen base types, by the low five bits; the two above them are reserved (FIT protocol, "Field Definition").
            guard !isStrict || size > 0 && type & 0x1F <= 0x10 && type & 0x60 == 0 else { return .senseless }
            layout.add(field, size: size, type: type)
            next += 3
        }
        if bytes[at] & 0x20 != 0 {
            guard next < end else { return .cut }
            let developers = Int(bytes[next])
            next += 1
            guard next + 3 * developers <= end else { return .cut }
            for index in 0..<developers { layout.size += Int(bytes[next + 3 * index + 1]) }
            next += 3 * developers
        }
        if before == nil { before = layouts }
        layouts[Int(bytes[at] & 0x0F)] = layout
        return .message(Message(length: next - at, isDefinition: true))
    }
}
