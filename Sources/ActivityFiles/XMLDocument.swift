import CExpat
import Glibc
import Quantities
import RunCore

/// What GPX and TCX have in common: elements that open, and close with a text.
protocol XMLActivityContent {
    /// The format.
    static var format: ActivityFormat { get }
    /// What expat calls for a document of this content. C functions know no generic parameters, so each content names its own.
    static var handlers: XMLHandlers { get }
    /// The name of the element that is a point.
    static var pointName: StaticString { get }
    /// The elements around a point, from the root on.
    static var aroundPoint: [XMLElementName] { get }

    /// What the attributes of a point are.
    static var pointAttributes: [(name: StaticString, value: XMLPointValue)] { get }
    /// What an element of a point is that only holds a value; nil if it is for ``close(_:in:_:_:)``.
    static func value(_ element: XMLElementName, in parent: XMLElementName) -> XMLPointValue?

    /// Nothing read.
    init()
    /// An element begins inside `parent`.
    mutating func open(_ element: XMLElementName, in parent: XMLElementName, _ attributes: XMLAttributes, _ reading: inout XMLReading)
    /// An element ends, its own text at hand. False if it belongs to a point and nothing can be done with it.
    mutating func close(_ element: XMLElementName, in parent: XMLElementName, _ text: XMLText, _ reading: inout XMLReading) -> Bool
    /// The point that is open is lost: its end will not come.
    mutating func forgetPoint()
    /// True within a point.
    var isInPoint: Bool { get }
    /// What is open may be put together of two things that damage joined, so it must not be kept when it closes. True if it is a point.
    mutating func spoil() -> Bool
}

/// The functions that expat calls with an ``XMLDocument`` of one content as their data.
struct XMLHandlers: Sendable {
    typealias Open =
        @convention(c) @Sendable (
            UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> Void
    typealias Close = @convention(c) @Sendable (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void
    typealias Characters = @convention(c) @Sendable (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32) -> Void
    typealias Mark = @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void

    var open: Open
    var close: Close
    var characters: Characters
    var beginCDATA: Mark
    var endCDATA: Mark
}

/// What the contents of either format fill while an XML file goes by.
struct XMLReading {
    var builder: ActivityBuilder
    /// The parser at work, and the line of the file at which it began.
    var parser: XML_Parser?
    var firstLine = 1
    /// True once nothing more shall be read.
    private(set) var isStopped = false
    /// Why, if it is not for want of room.
    private(set) var fault: ActivityFault?
    /// Characters that XML forbids since the last element began that is kept as a whole.
    var wounds = 0

    init(builder: ActivityBuilder) { self.builder = builder }

    /// The line that the parser is at. Expat counts it when it is asked, so it is asked only where the line is told.
    var line: Int {
        guard let parser else { return firstLine }
        return firstLine &+ Int(truncatingIfNeeded: XML_GetCurrentLineNumber(parser)) &- 1
    }

    /// Ends the reading.
    mutating func stop(_ fault: ActivityFault?) {
        guard !isStopped else { return }
        isStopped = true
        self.fault = fault
        if let parser { XML_StopParser(parser, 0) }
    }

    /// Notes that a value cannot be read.
    mutating func noteBadValue(_ element: XMLElementName) { builder.note(.badValue(line: line, element: element.rawValue)) }

    /// A number that may be missing or wrong.
    @inline(__always) mutating func number(_ text: XMLText, _ element: XMLElementName) -> Double? {
        if let number = text.number { return number }
        noteBadValue(element)
        return nil
    }
    /// A heart rate; one that does not beat is missing.
    @inline(__always) mutating func heartRate(_ text: XMLText, _ element: XMLElementName) -> HeartRate? {
        guard let number = number(text, element), number > 0 else { return nil }
        return .beatsPerMinute(number)
    }
    /// Adds a point as far as there is room.
    @inline(__always) mutating func add(_ point: ActivityPoint) { if !builder.add(point) { stop(nil) } }
}

/// An XML document while it is read: the open elements, the text of the last one, and what the content makes of them.
///
/// Expat holds a pointer to it, so that a call costs no counting of references and no check of access; ``XMLOpenDocument`` owns it.
struct XMLDocument<Content: XMLActivityContent> {
    private var content = Content()
    fileprivate var reading: XMLReading
    fileprivate var isInCDATA = false
    private let elements = XMLElementTable()
    private var stack: XMLElementStack
    private var text = XMLText()
    private var keepsText = false

    fileprivate init(_ builder: ActivityBuilder, limits: ActivityLimits) {
        reading = XMLReading(builder: builder)
        stack = XMLElementStack(depth: limits.depth)
        takesPointsByLikeness = limits.takesPointsByLikeness
    }
    fileprivate func free() {
        stack.free()
        text.free()
    }

    /// The document that a handler was registered with.
    @inline(__always) static func at(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Self>? {
        data?.assumingMemoryBound(to: Self.self)
    }

    // MARK: Handlers

    @inline(__always) mutating func open(_ name: UnsafePointer<CChar>?, _ attributes: XMLAttributes) {
        guard let name, !reading.isStopped else { return }
        guard stack.hasRoom else { return reading.stop(.tooDeep(line: reading.line)) }
        let parent = stack.top
        let element = elements[stack.push(name)]
        stack.top = element
        content.open(element, in: parent, attributes, &reading)
        text.removeAll()
        keepsText = element.holdsText
    }

    @inline(__always) mutating func close(_ name: UnsafePointer<CChar>?) {
        guard !reading.isStopped, stack.count > 0 else { return }
        let element = stack.top
        stack.pop()
        let parent = stack.top
        if !content.close(element, in: parent, text, &reading), let name, text.isFilled { reading.builder.note(unread: name) }
        text.removeAll()
        keepsText = parent.holdsText
    }

    @inline(__always) mutating func characters(_ start: UnsafePointer<CChar>?, _ count: Int32) {
        guard let start, count > 0 else { return }
        let bytes = UnsafeBufferPointer(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: Int(count))
        if count >= 8, memchr(start, 0xBF, Int(count)) != nil { lookForErased(bytes) }
        if keepsText { text.append(bytes) }
    }

    /// Erased memory reads as letters where the encoding is Latin-1: ÿÿÿÿ, which is no word.
    private mutating func lookForErased(_ bytes: UnsafeBufferPointer<UInt8>) {
        var run = 0
        for (index, byte) in bytes.enumerated() where index > 0 && byte == 0xBF && bytes[index - 1] == 0xC3 {
            run = index >= 2 && bytes[index - 2] == 0xBF ? run + 1 : 1
            guard run == 4 else { continue }
            return reading.builder.note(.forbiddenCharacters(line: reading.line, losesPoint: wound(run)))
        }
    }

    @inline(__always) mutating func mark(inCDATA: Bool) { isInCDATA = inCDATA }

    // MARK: Points like those before

    private var templates: [XMLPointTemplate] = []
    private let takesPointsByLikeness: Bool
    private var hits = 0
    private var misses = 0

    /// True as long as points are alike enough that it pays to look.
    fileprivate var seeksPoints: Bool { takesPointsByLikeness && (misses < 64 || hits / 4 > misses) }
    /// True where a point may begin that is like those before.
    fileprivate var isBetweenPoints: Bool {
        seeksPoints && stack.top == Content.aroundPoint.last && !content.isInPoint && !isInCDATA && !reading.isStopped
            && stack.hasRoom(for: 6)
    }

    /// Takes the points that the bytes begin with, as far as they are like points before; blanks between them too. Returns how many bytes
    /// and lines that are.
    fileprivate mutating func takePoints(_ bytes: UnsafeBufferPointer<UInt8>) -> (bytes: Int, lines: Int) {
        var taken = 0, lines = 0
        while !reading.isStopped {
            var next = taken, newLines = 0
            blanks: while next < bytes.count {
                switch bytes[next] {
                case 0x20, 0x09: break
                case 0x0A: newLines &+= 1
                // Whether it ends a line by itself is told by what follows.
                case 0x0D where next &+ 1 < bytes.count: if XMLLineEnd.isOne(bytes, at: next) { newLines &+= 1 }
                default: break blanks
                }
                next &+= 1
            }
            let rest = UnsafeBufferPointer(rebasing: bytes[next...])
            var found: (point: ActivityPoint, count: Int)?
            for index in templates.indices {
                found = templates[index].match(rest)
                guard found != nil else { continue }
                newLines &+= templates[index].lines
                if index > 0 { templates.swapAt(0, index) }
                break
            }
            guard let found else { break }
            hits &+= 1
            reading.wounds = 0
            reading.add(found.point)
            taken = next &+ found.count
            lines &+= newLines
        }
        return (taken, lines)
    }

    /// Learns what a point looks like from one that was just read in full.
    fileprivate mutating func learn(_ point: UnsafeBufferPointer<UInt8>) {
        misses &+= 1
        guard let template = XMLPointTemplate(point, attributes: Content.pointAttributes, value: Content.value) else { return }
        if templates.count == 4 { templates.removeLast() }
        templates.insert(template, at: 0)
    }

    // MARK: After damage

    fileprivate var isEmpty: Bool { stack.count == 0 }
    fileprivate var tags: [UInt8]? { stack.tags }

    fileprivate mutating func wound(_ count: Int) -> Bool {
        reading.wounds = min(2, reading.wounds) + min(2, count)
        guard reading.wounds >= 2, content.spoil() else { return false }
        reading.builder.breakSegment()
        return true
    }

    /// Closes what is open down to the parent of a point, opens what lacks of it, and gives the tags that lead there.
    fileprivate mutating func goToPoint() -> [UInt8] {
        content.forgetPoint()
        reading.builder.breakSegment()
        text.removeAll()
        isInCDATA = false
        let path = Content.aroundPoint
        while stack.count > 0, !path.contains(stack.top) { stack.pop() }
        // From what is open to the parent of a point; a name too long to be kept is no part of the path.
        let known = path.firstIndex(of: stack.top).map { $0 + 1 } ?? 0
        for element in path[known...] where stack.hasRoom {
            let parent = stack.top
            element.rawValue.withCString { _ = stack.push($0) }
            stack.top = element
            content.open(element, in: parent, XMLAttributes(pointer: nil), &reading)
        }
        keepsText = false
        return stack.tagsWithStandIns
    }
}

/// A document whose content is not known where it is held.
protocol XMLAnyDocument: AnyObject {
    /// True once nothing more shall be read.
    var isStopped: Bool { get }
    /// True if no element is open.
    var isEmpty: Bool { get }
    var isInCDATA: Bool { get }
    /// The tags of the open elements; nil if one has a name too long to be kept.
    var tags: [UInt8]? { get }
    /// How the tag of a point begins.
    var pointTag: [UInt8] { get }

    /// True where a point may begin that is like those before.
    var isBetweenPoints: Bool { get }
    /// True as long as it pays to look for such points.
    var seeksPoints: Bool { get }
    /// How a point ends.
    var endOfPoint: [UInt8] { get }
    /// Takes the points that the bytes begin with, as far as they are like points before. Returns how many bytes and lines that are.
    func takePoints(_ bytes: UnsafeBufferPointer<UInt8>) -> (bytes: Int, lines: Int)
    /// Learns from the XML of a point that was read.
    func learn(_ point: UnsafeBufferPointer<UInt8>)

    /// Lets a parser call the document.
    func attach(_ parser: XML_Parser, firstLine: Int)
    /// The root opens.
    func open(_ name: UnsafePointer<CChar>?, _ attributes: XMLAttributes)
    /// Forbidden characters stand in the text at hand: true if the point around it must not be kept.
    func wound(_ count: Int) -> Bool
    /// Gets ready to go on with the tag of a point. Returns the tags of what is open then.
    func goToPoint() -> [UInt8]
    func note(_ fault: ActivityFault)
    /// The activity as far as it was read.
    /// - Parameter run: the run that the file was made from, where Harrier made it.
    func finish(run: RunID?) -> ImportedActivity
}

/// Owns the memory of a document.
final class XMLOpenDocument<Content: XMLActivityContent>: XMLAnyDocument {
    private let document = UnsafeMutablePointer<XMLDocument<Content>>.allocate(capacity: 1)

    init(fileSize: Int64, limits: ActivityLimits) {
        let builder = ActivityBuilder(format: Content.format, fileSize: fileSize, limits: limits)
        document.initialize(to: XMLDocument(builder, limits: limits))
    }
    deinit {
        document.pointee.free()
        document.deinitialize(count: 1)
        document.deallocate()
    }

    var isStopped: Bool { document.pointee.reading.isStopped }
    var isEmpty: Bool { document.pointee.isEmpty }
    var isInCDATA: Bool { document.pointee.isInCDATA }
    var tags: [UInt8]? { document.pointee.tags }
    let pointTag = [0x3C] + Content.pointName.withUTF8Buffer { Array($0) }

    let endOfPoint = [0x3C, 0x2F] + Content.pointName.withUTF8Buffer { Array($0) } + [0x3E]
    var isBetweenPoints: Bool { document.pointee.isBetweenPoints }
    var seeksPoints: Bool { document.pointee.seeksPoints }
    func takePoints(_ bytes: UnsafeBufferPointer<UInt8>) -> (bytes: Int, lines: Int) {
        let taken = document.pointee.takePoints(bytes)
        document.pointee.reading.firstLine &+= taken.lines
        return taken
    }
    func learn(_ point: UnsafeBufferPointer<UInt8>) { document.pointee.learn(point) }

    func attach(_ parser: XML_Parser, firstLine: Int) {
        document.pointee.isInCDATA = false
        document.pointee.reading.parser = parser
        document.pointee.reading.firstLine = firstLine
        XML_SetUserData(parser, document)
        let handlers = Content.handlers
        XML_SetElementHandler(parser, handlers.open, handlers.close)
        XML_SetCharacterDataHandler(parser, handlers.characters)
        XML_SetCdataSectionHandler(parser, handlers.beginCDATA, handlers.endCDATA)
    }
    func open(_ name: UnsafePointer<CChar>?, _ attributes: XMLAttributes) { document.pointee.open(name, attributes) }
    func wound(_ count: Int) -> Bool { document.pointee.wound(count) }
    func goToPoint() -> [UInt8] { document.pointee.goToPoint() }
    func note(_ fault: ActivityFault) { document.pointee.reading.builder.note(fault) }

    func finish(run: RunID?) -> ImportedActivity {
        if let fault = document.pointee.reading.fault { note(fault) }
        document.pointee.reading.builder.activity.partCount = 1
        document.pointee.reading.builder.activity.run = run
        return document.pointee.reading.builder.finish()
    }
}
