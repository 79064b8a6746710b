import Quantities

/// Something that happened at a moment of a run.
public struct RunEvent: Hashable, Sendable {
    /// When. May lie before samples already written: an auto-pause is dated from the first slow one.
    public var time: RunTime
    /// What.
    public var kind: Kind
    /// An event.
    public init(time: RunTime, kind: Kind) {
        self.time = time
        self.kind = kind
    }

    /// What can happen.
    public enum Kind: Hashable, Sendable {
        /// The timer stops.
        case pause(PauseCause)
        /// The timer goes on.
        case resume(PauseCause)
        /// A lap ends and the next begins, at a distance interpolated to the millimetre (fault H15).
        case lap(LapTrigger, distanceMillimeters: UInt32)
        /// The runner stopped the run; a resume may follow.
        case stop
        /// The run is over; only UTC may follow.
        case end(EndCause)
        /// UTC at the start of the run was learned or corrected, with local time's offset at that instant; nil where the offset known so far
        /// stays. The last one counts for the part of the run in one boot (faults A23, D1), also after the end (D9).
        case utcAtStart(UTCInstant, zone: ZoneOffset? = nil)
        /// The log goes on after a crash or a power cut.
        case outage(Outage)
        /// A part was lost or came back.
        case sensor(SensorKind, SensorState)
    }
}

/// Why the timer stands.
public enum PauseCause: UInt8, CaseIterable, Sendable {
    /// The runner's button.
    case manual = 0
    /// Standing still.
    case automatic = 1
    /// The time between a stop and its undoing.
    case stopMenu = 2
    /// The watch was off or crashed.
    case outage = 3
}

/// What ended a lap.
public enum LapTrigger: UInt8, CaseIterable, Sendable {
    /// The runner's button.
    case manual = 0
    /// A time.
    case time = 1
    /// A distance.
    case distance = 2
}

/// What ended a run.
public enum EndCause: UInt8, CaseIterable, Sendable {
    /// The runner saved it.
    case saved = 0
    /// Nothing was pressed after a stop.
    case savedByTimeout = 1
    /// Nobody moved for an hour.
    case forgotten = 2
    /// Saved after a power cut.
    case interrupted = 3
    /// The battery ran low.
    case batteryLow = 4
    /// The runner discarded it; the file is removed after this.
    case discarded = 5
}

/// How the log goes on after a crash or a power cut.
public struct Outage: Hashable, Sendable {
    /// The boot that goes on.
    public var boot: BootID
    /// This event's time on that boot's monotonic clock.
    public var monotonic: MonotonicInstant
    /// True if the time between the last record and this event is real: the same boot, or UTC known on both sides. Otherwise it is a
    /// millisecond, and UTC may tell later how long the outage was (``UTCTimeline``).
    public var isDurationKnown: Bool
    /// An outage.
    public init(boot: BootID, monotonic: MonotonicInstant, isDurationKnown: Bool) {
        self.boot = boot
        self.monotonic = monotonic
        self.isDurationKnown = isDurationKnown
    }
}
