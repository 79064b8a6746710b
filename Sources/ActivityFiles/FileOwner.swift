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
        var head = ByteWindow(source)
        _ = head.fill(mostOfHead)
        return run(inHead: head.bytes[head.start..<min(head.end, head.start + mostOfHead)], as: format)
    }

    /// Bytes in which a run is named: twice what stands there with the longest of names.
    private static let mostOfHead = 2048

    private static func run(inHead head: ArraySlice<UInt8>, as format: ExportFormat) -> RunID? {
        let marks: [StaticString] =
            switch format {
            case .fit: []
            case .gpx: [GPXActivityWriter.creatorMark, GPXActivityWriter.runMark]
            case .tcx: [TCXActivityWriter.runMark]
            case .csv: [CSVActivityWriter.header, "\r\n"]
            case .ndjson: [NDJSONActivityWriter.runMark]
            case .omh: [OpenMHealthActivityWriter.runMark]
            case .geojson: [GeoJSONActivityWriter.runMark]
            }
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
