import Quantities

/// Notices a sensor that repeats itself: a live one has noise in its last bits, so the same value for seconds on end, or read after read
/// with the same values in the same order, means that nobody measures any more.
struct StuckValueDetector {
    /// Longer than a sensor's values stay the same by chance.
    static let limit = Duration.seconds(4)

    private var value = SIMD3<Int32>(repeating: .min)
    private var valueChangedAt: MonotonicInstant?
    private var read = Fingerprint()
    private var lastRead: Fingerprint?
    private var readChangedAt: MonotonicInstant?

    /// FNV-1a over whole values: good enough to tell reads apart.
    private struct Fingerprint: Hashable {
        private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ value: SIMD3<Int32>) {
            for axis in 0..<3 { hash = (hash ^ UInt64(UInt32(bitPattern: value[axis]))) &* 0x0000_0100_0000_01B3 }
        }
    }

    /// Looks at one sample of a read.
    mutating func observe(_ sample: SIMD3<Int32>, at now: MonotonicInstant) {
        read.add(sample)
        if sample != value || valueChangedAt == nil {
            value = sample
            valueChangedAt = now
        }
    }

    /// Ends a read; true when the values, or the reads, have been the same for too long.
    mutating func isStuckAfterRead(at now: MonotonicInstant) -> Bool {
        if read != lastRead || readChangedAt == nil {
            lastRead = read
            readChangedAt = now
        }
        read = Fingerprint()
        guard let valueChangedAt, let readChangedAt else { return false }
        return now - valueChangedAt > Self.limit || now - readChangedAt > Self.limit
    }
}
