/// Reads a FIT, GPX or TCX file, gzipped or not. The format is told from the content, never from the name.
///
/// Made for files from anywhere: a damaged or hostile one costs neither a trap, nor much time or memory, and what could be read before
/// the damage is returned, with ``ImportedActivity/faults`` saying what is wrong and where. XML with a document type declaration is
/// refused, so no entity is ever resolved.
public enum ActivityReader {
    /// Reads a file, 64 KiB at a time. Throws only when there is nothing to return: no such file, an empty one, an unknown format.
    public static func read(path: String, limits: ActivityLimits = ActivityLimits()) throws(ActivityFault) -> ImportedActivity {
        let file = try FileByteSource(path: path)
        return try read(ByteWindow(file), fileSize: file.size, limits: limits)
    }

    /// Reads bytes in memory.
    public static func read(bytes: [UInt8], limits: ActivityLimits = ActivityLimits()) throws(ActivityFault) -> ImportedActivity {
        try read(ByteWindow(bytes), fileSize: Int64(bytes.count), limits: limits)
    }

    private static func read(
        _ window: consuming ByteWindow, fileSize: Int64, limits: ActivityLimits
    ) throws(ActivityFault) -> ImportedActivity {
        var window = window
        if hasPrefix(&window, [0x1F, 0x8B]) { window = ByteWindow(GzipByteSource(window, limits: limits)) }
        skipBlanks(&window)
        guard window.fill(1) else { throw window.failure ?? .empty }
        if hasPrefix(&window, [0x2E, 0x46, 0x49, 0x54], at: 8) {
            return FITActivityReader(window, fileSize: fileSize, limits: limits).read()
        }
        guard looksLikeXML(&window) else { throw .unknownFormat }
        return try XMLActivityReader.read(window, fileSize: fileSize, limits: limits)
    }

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
