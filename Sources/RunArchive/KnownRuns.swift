import ActivityFiles
import Quantities
import RunCore
import Training

/// Tells whether a run is there already, whoever recorded it: by its id where Harrier wrote the file of it, else by when it began, how long it
/// took and how far it went, all three.
///
/// A watch and the app that takes its files agree on the start to some seconds and on the distance to the metre; a phone and a watch on one
/// runner differ by up to a minute and some per cent, and one of them may not count pauses. Two runs of one minute that are alike in all three
/// would be two devices on one runner, or two runners side by side: the same run to whoever looks for it later.
///
/// A GPX file tells places alone: it begins with the first, which a receiver may have found minutes after the start, and its distance is
/// that of the lines between them. Held against a run that states its own, it is the same if both end together and its places begin within it.
public struct KnownRuns: Sendable {
    /// Starts that are no further apart.
    static let start = Duration.seconds(60)
    /// Of the longer time, elapsed or timer; at least so many seconds.
    static let time = (share: 0.02, least: 30.0)
    /// Of the longer distance; at least so many metres.
    static let distance = (share: 0.03, least: 50.0)

    /// How much later than a run the places of its GPX file may begin; they end no further apart than starts may lie.
    static let firstPlace = Duration.seconds(300)
    /// Of the longer distance, where one is that of places: what was run before the first is missing from it.
    static let distanceOfPlaces = (share: 0.12, least: 50.0)

    private struct Known: Hashable {
        var id: RunID
        var start: UTCInstant?
        var elapsed: Double
        var timer: Double
        var meters: Double
        var isOfPlaces: Bool
    }
    private var ids: Set<RunID> = []
    /// By the minute of their start.
    private var byMinute: [Int64: [Known]] = [:]
    private var undated: [Known] = []

    /// None yet.
    public init() {}

    /// The runs of a history.
    public init(_ history: [TrainedRun]) {
        for run in history {
            if case .imported(let source) = run.origin { add(run.figures, isOfPlaces: Self.isOfPlaces(source)) } else { add(run.figures) }
        }
    }

    /// True of files that tell places and nothing that was measured beside them.
    static func isOfPlaces(_ source: ImportSource) -> Bool { source.format == ActivityFormat.gpx.rawValue.uppercased() }

    /// True if a run has this id.
    public func contains(_ id: RunID) -> Bool { ids.contains(id) }

    /// Adds a run.
    /// - Parameter isOfPlaces: true if its start and its distance are those of places alone, as in GPX.
    public mutating func add(_ figures: RunFigures, isOfPlaces: Bool = false) {
        ids.insert(figures.id)
        let run = Self.known(figures, isOfPlaces)
        if let start = run.start { byMinute[Self.minute(start), default: []].append(run) } else { undated.append(run) }
    }

    /// The run that this one equals; nil if it is new. Of several the one that began nearest.
    /// - Parameters:
    ///   - own: the id that the file gives, if Harrier wrote it.
    ///   - isOfPlaces: as ``add(_:isOfPlaces:)`` has it.
    public func same(as figures: RunFigures, own: RunID?, isOfPlaces: Bool = false) -> RunID? {
        if let own, ids.contains(own) { return own }
        let run = Self.known(figures, isOfPlaces)
        guard let start = run.start else { return undated.first { Self.areSame($0, run) }?.id }
        let minute = Self.minute(start)
        let near = (minute - 6...minute + 6).flatMap { byMinute[$0] ?? [] }.filter { Self.areSame($0, run) }
        return near.min { Self.between($0.start, start) < Self.between($1.start, start) }?.id
    }

    private static func known(_ figures: RunFigures, _ isOfPlaces: Bool) -> Known {
        Known(
            id: figures.id, start: figures.start, elapsed: figures.elapsed.inSeconds, timer: figures.timer.inSeconds,
            meters: figures.distance.meters, isOfPlaces: isOfPlaces)
    }

    /// Minutes since 1970.
    private static func minute(_ start: UTCInstant) -> Int64 { start.milliseconds.flooredQuotient(by: 60_000) }

    private static func between(_ a: UTCInstant?, _ b: UTCInstant) -> Duration {
        guard let a else { return .seconds(Int64.max) }
        let apart = a.duration(to: b)
        return apart < .zero ? .zero - apart : apart
    }

    private static func areSame(_ a: Known, _ b: Known) -> Bool {
        if a.isOfPlaces != b.isOfPlaces, isWithin(a.isOfPlaces ? a : b, a.isOfPlaces ? b : a) { return true }
        if let start = b.start { guard between(a.start, start) <= Self.start else { return false } }
        guard isNear(a.meters, b.meters, distance) else { return false }
        return isNear(a.timer, b.timer, time) || isNear(a.elapsed, b.elapsed, time)
    }

    /// True if places begin and end as the places of a run would.
    private static func isWithin(_ places: Known, _ run: Known) -> Bool {
        guard let first = places.start, let start = run.start else { return false }
        let late = start.duration(to: first)
        guard late >= .zero - Self.start, late <= firstPlace else { return false }
        return abs(late.inSeconds + places.elapsed - run.elapsed) <= Self.start.inSeconds
            && isNear(places.meters, run.meters, distanceOfPlaces)
    }

    private static func isNear(_ a: Double, _ b: Double, _ tolerance: (share: Double, least: Double)) -> Bool {
        abs(a - b) <= max(tolerance.least, tolerance.share * max(a, b))
    }
}
