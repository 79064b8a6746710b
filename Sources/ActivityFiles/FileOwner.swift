import RunCore
import SystemCalls

extension ActivityReader {
    /// The run that a file was made from; nil if Harrier did not make it of this format, or it does not name a run, or cannot be read.
    ///
    /// FIT files name it in their session (``FITRunField``), all others within their first bytes, where nobody else writes it. It is for telling
    /// whether a file may be replaced, so what is not certain is nil.
    public static func run(
        of path: String, as format: ExportFormat, isPacked: Bool = false, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) -> RunID? {
        guard let file = try? FileByteSource(path: path, calls: calls) else { return nil }
        let source: any ByteSource = isPacked ? GzipByteSource(ByteWindow(file), limits: ActivityLimits()) : file
        guard format != .fit else {
            var messages = FITMessageReader(source), naming = FITRunField()
            while messages.next(), naming.run == nil, !naming.isHopeless(at: messages) { naming.take(messages) }
            return naming.run
        }
        var window = ByteWindow(source)
        return run(inHead: head(of: &window), as: format)
    }

    /// The run that a GPX or TCX file was made from, if Harrier made it and nothing was put before its first element.
    static func runOfXML(_ window: inout ByteWindow) -> RunID? {
        let head = head(of: &window)
        return run(inHead: head, as: .gpx) ?? run(inHead: head, as: .tcx)
    }

    private static func head(of window: inout ByteWindow) -> ArraySlice<UInt8> {
        _ = window.fill(mostOfHead)
        return window.bytes[window.start..<min(window.end, window.start + mostOfHead)]
    }

    /// Bytes in which a run is named: twice what stands there with the longest of names.
    private static let mostOfHead = 2048

    private static func run(inHead head: ArraySlice<UInt8>, as format: ExportFormat) -> RunID? {
        switch format {
        case .fit: nil
        case .gpx:
            run(behind: [GPXActivityWriter.creatorMark, GPXActivityWriter.runMark], in: head)
                ?? (end(of: "<gpx ", in: head) == nil ? nil : run(behind: [TextBytes.runComment], in: head))
        case .tcx: end(of: "<TrainingCenterDatabase ", in: head) == nil ? nil : run(behind: [TextBytes.runComment], in: head)
        case .csv: run(behind: [CSVActivityWriter.header, "\r\n"], in: head)
        case .ndjson: run(behind: [NDJSONActivityWriter.runMark], in: head)
        case .omh: run(behind: OpenMHealthActivityWriter.runMarks, in: head)
        case .geojson: run(behind: [GeoJSONActivityWriter.runMark], in: head)
        }
    }

    /// The run whose name stands behind several texts, one after another.
    private static func run(behind marks: [StaticString], in head: ArraySlice<UInt8>) -> RunID? {
        var rest = head
        for mark in marks {
            guard let end = end(of: mark, in: rest) else { return nil }
            rest = rest[end...]
        }
        return RunID(String(decoding: rest.prefix(36), as: UTF8.self))
    }

    /// Where the first occurrence of a text ends.
    private static func end(of text: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
        let pattern = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard bytes.count >= pattern.count else { return nil }
        for start in bytes.startIndex...(bytes.endIndex - pattern.count) {
            if bytes[start..<start + pattern.count].elementsEqual(pattern) { return start + pattern.count }
        }
        return nil
    }
}

extension TextBytes {
    /// What stands before the run's name in the comment of an XML file. A comment, because sites show notes to people.
    fileprivate static var runComment: StaticString { "<!-- Harrier, run " }

    /// Adds a line that tells which run a file of Harrier was made from.
    mutating func append(commentNaming run: RunID) {
        append(Self.runComment)
        append(plain: "\(run)")
        append(" -->\n")
    }
}
