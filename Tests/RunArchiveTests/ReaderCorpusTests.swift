import Glibc
import Testing

@Suite("Any bytes are a file") struct ReaderCorpusTests {
    private static let folder = String(#filePath.dropLast("ReaderCorpusTests.swift".utf8.count)) + "Corpus"

    /// Files that were thought of, and those by which the fuzzer broke a promise.
    private static let names: [String] = {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }()

    private static func bytes(_ name: String) throws -> [UInt8] {
        let file = try #require(fopen("\(folder)/\(name)", "rb"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    @Test("The corpus is there") func isThere() { #expect(Self.names.count >= 12) }

    @Test("The promises of the readers hold for every file of the corpus", arguments: names)
    func whole(name: String) throws { #expect(ReaderPromises.broken(by: try Self.bytes(name)) == []) }

    @Test("They hold wherever such a file is cut, and with any of its bytes changed", arguments: names)
    func damaged(name: String) throws {
        let bytes = try Self.bytes(name)
        var random = SeededRandom(seed: 17)
        for _ in 0..<60 {
            var damaged = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            #expect(ReaderPromises.broken(by: damaged) == [])
            damaged = bytes
            for _ in 0...Int.random(in: 0...3, using: &random) where !damaged.isEmpty {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            #expect(ReaderPromises.broken(by: damaged) == [])
        }
    }
}
