import Glibc
import Testing

/// The real program with something wrong at its output.
@Suite struct StandardStreamTests {
    /// The program beside the tests; nil if it was not built with them.
    static var program: String? {
        var path = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        guard length > 0 else { return nil }
        let own = String(decoding: path[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let found = own.split(separator: "/").dropLast().joined(separator: "/")
        return ["/" + found + "/harrier"].first { access($0, X_OK) == 0 }
    }

    /// Runs `harrier --help` in a shell's line, in which it is `$0`; what the line prints, standard error included.
    private func run(_ line: String) throws -> String {
        let program = try #require(Self.program)
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let words: [String] = ["bash", "-c", line, program]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in [STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_adddup2(&actions, ends[1], stream) }
        var process: pid_t = 0
        try #require(posix_spawnp(&process, "bash", &actions, nil, &arguments, environ) == 0)
        close(ends[1])
        defer {
            close(ends[0])
            waitpid(process, nil, 0)
        }
        var text: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 4096)
        while case let count = read(ends[0], &chunk, chunk.count), count > 0 { text += chunk[..<count] }
        return String(decoding: text, as: UTF8.self)
    }

    /// 141 is what a shell says of a program that SIGPIPE has ended.
    @Test(
        "N4: output whose reader has gone ends the program without a word, also where the caller ignores the signal; elsewhere it is said",
        .enabled(if: StandardStreamTests.program != nil, "harrier was not built beside the tests"),
        arguments: [
            (#"{ sleep 0.1; "$0" --help; echo $? >&2; } | true"#, "141\n"),
            (#"trap '' PIPE; { sleep 0.1; "$0" --help; echo $? >&2; } | true"#, "141\n"),
            (#""$0" --help > /dev/full; echo $?"#, "harrier: the output could not be written (No space left on device)\n1\n"),
            (#""$0" --help 1>&- 2>&-; echo $?"#, "0\n"), (#""$0" --help > /dev/null; echo $?"#, "0\n"),
        ])
    func output(line: String, expected: String) throws {
        #expect(try run(line) == expected)
    }
}
