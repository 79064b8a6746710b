import SystemCalls

/// Looks at a file that was just written, before it gets its name: whether what stands on the disk is what the writer meant.
///
/// FIT is judged by the linter; GPX and TCX are read by the reader for files from anywhere, which must find every point, piece and lap and
/// nothing to complain of; JSON and tables are taken apart to their last byte and counted.
struct ReadBack {
    private let format: ExportFormat
    private let isPacked: Bool
    private let written: WrittenActivity

    init(_ format: ExportFormat, isPacked: Bool, _ written: WrittenActivity) {
        (self.format, self.isPacked, self.written) = (format, isPacked, written)
    }

    /// What Harrier packs is no bomb, however evenly a runner stood still.
    private static let limits: ActivityLimits = {
        var limits = ActivityLimits()
        limits.unpackingRatio = 1 << 11
        limits.unpackedBytes = 1 << 40
        return limits
    }()

    func check(path: String, calls: any FileSystemCalls) throws(ActivityWriteError) {
        let source: FileByteSource
        do throws(ActivityFault) { source = try FileByteSource(path: path, calls: calls) } catch { throw .selfCheck([.unreadable(error)]) }
        try judge(ByteWindow(source)) { () throws(ActivityFault) in try ActivityReader.read(path: path, limits: Self.limits) }
    }

    func check(bytes: [UInt8]) throws(ActivityWriteError) {
        try judge(ByteWindow(bytes)) { () throws(ActivityFault) in try ActivityReader.read(bytes: bytes, limits: Self.limits) }
    }

    private func judge(
        _ window: consuming ByteWindow, read: () throws(ActivityFault) -> ImportedActivity
    ) throws(ActivityWriteError) {
        let findings: [LintFinding]
        switch format {
        case .fit:
            findings = isPacked ? ActivityLinter.check(GzipByteSource(window, limits: Self.limits)) : ActivityLinter.check(window)
        case .gpx, .tcx:
            do throws(ActivityFault) { findings = findingsOfXML(try read()) } catch { throw .selfCheck([.unreadable(error)]) }
        case .csv, .ndjson, .omh, .geojson:
            findings = findingsOfText(isPacked ? ByteWindow(GzipByteSource(window, limits: Self.limits)) : window)
        }
        guard findings.isEmpty else { throw .selfCheck(findings) }
    }

    private func findingsOfXML(_ activity: ImportedActivity) -> [LintFinding] {
        var findings = activity.faults.map { LintFinding.unreadable($0) }
        func expect(_ what: String, _ expected: Int, _ found: Int) {
            if expected != found { findings.append(.count(what: what, written: expected, found: found)) }
        }
        expect("points", written.records, activity.points.count)
        if format == .gpx { expect("pieces", written.pieces, activity.segmentStarts.count) }
        expect("laps", written.laps, activity.laps.count)
        expect("elements that are not known", 0, activity.unread.count)
        return findings
    }

    private func findingsOfText(_ window: consuming ByteWindow) -> [LintFinding] {
        var json = JSONSyntax(), table = TableSyntax(), size = 0
        while window.fill(1) {
            for index in window.start..<window.end {
                if format == .csv { table.take(window.bytes[index]) } else { json.take(window.bytes[index]) }
            }
            size += window.count
            window.advance(window.count)
        }
        if let failure = window.failure { return [.unreadable(failure)] }
        if size != written.bytes { return [.count(what: "bytes", written: written.bytes, found: size)] }
        if let offset = format == .csv ? table.faultOffset : json.finish() { return [.syntax(offset: Int64(offset))] }
        let (expected, found) =
            switch format {
            case .csv: (written.records + 1, table.rows)
            case .ndjson: (written.records + 1, json.values)
            case .geojson: (written.pieces, json.outerElements)
            // The run itself, and its steps if they are known.
            default: (min(max(json.outerElements, written.records + 1), written.records + 2), json.outerElements)
            }
        return expected == found ? [] : [.count(what: "values", written: expected, found: found)]
    }
}

/// A table as RFC 4180 has it, without quotes: every row with as many commas as the first, every line with both characters at its end.
struct TableSyntax {
    private(set) var rows = 0
    /// Where the first fault lies; nil so far.
    private(set) var faultOffset: Int?
    private var offset = 0
    private var commas = 0
    private var expected: Int?
    private var last: UInt8 = 0

    mutating func take(_ byte: UInt8) {
        let isEnd = byte == 0x0A
        if isEnd != (last == 0x0D) || byte == 0x22 { faultOffset = faultOffset ?? offset }
        if byte == 0x2C { commas += 1 }
        if isEnd {
            if commas != expected ?? commas { faultOffset = faultOffset ?? offset }
            expected = commas
            (commas, rows) = (0, rows + 1)
        }
        last = byte
        offset += 1
    }
}
