import Glibc
import Quantities
import RunCore
import TerminalWindow

/// The way of a run as the watch has it, for the map beside it.
struct TrackTally {
    /// The places, in metres from the first.
    private(set) var points: [TrackPoint] = []
    private var origin: Coordinate?
    private var latest: RunTime?
    private var run: RunID?

    /// Places beyond this many are thinned out to half.
    private static let most = 4_000
    /// Metres of a degree of latitude on a sphere of the earth's mean radius: near enough for a map of some centimetres.
    private static let perDegree = 111_195.0

    /// Takes the latest second of a run, if it is a new one with a place.
    mutating func take(_ totals: RunTotals) {
        if run != totals.header.id { self = TrackTally(of: totals.header.id) }
        guard let sample = totals.lastSample, sample.time != latest, let place = sample.position else { return }
        latest = sample.time
        let origin = origin ?? place
        self.origin = origin
        let scale = cos(origin.latitude * .pi / 180)
        let point = TrackPoint(
            east: (place.longitude - origin.longitude) * Self.perDegree * scale,
            north: (place.latitude - origin.latitude) * Self.perDegree, zone: totals.header.zones.zone(ofBeats: sample.heartRateBeats) ?? 0)
        points.append(point)
        guard points.count > Self.most else { return }
        points = stride(from: 0, to: points.count, by: 2).map { points[$0] }
    }

    /// Nothing yet.
    init() {}
    private init(of run: RunID) { self.run = run }
}
