import CHarrierLinux
import Glibc
import Quantities

/// The machine's monotonic clock, which every duration comes from (fault D1).
public enum MonotonicClock {
    /// Now on `CLOCK_MONOTONIC`: a vDSO read, no system call.
    public static func now() -> MonotonicInstant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicInstant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }
}

/// The system's wall clock. The watch reads it and never sets it.
public enum WallClock {
    /// Now on `CLOCK_REALTIME`, true only as far as ``isSynchronised`` says.
    public static func now() -> UTCInstant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UTCInstant(milliseconds: Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000)
    }
    /// Whether the kernel says that a time service keeps the clock right. A Pi without one, or not yet, says no (fault D9).
    public static var isSynchronised: Bool { harrier_clock_is_synchronised() }
}
