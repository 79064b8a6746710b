import ActivityFiles
import Quantities
import RunCore

/// What kind of run an activity of another device is, if any: a running watch keeps runs, walks and hikes.
enum ImportedKind: Hashable {
    /// A kind that the log knows; true if the file did not name it.
    case onFoot(RunType, isBySpeed: Bool)
    /// Something else.
    case refused(ImportRefusal)

    /// m/s. What is faster on average is no run: the world's best in an hour is 5.93 (21,330 m, 2020).
    private static let fastestMean = 6.0
    /// m/s. People who are free to choose begin to run here (Hreljac 1993).
    private static let walkToRun = 2.0

    /// The rule.
    /// - Parameters:
    ///   - unnamed: what a file that names no sport is to be; nil to tell it by its speed.
    ///   - hasPlaces: whether any point has a place; without one a run is one indoors.
    ///   - meanSpeed: distance by timer; nil where either is not known.
    init(_ sport: ActivitySport?, unnamed: RunType?, hasPlaces: Bool, meanSpeed: Speed?) {
        switch sport?.sport {
        case 1: self = .onFoot(Self.run(sport?.subSport ?? 0, hasPlaces: hasPlaces), isBySpeed: false)
        case 11, 17: self = .onFoot(.walk, isBySpeed: false)
        case nil, 0:
            if let unnamed {
                self = .onFoot(unnamed == .run && !hasPlaces ? .indoorRun : unnamed, isBySpeed: false)
            } else if sport != nil {
                self = .refused(.otherSport("another sport, which the file does not name"))
            } else {
                self = Self.bySpeed(meanSpeed, hasPlaces: hasPlaces)
            }
        case let number?: self = .refused(.otherSport(Self.names[number] ?? "another sport (FIT sport \(number))"))
        }
    }

    private static func bySpeed(_ speed: Speed?, hasPlaces: Bool) -> ImportedKind {
        guard let speed else { return .onFoot(hasPlaces ? .run : .indoorRun, isBySpeed: true) }
        if speed.metersPerSecond > fastestMean { return .refused(.tooFast(speed)) }
        if speed.metersPerSecond < walkToRun { return .onFoot(.walk, isBySpeed: true) }
        return .onFoot(hasPlaces ? .run : .indoorRun, isBySpeed: true)
    }

    /// By FIT's `sub_sport`: 1 treadmill, 45 indoors, 58 in a made-up world, whose places are no real ones; 3 trail.
    private static func run(_ subSport: UInt8, hasPlaces: Bool) -> RunType {
        switch subSport {
        case 1, 45, 58: .indoorRun
        case 3: .trailRun
        default: hasPlaces ? .run : .indoorRun
        }
    }

    /// Names of the FIT profile's `sport` that are often recorded.
    private static let names: [UInt8: String] = [
        2: "a ride", 3: "a transition between sports", 4: "exercise on a machine", 5: "a swim", 10: "a training in a gym",
        12: "cross-country skiing",
        13: "downhill skiing", 14: "snowboarding", 15: "rowing", 16: "mountaineering", 18: "several sports in one", 19: "paddling",
        21: "a ride with a motor", 30: "inline skating", 31: "climbing", 33: "ice skating", 35: "snowshoeing", 37: "standup paddling",
        41: "kayaking",
    ]
}
