/// Reads a FIT, GPX or TCX file, gzipped or not. The format is told from the content, never from the name.
///
/// Made for files from anywhere: a damaged or hostile one costs neither a trap, nor much time or memory, and what could be read before
/// the damage is returned, with ``ImportedActivity/faults`` saying what is wrong and where. XML with a document type declaration is
/// refused, so no entity is ever resolved.
public enum ActivityReader {
    /// Reads a file, 64 KiB at a time; a damaged FIT file up to three times, in order to find out what of it can be proved. Throws only when
    /// there is nothing to return: no such file, an empty one, an unknown format.
    public static func read(path: String, limits: ActivityLimits = ActivityLimits()) throws(ActivityFault) -> ImportedActivity {
        let file = try FileByteSource(path: path)
        let (size, isFile) = (file.size, file.isRegular)
        return try read(ByteWindow(file), fileSize: size, limits: limits) { () throws(ActivityFault) in
            // What comes through a pipe comes once.
            isFile ? ByteWindow(try FileByteSource(path: path)) : nil
        }
    }

    /// Reads bytes in memory.
    public static func read(bytes: [UInt8], limits: ActivityLimits = ActivityLimits()) throws(ActivityFault) -> ImportedActivity {
        try read(ByteWindow(bytes), fileSize: Int64(bytes.count), limits: limits) { () throws(ActivityFault) in ByteWindow(bytes) }
    }

    /// Reads bytes from anywhere, as ``read(path:limits:)`` does.
    /// - Parameters:
    ///   - size: bytes of the file as it lies on the disk, which bound what is kept of it.
    ///   - open: gives the bytes from the first on, each time it is called.
    public static func read(
        size: Int64, limits: ActivityLimits = ActivityLimits(), from open: () throws(ActivityFault) -> any ByteSource
    ) throws(ActivityFault) -> ImportedActivity {
        try read(ByteWindow(try open()), fileSize: size, limits: limits) { () throws(ActivityFault) in ByteWindow(try open()) }
    }

    private static func read(
        _ window: consuming ByteWindow, fileSize: Int64, limits: ActivityLimits, again: () throws(ActivityFault) -> ByteWindow?
    ) throws(ActivityFault) -> ImportedActivity {
        var window = unpacked(window, limits)
        guard window.fill(1) else { throw window.failure ?? .empty }
        if isFIT(&window) { return try readFIT(window, fileSize, limits, again) }
        guard looksLikeXML(&window) else { throw .unknownFormat }
        let run = runOfXML(&window)
        return try XMLActivityReader.read(window, fileSize: fileSize, limits: limits, run: run)
    }

    /// Reads a FIT file; a damaged one anew, without what cannot be proved of it.
    private static func readFIT(
        _ window: consuming ByteWindow, _ fileSize: Int64, _ limits: ActivityLimits, _ again: () throws(ActivityFault) -> ByteWindow?
    ) throws(ActivityFault) -> ImportedActivity {
        var activity: ImportedActivity? = FITActivityReader(window, fileSize: fileSize, limits: limits).read()
        guard activity?.faults.contains(where: { $0.isFITDamage }) == true, let survey = try again() else {
            return activity ?? ImportedActivity(format: .fit)
        }
        // Many points make room for what is needed to find out more.
        if let count = activity?.points.count, count > 100_000 { activity = nil }
        let repair = repair(unpacked(survey, limits), limits)
        if repair == nil, let activity { return activity }
        guard let packed = try again() else { return activity ?? ImportedActivity(format: .fit) }
        activity = nil
        return FITActivityReader(unpacked(packed, limits), fileSize: fileSize, limits: limits, repair: repair).read()
    }

    /// What can be proved of a damaged FIT file; nil if that is nothing, or more than can be looked through.
    private static func repair(_ window: consuming ByteWindow, _ limits: ActivityLimits) -> FITRepair? {
        var window = window
        let start = window.offset
        guard let bytes = window.rest(limits.repairedBytes) else { return nil }
        let repair = FITSurvey.repair(bytes, base: start)
        return repair.parts.isEmpty ? nil : repair
    }

    /// What a window holds, unpacked if it is packed, from where the format can be told.
    private static func unpacked(_ window: consuming ByteWindow, _ limits: ActivityLimits) -> ByteWindow {
        var window = window
        if hasPrefix(&window, [0x1F, 0x8B]) { window = ByteWindow(GzipByteSource(window, limits: limits)) }
        skipBlanks(&window)
        return window
    }

    private static func isFIT(_ window: inout ByteWindow) -> Bool { hasPrefix(&window, [0x2E, 0x46, 0x49, 0x54], at: 8) }

    /// Blanks and line ends before the XML declaration, and a byte order mark before anything that is no XML: tools put them there.
    private static func skipBlanks(_ window: inout ByteWindow) {
        if hasPrefix(&window, [0xEF, 0xBB, 0xBF]) { window.advance(3) }
        while window.fill(1), [0x20, 0x09, 0x0A, 0x0D].contains(window.bytes[window.start]) { window.advance(1) }
    }

    private static func hasPrefix(_ window: inout ByteWindow, _ pattern: [UInt8], at offset: Int = 0) -> Bool {
        guard window.fill(offset + pattern.count) else { return false }
        let start = window.start + offset
        return window.bytes[start..<start + pattern.count].elementsEqual(pattern)
    }

    /// Byte order marks of UTF-8 and UTF-16, or `<` after white space.
    private static func looksLikeXML(_ window: inout ByteWindow) -> Bool {
        if hasPrefix(&window, [0xEF, 0xBB, 0xBF]) || hasPrefix(&window, [0xFE, 0xFF]) || hasPrefix(&window, [0xFF, 0xFE]) { return true }
        _ = window.fill(256)
        let head = window.bytes[window.start..<min(window.end, window.start + 256)]
        return head.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == 0x3C
    }
}
