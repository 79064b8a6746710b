import ForeignRuns
import Quantities

/// Ascent and descent along a run of another device, where the device states its ascent: laid along the heights that grow. What was descended
/// follows from it and from the heights of start and end.
///
/// Nothing is summed from the points' heights: whether they come from a barometer, a receiver or a model of the ground nobody can tell, and a
/// rule that fits one of them finds twice or nothing of the true ascent in another.
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

    init(_ moments: [RecordedMoment], stated: Distance?) {
        guard let stated = stated?.meters, stated >= 0, stated <= Self.most else { return }
        var up: [Double] = [], down: [Double] = [], sums = (up: 0.0, down: 0.0), first: Double?, last: Double?
        for moment in moments {
            if let height = Self.height(moment) {
                if let last { if height > last { sums.up += height - last } else { sums.down += last - height } }
                first = first ?? height
                last = height
            }
            up.append(sums.up)
            down.append(sums.down)
        }
        guard let first, let last else { return }
        ascent = Self.shares(of: stated, up)
        descent = Self.shares(of: max(0, stated - (last - first)), down)
    }

    /// Decimetres; all at the end where no point has a share.
    private static func shares(of whole: Double, _ parts: [Double]) -> [UInt32] {
        let all = parts.last ?? 0
        var shares = parts.map { all > 0 ? $0 / all : 0 }
        if let last = shares.indices.last { shares[last] = 1 }
        return shares.map { UInt32(rounding: $0 * whole * 10) }
    }
}
