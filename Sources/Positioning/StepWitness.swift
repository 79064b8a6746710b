import Quantities

/// What the step sensor says, how fresh it is, and whether it is believed.
struct StepWitness: Sendable {
    /// s. Pulses older than this say nothing about now.
    private static let patience = 3.0
    /// s. A sensor that was overruled is believed again after agreeing for this long.
    private static let believedAfter = 30.0

    /// Pulses a minute; nil when nothing speaks.
    private(set) var pulseRate: Double?
    /// Cadence × stride, m/s; nil when no cadence is credited just now.
    private(set) var speed: Double?
    /// Since when there have been pulses without a break.
    private(set) var steppingSince: MonotonicInstant?
    /// The sensor has seen steps since the start.
    private(set) var hasSpoken = false
    /// Others prove that it says nothing of the movement.
    private(set) var isOverruled = false
    private var wasHeard = false
    private var at: MonotonicInstant?
    private var agreesSince: MonotonicInstant?

    /// The pulses as far as they are believed.
    var believedPulseRate: Double? { isOverruled ? nil : pulseRate }

    mutating func note(_ input: PositioningInput, settings: PositioningSettings) {
        if let rate = input.pulseRate, rate.isFinite {
            pulseRate = rate.stepsPerMinute
            at = input.at
            wasHeard = true
            // What the counter credits now; without a cadence it credits nothing, whatever it said before.
            speed = nil
        } else if let at, input.at.seconds(since: at) > Self.patience {
            pulseRate = nil
            speed = nil
        }
        if let told = input.pedestrianSpeed?.metersPerSecond, told >= 0, told <= 3 * settings.maximumSpeed.metersPerSecond { speed = told }
        let isStepping = pulseRate.map { $0 >= settings.fewPulses.stepsPerMinute } ?? false
        steppingSince = isStepping ? steppingSince ?? input.at : nil
        hasSpoken = hasSpoken || isStepping
    }

    /// The others have proved movement that this one denies.
    mutating func overrule() {
        isOverruled = true
        agreesSince = nil
    }

    /// Follows whether an overruled sensor agrees again: steps while the runner moves.
    mutating func compare(isMoving: Bool, at now: MonotonicInstant) {
        guard isOverruled, isMoving else { return }
        guard steppingSince != nil else {
            agreesSince = nil
            return
        }
        let since = agreesSince ?? now
        agreesSince = since
        if now.seconds(since: since) >= Self.believedAfter { isOverruled = false }
    }

    /// What it is worth.
    var state: WitnessState {
        if isOverruled { return .contradicted }
        if pulseRate != nil { return .good }
        return wasHeard ? .silent : .absent
    }
}
