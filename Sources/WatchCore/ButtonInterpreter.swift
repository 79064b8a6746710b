import Quantities

/// What a hand did with a button.
public struct Press: Hashable, Sendable {
    /// How long.
    public enum Length: UInt8, CaseIterable, Sendable {
        /// Let go within 0.6 s.
        case short
        /// Pressed twice within 0.35 s; only told apart on a board without a LAP button, where PAGE twice means LAP.
        case double
        /// Held for 0.6 s; told while still held.
        case long
        /// Held for 1 s; told while still held.
        case second
        /// Still held: again each 0.15 s from 0.75 s on, for numbers.
        case again
        /// The same from 3 s on, for numbers that are far off.
        case fast
        /// Held for 15 s: stuck; ignored until it is let go.
        case stuck
    }
    /// Which button.
    public var role: ButtonRole
    /// How long.
    public var length: Length
    /// A press.
    public init(_ role: ButtonRole, _ length: Length) {
        self.role = role
        self.length = length
    }
}

/// Turns edges into presses. A contact bounces for 5–40 ms: a button is up when no edge came for 40 ms, and was pressed if it was once down
/// for 20 ms without an edge, so that a bounce train makes one press (fault I10) and a spike on the wire none.
///
/// Everything goes by the edges' own time stamps. To keep a late reader from changing anything, ask ``next(at:)`` up to the time stamp of an
/// edge before and after ``receiveEdge(_:)``, and up to the clock only when no edge is left to be read.
struct ButtonInterpreter: Sendable {
    static let settle = Duration.milliseconds(40), steady = Duration.milliseconds(20)
    static let long = Duration.milliseconds(600), second = Duration.seconds(1)
    static let repeatFrom = Duration.milliseconds(750), repeatEach = Duration.milliseconds(150), fastFrom = Duration.seconds(3)
    static let stuck = Duration.seconds(15), doubleWithin = Duration.milliseconds(350)

    private struct Button {
        /// The electrical state by the last edge, and when it came.
        var isDown = false, edgeAt: MonotonicInstant?
        /// When the press began; nil while up.
        var downSince: MonotonicInstant?
        /// It was down for long enough to be no spike.
        var wasSteady = false
        /// How far the hold has been told.
        var told = Duration.zero
        /// Of the hold only that it is stuck is still told.
        var isQuiet = false
        /// A first short press that waits for a second.
        var waitsSince: MonotonicInstant?
        var isSecond = false
    }
    private var buttons = (Button(), Button(), Button())
    /// True on a board without LAP: PAGE twice is told as `.double`, and a short PAGE waits 0.35 s for it.
    let doubles: Bool

    init(hasLapButton: Bool) { doubles = !hasLapButton }

    private subscript(role: ButtonRole) -> Button {
        get {
            switch role {
            case .start: buttons.0
            case .lap: buttons.1
            case .page: buttons.2
            }
        }
        set {
            switch role {
            case .start: buttons.0 = newValue
            case .lap: buttons.1 = newValue
            case .page: buttons.2 = newValue
            }
        }
    }

    /// Notes an edge. The presses come from ``next(at:)``.
    mutating func receiveEdge(_ edge: ButtonEdge) {
        var button = self[edge.role]
        if button.isDown, !edge.isDown, let downAt = button.edgeAt, downAt.duration(to: edge.at) >= Self.steady { button.wasSteady = true }
        button.isDown = edge.isDown
        button.edgeAt = edge.at
        if edge.isDown, button.downSince == nil {
            button.downSince = edge.at
            button.wasSteady = false
            button.told = .zero
            button.isQuiet = false
            button.isSecond = button.waitsSince != nil
        }
        self[edge.role] = button
    }

    /// Nothing more is told of the press under way.
    mutating func swallow(_ role: ButtonRole) {
        if self[role].downSince != nil { self[role].told = Self.stuck }
    }

    /// Of the press under way only that the button is stuck is still told: it has done what it was for.
    mutating func keepQuiet(_ role: ButtonRole) {
        if self[role].downSince != nil { self[role].isQuiet = true }
    }

    /// The next press that is due by now; nil when there is none left.
    mutating func next(at now: MonotonicInstant) -> Press? {
        for role in ButtonRole.allCases {
            if let length = next(role, at: now) { return Press(role, length) }
        }
        return nil
    }

    private mutating func next(_ role: ButtonRole, at now: MonotonicInstant) -> Press.Length? {
        if let since = self[role].waitsSince, self[role].downSince == nil, since.duration(to: now) >= Self.doubleWithin {
            self[role].waitsSince = nil
            return .short
        }
        guard let since = self[role].downSince, let edgeAt = self[role].edgeAt else { return nil }
        if !self[role].isDown {
            guard edgeAt.duration(to: now) >= Self.settle else { return nil }
            return release(role, held: since.duration(to: edgeAt))
        }
        let held = since.duration(to: now), told = self[role].told
        if self[role].waitsSince != nil, held >= Self.long {
            // The second press became a hold: the first one was a short press of its own.
            self[role].waitsSince = nil
            self[role].isSecond = false
            return .short
        }
        guard let due = nextTier(after: told, isQuiet: self[role].isQuiet), held >= due.at else { return nil }
        self[role].told = due.at
        return due.length
    }

    private mutating func release(_ role: ButtonRole, held: Duration) -> Press.Length? {
        let told = self[role].told, isSecond = self[role].isSecond, wasSteady = self[role].wasSteady
        self[role].downSince = nil
        self[role].told = .zero
        self[role].isSecond = false
        guard told == .zero, held < Self.long, wasSteady else { return nil }
        guard doubles, role == .page else { return .short }
        guard !isSecond else {
            self[role].waitsSince = nil
            return .double
        }
        self[role].waitsSince = self[role].edgeAt
        return nil
    }

    private func nextTier(after told: Duration, isQuiet: Bool) -> (at: Duration, length: Press.Length)? {
        if told >= Self.stuck { return nil }
        var best: (at: Duration, length: Press.Length) = (Self.stuck, .stuck)
        if isQuiet { return best }
        func consider(_ at: Duration, _ length: Press.Length) { if at > told, at < best.at { best = (at, length) } }
        consider(Self.long, .long)
        consider(Self.second, .second)
        // Repeats fall on their own grid and never on a tier's instant.
        let grid =
            told < Self.repeatFrom ? Self.repeatFrom : told + Self.repeatEach - .milliseconds((told - Self.repeatFrom).inMilliseconds % 150)
        consider(grid, grid < Self.fastFrom ? .again : .fast)
        return best
    }

    /// When ``next(at:)`` may have news; nil when all buttons rest.
    var deadline: MonotonicInstant? {
        var earliest: MonotonicInstant?
        for role in ButtonRole.allCases {
            guard let due = deadline(of: role) else { continue }
            earliest = earliest.map { min($0, due) } ?? due
        }
        return earliest
    }

    private func deadline(of role: ButtonRole) -> MonotonicInstant? {
        let button = self[role]
        guard let since = button.downSince, let edgeAt = button.edgeAt else {
            return button.waitsSince?.advanced(by: Self.doubleWithin)
        }
        if !button.isDown { return edgeAt.advanced(by: Self.settle) }
        return nextTier(after: button.told, isQuiet: button.isQuiet).map { since.advanced(by: $0.at) }
    }
}
