/// How many of the last 200 ticks carry a flag.
struct FlagWindow {
    private var flags = [Bool](repeating: false, count: PulseSpectrum.window)
    private var next = 0
    /// Flagged ticks.
    private(set) var count = 0

    /// Takes the next tick's flag.
    mutating func push(_ flag: Bool) {
        if flags[next] { count -= 1 }
        flags[next] = flag
        if flag { count += 1 }
        next = next + 1 == flags.count ? 0 : next + 1
    }
}
