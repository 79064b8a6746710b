import Quantities

/// A run in progress. All pages carry the same values; `view` and `fields` say which of them are drawn.
public struct RunPage: Hashable, Sendable {
    /// The views that PAGE goes through. The first four show the ``RunPage/fields`` that were chosen for them.
    public enum View: UInt8, CaseIterable, Sendable {
        /// The first page of chosen values.
        case first
        /// The second.
        case second
        /// The third.
        case third
        /// The fourth.
        case fourth
        /// The lap under way beside the one before.
        case lap
        /// The track so far.
        case track
    }
    /// Why the clock stands, if it does.
    public enum Motion: UInt8, CaseIterable, Sendable {
        /// The timer runs.
        case running
        /// Paused by itself: standing.
        case autoPaused
        /// Paused by hand: only a button resumes.
        case paused
    }

    /// Which view.
    public var view: View
    /// The values that a page of chosen values shows; none on the others.
    public var fields: RunFields
    /// Whether the timer runs.
    public var motion: Motion
    /// Elapsed time without pauses.
    public var timer: Duration
    /// Time from the start, pauses included.
    public var elapsed: Duration
    /// Distance so far.
    public var distance: Distance
    /// The position is lost and distance comes from strides.
    public var isReckoned: Bool
    /// Mean pace of the last 10 s; nil when standing or unknown.
    public var pace: Pace?
    /// Mean pace of the run.
    public var averagePace: Pace?
    /// Heart rate now; nil when not known.
    public var heartRate: HeartRate?
    /// Mean heart rate of the run; nil without a valid second.
    public var averageHeartRate: HeartRate?
    /// Zone 1...5; nil below zone 1 or unknown.
    public var zone: UInt8?
    /// Cadence now.
    public var cadence: Cadence?
    /// Steps of the run; nil without a step counter.
    public var steps: UInt32?
    /// Ascent so far; nil without altitude.
    public var ascent: Distance?
    /// Descent so far; nil without altitude.
    public var descent: Distance?
    /// Altitude now; nil when not known.
    public var altitude: Altitude?
    /// Energy so far.
    public var energy: Energy
    /// The lap under way.
    public var lap: LapFigures
    /// The lap before; nil in the first.
    public var lastLap: LapFigures?
    /// The shape of the track.
    public var track: TrackSketch

    /// A page.
    public init(
        view: View, fields: RunFields = RunFields(), motion: Motion, timer: Duration, elapsed: Duration, distance: Distance,
        isReckoned: Bool = false, pace: Pace?, averagePace: Pace?, heartRate: HeartRate?, averageHeartRate: HeartRate? = nil, zone: UInt8?,
        cadence: Cadence?, steps: UInt32?, ascent: Distance?, descent: Distance? = nil, altitude: Altitude? = nil, energy: Energy,
        lap: LapFigures, lastLap: LapFigures?, track: TrackSketch
    ) {
        self.view = view
        self.fields = fields
        self.elapsed = elapsed
        self.averageHeartRate = averageHeartRate
        self.descent = descent
        self.altitude = altitude
        self.motion = motion
        self.timer = timer
        self.distance = distance
        self.isReckoned = isReckoned
        self.pace = pace
        self.averagePace = averagePace
        self.heartRate = heartRate
        self.zone = zone
        self.cadence = cadence
        self.steps = steps
        self.ascent = ascent
        self.energy = energy
        self.lap = lap
        self.lastLap = lastLap
        self.track = track
    }
}

/// The figures of one lap.
public struct LapFigures: Hashable, Sendable {
    /// From 1.
    public var number: UInt16
    /// Its time without pauses.
    public var timer: Duration
    /// Its distance.
    public var distance: Distance
    /// Its mean pace; nil without distance.
    public var pace: Pace?
    /// Its mean heart rate over valid seconds.
    public var heartRate: HeartRate?
    /// A lap.
    public init(number: UInt16, timer: Duration, distance: Distance, pace: Pace?, heartRate: HeartRate?) {
        self.number = number
        self.timer = timer
        self.distance = distance
        self.pace = pace
        self.heartRate = heartRate
    }
}

/// Shown for some seconds after a lap or a full kilometre or mile.
public struct LapBanner: Hashable, Sendable {
    /// True for a lap (by button or by itself), false for a kilometre or mile split beside the laps (fault I15).
    public var isLap: Bool
    /// What was done.
    public var figures: LapFigures
    /// A banner.
    public init(isLap: Bool, figures: LapFigures) {
        self.isLap = isLap
        self.figures = figures
    }
}

/// After a stop: START resumes, PAGE saves, PAGE held asks whether to discard; nothing pressed for 60 s saves.
public struct StoppedPage: Hashable, Sendable {
    /// Time without pauses.
    public var timer: Duration
    /// Distance.
    public var distance: Distance
    /// Seconds until the run is saved by itself.
    public var secondsToSave: UInt8
    /// True for a run of at most 10 m and under 60 s, which asks whether to keep it at all.
    public var isTooShort: Bool
    /// True while the page asks whether to discard the run.
    public var asksToDiscard: Bool
    /// A page.
    public init(timer: Duration, distance: Distance, secondsToSave: UInt8, isTooShort: Bool, asksToDiscard: Bool = false) {
        self.asksToDiscard = asksToDiscard
        self.timer = timer
        self.distance = distance
        self.secondsToSave = secondsToSave
        self.isTooShort = isTooShort
    }
}

/// The shape of a track in at most 64 points, north up, without places: `x` to the east and `y` to the south, 0...255 across the
/// longer side of its box. Held in two vectors so that copying a screen allocates nothing.
public struct TrackSketch: Hashable, Sendable {
    /// How many points are valid, 0...64.
    public var count: UInt8
    /// Easting of each point.
    public var x: SIMD64<UInt8>
    /// Southing of each point.
    public var y: SIMD64<UInt8>
    /// Metres across the longer side of the box.
    public var span: Distance
    /// Points at which a lap begins, from the first point in the lowest bit; the first lap is not marked.
    public var lapMarks: UInt64
    /// No track yet.
    public init() {
        lapMarks = 0
        count = 0
        x = SIMD64(repeating: 0)
        y = SIMD64(repeating: 0)
        span = .zero
    }
}
