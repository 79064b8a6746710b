import Quantities

/// One line of the control socket: `press start`, `press lap hold 1.5`.
struct PressCommand: Hashable {
    var role: ButtonRole
    var hold: Duration

    /// Why a line is no command.
    struct Refusal: Error, Hashable {
        /// What is wrong and what is allowed.
        var reason: String
    }

    init(role: ButtonRole, hold: Duration = TimedPresses.short) {
        self.role = role
        self.hold = hold
    }

    /// Reads a line.
    init(_ line: String) throws(Refusal) {
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        guard words.first == "press", words.count == 2 || words.count == 4 else {
            throw Refusal(reason: "write: press start|lap|page [hold SECONDS]")
        }
        guard let role = ButtonRole.allCases.first(where: { Self.name($0) == words[1] }) else {
            throw Refusal(reason: "there is no such button: use start, lap or page")
        }
        self.role = role
        hold = TimedPresses.short
        guard words.count == 4 else { return }
        guard words[2] == "hold", let hold = Self.seconds(words[3]) else {
            throw Refusal(reason: "hold takes 0.05 to 10 seconds, such as: hold 1.5")
        }
        self.hold = hold
    }

    /// The line that ``init(_:)`` reads.
    var line: String {
        let milliseconds = hold.inMilliseconds
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        return "press \(Self.name(role)) hold \(milliseconds / 1000).\(fraction)"
    }

    private static func name(_ role: ButtonRole) -> String {
        switch role {
        case .start: "start"
        case .lap: "lap"
        case .page: "page"
        }
    }

    /// Digits with at most one point, 0.05...10.
    private static func seconds(_ text: Substring) -> Duration? {
        guard text.utf8.count <= 6, text.utf8.allSatisfy({ $0 == 0x2E || 0x30...0x39 ~= $0 }), let value = Double(text) else { return nil }
        let duration = Duration.milliseconds(Int64(rounding: value * 1000))
        return .milliseconds(50) <= duration && duration <= TimedPresses.longest ? duration : nil
    }
}
