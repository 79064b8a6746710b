import Quantities

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

    /// The settings of a new watch.
    public init() {}
}
