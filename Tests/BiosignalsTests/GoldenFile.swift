import Glibc

/// A golden file of the reference implementations, read for the numbers in its tables.
struct GoldenFile {
    private let text: [UInt8]

    /// Reads a file of the Fixtures folder; an absent one has no numbers, and the tests say so.
    init(_ name: String) {
        let path = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
        var bytes: [UInt8] = []
        if let file = fopen("/\(path)/Fixtures/\(name)", "r") {
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[0..<count] }
            fclose(file)
        }
        text = bytes
    }

    /// The numbers of the array under a key, nested arrays flattened.
    func numbers(under key: String) -> [Double] { numbers(at: [key]) }

    /// The number, or the numbers of the array, that is found by looking for each key behind the one before; none if a key is missing.
    func numbers(at path: [String]) -> [Double] {
        var start = text.startIndex
        for key in path {
            let mark = Array("\"\(key)\":".utf8)
            let found = (start..<text.endIndex).first { text[$0] == mark[0] && text[$0...].starts(with: mark) }
            guard let found else { return [] }
            start = found + mark.count
        }
        var (values, token, depth) = ([Double](), "", 0)
        for byte in text[start...] {
            let character = Character(UnicodeScalar(byte))
            if "+-.eE0123456789".contains(character) {
                token.append(character)
                continue
            }
            if !token.isEmpty {
                values.append(strtod(token, nil))
                token = ""
            }
            depth += character == "[" ? 1 : character == "]" ? -1 : 0
            if depth <= 0, character != " " { break }
        }
        return values
    }
}
