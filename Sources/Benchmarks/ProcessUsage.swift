import Glibc
import Quantities
import Recordings

/// What the process has used of the machine.
public enum ProcessUsage {
    /// CPU time of all threads so far, in the program and in the kernel for it.
    public static var cpuTime: Duration { time(of: CLOCK_PROCESS_CPUTIME_ID) }

    /// CPU time of this thread so far: unlike the wall's, the same on a machine that does other work too.
    public static var threadTime: Duration { time(of: CLOCK_THREAD_CPUTIME_ID) }

    /// The greatest resident memory since the start or since ``forgetPeak()``, in MiB; nil if the kernel does not say.
    public static var peakMemory: Double? {
        guard let text = try? LineFile(path: "/proc/self/status").text() else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { $0.split(whereSeparator: \.isWhitespace).dropFirst().first }.flatMap { Double($0) }.map { $0 / 1024 }
    }

    /// Lets ``peakMemory`` begin anew at what is resident now (proc(5), `clear_refs`). Without effect where the kernel forbids it.
    public static func forgetPeak() {
        let descriptor = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = write(descriptor, "5", 1)
        close(descriptor)
    }

    /// Sleeps so far of the threads that live, each ended by something that woke it (proc(5), `voluntary_ctxt_switches`).
    public static var voluntarySwitches: UInt64 {
        guard let folder = opendir("/proc/self/task") else { return 0 }
        defer { closedir(folder) }
        var sum: UInt64 = 0
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard !name.hasPrefix("."), let text = try? LineFile(path: "/proc/self/task/\(name)/status").text() else { continue }
            let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            let count = line.flatMap { $0.split(whereSeparator: \.isWhitespace).last }.flatMap { UInt64($0) }
            sum &+= count ?? 0
        }
        return sum
    }

    private static func time(of clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
