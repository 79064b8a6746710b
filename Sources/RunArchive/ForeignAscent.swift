import ForeignRuns
import Positioning
import Quantities

/// Ascent and descent along a run of another device.
///
/// Where the device states its ascent, which it may have from a barometer, that is the ascent, laid along the heights that grow; what was
/// descended follows from it and from the heights of start and end. Else it is that of the points' heights, by the watch's rule for a receiver
/// alone: that may be less than there was, and is never invented. Without heights nothing is known.
struct ForeignAscent {
    /// Decimetres since the start, one for each moment; empty where nothing is known.
    private(set) var ascent: [UInt32] = []
    private(set) var descent: [UInt32] = []

    /// m. Nobody is lower or higher: the shore of the Dead Sea, Mount Everest.
    private static let possible = -500.0...9_000.0
    /// m. More is no ascent of one run.
    private static let most = 100_000.0

    /// The height of a point; nil if it cannot be.
    static func height(_ moment: RecordedMoment) -> Double? {
        moment.altitude.flatMap { possible.contains($0.meters) ? $0.meters : nil }
    }

    init(_ moments: [RecordedMoment], stated: Distance?, _ clock: ForeignClock) {
        let heights = moments.map(Self.height)
        guard let first = heights.first(where: { $0 != nil }) ?? nil, let last = heights.last(where: { $0 != nil }) ?? nil else { return }
        if let stated = stated?.meters, stated >= 0, stated <= Self.most {
            lay(stated, max(0, stated - (last - first)), along: heights)
        } else {
            sum(heights, moments, clock)
        }
    }

    private mutating func lay(_ climbed: Double, _ dropped: Double, along heights: [Double?]) {
        var up: [Double] = [], down: [Double] = [], sums = (up: 0.0, down: 0.0), before: Double?
        for height in heights {
            if let height {
                if let before { if height > before { sums.up += height - before } else { sums.down += before - height } }
                before = height
            }
            up.append(sums.up)
            down.append(sums.down)
        }
        ascent = Self.shares(of: climbed, up)
        descent = Self.shares(of: dropped, down)
    }

    /// Decimetres; all at the end where no point has a share.
    private static func shares(of whole: Double, _ parts: [Double]) -> [UInt32] {
        let all = parts.last ?? 0
        var shares = parts.map { all > 0 ? $0 / all : 0 }
        if let last = shares.indices.last { shares[last] = 1 }
        return shares.map { UInt32(rounding: $0 * whole * 10) }
    }

    private mutating func sum(_ heights: [Double?], _ moments: [RecordedMoment], _ clock: ForeignClock) {
        var line = ReceiverAscent(), wasStanding = false
        for (height, moment) in zip(heights, moments) {
            let at = clock.start.duration(to: moment.time), isStanding = clock.isStanding(at: at.inMilliseconds)
            if let height {
                line.take(
                    .meters(height), at: MonotonicInstant(nanoseconds: at.inNanoseconds), moving: !isStanding && !wasStanding)
            }
            wasStanding = isStanding || moment.startsStretch
            ascent.append(max(ascent.last ?? 0, UInt32(rounding: line.ascent.meters * 10)))
            descent.append(max(descent.last ?? 0, UInt32(rounding: line.descent.meters * 10)))
        }
    }
}
