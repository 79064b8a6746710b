import Glibc
import Quantities
import SystemCalls
import TestSupport

/// A program in a terminal of its own, as somebody sits before it: keys go in, what stands on the screen comes out.
final class TerminalSession {
    private let master: Int32
    private let process: pid_t
    /// What stands on the screen.
    private(set) var screen: ScreenModel
    /// How the program ended; nil while it runs.
    private(set) var status: Int32?

    /// - Parameter variables: what the environment says beside what it says here, such as `TERM=linux`.
    init?(_ program: String, _ words: [String], columns: Int, rows: Int, variables: [String] = ["TERM=xterm-256color"]) {
        screen = ScreenModel(columns: columns, rows: rows)
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var unlocked: Int32 = 0, number: UInt32 = 0
        guard master >= 0, ioctl(master, 0x4004_5431, &unlocked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else { return nil }
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        Self.resize(master, columns, rows)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/pts/\(number)", O_RDWR | O_NOCTTY, 0)
        for stream in [STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, stream) }
        let command = ["env", "-u", "NO_COLOR"] + variables + [program] + words
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        let failure = posix_spawnp(&process, "env", &actions, nil, &arguments, environ)
        self.process = process
        guard failure == 0 else { return nil }
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(master)
    }

    private static func resize(_ master: Int32, _ columns: Int, _ rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// The window gets another size.
    func resize(columns: Int, rows: Int) {
        Self.resize(master, columns, rows)
        screen = ScreenModel(columns: columns, rows: rows)
        signal(SIGWINCH)
    }

    func signal(_ number: Int32) { kill(process, number) }

    func type(_ keys: String) { _ = keys.withCString { write(master, $0, strlen($0)) } }

    /// Reads what comes, `chunk` bytes at a time, until a condition holds; false if it does not in time.
    func watch(chunk: Int = 4096, atMost limit: Duration = .seconds(60), until condition: (ScreenModel) -> Bool) -> Bool {
        let end = MonotonicClock.now().advanced(by: limit)
        var bytes = [UInt8](repeating: 0, count: chunk)
        while !condition(screen) {
            guard MonotonicClock.now() < end else { return false }
            var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 1000) >= 0 else { return false }
            let count = read(master, &bytes, chunk)
            if count > 0 {
                screen.take(Array(bytes[..<count]))
            } else if ready.revents & Int16(POLLHUP) != 0 {
                return condition(screen)
            }
        }
        return true
    }

    /// Reads to the program's end.
    func end(chunk: Int = 4096) -> Int32? {
        _ = watch(chunk: chunk) { _ in false }
        var raw: Int32 = 0
        guard waitpid(process, &raw, 0) == process else { return nil }
        status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : -(raw & 0x7F)
        return status
    }
}
