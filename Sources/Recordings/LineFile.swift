import CZlib
import Glibc

/// A text file, gzipped or not, read whole or a line at a time.
public struct LineFile {
    private let path: String

    /// A file that may or may not exist.
    public init(path: String) { self.path = path }

    /// True if a path can be read.
    public static func exists(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// True if there is nothing at a path, which is not the same as a file that cannot be read.
    public static func isMissing(_ path: String) -> Bool { access(path, F_OK) != 0 }

    /// No text of a benchmark is longer than this, unpacked.
    private static let longest = 256 << 20

    /// The whole text; bytes that are not UTF-8 are replaced.
    public func text() throws(BenchmarkFailure) -> String {
        guard let file = gzopen(path, "rb") else { throw BenchmarkFailure("cannot read \(path): \(String(cString: strerror(errno)))") }
        defer { gzclose(file) }
        var bytes: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = gzread(file, &chunk, UInt32(chunk.count))
            guard count >= 0 else { throw BenchmarkFailure("\(path) is damaged: its compression cannot be undone") }
            if count == 0 { break }
            bytes += chunk[..<Int(count)]
            guard bytes.count <= Self.longest else { throw BenchmarkFailure("\(path) is longer than \(Self.longest >> 20) MiB") }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The lines, without their ends.
    public func lines() throws(BenchmarkFailure) -> [Substring] { try text().split(whereSeparator: \.isNewline) }
}
