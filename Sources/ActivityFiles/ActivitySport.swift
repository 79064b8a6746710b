/// The kind of an activity, in the numbers of the FIT profile (types `sport` and `sub_sport`).
public struct ActivitySport: Hashable, Sendable {
    /// FIT `sport`: 1 running, 2 cycling, 11 walking, 17 hiking.
    public var sport: UInt8
    /// FIT `sub_sport`: 0 generic, 1 treadmill, 3 trail.
    public var subSport: UInt8

    /// Wraps the two FIT numbers.
    public init(sport: UInt8, subSport: UInt8) {
        self.sport = sport
        self.subSport = subSport
    }

    /// A run on roads or anywhere.
    public static let run = ActivitySport(sport: 1, subSport: 0)
    /// A run on trails.
    public static let trailRun = ActivitySport(sport: 1, subSport: 3)
    /// A run indoors, without GPS.
    public static let indoorRun = ActivitySport(sport: 1, subSport: 1)
    /// A walk.
    public static let walk = ActivitySport(sport: 11, subSport: 0)
    /// A hike.
    public static let hike = ActivitySport(sport: 17, subSport: 0)
    /// A bicycle ride.
    public static let ride = ActivitySport(sport: 2, subSport: 0)
    /// Anything else.
    public static let other = ActivitySport(sport: 0, subSport: 0)

    /// True where a cadence counts steps and not turns of a crank. Files that name no sport are taken for runs.
    public var isOnFoot: Bool { sport == 0 || sport == 1 || sport == 11 || sport == 17 }
}
