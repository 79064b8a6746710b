import CHarrierLinux
import Quantities

/// One button's line as its edges tell it: what state it is in, and edges whose instants can be relied on.
struct ButtonLine {
    /// What the button is for.
    let role: ButtonRole
    /// Whether it is down, by the last edge.
    private(set) var isDown: Bool
    private var latest: MonotonicInstant

    /// A line that was opened at an instant. A button that is down already is not pressed: it counts from when it is let go.
    init(_ role: ButtonRole, isDown: Bool, at now: MonotonicInstant) {
        self.role = role
        self.isDown = isDown
        latest = now
    }

    /// Takes an edge of the kernel's that was read at an instant. Its time stamp is kept between the edge before and now, so that one of
    /// another clock (Linux before 5.7) cannot put a press into the past or the future.
    mutating func take(_ edge: harrier_gpio_edge, at now: MonotonicInstant) -> ButtonEdge {
        take(isDown: edge.active, at: min(MonotonicInstant(nanoseconds: edge.nanoseconds), now))
    }

    /// Takes the level that the line has when no edge is left to be read. The edge that is missing if it is another one was lost, when
    /// the kernel's buffer was full: without it a button could seem held for ever.
    mutating func settle(isDown level: Bool, at now: MonotonicInstant) -> ButtonEdge? {
        level == isDown ? nil : take(isDown: level, at: now)
    }

    private mutating func take(isDown: Bool, at instant: MonotonicInstant) -> ButtonEdge {
        self.isDown = isDown
        latest = max(latest, instant)
        return ButtonEdge(role: role, isDown: isDown, at: latest)
    }
}
