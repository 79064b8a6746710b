import CExpat
import Quantities

/// What GPX and TCX have in common: elements that open, and close with a text.
protocol XMLActivityContent {
    /// An element begins inside `parent`.
    mutating func open(_ element: XMLElementName, in parent: XMLElementName, _ attributes: XMLAttributes, _ reading: inout XMLReading)
    /// An element ends, its own text at hand. False if it belongs to a point and nothing can be done with it.
    mutating func close(_ element: XMLElementName, in parent: XMLElementName, _ text: XMLText, _ reading: inout XMLReading) -> Bool
}

/// What the contents of either format fill while an XML file goes by.
struct XMLReading {
    var builder: ActivityBuilder
    /// The line that the parser is at.
    var line = 1
    /// Set when nothing more shall be read.
    var isFull = false

    /// Notes that a value cannot be read.
    mutating func noteBadValue(_ element: XMLElementName) { builder.note(.badValue(line: line, element: element.rawValue)) }

    /// A number that may be missing or wrong.
    mutating func number(_ text: XMLText, _ element: XMLElementName) -> Double? {
        guard let number = text.number else {
            noteBadValue(element)
            return nil
        }
        return number
    }
    /// A heart rate; one that does not beat is missing.
    mutating func heartRate(_ text: XMLText, _ element: XMLElementName) -> HeartRate? {
        number(text, element).flatMap { $0 > 0 ? .beatsPerMinute($0) : nil }
    }
    /// Adds a point as far as there is room.
    mutating func add(_ point: ActivityPoint) { if !builder.add(point) { isFull = true } }
}

/// Streams an XML file through expat: elements are told apart by the root (`gpx` or `TrainingCenterDatabase`), document types refused,
/// depth, tag length and size limited.
final class XMLActivityReader {
    /// The format's content and what it fills, once the root is known.
    private struct Document {
        var content: any XMLActivityContent
        var reading: XMLReading

        mutating func open(_ element: XMLElementName, in parent: XMLElementName, _ attributes: XMLAttributes, line: Int) {
            reading.line = line
            content.open(element, in: parent, attributes, &reading)
        }
        mutating func close(
            _ element: XMLElementName, named name: UnsafePointer<CChar>?, in parent: XMLElementName, _ text: XMLText, line: Int
        ) {
            reading.line = line
            let isRead = content.close(element, in: parent, text, &reading)
            if !isRead, let name, text.isFilled { reading.builder.note(unread: name) }
        }
    }

    private let limits: ActivityLimits
    private let fileSize: Int64
    private var document: Document?
    private var stack: [XMLElementName] = []
    private var text = XMLText()
    private var parser: XML_Parser?
    private var fault: ActivityFault?

    init(fileSize: Int64, limits: ActivityLimits) {
        self.fileSize = fileSize
        self.limits = limits
    }

    /// Reads everything that the window gives.
    func read(_ window: consuming ByteWindow) throws(ActivityFault) -> ImportedActivity {
        guard let parser = XML_ParserCreate(nil) else { throw .tooLarge(limit: 0) }
        self.parser = parser
        defer { XML_ParserFree(parser) }
        prepare(parser)
        var window = window
        parse(parser, &window)
        let found = fault ?? window.failure
        guard var builder = document?.reading.builder else { throw found ?? .unknownFormat }
        if let found { builder.note(found) }
        builder.activity.partCount = 1
        return builder.finish()
    }

    private func prepare(_ parser: XML_Parser) {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { XMLActivityReader.from($0)?.open($1, XMLAttributes(pointer: $2)) },
            { XMLActivityReader.from($0)?.close($1) })
        XML_SetCharacterDataHandler(parser) { XMLActivityReader.from($0)?.characters($1, count: $2) }
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
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in XMLActivityReader.from(data)?.refuseDocumentType() }
    }

    /// The reader that a handler was registered by. It outlives the parser, which `read` frees.
    private static func from(_ data: UnsafeMutableRawPointer?) -> XMLActivityReader? {
        data.map { Unmanaged<XMLActivityReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private func parse(_ parser: XML_Parser, _ window: inout ByteWindow) {
        var fed: Int64 = 0
        while window.fill(1) {
            // Blocks of bounded size, so that the check on the length of a tag comes in time.
            let count = min(window.count, 64 << 10)
            let start = window.start
            let status = window.bytes.withUnsafeBytes { raw in
                XML_Parse(parser, raw.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self), Int32(count), 0)
            }
            window.advance(count)
            fed += Int64(count)
            guard status == XML_STATUS_OK else { return noteError(parser) }
            if fed - Int64(XML_GetCurrentByteIndex(parser)) > limits.tagBytes { return fault = .tagTooLong(line: line) }
            if fed > limits.unpackedBytes { return fault = .tooLarge(limit: limits.unpackedBytes) }
        }
        guard window.failure == nil else { return }
        if XML_Parse(parser, nil, 0, 1) != XML_STATUS_OK { noteError(parser) }
    }

    private func noteError(_ parser: XML_Parser) {
        guard fault == nil, document?.reading.isFull != true else { return }
        let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
        let column = Int(truncatingIfNeeded: XML_GetCurrentColumnNumber(parser)) + 1
        fault = .notWellFormed(line: line, column: column, reason: reason)
    }

    private var line: Int { parser.map { Int(truncatingIfNeeded: XML_GetCurrentLineNumber($0)) } ?? 0 }

    private func stop(_ fault: ActivityFault?) {
        self.fault = self.fault ?? fault
        if let parser { XML_StopParser(parser, 0) }
    }

    // MARK: Handlers

    private func refuseDocumentType() { stop(.documentTypeRefused(line: line)) }

    private func characters(_ start: UnsafePointer<CChar>?, count: Int32) {
        guard let start, count > 0 else { return }
        text.append(UnsafeBufferPointer(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: Int(count)))
    }

    private func open(_ name: UnsafePointer<CChar>?, _ attributes: XMLAttributes) {
        guard let name else { return }
        let element = XMLElementName.named(name)
        if stack.isEmpty { begin(element) }
        guard fault == nil else { return }
        guard stack.count < limits.depth else { return stop(.tooDeep(line: line)) }
        document?.open(element, in: stack.last ?? .unknown, attributes, line: line)
        stack.append(element)
        text.removeAll()
    }

    private func close(_ name: UnsafePointer<CChar>?) {
        guard fault == nil, let element = stack.popLast() else { return }
        document?.close(element, named: name, in: stack.last ?? .unknown, text, line: line)
        text.removeAll()
        if document?.reading.isFull == true { stop(nil) }
    }

    private func begin(_ root: XMLElementName) {
        switch root {
        case .gpx: document = Document(content: GPXContent(), reading: emptyReading(.gpx))
        // Some files lack the root; what would stand in it is read all the same.
        case .trainingCenterDatabase, .activities: document = Document(content: TCXContent(), reading: emptyReading(.tcx))
        default: stop(.unknownFormat)
        }
    }

    private func emptyReading(_ format: ActivityFormat) -> XMLReading {
        XMLReading(builder: ActivityBuilder(format: format, fileSize: fileSize, limits: limits))
    }
}
