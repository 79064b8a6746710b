import Quantities

/// The first look at a report: refuses what cannot be true on its face. What only the filter can tell (jumps, innovations) comes later.
struct FixGate: Sendable {
    /// Time of the last report that had one, believed or not.
    private var lastTime: UTCInstant?

    private var places = RepeatedPlaces()

    /// Judges a report against the limits, the last places and the steps. `speedFactor` is what the receiver's speed is to be multiplied
    /// with; nil: it is proved wrong and says nothing.
    mutating func judge(_ fix: GPSFix?, steps: StepWitness, speedFactor: Double?, settings: PositioningSettings) -> FixVerdict {
        guard let fix else { return .noFix }
        defer { lastTime = fix.time ?? lastTime }
        guard let position = fix.position, fix.mode != GPSFix.Mode.none else { return .noFix }
        guard position.isPlausible else { return .implausiblePlace }
        guard let time = fix.time else { return .noTime }
        if time == lastTime { return .repeatedTime }
        // None beside a fix: the receiver sends no such sentence (fault K13).
        if let satellites = fix.satellitesUsed, satellites != 0, satellites < settings.minimumSatellites { return .fewSatellites }
        if fix.estimatedError(default: settings.defaultError) > settings.maximumError { return .largeError }
        let repetition = places.note(position)
        let speed = speedFactor.flatMap { factor in fix.knownSpeed.map { $0 * factor } }
        if let speed, speed < 0 || speed > settings.maximumSpeed.metersPerSecond { return .impossibleSpeed }
        switch repetition {
        case .fresh: return .accepted
        case .earlier: return .frozen
        case .last:
            let moves = (speed ?? 0) > settings.frozenSpeed.metersPerSecond
            let steps = (steps.believedPulseRate ?? 0) >= settings.frozenPulseRate.stepsPerMinute
            return moves || steps ? .frozen : .accepted
        }
    }
}

extension GPSFix {
    /// A dilution from here on says "unknown" (99.99 in NMEA), as long as something else tells the error (fault K20).
    private static let unknownDilution = 50.0

    /// The standard error of the position: the receiver's own estimate from binary drivers; else from the dilution, because gpsd's guess
    /// for NMEA receivers is HDOP × 15 m whatever the sky is like; else what there is.
    func estimatedError(default fallback: Distance) -> Distance {
        let reported = horizontalError.flatMap { $0.isFinite && $0.meters >= 0 ? $0 : nil }
        if errorRule == .fromReceiver, let reported { return reported }
        if let dilution = horizontalDilution, dilution.isFinite, dilution >= 0, dilution < Self.unknownDilution || reported == nil {
            return .meters(2.5 * dilution)
        }
        return reported ?? fallback
    }

    /// Doppler speed in m/s; nil when absent or not a number (fault B13: NaN does not mean standing).
    var knownSpeed: Double? { speed.flatMap { $0.isFinite ? $0.metersPerSecond : nil } }
    /// Course in degrees; nil when absent or not a number.
    var knownCourse: Double? { course.flatMap { $0.isFinite ? $0.degrees : nil } }
    /// Altitude in metres; nil when absent or not a number.
    var knownAltitude: Double? { altitude.flatMap { $0.isFinite ? $0.meters : nil } }
}
