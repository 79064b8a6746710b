import Calendar
import Glibc
import Quantities

/// Finds and reads the machine's time zone files. The only part of this room that touches the outside.
public struct ZoneFile: Sendable {
    /// The folder that holds a file for each zone, `/usr/share/zoneinfo` on Debian (package tzdata).
    public var directory: String
    /// The link or file that says which zone the machine is in.
    public var localtime: String

    /// The files of this machine, or of another folder.
    public init(directory: String = "/usr/share/zoneinfo", localtime: String = "/etc/localtime") {
        self.directory = directory
        self.localtime = localtime
    }

    /// The rules of a zone by its IANA name, such as `Europe/Zurich`.
    public func load(name: String) throws(ZoneFileError) -> TimeZoneRules {
        guard ZoneFile.isZoneName(name) else { throw .notAZoneName(name) }
        return try rules(at: "\(directory)/\(name)")
    }

    /// The rules of the machine's own zone.
    public func loadLocal() throws(ZoneFileError) -> TimeZoneRules { try rules(at: localtime) }

    /// The rules that a TZ variable asks for, by the C library's rules (tzset(3)), so that every program in a session tells the same time
    /// (fault J18): a file by its path or by its name in the folder, else a rule that is spelled out, each with or without a colon before it.
    /// The empty text, and one that says nothing of this kind, mean UTC. Without the variable it is the machine's own zone.
    public func loadLocal(variable: String?) throws(ZoneFileError) -> TimeZoneRules {
        guard let variable else { return try loadLocal() }
        return asked(by: variable) ?? .utc
    }

    /// The rules of the zone that is set on a watch: by its name; the machine's own where none is set, or where its name is not known here.
    public func rules(ofSetting name: String?) -> TimeZoneRules {
        if let name, let offset = ZoneOffset(fixedZoneName: name) { return TimeZoneRules(fixed: offset) }
        if let name, let rules = try? load(name: name) { return rules }
        return (try? loadLocal(variable: Self.variable)) ?? .utc
    }

    /// False if a TZ variable says nothing that can be understood, so that UTC stands in.
    public func understands(variable: String) -> Bool { Self.isEmpty(variable) || asked(by: variable) != nil }

    /// This process's TZ variable; nil if it has none.
    public static var variable: String? { getenv("TZ").map { String(cString: $0) } }

    private static func isEmpty(_ variable: String) -> Bool { variable.isEmpty || variable == ":" }

    private func asked(by variable: String) -> TimeZoneRules? {
        guard !Self.isEmpty(variable) else { return nil }
        let text = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
        let path = text.hasPrefix("/") ? text : "\(directory)/\(text)"
        return (try? rules(at: path)) ?? TimeZoneRules(posix: text)
    }

    /// The IANA name of the machine's own zone, from where `/etc/localtime` points to; nil when it does not say.
    public func localName() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(localtime, &buffer, buffer.count)
        guard length > 0, length < buffer.count else { return nil }
        let target = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let folder = target.range(ofLast: "zoneinfo/") else { return nil }
        let name = String(target[folder.upperBound...])
        return ZoneFile.isZoneName(name) ? name : nil
    }

    /// True for names of the shape the IANA uses: parts of letters, digits, `_`, `+` and `-`, joined by single slashes. So no name can
    /// leave the folder.
    public static func isZoneName(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count) else { return false }
        return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { isZoneNameByte($0) }
        }
    }

    private static func isZoneNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// The largest file in tzdata has 4 kB.
    private static let largestSize = 65_536

    private func rules(at path: String) throws(ZoneFileError) -> TimeZoneRules {
        let bytes = try ZoneFile.read(path)
        do {
            return try TimeZoneRules(tzif: bytes)
        } catch {
            throw .unusable(path: path, error)
        }
    }

    private static func read(_ path: String) throws(ZoneFileError) -> [UInt8] {
        guard let stream = fopen(path, "rbe") else { throw .unreadable(path: path, errno: errno) }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: largestSize + 1)
        let count = fread(&bytes, 1, bytes.count, stream)
        guard ferror(stream) == 0 else { throw .unreadable(path: path, errno: errno) }
        guard count <= largestSize else { throw .tooLarge(path: path) }
        return Array(bytes.prefix(count))
    }
}

/// Why a zone's rules could not be had.
public enum ZoneFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name has not the shape of a zone's name.
    case notAZoneName(String)
    /// The file could not be opened or read.
    case unreadable(path: String, errno: Int32)
    /// The file is far larger than any zone.
    case tooLarge(path: String)
    /// The file is there, but is not a zone's rules.
    case unusable(path: String, TimeZoneError)

    /// The sentence.
    public var description: String {
        switch self {
        case .notAZoneName(let name):
            "\"\(name)\" is not the name of a time zone: give one such as Europe/Zurich"
        case .unreadable(let path, let number):
            "time zone file \(path) cannot be read (\(String(cString: strerror(number)))): check the zone's name, and that the package "
                + "tzdata is installed"
        case .tooLarge(let path):
            "\(path) is too large for a time zone file: reinstall the package tzdata"
        case .unusable(let path, let error):
            "time zone file \(path) \(error): reinstall the package tzdata"
        }
    }
}

extension String {
    /// Where a piece of text occurs last.
    fileprivate func range(ofLast piece: String) -> Range<String.Index>? {
        var start = endIndex
        while start > startIndex {
            start = index(before: start)
            if self[start...].hasPrefix(piece) { return start..<index(start, offsetBy: piece.count) }
        }
        return nil
    }
}
