import Glibc
import TestSupport

/// A gpsd of our own on a free loopback port.
final class RealGPSD {
    static let path = "/usr/sbin/gpsd"
    static var isInstalled: Bool { access(path, X_OK) == 0 }
    let port: UInt16
    private let folder = TemporaryFolder()
    private var process: pid_t = 0

    init(port: UInt16? = nil) { self.port = port ?? RealGPSD.freePort() }

    /// Starts it with the given receivers; false if it could not be started.
    func start(_ receivers: [String]) -> Bool {
        let arguments = [Self.path, "-N", "-n", "-b", "-S", "\(port)", "-F", "\(folder.path)/control"] + receivers
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in Int32(0)...2 { posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        return posix_spawn(&process, Self.path, &actions, &attributes, &pointers, environ) == 0
    }

    /// Ends it without warning and waits until it is gone.
    func kill() {
        guard process > 0 else { return }
        Glibc.kill(process, SIGKILL)
        waitpid(process, nil, 0)
        process = 0
    }

    deinit { kill() }

    /// A port of the loopback that was free a moment ago.
    static func freePort() -> UInt16 {
        let listener = ListeningSocket()
        return listener?.port ?? 29470
    }
}
