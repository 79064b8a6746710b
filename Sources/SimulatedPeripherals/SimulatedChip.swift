import Quantities

/// A model of a chip at the level of its registers, behind a ``SimulatedI2CBus``.
public protocol SimulatedChip: AnyObject {
    /// Where it answers.
    var address: UInt8 { get }
    /// True: its identity register holds something else, as if another chip stood there.
    var isImpostor: Bool { get set }
    /// Takes the samples that are due until an instant.
    func advance(to now: MonotonicInstant)
    /// The bytes after the address of a write.
    func write(_ bytes: UnsafeRawBufferPointer)
    /// The bytes of a read.
    func read(into bytes: UnsafeMutableRawBufferPointer)
    /// Switches its power off and on: all registers as the data sheet has them, nothing measured.
    func powerCycle(at now: MonotonicInstant)
}

/// A chip with an address pointer that the first byte of a write sets.
protocol RegisterModel: SimulatedChip {
    var pointer: UInt8 { get set }
    func store(_ value: UInt8, at register: UInt8)
    func load(_ register: UInt8) -> UInt8
    /// Where the pointer goes after an access.
    func following(_ register: UInt8) -> UInt8
}

extension RegisterModel {
    /// The first byte sets the pointer, the others are stored.
    public func write(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        pointer = first
        for value in bytes.dropFirst() {
            store(value, at: pointer)
            pointer = following(pointer)
        }
    }

    /// Reads from the pointer on.
    public func read(into bytes: UnsafeMutableRawBufferPointer) {
        for index in bytes.indices {
            bytes[index] = load(pointer)
            pointer = following(pointer)
        }
    }
}

/// How wrong a chip's oscillator is.
public struct ClockError: Hashable, Sendable {
    /// How much faster than nominal, as a share: 0.05 is 5 % fast.
    public var rate: Double
    /// Standard deviation of single sample instants as a share of the period.
    public var jitter: Double
    /// An oscillator that is off by a share, with jitter.
    public init(rate: Double = 0, jitter: Double = 0) {
        self.rate = rate
        self.jitter = jitter
    }
    /// Exactly as its data sheet says.
    public static let none = ClockError()
}

/// Says when a chip takes its samples.
struct SampleTimer {
    private let error: ClockError
    private var random: SeededRandom
    private var period: Double?
    private var next = 0.0

    init(error: ClockError, seed: UInt64) {
        self.error = error
        random = SeededRandom(seed: seed)
    }

    /// Starts, changes or (nil) stops. A rate that stays as it is changes nothing.
    mutating func run(samplesPerSecond rate: Double?, at now: MonotonicInstant) {
        let wanted = rate.map { 1 / ($0 * (1 + error.rate)) }
        guard wanted != period else { return }
        period = wanted
        if let wanted { next = now.seconds + wanted }
    }

    /// The instant of the next sample, if it is due.
    mutating func due(at now: MonotonicInstant) -> MonotonicInstant? {
        guard let period, next <= now.seconds else { return nil }
        // Nobody can tell the samples of a long gap apart: no FIFO is that deep.
        if now.seconds - next > 60 { next = now.seconds - 60 }
        defer { next += period }
        return MonotonicInstant(seconds: next + (error.jitter > 0 ? error.jitter * period * random.gaussian() : 0))
    }
}
