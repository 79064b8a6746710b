import Glibc
import LinuxPeripherals
import RunLog
import TestSupport
import Testing

/// A real `harrierd` with a simulated board on a data folder.
final class ServingDaemon {
    private(set) var process: pid_t = -1
    private let directory: DataDirectory

    /// The daemon beside the tests; nil if it was not built with them.
    static var program: String? { StandardStreamTests.program.map { $0 + "d" }.flatMap { access($0, X_OK) == 0 ? $0 : nil } }

    private static let board =
        #"{ "name": "B", "buttons": [ { "role": "start", "driver": "control" }, { "role": "page", "driver": "control" } ],"#
        + #" "display": { "driver": "simulated", "width": 128, "height": 128 }, "features": [] }"#

    /// Starts it and waits until it answers.
    init(_ directory: DataDirectory, beside folder: TemporaryFolder) throws {
        self.directory = directory
        folder.write(Self.board, to: "board.json")
        let program = try #require(Self.program)
        let words = [program, "--board", folder.path + "/board.json", "--data", directory.path]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in 0...2 as ClosedRange<Int32> { posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0) }
        try #require(posix_spawn(&process, program, &actions, nil, &arguments, environ) == 0)
        var isListening = false
        for _ in 0..<500 where !isListening {
            isListening = (try? ControlClient(directory.control)) != nil
            if !isListening { poll(nil, 0, 20) }
        }
        try #require(isListening)
    }

    deinit { end(SIGKILL) }

    /// Ends it: SIGKILL as a crash would.
    func end(_ signal: Int32) {
        guard process > 0 else { return }
        kill(process, signal)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        process = -1
    }

    /// Holds it still, or lets it go on (SIGSTOP, SIGCONT).
    func tell(_ signal: Int32) { kill(process, signal) }
}
