import SystemCalls

/// What is wrong with an activity file, and where.
///
/// A fault ends the reading of one part of a file at most: what stood before it is kept (see ``ImportedActivity/faults``).
/// Offsets count bytes from the start of the unpacked file.
public enum ActivityFault: Error, Hashable, Sendable {
    /// The file could not be opened.
    case cannotOpen(path: String, errno: Int32)
    /// The operating system failed to read on.
    case cannotRead(offset: Int64, errno: Int32)
    /// There is not a single byte.
    case empty
    /// Neither FIT, GPX nor TCX, gzipped or not.
    case unknownFormat
    /// The gzip stream is damaged or cut.
    case damagedGzip(offset: Int64)
    /// The entry of a zip archive is damaged or cut, or its checksum is wrong.
    case damagedZip(offset: Int64)
    /// The unpacked file passes the allowed size, as archive bombs do.
    case tooLarge(limit: Int64)
    /// More points than ``ActivityLimits/points`` allows; the rest was left out.
    case tooManyPoints(limit: Int)
    /// More laps, sessions and pauses than ``ActivityLimits/summaries`` allows; the rest was left out.
    case tooManySummaries(limit: Int)
    /// A FIT file ends inside its header or inside a message.
    case truncated(offset: Int64)
    /// The `.FIT` signature is missing from a FIT header.
    case badSignature(offset: Int64)
    /// The checksum of a FIT header is wrong.
    case headerChecksum(offset: Int64)
    /// A FIT header says that nothing follows, as a recorder leaves it that lost power; what follows was read all the same.
    case sizeNeverWritten(offset: Int64)
    /// The checksum at the end of a FIT file is wrong.
    case fileChecksum(offset: Int64)
    /// A FIT message of a local type that was never defined.
    case undefinedMessage(offset: Int64, localType: UInt8)
    /// A FIT message reaches past the end that the header gives.
    case messageBeyondEnd(offset: Int64)
    /// Bytes of a damaged FIT file that do not prove to be messages.
    case unproved(offset: Int64, count: Int64)
    /// The size in a FIT header is smaller than what follows.
    case wrongSize(offset: Int64)
    /// Bytes after the end of a file that are not another file.
    case trailingBytes(offset: Int64)
    /// A document type declaration, which may hold entity bombs or name other files: refused.
    case documentTypeRefused(line: Int)
    /// The XML is not well-formed, and nothing after that can be read.
    case notWellFormed(line: Int, column: Int, reason: String)
    /// The XML ends before its root does.
    case endsEarly(line: Int)
    /// The XML is not well-formed at one place, and was read on from a later line.
    case damagedXML(line: Int, column: Int, reason: String, resumedAt: Int)
    /// Characters that XML does not allow there: control characters, or an ampersand by itself. The point around them is left out if they
    /// may have taken the place of something else.
    case forbiddenCharacters(line: Int, losesPoint: Bool)
    /// A byte that is not in the encoding that the XML file declares.
    case notInEncoding(line: Int)
    /// XML elements nested deeper than any activity file nests them.
    case tooDeep(line: Int)
    /// The XML has more different names, or longer ones, than the parser may keep (``ActivityLimits/parserBytes``).
    case tooManyNames(line: Int)
    /// One XML tag or comment longer than any activity file holds.
    case tagTooLong(line: Int)
    /// A number or time that cannot be read; the value is absent.
    case badValue(line: Int, element: String)
    /// Local time that is so many seconds from UTC, as no zone on earth is: the zone is unknown.
    case impossibleZone(seconds: Int64)
}

extension ActivityFault {
    /// True if bytes of a FIT file are not what was written, or are missing.
    var isFITDamage: Bool {
        switch self {
        case .truncated, .badSignature, .headerChecksum, .sizeNeverWritten, .fileChecksum, .undefinedMessage, .messageBeyondEnd,
            .trailingBytes:
            true
        default: false
        }
    }
}

extension ActivityFault: CustomStringConvertible {
    /// A sentence for the runner.
    public var description: String {
        switch self {
        case .cannotOpen(let path, let errno):
            "\(path) cannot be opened (\(Errno(code: errno))): check the name and who may read it"
        case .cannotRead(let offset, let errno):
            "reading stopped at byte \(offset) (\(Errno(code: errno))): check the card or disk, then try again"
        case .empty: "the file is empty: copy it again from where it came"
        case .unknownFormat: "the file is neither FIT, GPX nor TCX: export it again as one of these"
        case .damagedGzip(let offset): "the gzip archive is damaged after byte \(offset) of its content: copy it again"
        case .damagedZip(let offset): "the zip archive is damaged after byte \(offset) of this file: copy it again"
        case .tooLarge(let limit): "the file unpacks to more than \(limit) bytes, which no activity needs: the rest was not read"
        case .tooManyPoints(let limit): "the file holds more than \(limit) points: the rest was left out"
        case .tooManySummaries(let limit): "the file holds more than \(limit) laps, sessions, pauses or stretches: the rest was left out"
        case .truncated(let offset): "the file ends at byte \(offset) inside a message: what came before was read"
        case .badSignature(let offset): "no FIT header stands at byte \(offset): this is not a FIT file, or its start is damaged"
        case .headerChecksum(let offset): "the checksum of the FIT header at byte \(offset) is wrong: the header may be damaged"
        case .sizeNeverWritten(let offset):
            "the FIT header at byte \(offset) gives no size, so the recorder was cut off: everything up to the end was read"
        case .fileChecksum(let offset): "the checksum at byte \(offset) is wrong: some values may be damaged"
        case .undefinedMessage(let offset, let localType):
            "the message at byte \(offset) has type \(localType), which was not defined: this part was read up to there"
        case .messageBeyondEnd(let offset):
            "the message at byte \(offset) reaches past the end given by the header: this part was read up to there"
        case .unproved(let offset, let count):
            "the \(count) bytes from byte \(offset) on are damaged, or cannot be told from damage: what stood there was left out"
        case .wrongSize(let offset): "the FIT header at byte \(offset) gives a wrong size: what follows was read as far as it goes"
        case .trailingBytes(let offset): "bytes that belong to no activity follow at byte \(offset): they were ignored"
        case .documentTypeRefused(let line):
            "line \(line) declares a document type, which is refused for safety: export the file without it"
        case .notWellFormed(let line, let column, let reason):
            "line \(line), column \(column) is not well-formed XML (\(reason)): what came before was read"
        case .endsEarly(let line): "the file ends in line \(line), before it is complete: what came before was read"
        case .damagedXML(let line, let column, let reason, let resumed):
            "line \(line), column \(column) is not well-formed XML (\(reason)): what stands from there to line \(resumed) was left out"
        case .forbiddenCharacters(let line, let losesPoint):
            "line \(line) holds characters that XML does not allow: "
                + (losesPoint ? "the point around them was left out" : "the text they stand in may be wrong")
        case .notInEncoding(let line):
            "line \(line) holds a byte that is not in the file's own encoding: the rest was read as Latin-1"
        case .tooDeep(let line): "line \(line) nests elements too deeply: the rest was not read"
        case .tooManyNames(let line): "line \(line) takes the names in the file beyond what any activity needs: the rest was not read"
        case .tagTooLong(let line): "line \(line) holds a tag or comment that is too long: the rest was not read"
        case .impossibleZone(let seconds):
            "local time in the file is \(seconds / 3600) h from UTC, as in no zone on earth: the zone is taken as unknown"
        case .badValue(let line, let element): "line \(line): the value of \(element) cannot be read and was left out"
        }
    }
}
