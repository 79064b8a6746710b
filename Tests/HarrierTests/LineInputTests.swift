import Glibc
import LinuxPeripherals
import TestSupport
import Testing

@testable import harrier

@Suite("Lines of an input") struct LineInputTests {
    /// What an input gives, in pieces, and the lines that it makes.
    struct Case: Sendable {
        var bytes: String
        var lines: [String]
    }
    static let cases = [
        Case(bytes: "", lines: []), Case(bytes: "one\n", lines: ["one"]), Case(bytes: "one\ntwo", lines: ["one", "two"]),
        Case(bytes: "\n\n", lines: ["", ""]), Case(bytes: "a\r\nb\n", lines: ["a\r", "b"]),
        Case(bytes: String(repeating: "x", count: 1000) + "\ny\n", lines: [String(repeating: "x", count: 256), "y"]),
        Case(bytes: String(repeating: "line\n", count: 3000), lines: [String](repeating: "line", count: 3000)),
    ]

    @Test(
        "A file is read at once to its end; a line without its end counts, a long one is cut to 256 bytes", arguments: LineInputTests.cases)
    func file(test: Case) throws {
        let folder = TemporaryFolder()
        folder.write(Array(test.bytes.utf8), "input")
        let descriptor = open(folder.path + "/input", O_RDONLY)
        defer { close(descriptor) }
        var lines: [String] = []
        let input = LineInput(descriptor, on: try EventLoop()) { lines.append($0) }
        withExtendedLifetime(input) { #expect(lines == test.lines) }
    }

    @Test("A pipe gives its lines as the loop finds them, and its end ends nothing else", arguments: LineInputTests.cases)
    func pipe(test: Case) throws {
        var ends: [Int32] = [-1, -1]
        #expect(Glibc.pipe(&ends) == 0)
        defer { close(ends[0]) }
        let bytes = Array(test.bytes.utf8) + Array("\nend\n".utf8)
        #expect(write(ends[1], bytes, bytes.count) == bytes.count)
        close(ends[1])
        let loop = try EventLoop()
        var lines: [String] = []
        let input = LineInput(ends[0], on: loop) { line in
            lines.append(line)
            if line == "end" { loop.stop() }
        }
        try withExtendedLifetime(input) { try loop.run() }
        #expect(lines.filter { !$0.isEmpty } == test.lines.filter { !$0.isEmpty } + ["end"])
    }
}
