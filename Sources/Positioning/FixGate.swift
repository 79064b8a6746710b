import Quantities

/// The first look at a report: refuses what cannot be true on its face. What only the filter can tell (jumps, innovations) comes later.
struct FixGate: Sendable {
    /// Time of the last report that had one, believed or not.
    private var lastTime: UTCInstant?

    /// Judges a report against the limits, the last good place and the step pulses.
    mutating func judge(_ fix: GPSFix?, lastPlace: Coordinate?, pulseRate: Double?, settings: PositioningSettings) -> FixVerdict {
        guard let fix else { return .noFix }
        defer { lastTime = fix.time ?? lastTime }
        guard let position = fix.position, fix.mode != GPSFix.Mode.none else { return .noFix }
        guard position.isPlausible else { return .implausiblePlace }
        guard let time = fix.time else { return .noTime }
        if time == lastTime { return .repeatedTime }
        if let satellites = fix.satellitesUsed, satellites < settings.minimumSatellites { return .fewSatellites }
        if fix.estimatedError(default: settings.defaultError) > settings.maximumError { return .largeError }
        let speed = fix.knownSpeed
        if let speed, speed < 0 || speed > settings.maximumSpeed.metersPerSecond { return .impossibleSpeed }
        if position == lastPlace {
            let moves = speed.map { $0 > settings.frozenSpeed.metersPerSecond }
            if moves ?? ((pulseRate ?? 0) >= settings.frozenPulseRate.stepsPerMinute) { return .frozen }
        }
        return .accepted
    }
}

extension GPSFix {
    /// The standard error of the position: the receiver's own estimate from binary drivers; else from the dilution, because gpsd's guess
    /// for NMEA receivers is HDOP × 15 m whatever the sky is like; else what there is.
    func estimatedError(default fallback: Distance) -> Distance {
        let reported = horizontalError.flatMap { $0.isFinite && $0.meters >= 0 ? $0 : nil }
        if errorRule == .fromReceiver, let reported { return reported }
        if let dilution = horizontalDilution, dilution.isFinite, dilution >= 0 { return .meters(2.5 * dilution) }
        return reported ?? fallback
    }

    /// Doppler speed in m/s; nil when absent or not a number (fault B13: NaN does not mean standing).
    var knownSpeed: Double? { speed.flatMap { $0.isFinite ? $0.metersPerSecond : nil } }
    /// Course in degrees; nil when absent or not a number.
    var knownCourse: Double? { course.flatMap { $0.isFinite ? $0.degrees : nil } }
    /// Altitude in metres; nil when absent or not a number.
    var knownAltitude: Double? { altitude.flatMap { $0.isFinite ? $0.meters : nil } }
}
