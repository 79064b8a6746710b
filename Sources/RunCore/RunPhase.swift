/// Where a run is. Every phase × every command has an answer in ``RunPhase/next(on:)``: the table is the rule (fault B11).
public enum RunPhase: UInt8, CaseIterable, Sendable {
    /// No run.
    case idle
    /// Looking for a fix, sensors warming. Nothing is recorded.
    case preparing
    /// 3, 2, 1.
    case countdown
    /// The timer runs.
    case running
    /// Paused by hand: only a button resumes.
    case paused
    /// Paused by itself: moving resumes.
    case autoPaused
    /// Stopped, not yet saved: may be resumed, saved or discarded.
    case stopped
    /// Saved; its summary is on the screen.
    case saved
}

/// What can be asked of a run, by the runner or by the watch itself.
public enum RunCommand: UInt8, CaseIterable, Sendable {
    /// Get ready: receiver on, sensors on.
    case prepare
    /// Leave without a run, or leave the summary.
    case leave
    /// START before a run.
    case start
    /// The countdown is over.
    case countdownOver
    /// Pause by hand.
    case pause
    /// Resume by hand.
    case resume
    /// The runner stands.
    case autoPause
    /// The runner moves again.
    case autoResume
    /// A lap by the button.
    case lap
    /// START held.
    case stop
    /// Keep the run.
    case save
    /// Throw the run away.
    case discard
    /// Nothing pressed for a minute after a stop.
    case saveByTimeout
    /// Nobody moved for an hour.
    case endForgotten
    /// The battery is about to give out.
    case endLowBattery
}

extension RunPhase {
    /// The phase after a command; nil means that the command makes no sense now and is ignored.
    public func next(on command: RunCommand) -> RunPhase? {
        switch (self, command) {
        case (.idle, .prepare): .preparing
        case (.preparing, .start): .countdown
        case (.preparing, .leave): .idle
        case (.countdown, .countdownOver), (.countdown, .start): .running
        case (.countdown, .leave): .preparing
        case (.running, .lap): .running
        case (.autoPaused, .lap): .autoPaused
        case (.running, .pause), (.autoPaused, .pause): .paused
        case (.running, .autoPause): .autoPaused
        case (.autoPaused, .autoResume): .running
        case (.paused, .resume), (.autoPaused, .resume), (.stopped, .resume): .running
        case (.running, .stop), (.paused, .stop), (.autoPaused, .stop): .stopped
        case (.stopped, .save), (.stopped, .saveByTimeout): .saved
        case (.stopped, .discard): .idle
        case (.running, .endForgotten), (.paused, .endForgotten), (.autoPaused, .endForgotten): .saved
        case (.running, .endLowBattery), (.paused, .endLowBattery), (.autoPaused, .endLowBattery), (.stopped, .endLowBattery): .saved
        case (.saved, .leave): .idle
        default: nil
        }
    }

    /// True while a log is open.
    public var isRecording: Bool {
        switch self {
        case .running, .paused, .autoPaused, .stopped: true
        case .idle, .preparing, .countdown, .saved: false
        }
    }
}
