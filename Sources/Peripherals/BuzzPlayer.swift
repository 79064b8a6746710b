import Quantities

/// What a buzzer or a vibration motor on a GPIO line does for a pattern: when the line is on and when off.
///
/// Pure: whoever owns the line asks for ``isOn(at:)`` and sets a timer to ``nextChange``. Pulses are long enough for a vibration motor to
/// start (about 50 ms by experience with coin motors; unverified for any particular one).
public struct BuzzPlayer: Hashable, Sendable {
    /// Milliseconds on, off, on, off …
    private static func durations(of pattern: BuzzPattern) -> [Int64] {
        switch pattern {
        case .start: [300]
        case .stop: [150, 120, 150]
        case .lap: [120, 100, 120]
        case .autoPause: [80, 80, 300]
        case .autoResume: [300, 80, 80]
        case .fixFound: [80, 80, 80]
        case .fixLost: [400, 150, 80]
        case .lowBattery: [80, 120, 80, 120, 80]
        case .warning: [400, 150, 400]
        case .tick: [60]
        case .saved: [80, 80, 80, 80, 300]
        case .ready: [120]
        case .award: [80, 60, 80, 60, 80, 60, 300]
        }
    }
    private static let table: [[Int64]] = BuzzPattern.allCases.map(durations)

    private var pattern: BuzzPattern?
    private var step = 0
    private var changesAt = MonotonicInstant(nanoseconds: 0)

    /// Silence.
    public init() {}

    /// When the line changes next; nil in silence.
    public var nextChange: MonotonicInstant? { pattern == nil ? nil : changesAt }

    /// Starts a pattern; a running one is replaced.
    public mutating func play(_ pattern: BuzzPattern, at now: MonotonicInstant) {
        self.pattern = pattern
        step = 0
        changesAt = now.advanced(by: duration ?? .zero)
    }

    /// Whether the line is to be on now. Times must not go back.
    public mutating func isOn(at now: MonotonicInstant) -> Bool {
        while pattern != nil, now >= changesAt {
            step += 1
            guard let duration else {
                pattern = nil
                break
            }
            changesAt = changesAt.advanced(by: duration)
        }
        return pattern != nil && step % 2 == 0
    }

    /// How long the step in hand lasts; nil after the last.
    private var duration: Duration? {
        guard let pattern, Self.table.indices.contains(Int(pattern.rawValue)) else { return nil }
        let durations = Self.table[Int(pattern.rawValue)]
        return durations.indices.contains(step) ? .milliseconds(durations[step]) : nil
    }
}
