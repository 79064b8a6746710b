import CExpat
import Glibc
import RunCore

/// Streams an XML file through expat: the root (`gpx` or `TrainingCenterDatabase`) tells the format; document types are refused, depth, tag
/// length and size limited. Where the file is damaged, reading goes on behind the damage (see `XMLActivityReader+Damage.swift`).
final class XMLActivityReader {
    let limits: ActivityLimits
    private let fileSize: Int64
    /// The content, once the root is known.
    var document: (any XMLAnyDocument)?
    private(set) var parser: XML_Parser
    private let memory: XMLMemory
    /// The encoding that the XML declaration names.
    var encoding: String?
    /// True for an encoding in which ASCII does not stand as single bytes.
    var isWide: Bool
    /// The line of the file at which the parser began, and what its count of bytes lacks to be that of the file.
    var firstLine = 1
    var base: Int64 = 0
    /// What its count of columns lacks on one of its lines.
    private var columns = 0
    private var columnsLine = 0
    /// Bytes of the window that the parser has been given.
    var ahead = 0
    /// Bytes of the file in which no comment begins or ends.
    var unquoted: Range<Int64> = 0..<0
    /// How often a new parser was begun behind damage.
    var restarts = 0
    private var fault: ActivityFault?
    /// Faults before the root.
    private var early: [ActivityFault] = []

    /// Nil if there is no memory for a parser.
    private init?(fileSize: Int64, limits: ActivityLimits, isWide: Bool) {
        let memory = XMLMemory(limit: limits.parserBytes)
        guard let parser = memory.charge({ XMLMemory.parser(encoding: nil) }) else {
            memory.free()
            return nil
        }
        self.memory = memory
        self.parser = parser
        self.fileSize = fileSize
        self.limits = limits
        self.isWide = isWide
    }
    deinit {
        XML_ParserFree(parser)
        memory.free()
    }

    /// Reads everything that the window gives.
    /// - Parameter run: the run that the file was made from, where Harrier made it.
    static func read(
        _ window: consuming ByteWindow, fileSize: Int64, limits: ActivityLimits, run: RunID?
    ) throws(ActivityFault) -> ImportedActivity {
        var window = window
        let isWide = window.fill(2) && (window.bytes[window.start] >= 0xFE || window.bytes[window.start + 1] == 0)
        guard let reader = XMLActivityReader(fileSize: fileSize, limits: limits, isWide: isWide) else { throw .tooLarge(limit: 0) }
        return try reader.read(&window, run)
    }

    private func read(_ window: inout ByteWindow, _ run: RunID?) throws(ActivityFault) -> ImportedActivity {
        base = window.offset
        prepare(parser)
        memory.charge { parse(&window) }
        let found = fault ?? window.failure
        guard let document else { throw found ?? .unknownFormat }
        if let found { document.note(found) }
        return document.finish(run: run)
    }

    // MARK: Parsing

    private func parse(_ window: inout ByteWindow) {
        while true {
            _ = window.fill(ahead + Self.leastBlock)
            if ahead == 0, let document, document.isBetweenPoints { takePoints(&window, document) }
            let isEnd = window.count == ahead
            if document?.isStopped == true || isEnd && window.failure != nil { return }
            let piece = piece(window)
            let status = window.bytes.withUnsafeBytes { raw in
                let start = raw.baseAddress?.advanced(by: piece.lowerBound).assumingMemoryBound(to: CChar.self)
                return XML_Parse(parser, start, Int32(piece.count), isEnd ? 1 : 0)
            }
            ahead += piece.count
            if fault != nil || document?.isStopped == true { return }
            if status != XML_STATUS_OK {
                guard goOn(&window) else { return }
                continue
            }
            if isEnd { return }
            // What the parser has not understood yet stays in the window, for it may turn out to be damaged.
            let understood = min(max(0, Int(clamping: position - window.offset)), ahead)
            if understood == ahead, let document, document.isBetweenPoints { learn(window, piece, document) }
            window.advance(understood)
            ahead -= understood
            if Int64(ahead) > limits.tagBytes { return fault = .tagTooLong(line: line) }
            if window.offset + Int64(ahead) > limits.unpackedBytes { return fault = .tooLarge(limit: limits.unpackedBytes) }
        }
    }

    /// What the parser is given next: a block of bounded size, so that the check on the length of a tag comes in time, or less, to the end
    /// of the next point, behind which others may follow that need no parser.
    private func piece(_ window: borrowing ByteWindow) -> Range<Int> {
        let start = window.start + ahead
        let block = start..<min(window.end, start + (64 << 10))
        guard !isWide, let document, document.seeksPoints else { return block }
        let end = window.bytes.withUnsafeBytes { Self.find(document.endOfPoint, in: UnsafeRawBufferPointer(rebasing: $0[block])) }
        return end.map { start..<start + $0 + document.endOfPoint.count } ?? block
    }

    /// Where a word that begins with `<` stands first.
    private static func find(_ word: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress else { return nil }
        var at = 0
        while bytes.count - at >= word.count, let found = memchr(start + at, 0x3C, bytes.count - at) {
            at = UnsafeRawPointer(found) - start
            if bytes.count - at >= word.count, memcmp(start + at, word, word.count) == 0 { return at }
            at += 1
        }
        return nil
    }

    /// Takes the points at the window's start that are like points before, past the parser.
    private func takePoints(_ window: inout ByteWindow, _ document: any XMLAnyDocument) {
        let unread = window.start..<window.end
        let taken = window.bytes.withUnsafeBufferPointer { document.takePoints(UnsafeBufferPointer(rebasing: $0[unread])) }
        guard taken.bytes > 0 else { return }
        let bytes = window.bytes[unread.lowerBound..<unread.lowerBound + taken.bytes]
        let own = Int(truncatingIfNeeded: XML_GetCurrentColumnNumber(parser))
        columns =
            taken.lines > 0 ? bytes.reversed().prefix { $0 != 0x0A && $0 != 0x0D }.count - own : columns(onLine: ownLine) + taken.bytes
        columnsLine = ownLine
        firstLine &+= taken.lines
        base += Int64(taken.bytes)
        window.advance(taken.bytes)
    }

    /// Shows the document the point that the parser has just come to the end of, if it is whole in what the parser was given.
    private func learn(_ window: borrowing ByteWindow, _ piece: Range<Int>, _ document: any XMLAnyDocument) {
        window.bytes.withUnsafeBytes { raw in
            let given = UnsafeRawBufferPointer(rebasing: raw[window.start..<piece.upperBound])
            var point: UnsafeRawBufferPointer?, from = 0
            while let next = Self.find(document.pointTag, in: UnsafeRawBufferPointer(rebasing: given[from...])) {
                point = UnsafeRawBufferPointer(rebasing: given[(from + next)...])
                from += next + 1
            }
            if let point { document.learn(point.bindMemory(to: UInt8.self)) }
        }
    }

    private static let leastBlock = 16 << 10

    // MARK: Places

    private var ownLine: Int { Int(truncatingIfNeeded: XML_GetCurrentLineNumber(parser)) }
    private func columns(onLine line: Int) -> Int { columnsLine == line ? columns : 0 }
    /// The column of the file that the parser is at, from 1.
    var column: Int { Int(truncatingIfNeeded: XML_GetCurrentColumnNumber(parser)) + 1 + columns(onLine: ownLine) }
    /// The byte of the file that the parser is at.
    var position: Int64 { Int64(XML_GetCurrentByteIndex(parser)) + base }
    /// The line of the file that the parser is at.
    var line: Int { firstLine &+ ownLine &- 1 }

    /// Keeps a fault that does not end the reading.
    func note(_ fault: ActivityFault) {
        if let document { document.note(fault) } else if early.count < limits.faults { early.append(fault) }
    }
    /// Keeps a fault that ends the reading.
    func end(_ fault: ActivityFault) { self.fault = self.fault ?? fault }

    // MARK: Parsers

    /// Begins a new parser at the window's start, with tags that lead to where the file is there.
    func restart(_ window: borrowing ByteWindow, after tags: [UInt8], atLine line: Int) -> Bool {
        guard let new = XMLMemory.parser(encoding: encoding) else { return false }
        prepare(new)
        if !tags.isEmpty {
            // The elements are open already.
            XML_SetElementHandler(new, nil, nil)
            let status = tags.withUnsafeBytes {
                XML_Parse(new, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: tags.count), 0)
            }
            guard status == XML_STATUS_OK else {
                XML_ParserFree(new)
                return false
            }
        }
        XML_ParserFree(parser)
        parser = new
        restarts += 1
        document?.attach(parser, firstLine: line)
        firstLine = line
        base = window.offset - Int64(tags.count)
        columns = -tags.count
        columnsLine = 1
        ahead = 0
        return true
    }

    private func prepare(_ parser: XML_Parser) {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        // Code pages that expat does not know share ASCII, in which all that matters is written; other characters are replaced.
        XML_SetUnknownEncodingHandler(
            parser,
            { _, _, encoding in
                guard let encoding else { return 0 }
                encoding.pointee.data = nil
                encoding.pointee.convert = nil
                encoding.pointee.release = nil
                withUnsafeMutableBytes(of: &encoding.pointee.map) { raw in
                    for (byte, slot) in raw.bindMemory(to: Int32.self).indices.enumerated() {
                        raw.bindMemory(to: Int32.self)[slot] = byte < 0x80 ? Int32(byte) : 0xFFFD
                    }
                }
                return 1
            }, nil)
        guard document == nil else { return }
        XML_SetStartElementHandler(parser) { XMLActivityReader.from($0)?.begin($1, XMLAttributes(pointer: $2)) }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in XMLActivityReader.from(data)?.refuseDocumentType() }
        XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in XMLActivityReader.from(data)?.take(encoding: encoding) }
    }

    /// The reader that a handler was registered by. It outlives the parser, which it frees.
    private static func from(_ data: UnsafeMutableRawPointer?) -> XMLActivityReader? {
        data.map { Unmanaged<XMLActivityReader>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: What stands before the root's content

    private func take(encoding name: UnsafePointer<CChar>?) {
        guard let name else { return }
        encoding = String(cString: name)
        if encoding?.uppercased().hasPrefix("UTF-16") == true { isWide = true }
    }

    private func refuseDocumentType() {
        end(.documentTypeRefused(line: line))
        XML_StopParser(parser, 0)
    }

    private func begin(_ name: UnsafePointer<CChar>?, _ attributes: XMLAttributes) {
        guard let name, document == nil, fault == nil else { return }
        let new: any XMLAnyDocument
        switch XMLElementTable()[XMLElementName.hash(name)] {
        case .gpx: new = XMLOpenDocument<GPXContent>(fileSize: fileSize, limits: limits)
        // Some files lack the root; what would stand in it is read all the same.
        case .trainingCenterDatabase, .activities: new = XMLOpenDocument<TCXContent>(fileSize: fileSize, limits: limits)
        default:
            end(.unknownFormat)
            XML_StopParser(parser, 0)
            return
        }
        document = new
        for fault in early { new.note(fault) }
        new.attach(parser, firstLine: firstLine)
        new.open(name, attributes)
    }
}
