/// How fast simulated or recorded time passes.
public enum PlaybackSpeed: Hashable, Sendable {
    /// As fast as the machine can.
    case maximum
    /// A multiple of real time, 0.1...100,000; 1 is real time.
    case times(Double)

    /// Reads `max` or a number in range; nil for anything else.
    public init?(_ text: String) {
        if text == "max" {
            self = .maximum
        } else if let factor = Double(text), (0.1...100_000).contains(factor) {
            self = .times(factor)
        } else {
            return nil
        }
    }

    /// The speed as it is typed.
    public var text: String {
        switch self {
        case .maximum: "max"
        case .times(let factor): shortText(factor)
        }
    }
}
