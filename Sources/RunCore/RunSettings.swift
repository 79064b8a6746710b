import Calendar
import Quantities

/// What a run is started with. It does not change during the run.
public struct RunSettings: Hashable, Sendable {
    /// The kind of run.
    public var type: RunType
    /// The body.
    public var body: BodyProfile
    /// Heart-rate zones.
    public var zones: HeartRateZones
    /// How energy is estimated.
    public var energyRule: EnergyRule
    /// Pause by itself when standing.
    public var autoPause: Bool
    /// Laps by themselves.
    public var autoLap: AutoLap
    /// True for splits per mile; they are announced where laps are not made by distance.
    public var splitsInMiles: Bool
    /// Seconds of countdown, 0...10.
    public var countdownSeconds: UInt8
    /// The largest estimated error of a fix that is believed.
    public var maximumError: Distance
    /// What to tell of.
    public var alerts: RunAlerts

    /// Settings; the defaults are those of a new watch.
    public init(
        type: RunType = .run, body: BodyProfile = .unset, zones: HeartRateZones = .unknown, energyRule: EnergyRule = .distance,
        autoPause: Bool = true, autoLap: AutoLap = .distance(.kilometers(1)), splitsInMiles: Bool = false, countdownSeconds: UInt8 = 3,
        maximumError: Distance = .meters(30), alerts: RunAlerts = RunAlerts()
    ) {
        self.type = type
        self.body = body
        self.zones = zones
        self.energyRule = energyRule
        self.autoPause = autoPause
        self.autoLap = autoLap
        self.splitsInMiles = splitsInMiles
        self.countdownSeconds = countdownSeconds
        self.maximumError = maximumError
        self.alerts = alerts
    }
}

/// What makes a lap by itself.
public enum AutoLap: Hashable, Sendable {
    /// Only the button.
    case off
    /// Each time this distance is full.
    case distance(Distance)
    /// Each time this much timer time is full.
    case time(Duration)
}

/// What a run is identified and dated by when it starts: all that the pure core cannot know by itself.
public struct RunStart: Hashable, Sendable {
    /// A fresh name.
    public var id: RunID
    /// This boot.
    public var boot: BootID
    /// The watch's serial number, never 0.
    public var deviceSerial: UInt32
    /// The rules of local time. The run keeps them, whatever zone is set during it.
    public var zone: TimeZoneRules
    /// A start.
    public init(id: RunID, boot: BootID, deviceSerial: UInt32, zone: TimeZoneRules) {
        self.id = id
        self.boot = boot
        self.deviceSerial = deviceSerial
        self.zone = zone
    }
}
