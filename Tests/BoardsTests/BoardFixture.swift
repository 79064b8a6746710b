import Boards
import Glibc
import Testing

/// Board files for the tests.
enum BoardFixture {
    /// The path of a board file of the repository.
    static func shipped(_ name: String) -> String {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/boards/\(name).json"
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        let file = try #require(fopen(shipped(name), "rb"), "\(shipped(name)) is missing")
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    static func board(_ text: String) throws -> Board { try Board(json: Array(text.utf8), file: "test.json") }

    /// A board file with two buses and these parts.
    static func withParts(_ parts: String) -> String {
        """
        {"name": "Test", "buses": {"i2c": {"type": "i2c", "device": "/dev/i2c-1"}, "other": {"type": "i2c", "device": "/dev/i2c-3"}},
        "buttons": [{"role": "start", "driver": "keys"}, {"role": "page", "driver": "keys"}],
        "parts": [\(parts)]}
        """
    }

    /// A small board file, line by line; tests change one line of it.
    static let minimal = """
        {
            "name": "Test",
            "buses": {
                "i2c": { "type": "i2c", "device": "/dev/i2c-1" },
                "spi": { "type": "spi", "device": "/dev/spidev0.0" }
            },
            "parts": [
                { "chip": "max30101", "bus": "i2c", "address": "0x57" },
                {
                    "chip": "lsm6dsox",
                    "bus": "i2c",
                    "address": "0x6A"
                }
            ],
            "buttons": [
                { "role": "start", "driver": "gpio", "chip": "/dev/gpiochip0", "line": 17, "active_low": true, "bias": "pull-up" },
                { "role": "page", "driver": "control" }
            ],
            "features": []
        }
        """
}

extension String {
    /// The text with the first occurrence of a piece replaced; the text itself when the piece does not occur.
    func replacing(_ piece: String, with replacement: String) -> String {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(piece) {
                return String(self[..<start]) + replacement + String(self[index(start, offsetBy: piece.count)...])
            }
            start = index(after: start)
        }
        return self
    }
}
