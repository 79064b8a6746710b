/// What a button is for. Board files give each line a role; the screen shows the role's label beside the button.
public enum ButtonRole: UInt8, CaseIterable, Sendable {
    /// Start, pause, resume, select; held: stop.
    case start
    /// Lap, back; held: lock.
    case lap
    /// Next page, down; held: menu.
    case page
}

/// One change of a button's electrical state, already turned into "down" or "up", not yet debounced.
public struct ButtonEdge: Hashable, Sendable {
    /// Which button.
    public var role: ButtonRole
    /// True when the button went down.
    public var isDown: Bool
    /// The kernel's time stamp of the edge, on the monotonic clock.
    public var at: MonotonicInstant
    /// An edge.
    public init(role: ButtonRole, isDown: Bool, at: MonotonicInstant) {
        self.role = role
        self.isDown = isDown
        self.at = at
    }
}

/// What the watch tells the wrist; a buzzer, a vibration motor or a terminal's bell plays it.
public enum BuzzPattern: UInt8, CaseIterable, Sendable {
    /// A run or a resumed run begins.
    case start
    /// A run stops or a manual pause begins.
    case stop
    /// A lap or a kilometre.
    case lap
    /// The watch paused by itself.
    case autoPause
    /// The watch resumed by itself.
    case autoResume
    /// The first fix, or the fix is back.
    case fixFound
    /// No fix for 60 s of a run.
    case fixLost
    /// The battery is low.
    case lowBattery
    /// Something needs a look at the screen.
    case warning
    /// One second of the countdown.
    case tick
    /// A run is on the card.
    case saved
    /// The watch gets ready for a run.
    case ready
    /// A goal is reached.
    case award
}
