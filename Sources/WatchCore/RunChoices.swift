import Calendar
import HealthCore
import Quantities
import RunCore

extension RunSettings {
    /// What a run is started with, from the watch's settings and the runner's profile, in a given year (for the age).
    public init(_ settings: Settings, _ profile: Profile, year: Int?) {
        let age = profile.birthYear.flatMap { birth in year.map { UInt8(clamping: $0 - Int(birth)) } }.flatMap { $0 > 0 ? $0 : nil }
        let body = BodyProfile(
            massTenths: UInt16(rounding: profile.weight.kilograms * 10), heightCentimeters: UInt16(rounding: profile.height.meters * 100),
            age: age, sex: profile.sex.map { $0 == .male ? .male : .female } ?? .unknown,
            measuredMaximumBeats: profile.maximumHeartRate.map { UInt8(rounding: $0.beatsPerMinute) },
            restingBeats: profile.restingHeartRate.map { UInt8(rounding: $0.beatsPerMinute) })
        let type = RunType(setting: settings.runType)
        self.init(
            type: type, body: body, zones: Self.zones(settings.zoneLimits) ?? Self.zones(of: body),
            energyRule: type == .indoorRun ? .metabolicEquivalent : settings.energyFromHeartRate ? .heartRate : .distance,
            autoPause: settings.autoPause, autoLap: AutoLap(settings.autoLap), splitsInMiles: settings.usesMiles,
            countdownSeconds: settings.countdown, maximumError: settings.maximumFixError, alerts: settings.alerts)
    }

    /// Limits of the runner's own; nil if there are none.
    private static func zones(_ limits: [UInt8]) -> HeartRateZones? {
        guard limits.count == 5 else { return nil }
        return HeartRateZones(lowerBounds: (limits[0], limits[1], limits[2], limits[3], limits[4]))
    }

    private static func zones(of body: BodyProfile) -> HeartRateZones {
        guard let maximum = body.maximumHeartRate else { return .unknown }
        guard let rest = body.restingBeats else { return HeartRateZones(ofMaximum: maximum) }
        return HeartRateZones(ofReserveTo: maximum, rest: .beatsPerMinute(Double(rest)))
    }
}

extension AutoLap {
    init(_ choice: Settings.AutoLap) {
        switch choice {
        case .off: self = .off
        case .kilometer: self = .distance(.kilometers(1))
        case .mile: self = .distance(.miles(1))
        case .fiveMinutes: self = .time(.minutes(5))
        case .tenMinutes: self = .time(.minutes(10))
        }
    }
}
