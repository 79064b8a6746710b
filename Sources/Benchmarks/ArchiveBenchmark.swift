import Glibc
import JSONText
import Quantities
import Recordings
import RunLog
import SystemCalls

/// How long the commands on kept runs take, and how much memory, with a long history: each as a process of its own, as a runner calls it.
public struct ArchiveBenchmark: Sendable {
    /// One command.
    public struct Row: Sendable {
        /// The words after `harrier`.
        public var words: String
        /// What is special about this call; empty for the usual one.
        public var note: String
        /// The median of the calls, from its start to its end.
        public var elapsed: Duration
        /// The greatest resident memory of any of the calls, MiB.
        public var peakMemory: Double
        /// How often it was called.
        public var calls: Int
    }

    /// The commands in their order.
    public private(set) var rows: [Row] = []
    /// Bytes of the logs.
    public private(set) var logBytes: Int64 = 0
    /// Bytes of the index.
    public private(set) var indexBytes: Int64 = 0

    private static let repetitions = 7

    /// Makes a folder of runs, measures, and removes it.
    /// - Parameters:
    ///   - length: how long each run is.
    ///   - progress: what is being done.
    public init(runs: Int, lasting length: Duration, progress: (String) -> Void = { _ in }) throws(BenchmarkFailure) {
        let folder = try ScratchFolder.forBenchmark()
        defer { folder.remove() }
        let directory = DataDirectory(path: folder.path)
        try LongHistory(directory, runs: runs, lasting: length).write { progress("making runs: \($0) of \(runs)") }
        for folder in LogFolder.allCases { logBytes &+= Self.bytes(in: directory.path(of: folder)) }
        let program = try Self.program()
        let out = folder.path + "/files", middle = "\(runs / 2 + 1)"
        func measure(_ words: [String], _ note: String = "", times: Int = Self.repetitions) throws(BenchmarkFailure) {
            progress("harrier \(words.joined(separator: " "))")
            var elapsed: [Duration] = [], peak = 0.0
            for _ in 0..<times {
                let call = try Self.call(program, words + ["--data", directory.path], home: folder.path)
                elapsed.append(call.elapsed)
                peak = max(peak, call.peakMemory)
            }
            elapsed.sort()
            let shown = words.map { $0 == out ? "DIR" : $0 }.joined(separator: " ")
            rows.append(Row(words: shown, note: note, elapsed: elapsed[times / 2], peakMemory: peak, calls: times))
        }
        try measure(["list"], "without an index", times: 1)
        indexBytes = Self.size(directory.archiveIndex)
        try measure(["list"])
        try measure(["list", "--json"])
        for word in ["last", middle] {
            try measure(["show", word])
            try measure(["export", word, "--out", out])
        }
        for words in [["calendar"], ["records"], ["rank", middle], ["days"], ["totals", "--by", "week"], ["compare", "last", middle]] {
            try measure(words)
        }
        try measure(["report", "--output", out], "all pages", times: 1)
        try measure(["report", "--output", out], "nothing changed")
        unlink(directory.archiveIndex)
        try measure(["show", middle], "without an index", times: 1)
    }

    // MARK: -

    private static func program() throws(BenchmarkFailure) -> String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        guard count > 0 else { throw BenchmarkFailure("the program cannot find itself (\(Errno.current))") }
        return String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Runs the program with its output to nowhere, and with nothing of this process's environment but where libraries are.
    private static func call(
        _ program: String, _ words: [String], home: String
    ) throws(BenchmarkFailure) -> (elapsed: Duration, peakMemory: Double) {
        var environment = ["HOME=\(home)"]
        if let path = getenv("LD_LIBRARY_PATH") { environment.append("LD_LIBRARY_PATH=\(String(cString: path))") }
        var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        var process: pid_t = 0, status: Int32 = 0, usage = rusage()
        let start = MonotonicClock.now()
        let failure = posix_spawn(&process, program, &actions, nil, &arguments, &variables)
        guard failure == 0 else { throw BenchmarkFailure("\(program) could not be started (\(Errno(code: failure)))") }
        while wait4(process, &status, 0, &usage) < 0 {
            guard Errno.current == .interrupted else { throw BenchmarkFailure("\(program) cannot be waited for (\(Errno.current))") }
        }
        let elapsed = start.duration(to: MonotonicClock.now())
        guard status == 0 else { throw BenchmarkFailure("harrier \(words.joined(separator: " ")) failed") }
        return (elapsed, Double(usage.ru_maxrss) / 1024)
    }

    private static func size(_ path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    private static func bytes(in folder: String) -> Int64 {
        guard let stream = opendir(folder) else { return 0 }
        defer { closedir(stream) }
        var sum: Int64 = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasSuffix(".\(RunLogFormat.fileExtension)") { sum &+= size("\(folder)/\(name)") }
        }
        return sum
    }

    /// The figures as one object.
    public var json: JSONObject {
        JSONObject([
            "log_bytes": .integer(logBytes), "index_bytes": .integer(indexBytes),
            "commands": .array(
                rows.map { row in
                    [
                        "words": .string(row.words), "note": .string(row.note), "elapsed_s": .number(row.elapsed.inSeconds),
                        "peak_mib": .number(row.peakMemory), "calls": row.calls.json,
                    ]
                }),
        ])
    }
}
