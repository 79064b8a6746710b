/// What a helper thread has to tell the event loop: a value that both touch under one lock, and a signal that is raised exactly while there
/// is something in it that cannot wait.
///
/// Signal and value change under the same lock, and the signal is lowered before the value is taken: so no news can lie there with the
/// signal down, and no signal can stay up with the news gone, which would make the loop spin (R-B2).
public final class Mailbox<Content: ~Copyable>: Sendable {
    private struct State: ~Copyable {
        var content: Content
        var isRaised = false
    }

    private let state: Guarded<State>
    private let signal: any WakeSignaling

    /// A mailbox with something in it that can wait.
    public init(_ content: consuming Content, signal: any WakeSignaling) {
        state = Guarded(State(content: content))
        self.signal = signal
    }

    /// Readable while there is something that cannot wait.
    public var descriptor: Int32 { signal.descriptor }

    /// Puts something in, from the thread. True from `change` if it cannot wait.
    public func post(_ change: (inout Content) -> Bool) {
        state.withLock { state in
            guard change(&state.content), !state.isRaised else { return }
            state.isRaised = true
            signal.raise()
        }
    }

    /// Takes out what there is, on the loop.
    public func collect<Result>(_ take: (inout Content) -> Result) -> Result {
        state.withLock { state in
            if state.isRaised {
                state.isRaised = false
                signal.lower()
            }
            return take(&state.content)
        }
    }

    /// Called wherever the other side may come in between. Nil but in tests.
    package var betweenSteps: (() -> Void)? {
        get { state.afterUnlock }
        set { state.afterUnlock = newValue }
    }
    /// True while the other side is kept out.
    package var isLocked: Bool { state.isHeld }
}
