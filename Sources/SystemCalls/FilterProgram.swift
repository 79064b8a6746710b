import CHarrierLinux
import Glibc
import Quantities

/// Why another program gave no result.
public enum FilterProgramError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such program in `PATH`.
    case notFound(String)
    /// The system gave no process, no memory, or did not take the program.
    case notStarted(String, Errno)
    /// It ended with a status that is not 0, or by a signal, which counts as 128 and its number; the first line that it said.
    case failed(String, status: Int32, words: String)
    /// It took longer than it might.
    case tooSlow(String, Duration)
    /// It wrote more than it might.
    case tooMuch(String, most: Int)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .notFound(let name): "there is no program \(name): install it"
        case .notStarted(let name, let errno):
            "the program \(name) could not be started (\(errno)): check its rights, and that memory is left"
        case .failed(let name, let status, let words):
            "the program \(name) ended with status \(status)" + (words.isEmpty ? "" : ": \(words)")
        case .tooSlow(let name, let limit): "the program \(name) was ended after \(limit.components.seconds) s without a result: try again"
        case .tooMuch(let name, let most): "the program \(name) wrote more than \(most >> 20) MiB, which is no result"
        }
    }
}

/// Another program that makes bytes of bytes, from its standard input to its standard output.
///
/// It is started without a shell, with no other descriptor, no blocked and no ignored signal. Input and output are files in memory, so that
/// neither side waits for the other, and a program that does not read its input is no error by itself.
public enum FilterProgram {
    /// What a program wrote to its standard output.
    /// - Parameters:
    ///   - command: the program, which is looked for in `PATH`, and its arguments.
    ///   - input: what it reads.
    ///   - limit: after this much time it is ended.
    ///   - most: more bytes than these are no result.
    public static func output(
        of command: [String], reading input: [UInt8], within limit: Duration, most: Int
    ) throws(FilterProgramError) -> [UInt8] {
        let name = command.first ?? ""
        let files: (input: MemoryFile, output: MemoryFile, errors: MemoryFile)
        do throws(Errno) {
            files = (try MemoryFile(), try MemoryFile(), try MemoryFile())
            try files.input.write(input)
        } catch { throw .notStarted(name, error) }
        let process = start(command, files.input.descriptor, files.output.descriptor, files.errors.descriptor)
        guard process > 0 else {
            let errno = Errno(code: -process)
            throw errno == .notFound ? .notFound(name) : .notStarted(name, errno)
        }
        guard hasEnded(process, within: limit) else {
            kill(process, SIGKILL)
            _ = status(of: process)
            throw .tooSlow(name, limit)
        }
        let status = status(of: process)
        guard status == 0 else {
            let words = (try? files.errors.read(most: 4096)).map(firstLine) ?? ""
            throw .failed(name, status: status, words: words)
        }
        let bytes: [UInt8]
        do throws(Errno) { bytes = try files.output.read(most: most + 1) } catch { throw .notStarted(name, error) }
        guard bytes.count <= most else { throw .tooMuch(name, most: most) }
        return bytes
    }

    /// The process, or a negative errno.
    private static func start(_ command: [String], _ input: Int32, _ output: Int32, _ errors: Int32) -> pid_t {
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        return harrier_process_start_between(&arguments, input, output, errors)
    }

    /// Waits for the end of a process; false when the time is over, or nobody can wait.
    private static func hasEnded(_ process: pid_t, within limit: Duration) -> Bool {
        let descriptor = harrier_process_watch(process)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let end = MonotonicClock.now() + limit
        while true {
            let left = MonotonicClock.now().duration(to: end)
            guard left > .zero else { return false }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // A millisecond more, so that the last wait is not one of none.
            let count = poll(&entry, 1, Int32(clamping: left.inMilliseconds.addingSaturating(1)))
            if count > 0 { return true }
            if count < 0, errno != EINTR { return false }
        }
    }

    /// The status of a process that has ended or is about to.
    private static func status(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return -1 } }
        // waitpid(2): the low seven bits are the signal, the next byte the status.
        let signal = status & 0x7F
        return signal != 0 ? 128 + signal : status >> 8 & 0xFF
    }

    /// What is printed of a program's words: one line, without what moves a terminal's cursor.
    private static func firstLine(_ bytes: [UInt8]) -> String {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }.prefix(200)
        return String(
            String.UnicodeScalarView(
                String(decoding: line, as: UTF8.self).unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}

/// A file without a name, in memory.
private final class MemoryFile {
    let descriptor: Int32
    private let calls = LinuxFileSystem.shared

    init() throws(Errno) {
        descriptor = harrier_memory_file("harrier")
        guard descriptor >= 0 else { throw Errno(code: -descriptor) }
    }

    deinit { calls.close(descriptor) }

    /// Fills it; whoever reads it begins at its start.
    func write(_ bytes: [UInt8]) throws(Errno) {
        let result: Result<Void, Errno> = bytes.withUnsafeBytes { raw in
            do throws(Errno) { return .success(try calls.writeAll(descriptor, raw, at: 0)) } catch { return .failure(error) }
        }
        try result.get()
    }

    /// Its first bytes.
    func read(most: Int) throws(Errno) -> [UInt8] { try calls.readFirst(descriptor, most: most) }
}
