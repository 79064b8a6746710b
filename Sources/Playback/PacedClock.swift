import Quantities

/// Real time as the clock of a simulation that runs a multiple as fast, may change its speed and stand still. A pure value: the real
/// instants are told to it.
public struct PacedClock: Sendable {
    /// How much faster than real time the simulation runs; 1 is as fast.
    public private(set) var speed: Double
    /// True while the simulation stands.
    public private(set) var isPaused = false
    private var real: MonotonicInstant
    private var virtual: MonotonicInstant

    /// Real time in which the program did not run (it was stopped, the machine slept) is not simulated afterwards.
    private static let longestStep = Duration.seconds(2)
    /// The speeds that ``faster(than:)`` and ``slower(than:)`` go through.
    public static let speeds: [Double] = [1, 2, 5, 10, 20, 60, 120, 300]

    /// A clock that shows `virtual` at the real instant.
    public init(_ virtual: MonotonicInstant, at real: MonotonicInstant, speed: Double) {
        (self.virtual, self.real, self.speed) = (virtual, real, speed)
    }

    /// What the clock shows at a real instant. Real instants that go back count as the latest one.
    public mutating func now(at instant: MonotonicInstant) -> MonotonicInstant {
        let step = min(max(.zero, real.duration(to: instant)), Self.longestStep)
        real = max(real, instant)
        if !isPaused { virtual = virtual.advanced(by: .seconds(step.inSeconds * speed)) }
        return virtual
    }

    /// Real time from the latest real instant until the clock shows an instant; nil while it stands.
    public func wait(until instant: MonotonicInstant) -> Duration? {
        guard !isPaused, speed > 0 else { return nil }
        return .seconds(min(max(0, virtual.duration(to: instant).inSeconds / speed), Self.longestStep.inSeconds / 2))
    }

    /// Runs at another speed from a real instant on.
    public mutating func setSpeed(_ speed: Double, at instant: MonotonicInstant) {
        _ = now(at: instant)
        self.speed = speed
    }

    /// Stands, or goes on, from a real instant on.
    public mutating func setPaused(_ isPaused: Bool, at instant: MonotonicInstant) {
        _ = now(at: instant)
        self.isPaused = isPaused
    }

    /// The next speed of the list above another one.
    public static func faster(than speed: Double) -> Double { speeds.first { $0 > speed } ?? max(speed, speeds.last ?? speed) }
    /// The next speed of the list below another one.
    public static func slower(than speed: Double) -> Double { speeds.last { $0 < speed } ?? min(speed, speeds.first ?? speed) }
}
