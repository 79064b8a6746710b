import Quantities

/// Somebody who wears the watch: a name and a body. The object's id is chosen when the runner is made.
public struct Runner: Hashable, Sendable {
    /// The name, at most 64 bytes.
    public var name: String
    /// The body.
    public var profile: Profile
    /// True for the runner to whom belongs what was recorded while there was no runner: the first that was made, unless it was left.
    public var adoptsGuestRuns: Bool

    /// A runner.
    public init(name: String, profile: Profile = Profile(), adoptsGuestRuns: Bool = false) {
        (self.name, self.profile, self.adoptsGuestRuns) = (name, profile, adoptsGuestRuns)
    }

    /// The longest name, in bytes.
    public static let mostNameBytes = 64
    /// So many runners are held at most, the first by id.
    public static let mostRunners = 16
}

/// The number of a runner, from which the object's id is made; runs carry it.
public struct RunnerID: Hashable, Comparable, Sendable {
    /// The number; never 0.
    public let number: UInt64
    /// Wraps a number; nil for 0, which stands for nobody.
    public init?(_ number: UInt64) {
        guard number != 0 else { return nil }
        self.number = number
    }
    /// The number of an object's id; nil if it is not a runner's.
    public init?(_ id: HealthID) {
        guard id.count == 8 else { return nil }
        self.init(id.number(at: 0, bytes: 8))
    }
    /// Reads sixteen hexadecimal digits; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 16, text.allSatisfy({ $0.isASCII && $0.isHexDigit }), let number = UInt64(text, radix: 16) else {
            return nil
        }
        self.init(number)
    }
    /// The object's id.
    public var id: HealthID {
        var id = HealthID()
        id.append(number)
        return id
    }
    /// Sixteen hexadecimal digits.
    public var text: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
    /// Orders by number.
    public static func < (a: RunnerID, b: RunnerID) -> Bool { a.number < b.number }
}

/// A runner and the number.
public struct NamedRunner: Hashable, Sendable {
    /// The number.
    public var id: RunnerID
    /// The runner.
    public var runner: Runner
    /// A runner.
    public init(id: RunnerID, runner: Runner) { (self.id, self.runner) = (id, runner) }
}
