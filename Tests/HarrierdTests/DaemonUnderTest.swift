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
    private var stalledReader: Int32 = -1

    /// - Parameter isPrepared: whether the watch was set up before; otherwise the daemon finds an empty directory.
    init(isPrepared: Bool = true, boardText: String = DaemonUnderTest.boardText) throws {
        directory = DataDirectory(path: folder.path)
        if isPrepared {
            try directory.prepare()
            var settings = Settings()
            settings.isSetUp = true
            let book = HealthBook(boot: BootID(high: 0, low: 0))
            try HealthStore(path: directory.healthStore).put(book.changes(to: settings, Profile(), origin: .migration))
        }
        board = folder.path + "/board.json"
        try Self.write(boardText, to: board)
    }

    deinit {
        kill()
        if stalledReader >= 0 { close(stalledReader) }
    }

    static let boardText = """
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

    /// Where a daemon's standard error goes.
    enum Voice {
        /// Nowhere.
        case unheard
        /// Into a file of the data directory, ``said``.
        case kept
        /// Into a pipe whose reader has gone.
        case broken
        /// Into a pipe that is full and that nobody reads.
        case stalled
        /// The descriptor is closed.
        case closed
    }

    /// Starts the daemon and waits until its buttons answer.
    func start(_ voice: Voice = .unheard) throws {
        try launch(voice)
        try #require(isListening())
    }

    /// Starts the daemon. A limit is that of its open files.
    func launch(_ voice: Voice, openFiles limit: Int? = nil) throws {
        let program = try #require(Self.program)
        var words = [program, "--board", board, "--data", directory.path]
        if let limit { words = ["/bin/sh", "-c", "ulimit -n \(limit); exec \"$0\" \"$@\""] + words }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in [STDIN_FILENO, STDOUT_FILENO] { posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0) }
        var pipe: [Int32] = [-1, -1]
        switch voice {
        case .unheard: posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        case .kept: posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, said, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        case .closed: posix_spawn_file_actions_addclose(&actions, STDERR_FILENO)
        case .broken, .stalled:
            try #require(Glibc.pipe(&pipe) == 0)
            for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            posix_spawn_file_actions_adddup2(&actions, pipe[1], STDERR_FILENO)
            if voice == .stalled { Self.fill(pipe[1]) }
        }
        // What a test runner blocks or ignores is not the daemon's.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t(), pipeSignal = sigset_t()
        sigemptyset(&none)
        sigemptyset(&pipeSignal)
        sigaddset(&pipeSignal, SIGPIPE)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &pipeSignal)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
        unlink(directory.control)
        try #require(posix_spawn(&process, words[0], &actions, &attributes, &arguments, environ) == 0)
        if pipe[1] >= 0 { close(pipe[1]) }
        if voice == .broken { close(pipe[0]) }
        if voice == .stalled { stalledReader = pipe[0] }
    }

    /// The file of ``Voice/kept``.
    var said: String { directory.path + "/said" }
    /// What it has said so far, with ``Voice/kept``.
    var sentences: String {
        guard let file = fopen(said, "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte >= 0 { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits until the daemon's buttons answer or it has ended.
    func isListening() -> Bool {
        for _ in 0..<500 where access(directory.control, F_OK) != 0 && isRunning { wait(milliseconds: 20) }
        return access(directory.control, F_OK) == 0 && isRunning
    }

    /// False once the daemon has ended; it is then still to be waited for.
    var isRunning: Bool {
        var information = siginfo_t()
        return process > 0 && waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 && information.si_signo == 0
    }

    /// Asks the daemon to end in good order, and gives the status of waitpid(2).
    func end() -> Int32 {
        Glibc.kill(process, SIGTERM)
        return waitForEnd()
    }

    /// The status of waitpid(2) when the daemon has ended; it is killed if it takes more than ten seconds.
    func waitForEnd() -> Int32 {
        for _ in 0..<500 where isRunning { wait(milliseconds: 20) }
        if isRunning { Glibc.kill(process, SIGKILL) }
        var status: Int32 = 0
        waitpid(process, &status, 0)
        process = -1
        return status
    }

    private static func fill(_ pipe: Int32) {
        let flags = fcntl(pipe, F_GETFL)
        _ = fcntl(pipe, F_SETFL, flags | O_NONBLOCK)
        let block = [UInt8](repeating: 10, count: 4096)
        while Glibc.write(pipe, block, block.count) > 0 {}
        _ = fcntl(pipe, F_SETFL, flags)
    }

    func press(_ role: ButtonRole) throws { try ControlSocket.press(role, at: directory.control, patience: .seconds(20)) }

    /// Presses START twice, and waits for the run's log, for eight seconds at most.
    func startRun() throws {
        try press(.start)
        wait(milliseconds: 300)
        try press(.start)
        for _ in 0..<400 where try directory.runIDs().isEmpty && isRunning { wait(milliseconds: 20) }
    }

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
