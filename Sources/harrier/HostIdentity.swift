import Glibc
import HealthCore
import RunLog
import SystemCalls

/// Who writes the versions that a computer makes: sixteen random bytes, kept as 32 hexadecimal digits in the data folder's file `host-id`, so
/// that they lie and go with what they are about.
enum HostIdentity {
    /// The one of a folder; nil if there is none yet, or its file says nothing of use.
    static func read(_ directory: DataDirectory) -> HealthOrigin? {
        let descriptor = open(directory.hostID, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return origin(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self))
    }

    /// Reads the file's text. What begins with eight zeros would be a watch.
    static func origin(_ text: String) -> HealthOrigin? {
        let digits = Array(text.utf8)
        guard digits.count == 32, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let high = UInt64(String(decoding: digits[..<16], as: UTF8.self), radix: 16), high != 0,
            let low = UInt64(String(decoding: digits[16...], as: UTF8.self), radix: 16)
        else { return nil }
        return HealthOrigin(high: high, low: low)
    }

    /// The file's text.
    static func text(_ origin: HealthOrigin) -> String { digits(origin.high) + digits(origin.low) }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// A new one.
    static func make() -> HealthOrigin {
        let (high, low) = Entropy.draw()
        return HealthOrigin(high: max(1, high), low: low)
    }

    /// Keeps one for the future. The folder has to be there.
    static func keep(_ origin: HealthOrigin, in directory: DataDirectory) throws(WholeFileError) {
        try WholeFile.write(Array((text(origin) + "\n").utf8), to: directory.hostID, permissions: 0o600)
    }
}
