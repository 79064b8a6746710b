import Glibc

/// The character device of an I²C adapter whose bus ends in a program.
enum ChipDevice {
    private static let advice = "docs/simulated-chips.md says what kind of device this is"

    /// Opens the device for requests and replies; the descriptor does not block.
    static func open(_ path: String) throws(CommandFailure) -> Int32 {
        let descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
            close(descriptor)
            throw notSuch(path)
        }
        return descriptor
    }

    /// It is no device that gives requests.
    static func notSuch(_ path: String) -> CommandFailure {
        CommandFailure("\(path) is no I²C adapter that a program can answer: \(advice)")
    }

    private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
        let reason = String(cString: strerror(code))
        return switch code {
        case ENOENT, ENXIO, ENODEV:
            CommandFailure("\(path) is not there (\(reason)): load the kernel module that makes it, such as i2c-script; \(advice)")
        case EACCES, EPERM: CommandFailure("\(path) may not be used (\(reason)): run as root, or give your user access to it")
        case EBUSY: CommandFailure("\(path) is answered by another program already (\(reason)): end that one first")
        case EISDIR, EROFS, ENOTDIR: notSuch(path)
        default: CommandFailure("\(path) cannot be opened (\(reason)): \(advice)")
        }
    }
}
