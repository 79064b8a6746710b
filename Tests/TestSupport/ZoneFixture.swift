import Calendar
import Glibc

/// Zone files as Debian's tzdata 2025b installs them (public domain), kept here so that the tests do not depend on the machine's own.
/// Those named `-slim` were compiled without the table of future changes, so that only the footer's rule says what comes.
public enum ZoneFixture {
    /// A zone file that is not there.
    public struct Missing: Error, CustomStringConvertible {
        /// Which file.
        public let description: String
    }

    /// The folder of the files.
    public static let directory: String = {
        let file = #filePath
        return "\(file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex))/Zones"
    }()

    /// The bytes of a zone's file.
    public static func bytes(_ zone: String) throws -> [UInt8] {
        let path = "\(directory)/\(zone.split(separator: "/").joined(separator: "-")).tzif"
        guard let file = fopen(path, "rb") else { throw Missing(description: "\(path) is missing") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    /// The rules of a zone.
    public static func rules(_ zone: String) throws -> TimeZoneRules { try TimeZoneRules(tzif: bytes(zone)) }
}
