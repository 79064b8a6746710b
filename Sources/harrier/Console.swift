@preconcurrency import Glibc
import JSONText

/// The process's standard streams. Text goes out whole lines at a time.
enum Console {
    /// True if something could not be written, as on a full disk.
    nonisolated(unsafe) private(set) static var hasFailed = false

    static func print(_ text: String) { write(text + "\n", to: stdout) }
    static func print(_ json: JSONObject) { write(JSONValue.object(json).text(.pretty) + "\n", to: stdout) }
    /// Bytes as they are, for whatever the output leads to.
    static func print(bytes: [UInt8]) { bytes.withUnsafeBytes { write($0, to: stdout) } }
    static func error(_ text: String) {
        fflush(stdout)
        write("harrier: \(text)\n", to: stderr)
    }
    /// Progress of something that takes longer than a second: only to a terminal, over itself.
    static func progress(_ text: String) {
        guard canDrawOver else { return }
        write("\r\u{1B}[K\(text)", to: stderr)
    }
    static func endProgress() {
        if canDrawOver { write("\r\u{1B}[K", to: stderr) }
    }
    /// True if the standard output is a terminal.
    static var isTerminalOutput: Bool { isatty(STDOUT_FILENO) == 1 }
    /// A terminal that cannot move its cursor would put one line of progress after the other (U-C16).
    private static var canDrawOver: Bool {
        guard isatty(STDERR_FILENO) == 1 else { return false }
        return getenv("TERM").map { strcmp($0, "dumb") != 0 } ?? false
    }

    /// Characters a line of the terminal that the output goes to; 80 where it is none.
    static var width: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Asks for a yes or no, on the standard error, so that a pipe gets nothing of it.
    static func confirm(_ question: String) -> Bool {
        fflush(stdout)
        write("\(question) [y/N] ", to: stderr)
        let answer = readLine()?.lowercased() ?? ""
        return answer == "y" || answer == "yes"
    }
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1 }

    private static func write(_ text: String, to stream: UnsafeMutablePointer<FILE>?) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0), to: stream) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to stream: UnsafeMutablePointer<FILE>?) {
        guard let stream else { return }
        let count = fwrite(bytes.baseAddress, 1, bytes.count, stream)
        guard count < bytes.count || fflush(stream) != 0, !hasFailed else { return }
        hasFailed = true
        if stream == stdout { error("the output could not be written (\(String(cString: strerror(errno))))") }
    }
}
