import RunCore

/// Tells whether a page is still what would be written: a number of 64 bits over all that it is made from (FNV-1a).
///
/// What it is made from must not contain where a privacy zone lies: whoever has a page could try places until its number comes out.
public struct ReportFingerprint: Hashable, Sendable {
    /// Raised whenever pages are put together otherwise. Words, style and script count by themselves.
    static let version = 1
    private static let looks = ReportStyle.css + ReportScript.text + PageFrame.words(ReportPhrase.allCases)
    private static let beginning: ReportFingerprint = {
        let software = SoftwareVersion.current
        var fingerprint = ReportFingerprint(state: 0xCBF2_9CE4_8422_2325)
        fingerprint.take("harrier \(software.major).\(software.minor).\(software.patch) report \(version)")
        fingerprint.take(looks)
        return fingerprint
    }()

    private var state: UInt64

    private init(state: UInt64) { self.state = state }

    /// Over this software and how its pages look, and nothing else yet.
    public init() { self = Self.beginning }

    /// Takes a text, which does not run into the next one.
    public mutating func take(_ text: String) {
        for byte in text.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
        state = (state ^ 0xFF) &* 0x100_0000_01B3
    }

    /// Sixteen hexadecimal digits.
    public var text: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The first lines of a page, by which Harrier knows its own: `<!DOCTYPE html>`, then a comment with the page's fingerprint and its length.
///
/// A file without them is somebody else's and is neither replaced nor removed; one of another length was changed or cut, and is written again.
public struct PageMark: Hashable, Sendable {
    /// The fingerprint; zeros never fit one that is asked for.
    public let fingerprint: String
    /// The bytes of the whole page.
    public let length: Int

    /// Bytes that the mark takes at the beginning of a page.
    public static let size = start.utf8.count + 16 + middle.utf8.count + 10 + end.utf8.count

    /// The fingerprint of a page that is to be written again the next time.
    public static let unsettled = String(repeating: "0", count: 16)

    private static let start = "<!DOCTYPE html>\n<!-- harrier report "
    private static let middle = " "
    private static let end = " -->\n"

    /// Reads the beginning of a file; nil if Harrier did not write it.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count >= Self.size else { return nil }
        let text = String(decoding: bytes.prefix(Self.size), as: UTF8.self)
        guard text.hasPrefix(Self.start), text.hasSuffix(Self.end) else { return nil }
        let words = text.dropFirst(Self.start.count).dropLast(Self.end.count).split(separator: " ")
        guard words.count == 2, words[0].utf8.count == 16, words[1].utf8.count == 10, let length = Int(words[1]), length >= 0 else {
            return nil
        }
        (fingerprint, self.length) = (String(words[0]), length)
    }

    /// The mark of a page that is to be written again.
    public var unsettled: PageMark { PageMark(fingerprint: Self.unsettled, length: length) }

    private init(fingerprint: String, length: Int) { (self.fingerprint, self.length) = (fingerprint, length) }

    /// A whole page: the mark and what follows it.
    public static func page(_ text: String, fingerprint: String) -> [UInt8] {
        let length = String(size + text.utf8.count), number = String(repeating: "0", count: max(0, 10 - length.count)) + length
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + text.utf8.count)
        bytes += "\(start)\(fingerprint)\(middle)\(number)\(end)".utf8
        bytes += text.utf8
        return bytes
    }
}
