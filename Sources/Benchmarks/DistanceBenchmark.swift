import ActivityFiles
import JSONText
import Positioning
import Quantities
import Recordings

/// Distance of recordings, computed from their positions alone, against what their device said. The device is a peer, not truth.
public struct DistanceBenchmark: Sendable {
    /// One recording.
    public struct File: Sendable {
        /// Its name in the index.
        public var name: String
        /// Ours; nil if it cannot be read.
        public var ours: Distance?
        /// The device's own; nil if it says nothing.
        public var device: Distance?
        /// The plain sum over all points (haversine, R = 6,371,008.8 m).
        public var plainSum: Distance?
        /// The median interval between points.
        public var medianInterval: Duration?
        /// On foot or not, as far as anybody says.
        public var isOnFoot: Bool
        /// The index's remark, or why there is no figure.
        public var note: String?
        /// Ours against the device's, per cent.
        public var differencePercent: Double? {
            guard let ours, let device, device.meters > 0 else { return nil }
            return (ours / device - 1) * 100
        }
        /// True if positions came each second or nearly so.
        public var isOneHertz: Bool { medianInterval.map { $0 <= .milliseconds(1500) } ?? false }
    }

    /// Recordings of one kind together.
    public struct Summary: Sendable {
        /// How many.
        public var count = 0
        /// Median of the differences without sign, per cent.
        public var medianAbsolutePercent: Double?
        /// The greatest difference without sign, per cent.
        public var maximumAbsolutePercent: Double?
    }

    /// All recordings.
    public private(set) var files: [File] = []
    private let maximumSpeed: Speed
    private let eachSecond: Bool

    /// Measures the recordings of an index.
    /// - Parameter eachSecond: true to measure them as a replay plays them: what a device left out lies on the line between two points, and
    ///   comes second by second.
    public init(
        index: RecordingIndex, maximumSpeed: Speed? = nil, eachSecond: Bool = false, progress: (String) -> Void = { _ in }
    ) {
        self.eachSecond = eachSecond
        self.maximumSpeed = maximumSpeed ?? PositioningSettings().maximumSpeed
        for row in index.rows {
            guard let name = row["file"] else { continue }
            progress(name)
            files.append(measure(row, name, path: index.path(of: name)))
        }
    }

    /// On foot below 15 m/s, rides above.
    private var isForRides: Bool { maximumSpeed > .metersPerSecond(15) }

    /// m²/s³. A bicycle starts and brakes with 2 to 3 m/s², several times as hard as a runner; measured on rides of known routes, anything
    /// from 1 to 10 gives the same.
    private static let rideAccelerationDensity = 1.0

    /// A recording counts in the summary only if the speed limit is meant for it.
    public func summary(oneHertz: Bool) -> Summary {
        let differences = files.filter { $0.isOneHertz == oneHertz && $0.isOnFoot != isForRides && !($0.note?.hasPrefix("bad") ?? false) }
            .compactMap(\.differencePercent).map(abs).sorted()
        var summary = Summary(count: differences.count)
        summary.maximumAbsolutePercent = differences.last
        if !differences.isEmpty {
            let middle = differences.count / 2
            summary.medianAbsolutePercent =
                differences.count % 2 == 1 ? differences[middle] : (differences[middle - 1] + differences[middle]) / 2
        }
        return summary
    }

    private func measure(_ row: RecordingIndex.Row, _ name: String, path: String) -> File {
        var file = File(name: name, isOnFoot: true, note: row["note"])
        let activity: ImportedActivity
        do { activity = try ActivityReader.read(path: path) } catch {
            file.note = "\(error)"
            return file
        }
        if let sport = activity.sport { file.isOnFoot = sport.isOnFoot }
        if let sport = row["sport"]?.lowercased(), sport.contains("cycl") || sport.contains("bik") { file.isOnFoot = false }
        file.device = row.number("device_distance_m").map { .meters($0) } ?? activity.deviceDistance
        let points = activity.points.filter { $0.time != nil && $0.position != nil }
        guard points.count > 1 else {
            file.note = "no positions with times"
            return file
        }
        let intervals = zip(points, points.dropFirst()).compactMap { a, b in b.time.flatMap { a.time?.duration(to: $0) } }.sorted()
        file.medianInterval = intervals[intervals.count / 2]
        file.plainSum = .meters(zip(points, points.dropFirst()).map { Self.haversine($0, $1) }.reduce(0, +))
        file.ours = distance(points)
        return file
    }

    /// Positions only, as an import. Where the runner stood was decided by the device's own timer, so it is not judged a second time from
    /// sparse points.
    private func distance(_ points: [ActivityPoint]) -> Distance {
        var settings = PositioningSettings.recordedAtChanges
        settings.maximumSpeed = maximumSpeed
        settings.slowSpeed = .metersPerSecond(-1)
        if isForRides { settings.accelerationDensityWithoutDoppler = Self.rideAccelerationDensity }
        var positioning = Positioning(settings: settings)
        guard let origin = points.first?.time else { return .zero }
        func push(_ position: Coordinate?, _ altitude: Altitude?, at time: UTCInstant) {
            let fix = GPSFix(mode: .threeDimensional, time: time, position: position, altitude: altitude)
            let at = MonotonicInstant(nanoseconds: origin.duration(to: time).inNanoseconds)
            _ = positioning.push(PositioningInput(at: at, fix: fix))
        }
        for (index, point) in points.enumerated() {
            guard let time = point.time else { continue }
            push(point.position, point.altitude, at: time)
            guard eachSecond, index + 1 < points.count, let from = point.position, let to = points[index + 1].position,
                let gap = points[index + 1].time.map({ time.duration(to: $0) }), gap <= settings.bridge
            else { continue }
            var passed = Duration.seconds(1)
            while passed < gap - .milliseconds(500) {
                let part = passed / gap
                let place = Coordinate(
                    latitude: from.latitude + (to.latitude - from.latitude) * part,
                    longitude: from.longitude + (to.longitude - from.longitude) * part)
                push(place, point.altitude, at: time.advanced(by: passed))
                passed += .seconds(1)
            }
        }
        return positioning.finish().distance
    }

    private static func haversine(_ a: ActivityPoint, _ b: ActivityPoint) -> Double {
        guard let a = a.position, let b = b.position else { return 0 }
        return Haversine.distance(from: a, to: b).meters
    }
}

extension DistanceBenchmark {
    /// The figures as one object.
    public var json: JSONObject {
        func text(_ summary: Summary) -> JSONValue {
            [
                "n": .integer(Int64(summary.count)), "median_abs_percent": number(summary.medianAbsolutePercent),
                "max_abs_percent": number(summary.maximumAbsolutePercent),
            ]
        }
        var object = JSONObject()
        object["files"] = .array(
            files.map { file in
                [
                    "file": .string(file.name), "ours_m": number(file.ours?.meters), "device_m": number(file.device?.meters),
                    "plain_sum_m": number(file.plainSum?.meters), "difference_percent": number(file.differencePercent),
                    "median_dt_s": number(file.medianInterval?.inSeconds), "note": file.note.map { .string($0) } ?? .null,
                ]
            })
        object["summary"] = ["one_hz": text(summary(oneHertz: true)), "smart": text(summary(oneHertz: false))]
        return object
    }
}

func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
