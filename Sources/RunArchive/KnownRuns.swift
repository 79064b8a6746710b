import Quantities
import RunCore
import Training

/// Tells whether a run is there already, whoever recorded it: by its id where Harrier wrote the file of it, else by when it began, how long it
/// took and how far it went, all three.
///
/// A watch and the app that takes its files agree on the start to some seconds and on the distance to the metre; a phone and a watch on one
/// runner differ by up to a minute and some per cent, and one of them may not count pauses. Two runs of one minute that are alike in all three
/// would be two devices on one runner, or two runners side by side: the same run to whoever looks for it later.
public struct KnownRuns: Sendable {
    /// Starts that are no further apart.
    static let start = Duration.seconds(60)
    /// Of the longer time, elapsed or timer; at least so many seconds.
    static let time = (share: 0.02, least: 30.0)
    /// Of the longer distance; at least so many metres.
    static let distance = (share: 0.03, least: 50.0)

    private struct Known: Hashable {
        var id: RunID
        var start: UTCInstant?
        var elapsed: Double
        var timer: Double
        var meters: Double
    }
    private var ids: Set<RunID> = []
    /// By the minute of their start.
    private var byMinute: [Int64: [Known]] = [:]
    private var undated: [Known] = []

    /// None yet.
    public init() {}

    /// The runs of a history.
    public init(_ history: [TrainedRun]) { for run in history { add(run.figures) } }

    /// True if a run has this id.
    public func contains(_ id: RunID) -> Bool { ids.contains(id) }

    /// Adds a run.
    public mutating func add(_ figures: RunFigures) {
        ids.insert(figures.id)
        let run = Self.known(figures)
        if let start = run.start { byMinute[Self.minute(start), default: []].append(run) } else { undated.append(run) }
    }

    /// The run that this one equals; nil if it is new. Of several the one that began nearest.
    /// - Parameter own: the id that the file gives, if Harrier wrote it.
    public func same(as figures: RunFigures, own: RunID?) -> RunID? {
        if let own, ids.contains(own) { return own }
        let run = Self.known(figures)
        guard let start = run.start else { return undated.first { Self.areSame($0, run) }?.id }
        let minute = Self.minute(start)
        let near = (minute - 1...minute + 1).flatMap { byMinute[$0] ?? [] }.filter { Self.areSame($0, run) }
        return near.min { Self.between($0.start, start) < Self.between($1.start, start) }?.id
    }

    private static func known(_ figures: RunFigures) -> Known {
        Known(
            id: figures.id, start: figures.start, elapsed: figures.elapsed.inSeconds, timer: figures.timer.inSeconds,
            meters: figures.distance.meters)
    }

    /// Minutes since 1970.
    private static func minute(_ start: UTCInstant) -> Int64 { start.milliseconds.flooredQuotient(by: 60_000) }

    private static func between(_ a: UTCInstant?, _ b: UTCInstant) -> Duration {
        guard let a else { return .seconds(Int64.max) }
        let apart = a.duration(to: b)
        return apart < .zero ? .zero - apart : apart
    }

    private static func areSame(_ a: Known, _ b: Known) -> Bool {
        if let start = b.start { guard between(a.start, start) <= Self.start else { return false } }
        guard isNear(a.meters, b.meters, distance) else { return false }
        return isNear(a.timer, b.timer, time) || isNear(a.elapsed, b.elapsed, time)
    }

    private static func isNear(_ a: Double, _ b: Double, _ tolerance: (share: Double, least: Double)) -> Bool {
        abs(a - b) <= max(tolerance.least, tolerance.share * max(a, b))
    }
}
