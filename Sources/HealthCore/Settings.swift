import Quantities
import RunCore

/// How the watch behaves. Everything has a default that makes sense, and survives a power cut old or new, never half (fault C5).
public struct Settings: Hashable, Sendable {
    /// What makes a lap by itself.
    public enum AutoLap: UInt8, CaseIterable, Sendable {
        /// Only the button.
        case off = 0
        /// Each kilometre.
        case kilometer = 1
        /// Each mile.
        case mile = 2
        /// Each 5 min.
        case fiveMinutes = 3
        /// Each 10 min.
        case tenMinutes = 4
    }

    /// When the display dims and goes dark after the last press.
    public enum Light: UInt8, CaseIterable, Sendable {
        /// Dim after 10 s, dark after 30 s.
        case automatic = 0
        /// Dim after 30 s, dark after 90 s.
        case long = 1
        /// It stays bright.
        case alwaysOn = 2
    }

    /// The seconds of countdown that can be chosen; 0 starts at once.
    public static let countdowns: [UInt8] = [0, 3, 5, 10]
    /// The half-lives of caffeine that can be chosen, in minutes: 3–10 h.
    public static let caffeineHalfLives: ClosedRange<UInt16> = 180...600
    /// Caffeine of which it can be told that the body has less, in milligrams; 0 for never.
    public static let lowCaffeines: ClosedRange<UInt16> = 0...500
    /// Minutes after local midnight.
    public static let minutesOfDay: ClosedRange<UInt16> = 0...1439
    /// Heart rates at which a zone can begin, in beats a minute.
    public static let zoneLimitRange: ClosedRange<UInt8> = 30...240
    /// A runner's name in the store is at most so long, in bytes.
    public static let longestRunnerID = 40

    /// False until the runner has answered the five questions of the first start.
    public var isSetUp = false
    /// Index of the language in the watch's list; 0 is English.
    public var language: UInt8 = 0
    /// True for miles.
    public var usesMiles = false
    /// Pause by itself when standing.
    public var autoPause = true
    /// Laps by themselves.
    public var autoLap = AutoLap.kilometer
    /// Buzz; false is silent.
    public var sounds = true
    /// Number of the kind of run that START begins, as run logs number them: 0 run, 1 trail run, 2 walk, 3 indoor run.
    public var runType: UInt8 = 0
    /// Lock the buttons when a run starts.
    public var autoLock = false
    /// Energy from the heart rate where age and sex are known, instead of from the distance.
    public var energyFromHeartRate = false
    /// What the pages of a run show.
    public var runPages = RunPages()
    /// The pages of a run follow each other by themselves.
    public var autoScroll = false
    /// IANA name of the time zone; nil = that of the system.
    public var zoneName: String?
    /// The largest estimated error of a fix that is believed, 5–100 m.
    public var maximumFixError = Distance.meters(30)
    /// The numbers of the stride table as learned; empty until something was.
    public var strideNumbers: [Double] = []

    /// Which glances are shown at rest.
    public var glances = GlanceSet.all
    /// Times of day as 1–12 with a.m. and p.m.
    public var uses12Hours = false
    /// Seconds of countdown before a run, one of ``countdowns``.
    public var countdown: UInt8 = 3
    /// When the display dims and goes dark.
    public var light = Light.automatic
    /// When the watch does not buzz outside a run; nil = it always may.
    public var quietHours: QuietHours?
    /// Where the five heart-rate zones begin, in beats a minute, rising, within ``zoneLimitRange``; empty = from the greatest heart rate, or
    /// from the reserve above the one at rest.
    public var zoneLimits: [UInt8] = []
    /// What to tell of during a run.
    public var alerts = RunAlerts()
    /// In how many minutes half of the caffeine in the body is gone, within ``caffeineHalfLives``.
    public var caffeineHalfLife: UInt16 = 300
    /// When the runner goes to bed, in minutes after local midnight; nil = that is not looked at.
    public var bedtime: UInt16? = 1350
    /// Tells when the body has less caffeine than this many milligrams, within ``lowCaffeines``; 0 for never.
    public var lowCaffeine: UInt16 = 0
    /// Tells when a drink, a day or the rest at bedtime exceeds what the European Food Safety Authority names (EFSA 2015).
    public var caffeineLimits = true
    /// The name in the store of the runner who wears the watch, 1 to 40 bytes; nil for none.
    public var activeRunner: String?

    /// The settings of a new watch.
    public init() {}

    /// True for limits that can be those of zones: none, or five that rise.
    public static func areZoneLimits(_ limits: [UInt8]) -> Bool {
        if limits.isEmpty { return true }
        return limits.count == 5 && limits.allSatisfy(zoneLimitRange.contains) && zip(limits, limits.dropFirst()).allSatisfy { $0 < $1 }
    }
}
