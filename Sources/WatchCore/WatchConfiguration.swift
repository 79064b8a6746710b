import Calendar
import Quantities
import RunCore

/// What the pure watch has to be told about the machine it runs on.
public struct WatchConfiguration: Sendable {
    /// This boot.
    public var boot: BootID
    /// 128 random bits, from which the names of runs are drawn.
    public var entropy: (UInt64, UInt64)
    /// The watch's serial number, never 0.
    public var deviceSerial: UInt32
    /// False on a board with two buttons: PAGE pressed twice is LAP then.
    public var hasLapButton: Bool
    /// True if the display dims after 10 s and goes dark after 30 s at rest; memory displays stay on.
    public var displaySleeps: Bool
    /// False if nothing shows what the watch says: then nothing is asked that nobody can see, and the buzzer says more.
    public var hasDisplay: Bool
    /// True if the watch may turn its machine off; else it is switched off by hand.
    public var canPowerOff: Bool
    /// True if lifting the wrist lights a dark display.
    public var wakesOnWristRaise: Bool
    /// Rules of the local time zone.
    public var zone: TimeZoneRules
    /// How many languages there are.
    public var languages: UInt8
    /// Their tags of RFC 5646, in the same order; a language without one counts as English.
    public var languageTags: [String] = []
    /// The day on which this software was built: no earlier date is believed from a receiver (fault A23).
    public var built: CivilDate
    /// Parts that the board does not have.
    public var absent: SensorSet
    /// True if parts of the watch are made up, which the runner is told.
    public var hasSimulatedParts: Bool

    /// A configuration.
    public init(
        boot: BootID, entropy: (UInt64, UInt64), deviceSerial: UInt32, hasLapButton: Bool = true, displaySleeps: Bool = false,
        hasDisplay: Bool = true, canPowerOff: Bool = true, wakesOnWristRaise: Bool = false, zone: TimeZoneRules = .utc,
        languages: UInt8 = 2, languageTags: [String] = [], built: CivilDate, absent: SensorSet = [],
        hasSimulatedParts: Bool = false
    ) {
        self.boot = boot
        self.entropy = entropy
        self.deviceSerial = deviceSerial
        self.hasLapButton = hasLapButton
        self.displaySleeps = displaySleeps
        self.hasDisplay = hasDisplay
        self.canPowerOff = canPowerOff
        self.wakesOnWristRaise = wakesOnWristRaise
        self.zone = zone
        self.languages = languages
        self.languageTags = languageTags
        self.built = built
        self.absent = absent
        self.hasSimulatedParts = hasSimulatedParts
    }
}

extension WatchConfiguration {
    func languageTag(_ index: UInt8) -> String { languageTags.indices.contains(Int(index)) ? languageTags[Int(index)] : "en" }
}

/// A set of parts.
public struct SensorSet: OptionSet, Hashable, Sendable {
    /// A bit for each ``SensorKind``.
    public var rawValue: UInt8
    /// Wraps bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The set of one part.
    public init(_ kind: SensorKind) { rawValue = 1 << kind.rawValue }
    /// Whether a part is in it.
    public func contains(_ kind: SensorKind) -> Bool { contains(SensorSet(kind)) }
}

/// Draws names of runs from random bits given once (SplitMix64, Steele et al. 2014), so that the watch stays a pure value.
struct RunNames: Sendable {
    private var state: (UInt64, UInt64)
    init(entropy: (UInt64, UInt64)) { state = entropy }

    mutating func next() -> RunID {
        RunID(randomHigh: Self.draw(&state.0), randomLow: Self.draw(&state.1))
    }

    private static func draw(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
