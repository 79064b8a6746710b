import Glibc
import HealthCore
import HealthStore
import LinuxPeripherals
import Quantities
import RunCore
import RunLog
import TestSupport
import Testing

/// A real `harrierd` on a data directory of its own, with simulated parts and buttons on the control socket.
final class DaemonUnderTest {
    private let folder = TemporaryFolder()
    let directory: DataDirectory
    private let board: String
    private var process: pid_t = -1

    init() throws {
        directory = DataDirectory(path: folder.path)
        try directory.prepare()
        var settings = Settings()
        settings.isSetUp = true
        try HealthStore(path: directory.healthStore).save(settings, Profile())
        board = folder.path + "/board.json"
        try Self.write(Self.boardText, to: board)
    }

    deinit { kill() }

    private static let boardText = """
        {
            "name": "Watch under test",
            "buses": { "i2c": { "type": "i2c", "device": "simulated" } },
            "parts": [ { "chip": "lsm6dsox", "bus": "i2c", "address": "0x6A" } ],
            "buttons": [
                { "role": "start", "driver": "control" }, { "role": "lap", "driver": "control" }, { "role": "page", "driver": "control" }
            ],
            "display": { "driver": "simulated", "width": 128, "height": 128 },
            "gps": { "driver": "simulated" },
            "features": []
        }
        """

    /// The daemon beside the tests; nil if it was not built with them.
    static var program: String? {
        var path = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        guard length > 0 else { return nil }
        let own = String(decoding: path[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let found = own.split(separator: "/").dropLast().joined(separator: "/")
        return ["/" + found + "/harrierd"].first { access($0, X_OK) == 0 }
    }

    /// Starts the daemon and waits until its buttons answer.
    func start() throws {
        let program = try #require(Self.program)
        let words = [program, "--board", board, "--data", directory.path]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        defer { posix_spawn_file_actions_destroy(&actions) }
        unlink(directory.control)
        try #require(posix_spawn(&process, program, &actions, nil, &arguments, environ) == 0)
        for _ in 0..<500 where access(directory.control, F_OK) != 0 { wait(milliseconds: 20) }
        try #require(access(directory.control, F_OK) == 0)
    }

    func press(_ role: ButtonRole) throws { try ControlSocket.press(role, at: directory.control, patience: .seconds(20)) }

    /// Ends the daemon as a crash would, at whatever it is doing.
    func kill() {
        guard process > 0 else { return }
        Glibc.kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        process = -1
    }

    /// Lets the daemon work for a time: poll(2) on nothing.
    func wait(milliseconds: Int) { poll(nil, 0, Int32(milliseconds)) }

    /// All records of the only run, in order.
    func records() throws -> [RunRecord] {
        let id = try #require(try directory.runIDs().first)
        var records: [RunRecord] = []
        try RunLogReader(path: directory.runLog(id)).forEach { records.append($0) }
        return records
    }

    private static func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }
}
