import Quantities

/// The moments of a recording in the order of time, without those whose time the others contradict.
///
/// Files of others hold single stamps gone wrong by decades, tracks that stand newest first, and moments that come twice. What is done about
/// them is counted, so that it can be said.
public struct MomentOrder: Sendable {
    /// The moments, each later than the one before.
    public private(set) var moments: [RecordedMoment] = []
    /// How many were left out because those around them contradict their time.
    public private(set) var contradicted = 0
    /// How often a moment stood before one that was earlier.
    public private(set) var backward = 0
    /// How many had the time of another: that one took over what it lacked.
    public private(set) var sameTime = 0

    /// A longer silence is not waited for: what comes after it is another run, unless the recorder says that it is not. A lunch is shorter; a
    /// night is longer.
    public static let longestSilence = Duration.seconds(4 * 3600)
    /// Stretches that follow one another this closely were not interrupted: files are cut into stretches for other reasons too.
    public static let longestBreath = Duration.seconds(10)
    /// Times further from all others are a group of their own.
    static let isolation = Duration.seconds(12 * 3600)
    /// A group that is shorter is no run, but stamps gone wrong, unless there is nothing longer.
    static let shortestGroup = Duration.seconds(60)

    /// Puts moments in order.
    /// - Parameter recorded: in the order of the file.
    public init(_ recorded: consuming [RecordedMoment]) {
        var kept = recorded
        leaveOutOutliers(of: &kept)
        for index in kept.indices.dropFirst() where kept[index].time < kept[index - 1].time { backward += 1 }
        if backward > 0 {
            // Stable, so that of moments of one time the first in the file stays the first.
            let order = kept.indices.sorted { (kept[$0].time, $0) < (kept[$1].time, $1) }
            kept = order.map { kept[$0] }
        }
        // In its own place: a recording of days is held once.
        var count = 0
        for group in Self.groups(kept, leavingOut: &contradicted) {
            for index in group {
                if count > 0, kept[count - 1].time == kept[index].time {
                    let same = kept[index]
                    kept[count - 1].complete(from: same)
                    sameTime += 1
                } else {
                    if count < index { kept[count] = kept[index] }
                    count += 1
                }
            }
        }
        kept.removeLast(kept.count - count)
        moments = kept
    }

    /// Takes out single moments that lie more than ten minutes outside of two neighbours that agree with one another.
    private mutating func leaveOutOutliers(of moments: inout [RecordedMoment]) {
        let far = Duration.seconds(600)
        var count = 0
        for index in moments.indices {
            let time = moments[index].time
            if count > 0, index + 1 < moments.count {
                let before = moments[count - 1].time, after = moments[index + 1].time, gap = before.duration(to: after)
                let isOutside = time.advanced(by: far) < before || after.advanced(by: far) < time
                if gap >= .zero, gap <= .seconds(120), isOutside {
                    contradicted += 1
                    continue
                }
            }
            if count < index { moments[count] = moments[index] }
            count += 1
        }
        moments.removeLast(moments.count - count)
    }

    /// The stretches of ordered moments that are runs.
    private static func groups(_ ordered: [RecordedMoment], leavingOut wild: inout Int) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var start = 0
        for index in ordered.indices.dropFirst() where ordered[index - 1].time.duration(to: ordered[index].time) > isolation {
            groups.append(start..<index)
            start = index
        }
        if start < ordered.count { groups.append(start..<ordered.count) }
        func length(_ group: Range<Int>) -> Duration { ordered[group.lowerBound].time.duration(to: ordered[group.upperBound - 1].time) }
        guard let longest = groups.map(length).max() else { return [] }
        let shortest = min(longest, shortestGroup)
        let believed = groups.filter { length($0) >= shortest && (longest > .zero || $0.count == ordered.count) }
        wild += ordered.count - believed.reduce(0) { $0 + $1.count }
        return believed
    }
}
