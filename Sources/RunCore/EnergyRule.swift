import Quantities

/// How the energy of a run is estimated; all give gross kilocalories.
public enum EnergyRule: UInt8, CaseIterable, Sendable {
    /// kg × km × 1.036: Running Life's rule, and the usual figure for running on the flat.
    case distance = 0
    /// From heart rate, mass, age and sex (Keytel et al. 2005) where the rate is known and shows exercise, else by distance.
    case heartRate = 1
    /// By metabolic equivalents of the speed (Compendium of Physical Activities), for the treadmill.
    case metabolicEquivalent = 2
}

extension EnergyRule {
    /// Kilocalories of a stretch by distance.
    static func byDistance(_ distance: Distance, body: BodyProfile) -> Double { body.mass.kilograms * distance.kilometers * 1.036 }

    /// Kilocalories a minute by heart rate; nil unless age and sex are known and the rate is above rest + 30 % of the reserve,
    /// below which the equation does not hold.
    static func byHeartRate(beats: UInt8, body: BodyProfile) -> Double? {
        guard beats > 0, let age = body.age, let maximum = body.maximumHeartRate else { return nil }
        let rest = Double(body.restingBeats ?? 60), rate = Double(beats)
        guard rate > rest + 0.3 * (maximum.beatsPerMinute - rest) else { return nil }
        let kilojoules: Double
        switch body.sex {
        case .male: kilojoules = -55.0969 + 0.6309 * rate + 0.1988 * body.mass.kilograms + 0.2017 * Double(age)
        case .female: kilojoules = -20.4022 + 0.4472 * rate - 0.1263 * body.mass.kilograms + 0.074 * Double(age)
        case .unknown: return nil
        }
        return max(0, kilojoules / 4.184)
    }

    /// Kilocalories a minute by metabolic equivalents: running at 8–16.1 km/h is 8.3–14.5 MET, linear between; walking 3.5 MET.
    static func byMetabolicEquivalent(speed: Speed, body: BodyProfile) -> Double {
        let kilometersPerHour = speed.metersPerSecond * 3.6
        let equivalents: Double
        switch kilometersPerHour {
        case ..<0.5: equivalents = 1.3
        case ..<6.5: equivalents = 2 + kilometersPerHour * 0.35
        default: equivalents = min(8.3 + (kilometersPerHour - 8) * (14.5 - 8.3) / (16.1 - 8), 19)
        }
        return equivalents * 3.5 * body.mass.kilograms / 200
    }
}
