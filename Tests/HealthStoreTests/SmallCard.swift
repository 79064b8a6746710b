import Glibc

/// A card of 1 or 2 MiB: an image with a file system of its own, mounted. It needs root and loop devices.
final class SmallCard {
    let store: String
    private let image: String
    private let mountPoint: String
    private var filler: String { mountPoint + "/filler" }

    /// What the tests on small cards say where they cannot be run.
    static let sentence = "a small card needs root, loop devices, mkfs.ext4 and mount(8)"
    static let isPossible: Bool = (try? SmallCard(blockSize: 1024, hasExtents: true)) != nil

    struct Impossible: Error {}

    /// - Parameter hasExtents: false for a file system that cannot hold blocks in advance, as ext2 and ext3.
    init(blockSize: Int, hasExtents: Bool) throws {
        var template = Array("/tmp/harrier-card-XXXXXX".utf8CString)
        guard geteuid() == 0, let directory = mkdtemp(&template).map({ String(cString: $0) }) else { throw Impossible() }
        (image, mountPoint, store) = (directory + "/image", directory + "/card", directory + "/card/health.sqlite")
        mkdir(mountPoint, 0o700)
        let features = "^has_journal,^resize_inode" + (hasExtents ? "" : ",^extent,^64bit")
        let made = Self.run(
            ["/usr/sbin/mkfs.ext4", "-q", "-F", "-m", "0", "-b", "\(blockSize)", "-O", features, image, blockSize > 1024 ? "2M" : "1M"])
        guard made, Self.run(["/usr/bin/mount", "-o", "loop", image, mountPoint]) else {
            clean()
            throw Impossible()
        }
    }

    deinit { clean() }

    private func clean() {
        umount2(mountPoint, Int32(MNT_DETACH))
        rmdir(mountPoint)
        unlink(image)
        rmdir(String(image.dropLast("/image".count)))
    }

    /// Fills the card but for so many bytes.
    func fill(leaving bytes: Int) {
        let file = open(filler, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        let block = [UInt8](repeating: 1, count: 512)
        var length = 0
        while case let written = write(file, block, block.count), written > 0 { length += written }
        ftruncate(file, max(0, length - bytes))
        fsync(file)
    }
    /// Gives the room back at once, whoever still has the filler open.
    func makeRoom() {
        truncate(filler, 0)
        unlink(filler)
    }

    private static func run(_ words: [String]) -> Bool {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in [STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0) }
        var process: pid_t = 0, status: Int32 = -1
        guard posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0 else { return false }
        waitpid(process, &status, 0)
        return status == 0
    }
}
