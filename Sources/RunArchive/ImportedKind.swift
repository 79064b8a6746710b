import ActivityFiles
import Quantities
import RunCore

/// What kind of run an activity of another device is, if any: a running watch keeps runs, walks and hikes.
enum ImportedKind: Hashable {
    /// A kind that the log knows; true if the file did not name it.
    case onFoot(RunType, isBySpeed: Bool)
    /// Something else.
    case refused(ImportRefusal)

    /// m/s. Nobody runs faster on average: the world's best over 3,000 m is 6.8 (7:17.55).
    private static let fastestMean = 7.0
    /// m/s. People who are free to choose begin to run here (Hreljac 1993).
    private static let walkToRun = 2.0

    /// The rule.
    /// - Parameters:
    ///   - hasPlaces: whether any point has a place; without one a run is one indoors.
    ///   - meanSpeed: distance by timer; nil where either is not known.
    init(_ sport: ActivitySport?, hasPlaces: Bool, meanSpeed: Speed?) {
        switch sport?.sport {
        case 1: self = .onFoot(Self.run(sport?.subSport ?? 0, hasPlaces: hasPlaces), isBySpeed: false)
        case 11, 17: self = .onFoot(.walk, isBySpeed: false)
        case nil, 0:
            let speed = meanSpeed?.metersPerSecond ?? Self.walkToRun
            if speed > Self.fastestMean {
                self = .refused(.tooFast(meanSpeed ?? .zero))
            } else if speed < Self.walkToRun {
                self = .onFoot(.walk, isBySpeed: true)
            } else {
                self = .onFoot(hasPlaces ? .run : .indoorRun, isBySpeed: true)
            }
        case let number?: self = .refused(.otherSport(Self.names[number] ?? "another sport (FIT sport \(number))"))
        }
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
