import Glibc

/// The descriptors 0, 1 and 2 of the process.
public enum StandardStreams {
    /// The longest sentence that is said; a pipe takes so much whole or not at all (PIPE_BUF).
    private static let longest = 4096

    /// Opens `/dev/null` for those that whoever started the process has closed. Otherwise the next file that is opened would get the
    /// number, and what is said on the standard error would be written into it. Call it first of all.
    public static func openMissing() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is given out, which is this one: those below are open.
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// Writes a line to the standard error. What it does not take at once is dropped: a reader that has gone, or reads no more, must not
    /// stop whoever speaks. SIGPIPE must be ignored.
    public static func say(_ line: String) {
        var wait = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&wait, 1, 0) == 1, wait.revents & Int16(POLLOUT) != 0 else { return }
        var text = line + "\n"
        _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, min($0.count, longest)) }
    }
}
