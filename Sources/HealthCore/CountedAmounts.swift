import Quantities

/// What was counted in some time: steps, and the way walked and run, apart.
public struct CountedAmounts: Hashable, Sendable {
    /// Steps.
    public var steps: UInt32
    /// Distance walked, mm.
    public var walked: UInt32
    /// Distance run, mm.
    public var ran: UInt32

    /// Amounts; nothing unless told.
    public init(steps: UInt32 = 0, walked: UInt32 = 0, ran: UInt32 = 0) { (self.steps, self.walked, self.ran) = (steps, walked, ran) }

    /// Nothing.
    public static let zero = CountedAmounts()

    /// Both together, as far as the numbers go.
    static func + (a: CountedAmounts, b: CountedAmounts) -> CountedAmounts {
        CountedAmounts(
            steps: a.steps.addingSaturating(b.steps), walked: a.walked.addingSaturating(b.walked), ran: a.ran.addingSaturating(b.ran))
    }

    /// What is left of it without the other; never less than nothing.
    static func - (a: CountedAmounts, b: CountedAmounts) -> CountedAmounts {
        CountedAmounts(steps: a.steps - min(a.steps, b.steps), walked: a.walked - min(a.walked, b.walked), ran: a.ran - min(a.ran, b.ran))
    }

    /// The part that falls into `part` of `whole` milliseconds, rounded down. At most 2^32 and 2^28 are multiplied.
    func share(_ part: Int64, of whole: Int64) -> CountedAmounts {
        func share(_ number: UInt32) -> UInt32 { UInt32(clamping: Int64(number) * part / whole) }
        return CountedAmounts(steps: share(steps), walked: share(walked), ran: share(ran))
    }

    init(_ amounts: QuarterHourAmounts) {
        self.init(steps: amounts.steps, walked: amounts.walkedMillimeters ?? 0, ran: amounts.ranMillimeters ?? 0)
    }
}

/// How far somebody came, on foot, and how.
public enum CountedWay: Hashable, Sendable {
    /// Nothing is known of it, or another source counts it.
    case none
    /// Walked so far.
    case walked(Distance)
    /// Run so far.
    case ran(Distance)

    /// The amounts; what is below a millimetre, or no number, is nothing.
    var amounts: CountedAmounts {
        switch self {
        case .none: .zero
        case .walked(let way): CountedAmounts(walked: Self.millimeters(way))
        case .ran(let way): CountedAmounts(ran: Self.millimeters(way))
        }
    }

    private static func millimeters(_ way: Distance) -> UInt32 { UInt32(rounding: way.meters * 1000) }
}
